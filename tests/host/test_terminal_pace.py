"""A person's time with a rig: real seconds, strokes and the mouse, on the real console."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida.device.display import REFRESH_EVERY
from servida.ui.keypad import Button
from servida_host.console_rig import ConsoleRig
from servida_host.faces.fingers import DOUBT
from servida_host.faces.keys import CHORD, DEEDS, LONG, TAP, Stroke
from servida_host.faces.pace import LISTS, OVERSLEPT, SLOW, Pace
from servida_host.grammar import SCREENS

if TYPE_CHECKING:
    from collections.abc import Iterator


class Clock:
    """Seconds that pass when a test says so; a computer's clock does not begin at zero."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def rig() -> Iterator[ConsoleRig]:
    with ConsoleRig(players=("Ana", "Beto"), language="en") as rig:
        yield rig


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(rig: ConsoleRig, clock: Clock) -> Pace:
    return Pace(rig, clock)


def strike(pace: Pace, key: str) -> None:
    stroke = DEEDS[key]
    assert isinstance(stroke, Stroke)
    pace.strike(key, stroke)


def let_pass(pace: Pace, clock: Clock, seconds: float) -> None:
    """As the face does: called when something is due, and at the end."""
    end = clock.now + seconds
    while (wait := pace.wait) is not None and clock.now + wait <= end:
        clock.now += max(wait, 0.001)
        pace.catch_up()
    clock.now = end
    pace.catch_up()


def test_virtual_time_follows_the_clock(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    let_pass(pace, clock, 3.5)
    assert rig.now == pytest.approx(3.5)
    clock.now += 0.5
    pace.catch_up()
    assert rig.now == pytest.approx(4.0)


def test_a_face_begins_at_the_rigs_time(rig: ConsoleRig, clock: Clock) -> None:
    rig.advance(7)
    pace = Pace(rig, clock)
    pace.catch_up()
    assert rig.now == pytest.approx(7)


def test_at_rest_it_waits_for_what_the_rig_wants(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    assert rig.wake_at is not None
    assert pace.wait == pytest.approx(rig.wake_at - rig.now)
    clock.now += 100
    assert pace.wait == 0


def test_a_tap_rolls(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    rig.dice(1, 2, 3, 4, 6)
    strike(pace, "space")
    assert pace.down == {Button.ROLL}
    assert pace.wait is not None
    assert pace.wait <= TAP
    let_pass(pace, clock, TAP)
    assert pace.down == frozenset()
    let_pass(pace, clock, 1)
    assert (rig.screen, rig.rolls_left) == ("dice", 2)


def test_a_stroke_acts_at_the_clocks_time(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    clock.now += 0.7
    strike(pace, "1")
    assert rig.now == pytest.approx(0.7)


def test_a_held_space_rolls_once(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    strike(pace, "space")
    let_pass(pace, clock, 0.5)
    for _ in range(100):
        strike(pace, "space")
        let_pass(pace, clock, 0.04)
    let_pass(pace, clock, 2)
    assert (rig.screen, rig.rolls_left) == ("dice", 2)


def test_a_held_space_answers_no_question_that_it_raised(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    strike(pace, "m")
    let_pass(pace, clock, 2)
    for _ in range(4):
        strike(pace, "3")
        let_pass(pace, clock, 1.5)
    strike(pace, "space")
    let_pass(pace, clock, 0.3)
    assert "It stays unfinished." in rig.words
    for _ in range(60):
        strike(pace, "space")
        let_pass(pace, clock, 0.04)
    let_pass(pace, clock, 1)
    assert (rig.screen, rig.match is None) == ("menu", False)


def test_long_press_and_chord(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    strike(pace, "R")
    let_pass(pace, clock, LONG + 0.1)
    assert rig.screen == "scoreboard"
    let_pass(pace, clock, 2 * DOUBT[1])
    strike(pace, "m")
    assert pace.down == {Button.ONE, Button.FIVE}
    let_pass(pace, clock, CHORD + 0.1)
    assert rig.screen == "menu"


def test_a_held_key_goes_down_a_list(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    strike(pace, "m")
    let_pass(pace, clock, 2)
    strike(pace, "3")
    let_pass(pace, clock, 0.4)
    before = rig.frames
    for _ in range(40):
        strike(pace, "3")
        let_pass(pace, clock, 0.03)
    assert rig.screen == "menu"
    assert rig.frames >= before + 4


def test_the_pointer_holds_a_button(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    pace.point(Button.ROLL)
    let_pass(pace, clock, 0.9)
    assert rig.screen == "scoreboard"
    assert pace.down == {Button.ROLL}
    pace.lift()
    assert pace.down == frozenset()


def test_the_pointer_taps(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    pace.point(Button.ROLL)
    pace.lift()
    assert pace.down == {Button.ROLL}
    let_pass(pace, clock, 1)
    assert rig.screen == "dice"


@pytest.mark.parametrize("seconds", [REFRESH_EVERY + 2 * OVERSLEPT, 8 * 3600, 30 * 86400])
def test_time_stands_still_while_the_program_does(rig: ConsoleRig, clock: Clock, pace: Pace, seconds: float) -> None:
    due = rig.wake_at
    assert due is not None
    clock.now += seconds
    pace.catch_up()
    assert rig.now == pytest.approx(due)
    assert rig.screen == "handover"
    let_pass(pace, clock, 0.5)
    assert rig.now == pytest.approx(due + 0.5)


def test_a_press_survives_a_stop(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    strike(pace, "space")
    clock.now += 3600
    pace.catch_up()
    let_pass(pace, clock, 1)
    assert rig.screen == "dice"
    assert not pace.down


def test_being_a_little_late_is_made_up_for(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    due = rig.wake_at
    assert due is not None
    clock.now += due + OVERSLEPT - 0.01
    pace.catch_up()
    assert rig.now == pytest.approx(due + OVERSLEPT - 0.01)


def test_a_console_that_is_off_wants_nothing(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    rig.cut_power()
    assert pace.wait is None
    clock.now += 1e6
    pace.catch_up()
    strike(pace, "space")


def test_lists_are_screens() -> None:
    assert set(SCREENS) >= LISTS


@pytest.mark.parametrize("speed", [0.25, 4.0, 64.0])
def test_virtual_time_passes_so_many_times_as_fast(rig: ConsoleRig, clock: Clock, speed: float) -> None:
    pace, began = Pace(rig, clock, speed), rig.now
    let_pass(pace, clock, 0.5)
    assert rig.now == pytest.approx(began + 0.5 * speed)
    assert pace.speed == speed


def test_the_wait_is_in_real_seconds(rig: ConsoleRig, clock: Clock) -> None:
    pace = Pace(rig, clock, 4.0)
    assert rig.wake_at is not None
    assert pace.wait == pytest.approx((rig.wake_at - rig.now) / 4)


def test_a_change_of_speed_is_no_jump(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    began = rig.now
    let_pass(pace, clock, 0.3)
    pace.run_at(16.0)
    assert rig.now == pytest.approx(began + 0.3)
    let_pass(pace, clock, 0.3)
    assert rig.now == pytest.approx(began + 0.3 + 4.8)


def test_what_is_overslept_at_another_speed_is_real_time(rig: ConsoleRig, clock: Clock) -> None:
    pace = Pace(rig, clock, 16.0)
    due = rig.wake_at
    assert due is not None
    clock.now += (due - rig.now) / 16 + OVERSLEPT / 2
    pace.catch_up()
    assert rig.now == pytest.approx(due + OVERSLEPT * 8)
    due = rig.wake_at
    assert due is not None
    clock.now += (due - rig.now) / 16 + OVERSLEPT * 2
    pace.catch_up()
    assert rig.now == pytest.approx(due)
    let_pass(pace, clock, 0.1)
    assert rig.now == pytest.approx(due + 1.6)


def test_time_that_is_stopped_stands(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    pace.pause()
    began = rig.now
    stopped = (pace.paused, pace.wait)
    clock.now += 100.0
    pace.catch_up()
    pace.resume()
    assert rig.now == began
    assert (stopped, pace.paused) == ((True, None), False)
    let_pass(pace, clock, 0.2)
    assert rig.now == pytest.approx(began + 0.2)


def test_a_step_goes_to_what_is_due_next(rig: ConsoleRig, pace: Pace) -> None:
    pace.pause()
    due = rig.wake_at
    assert due is not None
    pace.step()
    assert rig.now == due


def test_a_step_without_anything_due_changes_nothing(rig: ConsoleRig, pace: Pace) -> None:
    pace.pause()
    rig.cut_power()
    began = rig.now
    pace.step()
    assert rig.now == began


def test_each_moment_is_watched(rig: ConsoleRig, clock: Clock) -> None:
    seen: list[float] = []
    pace = Pace(rig, clock, watch=lambda: seen.append(rig.now))
    strike(pace, "space")
    clock.now += 0.5
    pace.catch_up()
    assert len(seen) > 10
    assert seen == sorted(set(seen))


def test_time_that_a_slow_computer_leaves_behind_is_dropped(rig: ConsoleRig, clock: Clock) -> None:
    def work() -> None:
        clock.now += SLOW * 0.6

    pace = Pace(rig, clock, 64.0, work)
    strike(pace, "space")
    began = rig.now
    clock.now += 0.5
    pace.catch_up()
    assert rig.now < began + 1.0
    assert pace.wait is not None


def test_a_finger_of_a_page_stays_until_it_is_taken_away(rig: ConsoleRig, clock: Clock, pace: Pace) -> None:
    pace.touch(Button.ONE)
    pace.touch(Button.FIVE)
    let_pass(pace, clock, CHORD)
    assert pace.down == {Button.ONE, Button.FIVE}
    assert rig.screen == "menu"
    pace.leave(Button.ONE)
    assert pace.down == {Button.FIVE}
    pace.leave(Button.FIVE)
    pace.leave(Button.FIVE)
    assert pace.down == set()
