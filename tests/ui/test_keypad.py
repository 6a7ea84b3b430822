"""The keypad on waveforms.  Times are whole milliseconds, passed off as seconds, so that every sum is exact."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servida.ui import keypad as module
from servida.ui.keypad import (
    Button,
    Chord,
    Freed,
    KeyEvent,
    Keypad,
    Long,
    Press,
    Repeat,
    Short,
    Stuck,
    Timing,
    deadline,
    update,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ONE, TWO, FIVE, ROLL = Button.ONE, Button.TWO, Button.FIVE, Button.ROLL
MS = Timing(lockout=25, settle=15, long=800, chord=1000, repeat_after=500, repeat_every=120, look=100, stuck=10_000)
END = 6000

Waves = dict[Button, list[int]]
"""For each button the moments at which its level toggles; all begin up."""

Said = list[tuple[float, KeyEvent]]


def levels(waves: Mapping[Button, Sequence[int]], now: float) -> frozenset[Button]:
    return frozenset(b for b, toggles in waves.items() if sum(t <= now for t in toggles) % 2)


def every_millisecond(waves: Waves, end: int) -> Said:
    keypad = Keypad.start(frozenset(), MS)
    said: Said = []
    for now in range(end):
        keypad, events = update(keypad, levels(waves, now), now)
        said += [(float(now), event) for event in events]
    return said


def run(waves: Waves, extra: Iterable[int] = (), end: float = END) -> tuple[Keypad, Said]:
    """Call the keypad at level changes, at its own deadlines and at some extra moments; at nothing else."""
    calls = sorted({float(t) for toggles in waves.values() for t in toggles} | {float(t) for t in extra})
    keypad = Keypad.start(frozenset(), MS)
    said: Said = []
    while True:
        moments = [t for t in (deadline(keypad), calls[0] if calls else None) if t is not None]
        if not moments or (now := min(moments)) >= end:
            return keypad, said
        calls = [t for t in calls if t > now]
        keypad, events = update(keypad, levels(waves, now), now)
        said += [(now, event) for event in events]


def events_of(waves: Waves) -> list[KeyEvent]:
    return [event for _, event in run(waves)[1]]


gaps = st.one_of(st.integers(1, 30), st.integers(1, 30), st.integers(31, 1500))
toggles = st.lists(gaps, max_size=12).map(lambda gaps: [sum(gaps[: i + 1]) for i in range(len(gaps))])
waves = st.dictionaries(st.sampled_from(Button), toggles, max_size=4)


def test_the_tables_of_the_docstring_are_the_tables_of_the_code() -> None:
    text = (module.__doc__ or "").partition("then, by the level\n")[2].partition("\n\n")[0]
    on_level, on_time = {}, {}
    for line in text.splitlines():
        phase, down, up, *rest = line.split()
        for level, follower in ((True, down), (False, up)):
            if follower != "-":
                on_level[module.Phase[phase], level] = module.Phase[follower]
        for label, level in (("down:", True), ("up:", False)):
            if label in rest:
                on_time[module.Phase[phase], level] = module.Phase[rest[rest.index(label) + 1]]
    assert on_level == module.ON_LEVEL
    assert on_time == module.ON_TIME


def test_columns_are_left_to_right_and_roll_has_none() -> None:
    assert [button.column for button in Button] == [0, 1, 2, 3, 4, None]


@pytest.mark.parametrize("name", [field.name for field in fields(Timing)])
@pytest.mark.parametrize("duration", [0.0, -0.1, float("nan")])
def test_a_duration_must_be_above_zero(name: str, duration: float) -> None:
    with pytest.raises(ValueError, match=rf"keypad timing {name} is {duration} s, but must be above 0 s"):
        replace(MS, **{name: duration})


def test_the_durations_are_those_of_the_design() -> None:
    assert Timing() == Timing(0.025, 0.025, 0.8, 1.0, 0.5, 0.12, 0.1, 10.0)


def test_a_tap_is_a_press_at_once_and_a_short_when_the_release_has_settled() -> None:
    assert run({ROLL: [100, 160]})[1] == [(100, Press(ROLL)), (175, Short(ROLL))]


def test_a_pulse_within_the_lockout_is_a_whole_tap() -> None:
    assert run({TWO: [100, 101]})[1] == [(100, Press(TWO)), (140, Short(TWO))]


def test_a_long_press_comes_while_the_finger_is_down_and_takes_the_short() -> None:
    assert run({ROLL: [100, 2000]})[1] == [(100, Press(ROLL)), (900, Long(ROLL))]


def test_a_release_at_the_very_moment_of_the_long_is_a_long() -> None:
    assert events_of({ROLL: [100, 900]}) == [Press(ROLL), Long(ROLL)]
    assert events_of({ROLL: [100, 899]}) == [Press(ROLL), Short(ROLL)]


def test_a_long_waits_until_a_doubtful_release_is_decided() -> None:
    assert run({ROLL: [100, 895, 905, 1200]})[1] == [(100, Press(ROLL)), (905, Long(ROLL))]


def test_what_became_overdue_by_the_new_levels_comes_after_them() -> None:
    said = run({ROLL: [100, 895, 905], TWO: [905]}, end=1000)[1]
    assert said == [(100, Press(ROLL)), (905, Press(TWO)), (905, Long(ROLL))]


def test_a_held_button_repeats_before_and_after_its_long() -> None:
    assert run({TWO: [0, 990]})[1] == [
        (0, Press(TWO)),
        (500, Repeat(TWO)),
        (620, Repeat(TWO)),
        (740, Repeat(TWO)),
        (800, Long(TWO)),
        (860, Repeat(TWO)),
        (980, Repeat(TWO)),
    ]


def test_a_repeat_does_not_take_the_short() -> None:
    assert events_of({TWO: [0, 510]}) == [Press(TWO), Repeat(TWO), Short(TWO)]


def test_roll_never_repeats() -> None:
    assert events_of({ROLL: [0, 5000]}) == [Press(ROLL), Long(ROLL)]


def test_two_taps_are_two() -> None:
    assert events_of({TWO: [0, 60, 120, 180]}) == [Press(TWO), Short(TWO)] * 2


def test_buttons_do_not_mind_each_other() -> None:
    assert run({ROLL: [0, 900], TWO: [10, 70]})[1] == [
        (0, Press(ROLL)),
        (10, Press(TWO)),
        (85, Short(TWO)),
        (800, Long(ROLL)),
    ]


def test_a_chord_counts_from_the_later_press_and_both_are_silent_until_released() -> None:
    assert run({ONE: [0, 3000], FIVE: [300, 3100]})[1] == [
        (0, Press(ONE)),
        (300, Press(FIVE)),
        (1300, Chord()),
    ]


def test_a_chord_given_up_early_gives_nothing() -> None:
    assert events_of({ONE: [0, 3000], FIVE: [10, 900]}) == [Press(ONE), Press(FIVE)]


def test_a_button_that_was_long_before_the_chord_keeps_its_long() -> None:
    assert events_of({ONE: [0, 850, 3000, 3060], FIVE: [810, 850]}) == [
        Press(ONE),
        *[Repeat(ONE)] * 3,
        Long(ONE),
        Press(FIVE),
        Press(ONE),
        Short(ONE),
    ]


def test_the_one_that_stayed_is_silent_until_it_was_released() -> None:
    said = events_of({ONE: [0, 4000, 4100, 4160], FIVE: [10, 100]})
    assert said == [Press(ONE), Press(FIVE), Press(ONE), Short(ONE)]


def test_a_chord_pressed_anew_by_one_hand_counts_anew() -> None:
    said = run({ONE: [0, 500, 700, 3000], FIVE: [10, 3000]})[1]
    assert said == [(0, Press(ONE)), (10, Press(FIVE)), (700, Press(ONE)), (1700, Chord())]


def test_a_chord_survives_a_glitch_and_waits_for_its_end() -> None:
    said = run({ONE: [0, 400, 405, 995, 1003, 2000], FIVE: [0, 2000]})[1]
    assert said == [(0, Press(ONE)), (0, Press(FIVE)), (1003, Chord())]


@pytest.mark.parametrize("third", [[0, 2500], [500, 2500], [0, 300], [500, 560]])
def test_a_third_button_spoils_the_chord(third: list[int]) -> None:
    said = events_of({ONE: [200, 3000], FIVE: [210, 3000], TWO: third})
    assert Chord() not in said
    assert Short(ONE) not in said
    assert Long(FIVE) not in said


def test_a_third_button_released_before_does_not_spoil_it() -> None:
    assert Chord() in events_of({ONE: [200, 3000], FIVE: [210, 3000], TWO: [0, 150]})


def test_a_button_down_at_the_start_is_silent_until_pressed_anew() -> None:
    keypad = Keypad.start(frozenset({ROLL}), MS)
    assert deadline(keypad) == 10_000
    for now in (0, 2000):
        keypad, events = update(keypad, frozenset({ROLL}), now)
        assert events == ()
    # The release bounces, which is no press either.
    for now, down in ((3000, False), (3003, True), (3005, False)):
        keypad, events = update(keypad, frozenset({ROLL} if down else ()), now)
        assert events == ()
    keypad, events = update(keypad, frozenset({ROLL}), 3100)
    assert events == (Press(ROLL),)


def test_a_button_down_at_the_start_takes_part_in_no_chord_and_spoils_none() -> None:
    keypad = Keypad.start(frozenset({ONE}), MS)
    keypad, events = update(keypad, frozenset({ONE, FIVE}), 0)
    _, late = update(keypad, frozenset({ONE, FIVE}), 2000)
    assert (events, late) == ((Press(FIVE),), (Repeat(FIVE), Long(FIVE)))
    keypad = Keypad.start(frozenset({TWO}), MS)
    keypad, events = update(keypad, frozenset({ONE, TWO, FIVE}), 0)
    _, late = update(keypad, frozenset({ONE, TWO, FIVE}), 2000)
    assert (events, late) == ((Press(ONE), Press(FIVE)), (Chord(),))


def test_start_takes_the_timing_of_the_design_unless_told() -> None:
    assert Keypad.start(frozenset()).timing == Timing()


@pytest.mark.parametrize("waves", [{}, {TWO: [0, 60]}, {ONE: [0, 900], FIVE: [0, 400]}])
def test_an_idle_keypad_need_not_be_woken(waves: Waves) -> None:
    keypad, _ = run(waves)
    assert deadline(keypad) is None


def test_a_held_roll_need_not_be_woken_once_it_was_long_but_to_say_that_it_is_stuck() -> None:
    keypad, _ = run({ROLL: [0]})
    assert deadline(keypad) == 10_000


@pytest.mark.parametrize("stuck", Button)
def test_a_button_that_stays_down_is_stuck_and_need_not_be_woken_any_more(stuck: Button) -> None:
    keypad, said = run({stuck: [0]}, end=20_000)
    assert said[-1:] == [(10_000, Stuck(stuck))]
    assert deadline(keypad) is None


def test_one_that_was_down_at_the_start_is_stuck_as_long_after_it() -> None:
    keypad = Keypad.start(frozenset({ROLL}), MS, now=500)
    said = [list(update(keypad, frozenset({ROLL}), now)[1]) for now in (10_499, 10_500)]
    assert said == [[], [Stuck(ROLL)]]


def test_a_stuck_button_is_freed_when_it_has_settled_and_then_works_as_before() -> None:
    said = run({ROLL: [0, 11_000, 11_003, 11_004, 12_000, 12_060]}, end=20_000)[1]
    assert said[2:] == [(10_000, Stuck(ROLL)), (11_019, Freed(ROLL)), (12_000, Press(ROLL)), (12_075, Short(ROLL))]


@pytest.mark.parametrize("glitch", [[], [4000, 4010], [9995, 10_005]])
def test_a_glitch_does_not_make_it_less_stuck(glitch: list[int]) -> None:
    said = run({ROLL: [0, *glitch]}, end=20_000)[1]
    assert said[-1] == (10_005 if 9995 in glitch else 10_000, Stuck(ROLL))


def test_a_stuck_button_is_no_third_one() -> None:
    chord = {ONE: [12_000, 14_000], FIVE: [12_000, 14_000]}
    assert Chord() not in events_of({TWO: [5000], ONE: [5100], FIVE: [5100]})
    said = run({TWO: [0], **chord}, end=20_000)[1]
    assert said[-4:] == [(10_000, Stuck(TWO)), (12_000, Press(ONE)), (12_000, Press(FIVE)), (13_000, Chord())]


def test_a_stuck_half_of_a_chord_leaves_the_other_its_voice() -> None:
    said = run({ONE: [0], FIVE: [12_000, 12_060, 13_000, 14_100]}, end=20_000)[1]
    told = [event for _, event in said if not isinstance(event, Repeat)]
    assert told == [Press(ONE), Long(ONE), Stuck(ONE), Press(FIVE), Short(FIVE), Press(FIVE), Long(FIVE)]


def test_a_half_that_gets_stuck_ends_the_chord_that_waits() -> None:
    said = run({ONE: [0, 10_500], FIVE: [9500, 12_000]}, end=20_000)[1]
    assert [event for _, event in said if not isinstance(event, Repeat)] == [
        Press(ONE),
        Long(ONE),
        Press(FIVE),
        Stuck(ONE),
        Freed(ONE),
    ]


def test_a_release_whose_edge_was_lost_is_found_before_it_becomes_a_long() -> None:
    # The caller is never told of the change at 200, as when the kernel's queue of edges overflowed.
    keypad, now = Keypad.start(frozenset(), MS), 0.0
    said: list[KeyEvent] = []
    while now < END:
        keypad, events = update(keypad, frozenset({ROLL}) if now < 200 else frozenset(), now)
        said += events
        now = moment if (moment := deadline(keypad)) is not None else END
    assert said == [Press(ROLL), Short(ROLL)]


def test_so_is_one_of_a_chord() -> None:
    keypad = Keypad.start(frozenset(), MS)
    keypad, _ = update(keypad, frozenset({ONE, FIVE}), 0)
    keypad, _ = update(keypad, frozenset({ONE, FIVE}), 500)
    assert deadline(keypad) == 600


def test_a_late_update_gives_what_fell_due_once_and_in_order() -> None:
    keypad, _ = update(Keypad.start(frozenset(), MS), frozenset({TWO, ROLL}), 0)
    keypad, events = update(keypad, frozenset({TWO}), 5000)
    assert events == (Repeat(TWO), Long(TWO), Long(ROLL))
    assert deadline(keypad) == 5015
    keypad, events = update(keypad, frozenset({TWO}), 5119)
    assert events == ()
    assert update(keypad, frozenset({TWO}), 5120)[1] == (Repeat(TWO),)


def test_a_late_update_gives_a_chord_once() -> None:
    keypad, _ = update(Keypad.start(frozenset(), MS), frozenset({ONE, FIVE}), 0)
    keypad, events = update(keypad, frozenset({ONE, FIVE}), 9000)
    assert events == (Chord(),)
    assert update(keypad, frozenset({ONE, FIVE}), 9999)[1] == ()


def test_a_release_that_settled_unseen_leaves_room_for_the_next_press() -> None:
    keypad, _ = update(Keypad.start(frozenset(), MS), frozenset({TWO}), 0)
    keypad, _ = update(keypad, frozenset(), 60)
    _, events = update(keypad, frozenset({TWO}), 3000)
    assert events == (Short(TWO), Press(TWO))


@settings(max_examples=40, deadline=None)  # an example is 3,000 updates
@given(waves=waves)
def test_deadlines_suffice(waves: Waves) -> None:
    assert run(waves, end=3000)[1] == every_millisecond(waves, 3000)


@given(waves=waves, extra=st.lists(st.integers(0, END), max_size=40))
def test_extra_updates_change_nothing(waves: Waves, extra: list[int]) -> None:
    assert run(waves, extra)[1] == run(waves)[1]


@given(
    button=st.sampled_from(Button),
    press=st.lists(st.integers(1, 24), max_size=12, unique=True),
    held=st.integers(1, 2000),
    release=st.lists(st.tuples(st.integers(1, 14), st.integers(1, 60)), max_size=12),
)
def test_any_bounce_gives_one_press_and_one_end(
    button: Button, press: list[int], held: int, release: list[tuple[int, int]]
) -> None:
    # The contact makes at 100, chatters within the lock-out, and ends up down; then it stays, and breaks with ups
    # shorter than the settling time between downs of any length.
    make = [100, *sorted(100 + t for t in press)]
    if len(make) % 2 == 0:
        make.append(125)
    edges = [*make, make[-1] + held]
    for up, down in release:
        edges += [edges[-1] + up, edges[-1] + up + down]
    _, said = run({button: edges})
    kinds = [event for _, event in said if not isinstance(event, Repeat)]
    assert said[0] == (100.0, Press(button))
    assert len(kinds) == 2
    assert kinds[1] in (Short(button), Long(button))
    if kinds[1] == Short(button):
        assert edges[-1] - 100 < 800
        assert said[-1][0] == max(edges[-1], 125) + 15


@given(waves=waves)
def test_the_final_level_is_never_lost(waves: Waves) -> None:
    last = max((t for toggles in waves.values() for t in toggles), default=0)
    keypad, _ = run(waves, end=last + 100)
    assert keypad.pressed == levels(waves, last)


@given(waves=waves)
def test_each_press_ends_at_most_once(waves: Waves) -> None:
    _, said = run(waves)
    open_presses: set[Button] = set()
    for _, event in said:
        if isinstance(event, Press):
            open_presses.add(event.button)
        elif isinstance(event, Short | Long):
            open_presses.remove(event.button)
