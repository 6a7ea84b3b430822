"""Runs the steps of a script on a rig and stops at the first expectation that fails.

It knows what each step does and where on the rig an expectation looks; it must not know where pictures are
kept or how a result is told.  Time is the rig's.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import assert_never

from PIL import Image

from servida.rules import Match
from servida_host.console_rig import ConsoleRig
from servida_host.meddling import meddle
from servida_host.script import action_text
from servida_host.steps import (
    At,
    Bounce,
    Chatter,
    Deed,
    Dice,
    DiceAre,
    Expectation,
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
    Start,
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

STILL = Press | Release | Frame | Expectation
"""The steps after which time stands still, once it was watched."""

TIMED = Tap | Hold | Wait | Watch
"""The steps that take time by themselves, with which a script of exact moments goes over to one that runs on."""

FrameKeeper = Callable[[str, Image.Image], None]
"""Takes the name and the picture of a `frame` step."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that failed: its line, both sides in words, and the picture on the panel."""

    line: int
    expected: str
    found: str
    frame: Image.Image


@dataclass(frozen=True, slots=True)
class _Look:
    """What an expectation found, in words, and whether that is what it expected."""

    met: bool
    found: str


def play(rig: ConsoleRig, steps: Iterable[Step], keep: FrameKeeper) -> Failure | None:
    """Run the steps in order; the first failed expectation, or None.

    After each step but `press`, `release` and `watch` the console runs on until it is at rest; what looks at it after
    a `watch` does so before it runs on.  A recording goes by exact moments instead: after an `at` nothing runs on
    until a step that takes time by itself.  An `at` whose moment is past fails as an expectation does.
    `start` steps are about how the rig is made and do nothing here.
    """
    watching = exact = False
    for step in steps:
        if isinstance(step.action, Start):
            continue
        if isinstance(step.action, At) and step.action.moment < rig.now:
            return Failure(step.line, action_text(step.action), f"{rig.now!r} s gone by", rig.frame())
        exact = isinstance(step.action, At) or (exact and not isinstance(step.action, TIMED))
        watching = isinstance(step.action, Watch) or (watching and isinstance(step.action, STILL))
        if isinstance(step.action, Expectation):
            look = _look(rig, step.action)
            if not look.met:
                expected = action_text(step.action).removeprefix("expect ")
                return Failure(step.line, expected, look.found, rig.frame())
        else:
            _do(rig, step.action, keep)
        if not exact and not watching and not isinstance(step.action, Press | Release):
            rig.settle()
    return None


def _do(rig: ConsoleRig, deed: Deed, keep: FrameKeeper) -> None:
    match deed:
        case Tap(buttons):
            rig.tap(*buttons)
        case Press(button):
            rig.press(button)
        case Release(button):
            rig.release(button)
        case Hold(buttons, seconds):
            rig.hold(buttons, seconds)
        case Wait(seconds) | Watch(seconds):
            rig.advance(seconds)
        case At(moment):
            rig.advance_to(moment)
        case Frame(name):
            keep(name, rig.frame())
        case Dice() | Fault() | Stick() | Unstick() | Chatter() | Bounce():
            meddle(rig, deed)
        case _:
            assert_never(deed)


def _look(rig: ConsoleRig, expectation: Expectation) -> _Look:
    match expectation:
        case ScreenIs(name):
            return _Look(rig.screen == name, rig.screen)
        case TextShows(words):
            found = _plain(rig.words)
            return _Look(_plain(words).casefold() in found.casefold(), found or "no words")
        case WinnerIs(player):
            return _Look(rig.winner == player, rig.winner or "no winner")
        case TieOf(players):
            return _Look(sorted(rig.tie) == sorted(players), _listed(rig.tie) or "no tie")
        case _:
            if rig.match is None:
                return _Look(met=False, found="no match")
            return _look_at_match(rig, rig.match, expectation)


def _look_at_match(
    rig: ConsoleRig,
    match: Match,
    expectation: DiceAre | HeldAre | RollsLeft | TurnOf | PointsAre | IsScratched | IsOpen | TotalIs,
) -> _Look:
    match expectation:
        case DiceAre(faces):
            return _Look(match.turn.faces == faces, _listed(match.turn.faces or ()) or "no dice on the table")
        case HeldAre(positions):
            return _Look(tuple(sorted(rig.held)) == positions, _listed(rig.held) or "none held")
        case RollsLeft(rolls):
            return _Look(rig.rolls_left == rolls, str(rig.rolls_left))
        case TurnOf(player):
            if match.outcome is not None:
                return _Look(met=False, found="the match is over")
            mover = match.players[match.mover]
            return _Look(mover == player, mover)
        case PointsAre(player, _) | IsScratched(player, _) | IsOpen(player, _) | TotalIs(player, _):
            if player not in match.players:
                return _Look(met=False, found=f"only the players {_listed(match.players)}")
            return _look_at_sheet(match, match.players.index(player), expectation)
        case _:
            assert_never(expectation)


def _look_at_sheet(match: Match, player: int, expectation: PointsAre | IsScratched | IsOpen | TotalIs) -> _Look:
    sheet = match.sheets[player]
    if isinstance(expectation, TotalIs):
        return _Look(sheet.total == expectation.points, str(sheet.total))
    line = expectation.line
    if line not in match.rules.lines:
        return _Look(met=False, found=f"no line {line.value} in the rule set {match.rules.name}")
    points = sheet[line]
    match expectation:
        case PointsAre():
            met = points == expectation.points
        case IsScratched():
            met = points == 0
        case IsOpen():
            met = points is None
        case _:
            assert_never(expectation)
    return _Look(met, _cell_text(points))


def _cell_text(points: int | None) -> str:
    match points:
        case None:
            return "open"
        case 0:
            return "scratched"
        case _:
            return str(points)


def _listed(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _plain(text: str) -> str:
    """One blank for every run of white space, none at the ends."""
    return " ".join(text.split())
