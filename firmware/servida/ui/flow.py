"""How the game flows from screen to screen: carries out what the screens want, and puts fallen dice on the table.

The only module that changes the match, always through the rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from servida.rules import Land, Mark, Match, Move, RollOff, Throw, Tie, apply, hand, new_match, take_back
from servida.rules import throw as throw_off
from servida.ui.events import (
    Back,
    Begin,
    Change,
    Consult,
    CountDice,
    Describe,
    Effect,
    Intent,
    Keep,
    Landed,
    Leave,
    Light,
    Open,
    Place,
    Play,
    PowerOff,
    Roll,
    RollOffBegin,
    RollOffThrow,
    Save,
    Show,
    SwitchOff,
    TakeBack,
)
from servida.ui.screens.about import About
from servida.ui.screens.check import Check
from servida.ui.screens.coach import Coach
from servida.ui.screens.dice import Dice
from servida.ui.screens.handover import HandOver
from servida.ui.screens.help import Help
from servida.ui.screens.lines import Lines
from servida.ui.screens.result import Result
from servida.ui.screens.review import Pages
from servida.ui.screens.scoreboard import Scoreboard
from servida.ui.screens.settings import SettingsList
from servida.ui.screens.setup import Setup
from servida.ui.screens.title import Title
from servida.ui.screens.watched import Watched
from servida.ui.seats import level_at

if TYPE_CHECKING:
    from servida.rules import Line
    from servida.ui.screen import Screen
    from servida.ui.seats import Levels
    from servida.ui.state import App


_ASKED: dict[Place, tuple[Effect, ...]] = {Place.CHECK: (CountDice(),), Place.ABOUT: (Describe(),)}
"""What a screen that is opened has to be told at once."""


def carry_out(app: App, intent: Intent) -> tuple[App, tuple[Effect, ...]]:
    """Return the app after what a screen wanted, and the effects to carry out in order."""
    match intent:
        case Play(move):
            return _play(app, move)
        case TakeBack():
            assert app.match is not None, "a line was written in a match"
            written = app.match.moves[-1]
            assert isinstance(written, Mark), "only a line can be taken back"
            earlier = take_back(app.match)
            app = replace(app, match=earlier, rolloff=None, base=Lines.again(written))
            return app, (Save(earlier, levels=app.levels),)
        case Begin(players, rules, typed, levels):
            begun = new_match(rules, players)
            settings = replace(app.settings, players=typed, rules=rules, levels=levels)
            app = replace(app, match=begun, rolloff=None, base=HandOver(), over=(), settings=settings, levels=levels)
            return app, (Save(begun, levels=levels), Keep(settings))
        case Leave():
            return replace(app, match=None, rolloff=None, base=Title(), over=(), levels=()), (Save(None),)
        case Show(place, held, line):
            return replace(app, base=_made(place, app, held, line)), ()
        case Consult(question):
            return app, (question,)
        case Open(place):
            opened = replace(app, over=(*app.over, _made(place, app)))
            return opened, _ASKED.get(place, ())
        case Back():
            return replace(app, over=app.over[:-1], base=_resumed(app.base)), ()
        case Change(settings):
            return replace(app, settings=settings), (Keep(settings), Light(settings.contrast))
        case RollOffBegin():
            assert app.match is not None, "a tie ends a match"
            assert isinstance(app.match.outcome, Tie), "only a tie is rolled off"
            rolloff = RollOff(app.match.outcome.players)
            return replace(app, rolloff=rolloff), (Save(app.match, rolloff, app.levels),)
        case RollOffThrow():
            return app, (Roll(5),)
        case SwitchOff():
            return replace(app, off=True, over=()), (Save(app.match, app.rolloff, app.levels), PowerOff())
        case _:
            assert_never(intent)


def _made(place: Place, app: App, held: frozenset[int] = frozenset(), line: Line | None = None) -> Screen:
    match place:
        case Place.TITLE:
            return Title()
        case Place.SETUP:
            return Setup.of(app.settings)
        case Place.DICE:
            return Dice(held)
        case Place.LINES:
            return Lines(line, held)
        case Place.RESULT:
            return Result()
        case Place.SCOREBOARD:
            return Scoreboard(app.match.mover if app.match is not None else 0)
        case Place.SETTINGS:
            return SettingsList()
        case Place.HELP:
            return Help()
        case Place.CHECK:
            return Check()
        case Place.ABOUT:
            return About()
        case Place.COACH:
            return Coach()
        case Place.REVIEW:
            return Pages()
        case _:
            assert_never(place)


def _play(app: App, move: Move) -> tuple[App, tuple[Effect, ...]]:
    assert app.match is not None, "a move is made in a match"
    after = apply(app.match, move)
    app = replace(app, match=after)
    if after.turn.thrown is not None:
        return replace(app, base=_seen(after, app.levels, Dice.waiting(_dice_of(app)))), (Roll(len(after.turn.thrown)),)
    return replace(app, base=screen_of(after, app.levels)), (Save(after, levels=app.levels),)


def _dice_of(app: App) -> Screen:
    """Return the dice of the turn, where a computer's are watched, too."""
    return app.base.dice if isinstance(app.base, Watched) else app.base


def _seen(match: Match, levels: Levels, dice: Dice) -> Screen:
    """Return the screen of these dice: watched in a computer's turn, which a win ends."""
    return Watched(dice) if match.outcome is None and level_at(levels, match.mover) is not None else dice


def _resumed(screen: Screen) -> Screen:
    """Return the screen with the pause of a computer begun anew: nobody could see it pass."""
    return replace(screen, since=None) if isinstance(screen, HandOver | Watched | Result) else screen


def land(app: App, event: Landed, now: float) -> tuple[App, tuple[Effect, ...]]:
    """Put the dice on the table; ``Save`` makes them durable before the first picture of the tumble."""
    match = app.match
    assert match is not None, "dice are rolled in a match"
    app = replace(app, substitute=event.substitute)
    if app.rolloff is not None:
        rolloff = throw_off(app.rolloff, hand(event.faces))
        return replace(app, rolloff=rolloff, base=Result(tumbled=now)), (Save(match, rolloff, app.levels),)
    thrown = match.turn.thrown
    assert thrown is not None, "dice land that were thrown"
    after = apply(match, Land(event.faces))
    dice = Dice.landing(_dice_of(app), thrown, now)
    return replace(app, match=after, base=_seen(after, app.levels, dice)), (Save(after, levels=app.levels),)


def screen_of(match: Match | None, levels: Levels = ()) -> Screen:
    """Return the screen at which a match stands; the title without one."""
    if match is None:
        return Title()
    if match.outcome is not None:
        return Result()
    if match.turn.faces is None and match.turn.thrown is None:
        return HandOver()
    throws = [move for move in match.moves if isinstance(move, Throw)]
    return _seen(match, levels, Dice(frozenset(throws[-1].hold)))
