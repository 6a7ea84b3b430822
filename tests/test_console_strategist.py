"""The console and whoever decides for computers and advises people: when it works, and who waits for it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console_world import World, tap
from fake_strategist import FakeStrategist
from servida.console import SLICE_PAUSE
from servida.device.errors import DeviceError
from servida.device.store import Store
from servida.rules import Line
from servida.strategy.advice import Level
from servida.ui.app import FRAME
from servida.ui.keypad import Button
from servida.ui.screens.handover import PAUSE
from servida.ui.screens.watched import LOOK
from servida_host.console_rig import ConsoleRig
from tables import begun, highest, played, thrown

if TYPE_CHECKING:
    from pathlib import Path


ALONE = (Level.CASUAL,)


def test_values_are_built_while_people_play_but_not_while_dice_tumble() -> None:
    world = World(strategist=FakeStrategist(slices=4))
    console = world.console(begun(), hints=True)
    assert console.step(0.0) == SLICE_PAUSE
    assert not console.busy(0.0)
    now = tap(world, console, Button.ROLL, 1.0)
    asked = len(world.strategist.asked)
    assert console.step(now + 0.1) == pytest.approx(now + 0.1 + FRAME)
    assert len(world.strategist.asked) == asked
    while world.strategist.built < 4:
        now += 1
        console.step(now)
    assert console.step(now) == pytest.approx(61.0, abs=0.1), "all that comes is the dimming"
    assert set(world.strategist.asked) == {"work table"}


def test_people_without_a_coach_need_no_values() -> None:
    world = World(strategist=FakeStrategist(slices=4))
    world.console(begun()).step(0.0)
    assert world.strategist.asked == []


def test_a_computer_waits_for_the_values_and_the_screen_says_how_long() -> None:
    world = World(strategist=FakeStrategist(slices=2))
    console = world.console(thrown(begun(), (6, 6, 6, 1, 2)), levels=(Level.MASTER, None))
    assert console.step(0.0) == SLICE_PAUSE
    assert "Pensando 50 %" in console.canvas.words
    assert console.busy(0.0)
    console.step(SLICE_PAUSE)
    console.step(2 * SLICE_PAUSE)
    assert world.strategist.asked == ["work table", "work table", "decide 2 master"]
    assert console.step(2 * SLICE_PAUSE) == 2 * SLICE_PAUSE + LOOK


def test_a_decision_takes_its_slices_and_a_press_is_answered_between_them() -> None:
    world = World(strategist=FakeStrategist(pondering=3))
    console = world.console(thrown(begun(), (6, 6, 6, 1, 2)), levels=(Level.MASTER, None))
    assert console.step(0.0) == SLICE_PAUSE
    assert "Pensando…" in console.canvas.words
    world.down = frozenset({Button.ROLL})
    console.step(0.1)
    console.step(1.0)
    assert console.app.screen.name == "scoreboard"
    assert world.strategist.asked == ["decide 2 master"] * 2
    world.down = frozenset()
    now = tap(world, console, Button.ONE, 2.0)
    assert world.strategist.asked == ["decide 2 master"] * 3
    assert console.busy(now)
    assert console.step(now + 1) == now + 1 + LOOK
    assert world.strategist.asked == ["decide 2 master"] * 4


def test_values_that_cant_be_kept_are_said_and_used() -> None:
    world = World(strategist=FakeStrategist(slices=2, fault=DeviceError("no room for values")))
    console = world.console(begun(), hints=True)
    assert console.step(0.0) == SLICE_PAUSE
    assert console.app.fault == "no room for values"
    assert console.step(SLICE_PAUSE) == 60.0


def test_the_levels_are_stored_with_the_match() -> None:
    world = World()
    console = world.console(begun(players=("Tato",)), levels=ALONE)
    console.step(0.0)
    console.step(PAUSE)
    assert world.seats == [ALONE]


def test_a_review_takes_its_slices() -> None:
    world = World(strategist=FakeStrategist(examining=2))
    console = world.console(highest("wiki-60", ("Ana", "Beto")))
    console.step(0.0)
    now = tap(world, console, Button.FIVE, 1.0)
    assert console.app.screen.name == "review"
    assert console.busy(now)
    while console.busy(now):
        now = console.step(now) or 0.0
    assert set(world.strategist.asked) == {"review 88"}
    assert "ANA" in console.canvas.words


def test_the_coach_answers_in_the_step_in_which_it_is_asked() -> None:
    world = World()
    console = world.console(thrown(begun(), (6, 6, 6, 1, 2)), hints=True)
    console.step(0.0)
    world.down = frozenset({Button.THREE})
    console.step(1.0)
    console.step(1.9)
    assert console.app.screen.name == "coach"
    assert console.canvas.words.count("FIJO") == 3
    assert world.strategist.asked == ["advise 2"]


@pytest.mark.parametrize("line", list(Line))
def test_a_computer_fills_its_last_line_and_a_match_of_computers_settles_at_its_end(line: Line, tmp_path: Path) -> None:
    match = begun("wiki-60-double", ("Tato", "Tato 2"))
    for each in match.rules.lines:
        for _ in match.players:
            if each is not line:
                match = played(match, (1, 2, 2, 4, 6), each, served=False)
    with closing(Store(tmp_path)) as store:
        store.save_match(match, None, (), (Level.CASUAL, Level.CASUAL))
    with ConsoleRig(state=tmp_path, strategist=FakeStrategist(slices=3)) as rig:
        rig.settle()
        assert rig.screen == "result"
        assert rig.match is not None
        assert rig.match.outcome is not None


PRESSES = st.lists(
    st.tuples(st.sampled_from([*Button, "chord"]), st.sampled_from([0.05, 0.3, 0.9, 1.2]), st.floats(0.0, 400.0)),
    max_size=25,
)


@settings(max_examples=40)
@given(
    PRESSES,
    st.sampled_from([("Ana",), ("Ana", "Beto"), (), ("Ana", "@expert"), ("@master", "@beginner", "Ana")]),
    st.sampled_from(["es", "en", "pt"]),
)
def test_no_presses_lead_off_the_panel_or_out_of_the_game(
    presses: list[tuple[Button | str, float, float]], players: tuple[str, ...], language: str
) -> None:
    with ConsoleRig(players=players, language=language, strategist=FakeStrategist(slices=20)) as rig:
        for button, seconds, pause in presses:
            rig.hold("1+5" if button == "chord" else button, seconds)
            rig.advance(pause)
        assert rig.frame().tobytes() == shown(rig)


def shown(rig: ConsoleRig) -> bytes:
    """Return what the glass should show: the picture drawn last, or darkness."""
    assert rig.console is not None
    return rig.console.canvas.image.tobytes()
