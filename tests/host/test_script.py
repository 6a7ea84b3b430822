"""The script language: what each line means, what is refused and how; writing is the inverse of reading."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from datetime import UTC, datetime
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.rules import Line
from servida.ui.keypad import Button
from servida_host.grammar import SCREENS
from servida_host.script import ScriptError, action_text, parse, to_text
from servida_host.steps import (
    Action,
    At,
    Bounce,
    Chatter,
    Dice,
    DiceAre,
    Fault,
    Frame,
    HeldAre,
    Hold,
    IsOpen,
    IsScratched,
    PointsAre,
    Press,
    Release,
    RollsLeft,
    ScreenIs,
    StartDate,
    StartFault,
    StartNotice,
    StartPanel,
    StartSeed,
    StartStore,
    StartValues,
    Step,
    Stick,
    Tap,
    TextShows,
    TieOf,
    TotalIs,
    TurnOf,
    Unstick,
    Wait,
    Watch,
    WinnerIs,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

STEPS = (
    ("tap roll", Tap((Button.ROLL,))),
    ("tap 1 3 1", Tap((Button.ONE, Button.THREE, Button.ONE))),
    ("press 2", Press(Button.TWO)),
    ("release 2", Release(Button.TWO)),
    ("hold roll 0.8", Hold((Button.ROLL,), 0.8)),
    ("hold 1+5 1", Hold((Button.ONE, Button.FIVE), 1.0)),
    ("wait 5", Wait(5.0)),
    ("wait 0", Wait(0.0)),
    ("wait 0.001", Wait(0.001)),
    ("wait 86400", Wait(86_400.0)),
    ("watch 0.5", Watch(0.5)),
    ("at 12.345678901234567", At(12.345678901234567)),
    ("at 1e-07", At(1e-07)),
    ("dice 6 6 6 6 6", Dice((6, 6, 6, 6, 6))),
    ("dice 1", Dice((1,))),
    ("dice 1 2 3 4 5 6 1", Dice((1, 2, 3, 4, 5, 6, 1))),
    ("frame first_roll-2", Frame("first_roll-2")),
    ("stick 3", Stick(Button.THREE)),
    ("unstick roll", Unstick(Button.ROLL)),
    ("chatter 3 0.25", Chatter(Button.THREE, 0.25)),
    ("bounce 12.345", Bounce(0.012345)),
    ("unplug oled", Fault.UNPLUG_OLED),
    ("plug oled", Fault.PLUG_OLED),
    ("stall rng", Fault.STALL_RNG),
    ("free rng", Fault.FREE_RNG),
    ("cut power", Fault.CUT_POWER),
    ("restore power", Fault.RESTORE_POWER),
    ("expect screen lines", ScreenIs("lines")),
    ("expect dice 1 2 3 4 5", DiceAre((1, 2, 3, 4, 5))),
    ("expect held", HeldAre(())),
    ("expect held 1 3", HeldAre((1, 3))),
    ("expect rolls 2", RollsLeft(2)),
    ("expect turn Ana", TurnOf("Ana")),
    ('expect turn "Ana Inés"', TurnOf("Ana Inés")),
    ("expect points Ana poker 45", PointsAre("Ana", Line.POKER, 45)),
    ("expect scratched Ana twos", IsScratched("Ana", Line.TWOS)),
    ('expect open "Ana Inés" sixes', IsOpen("Ana Inés", Line.SIXES)),
    ("expect total Ana 120", TotalIs("Ana", 120)),
    ("expect winner Ana", WinnerIs("Ana")),
    ("expect tie Ana Beto", TieOf(("Ana", "Beto"))),
    ("expect tie Ana Beto 3", TieOf(("Ana", "Beto", "3"))),
    ("start seed 7", StartSeed(7)),
    ('start date "2026-01-01T00:00:00.000789+00:00"', StartDate(datetime(2026, 1, 1, microsecond=789, tzinfo=UTC))),
    ("start panel sh1106 0x3d", StartPanel("sh1106", 0x3D)),
    ('start notice "servida.toml:1: no"', StartNotice("servida.toml:1: no")),
    ('start fault "a backup"', StartFault("a backup")),
    ("start store eNpLBAAAYgBi", StartStore(b"a")),
    ("start values", StartValues()),
    ("expect text PÓKER", TextShows("PÓKER")),
    ('expect text "a \\"#1\\" \\\\ b\'s"', TextShows('a "#1" \\ b\'s')),
)


@pytest.mark.parametrize(("text", "action"), STEPS, ids=[text for text, _ in STEPS])
def test_a_line_and_its_value(text: str, action: Action) -> None:
    assert parse(text) == (Step(1, action),)
    assert action_text(action) == text


def test_the_table_above_has_every_kind_of_step() -> None:
    assert {type(action) for _, action in STEPS} == set(get_args(Action))
    assert {action for _, action in STEPS if isinstance(action, Fault)} == set(Fault)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  tap   1\t3  # both", "tap 1 3"),
        ("expect held 5 2", "expect held 2 5"),
        ("hold 1+5 1.0", "hold 1+5 1"),
        ("wait 007.50", "wait 7.5"),
        ("expect turn 'Ana'", "expect turn Ana"),
        ("expect text PÓKER#DOBLE", "expect text PÓKER"),
        ("expect points Ana full 030", "expect points Ana full 30"),
    ],
)
def test_other_spellings(text: str, canonical: str) -> None:
    [step] = parse(text)
    assert action_text(step.action) == canonical


def test_lines_are_counted_with_comments_and_empty_ones() -> None:
    text = "# one turn, don't roll again\n\ntap roll # go\r\n   \nwait 1\n"
    assert parse(text) == (Step(3, Tap((Button.ROLL,))), Step(5, Wait(1.0)))


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "  # nothing"])
def test_a_script_may_be_empty(text: str) -> None:
    assert parse(text) == ()


def test_only_line_feeds_end_a_line() -> None:
    [step] = parse('expect text "A\u2028\x0cB"')
    assert step.action == TextShows("A\u2028\x0cB")


def test_steps_are_values() -> None:
    [step] = parse("wait 1")
    with pytest.raises(FrozenInstanceError):
        step.line = 2  # type: ignore[misc]
    assert hash(step) == hash(parse("wait 1.0")[0])


buttons = st.sampled_from(Button)
lines = st.sampled_from(Line)
faces = st.integers(1, 6)
points = st.integers(0, 9999)
seconds = st.integers(0, 86_400_000).map(lambda milliseconds: milliseconds / 1000)
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), min_size=1).filter(str.strip)
frame_names = st.from_regex("[A-Za-z0-9_-]{1,64}", fullmatch=True)
actions = st.one_of(
    st.builds(Tap, st.lists(buttons, min_size=1).map(tuple)),
    st.builds(Press, buttons),
    st.builds(Release, buttons),
    st.builds(Hold, st.lists(buttons, min_size=1, unique=True).map(tuple), seconds),
    st.builds(Wait, seconds),
    st.builds(Dice, st.lists(faces, min_size=1).map(tuple)),
    st.builds(Frame, frame_names),
    st.builds(Stick, buttons),
    st.builds(Unstick, buttons),
    st.sampled_from(Fault),
    st.builds(ScreenIs, st.sampled_from(SCREENS)),
    st.builds(DiceAre, st.tuples(*[faces] * 5)),
    st.builds(HeldAre, st.sets(st.integers(1, 5)).map(sorted).map(tuple)),
    st.builds(RollsLeft, st.integers(0, 3)),
    st.builds(TurnOf, words),
    st.builds(PointsAre, words, lines, points),
    st.builds(IsScratched, words, lines),
    st.builds(IsOpen, words, lines),
    st.builds(TotalIs, words, points),
    st.builds(WinnerIs, words),
    st.builds(TieOf, st.lists(words, min_size=2, unique=True).map(tuple)),
    st.builds(TextShows, words),
)


def numbered(drawn: Sequence[tuple[int, Action]]) -> tuple[Step, ...]:
    steps: list[Step] = []
    for gap, action in drawn:
        steps.append(Step((steps[-1].line if steps else 0) + gap, action))
    return tuple(steps)


def name_of(drawn: tuple[int, Action]) -> object:
    """Frames are told apart by their names, other steps by nothing: they may come twice."""
    action = drawn[1]
    return action.name if isinstance(action, Frame) else object()


scripts = st.lists(st.tuples(st.integers(1, 3), actions), unique_by=name_of).map(numbered)


@given(scripts)
def test_reading_is_the_inverse_of_writing(steps: tuple[Step, ...]) -> None:
    assert parse(to_text(steps)) == steps


@given(st.text(st.sampled_from("tap expect held hold roll 1+5 0.8 # \" ' \\ \n frame a"), max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        steps = parse(text)
    except ScriptError as error:
        fault = error
    else:
        assert parse(to_text(steps)) == steps
        return
    assert 1 <= fault.line <= text.count("\n") + 1
    assert str(fault).isprintable()
