"""What a person who does not see the glass must hear of it, in the language of the settings.

One short text a screen, whatever changes most in front: a screen reader reads it anew with each change. It knows what
the screens show and their words, and tells no more than they do: dice that still tumble are not told. A screen that it
has no text for is told by the words that it draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from servida.rules import DICE, Mark, ServedWin, Tie, Won, combination, potential
from servida.ui.app import draw
from servida.ui.keypad import Button
from servida.ui.screens.coach import Coach
from servida.ui.screens.dark import Dark
from servida.ui.screens.dice import Dice
from servida.ui.screens.handover import HandOver
from servida.ui.screens.handover import can_take_back as can_take_line_back
from servida.ui.screens.help import SEEN, Help, facts
from servida.ui.screens.lines import Lines
from servida.ui.screens.menu import SURE, Menu, entries
from servida.ui.screens.notice import Notice
from servida.ui.screens.result import Result, can_take_back
from servida.ui.screens.review import Pages
from servida.ui.screens.scoreboard import Scoreboard
from servida.ui.screens.settings import ITEMS, SettingsList, row_of
from servida.ui.screens.setup import Setup
from servida.ui.screens.title import Title
from servida.ui.screens.watched import Watched
from servida.ui.seats import CHARACTERS
from servida.ui.spoken_advice import told_coach, told_dice, told_review, told_watched
from servida.ui.tumble import tumbles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from servida.rules import Match, RollOff, Sheet
    from servida.ui.naming import Naming
    from servida.ui.parts import Row
    from servida.ui.screen import Screen, World
    from servida.ui.state import App
    from servida.ui.texts import Texts


def spoken(app: App, now: float) -> str:
    """Return what the screen says at this moment, in seconds of the console's clock, as sentences."""
    world, screen = app.world(now), app.screen
    said = [*_screen(app, screen, world)]
    if not isinstance(screen, Dark):
        said += _troubles(world)
    return " ".join(sentence if sentence[-1] in ".!?" else f"{sentence}." for sentence in said if sentence)


def _screen(app: App, screen: Screen, world: World) -> Iterable[str]:
    say = world.texts.say
    match screen:
        case Dark(off=False):
            return (say("The display is dark"),)
        case Dark(safe=safe):
            return (say("Safe to unplug") if safe else say("Switching off"),)
        case Title():
            return "Servida", _roll(world, say("Play")), say("Menu: 1+5")
        case Setup(naming=None, about=None):
            return say("New match"), *_chosen([screen.row(item, world) for item in screen.items], screen.cursor)
        case Setup(naming=naming) if naming is not None:
            return _naming(naming, world)
        case HandOver():
            return _handover(world)
        case Dice():
            return _dice(screen, world)
        case Watched():
            return told_watched(screen, world)
        case Coach():
            return told_coach(screen, world)
        case Pages():
            return told_review(screen, world)
        case Lines():
            return _lines(screen, world)
        case Result():
            return _result(screen, world)
        case Scoreboard(player, sheet):
            return _sheet(world.game, player, world.texts) if sheet else _totals(world.game, player, world.texts)
        case SettingsList(cursor):
            return say("Settings"), *_chosen([row_of(item, world) for item in ITEMS], cursor)
        case Menu():
            return _menu(screen, world)
        case Help(first):
            return say("Rules"), *(f"{fact.words} {fact.figure}".strip() for fact in facts(world)[first : first + SEEN])
        case Notice(title, messages):
            return title, *messages
        case _:
            return draw(app, world.now).words


def _roll(world: World, action: str) -> str:
    return world.texts.say("ROLL: {action}", action=action)


def _chosen(rows: list[Row], cursor: int) -> tuple[str, str]:
    """Say the chosen row of a list, and which of how many it is."""
    row = rows[cursor]
    return f"{row.label}: {row.value}" if row.value else row.label, f"{cursor + 1}/{len(rows)}"


def _naming(naming: Naming, world: World) -> Iterator[str]:
    say = world.texts.say
    letter = naming.shown[naming.at].strip()
    yield f"{naming.at + 1}: {letter or '–'}"
    yield say("Player {n}", n=naming.player + 1)
    yield naming.name
    yield say("ROLL: done")


def _handover(world: World) -> Iterator[str]:
    match, texts = world.game, world.texts
    last = match.moves[-1] if match.moves else None
    if isinstance(last, Mark):
        who = (match.mover - 1) % len(match.players)
        yield f"{match.players[who]}: {texts.line(last.line)} {match.sheets[who][last.line]}"
    yield texts.say("Turn of {name}", name=world.mover)
    yield texts.say("Round {n} of {count}", n=match.round, count=len(match.rules.lines))
    yield ", ".join(_total(match, player) for player in range(len(match.players)))
    if world.level is None:
        yield _roll(world, texts.say("Roll"))
    else:
        yield texts.say("Computer: {level}", level=texts.say(CHARACTERS[world.level].level))
        yield _roll(world, texts.say("Continue"))
    if can_take_line_back(world):
        yield texts.say("1: take back")


def _dice(screen: Dice, world: World) -> Iterator[str]:
    match, texts = world.game, world.texts
    turn = match.turn
    yield world.mover
    if turn.faces is None or turn.thrown is not None or tumbles(screen.landed, world.now):
        yield texts.say("The dice roll")
        return
    yield told_dice(turn.faces, texts)
    line = combination(turn.faces, match.rules)
    if line is not None:
        yield texts.served(line) if turn.served else texts.line(line)
    if isinstance(match.outcome, ServedWin):
        yield texts.say("Wins the match!")
        return
    if screen.held:
        yield texts.say("Held: {dice}", dice=" ".join(str(position + 1) for position in sorted(screen.held)))
    yield texts.say("Rolls left: {n}", n=match.rolls_left)
    can_roll = match.rolls_left > 0 and len(screen.held) < DICE
    yield _roll(world, texts.say("Roll") if can_roll else texts.say("Write a line"))


def _lines(screen: Lines, world: World) -> Iterator[str]:
    match, texts = world.game, world.texts
    assert match.turn.faces is not None, "a line is written with dice on the table"
    sheet = match.sheets[match.mover]
    if screen.chosen is None:
        yield texts.say("Choose a line")
    else:
        line = texts.line(screen.chosen)
        points = potential(match, screen.chosen)
        if points:
            yield _roll(world, f"{line} {points}")
        elif screen.asked:
            yield texts.say("Scratch {line}?", line=line)
            yield texts.say("ROLL: yes")
        else:
            yield _roll(world, texts.say("Scratch {line}", line=line))
    yield world.mover
    yield told_dice(match.turn.faces, texts)
    offers = ", ".join(f"{texts.line(line)} {potential(match, line)}" for line in sheet.open)
    yield texts.say("Open lines: {lines}", lines=offers)
    yield from _filled(sheet, texts)


def _filled(sheet: Sheet, texts: Texts) -> Iterator[str]:
    scored = [f"{texts.line(line)} {points}" for line, points in sheet.points if points]
    scratched = [texts.line(line) for line, points in sheet.points if not points]
    if scored:
        yield texts.say("Written lines: {lines}", lines=", ".join(scored))
    if scratched:
        yield texts.say("Scratched lines: {lines}", lines=", ".join(scratched))


def _result(screen: Result, world: World) -> Iterator[str]:
    match, say = world.game, world.texts.say
    if world.rolloff is not None:
        yield from _rolloff(screen, world.rolloff, world)
        return
    assert match.outcome is not None, "the result shows a match that has ended"
    match match.outcome:
        case Tie(players):
            yield say("Tie")
            yield ", ".join(match.players[player] for player in players)
            yield say("{n} points each", n=match.sheets[players[0]].total)
            yield _roll(world, say("Roll-off"))
        case ServedWin(player):
            yield from _won(player, say("served generala"), world)
        case Won(player):
            yield from _won(player, say("{n} points", n=match.sheets[player].total), world)
        case _:
            assert_never(match.outcome)
    if can_take_back(world):
        yield say("1: take back")


def _won(player: int, reason: str, world: World) -> Iterator[str]:
    match, say = world.game, world.texts.say
    yield match.players[player]
    yield say("Wins the match!")
    yield reason
    yield ", ".join(_total(match, each) for each in range(len(match.players)))
    yield _roll(world, say("Rematch"))


def _rolloff(screen: Result, rolloff: RollOff, world: World) -> Iterator[str]:
    match, texts = world.game, world.texts
    if screen.asked or tumbles(screen.tumbled, world.now):
        yield texts.say("The dice roll")
        return
    yield texts.say("Roll-off")
    if rolloff.throws:
        player, hand = rolloff.throws[-1]
        yield f"{match.players[player]}: {sum(hand)}"
        yield told_dice(hand, texts)
    else:
        yield texts.say("Highest sum wins")
    if rolloff.winner is not None:
        sums = [sum(hand) for player, hand in rolloff.throws if player == rolloff.winner]
        yield from _won(rolloff.winner, texts.say("{n} in the roll-off", n=sums[-1]), world)
    else:
        assert rolloff.next is not None, "an undecided roll-off has a next player"
        yield texts.say("Turn of {name}", name=match.players[rolloff.next])
        yield _roll(world, texts.say("Roll"))


def _totals(match: Match, cursor: int, texts: Texts) -> Iterator[str]:
    yield _total(match, cursor)
    yield texts.say("Scores")
    yield ", ".join(_total(match, player) for player in range(len(match.players)))


def _sheet(match: Match, player: int, texts: Texts) -> Iterator[str]:
    sheet = match.sheets[player]
    yield match.players[player]
    yield texts.say("Total {n}", n=sheet.total)
    yield from _filled(sheet, texts)
    if sheet.open:
        yield texts.say("Open lines: {lines}", lines=", ".join(map(texts.line, sheet.open)))


def _total(match: Match, player: int) -> str:
    return f"{match.players[player]} {match.sheets[player].total}"


def _menu(screen: Menu, world: World) -> Iterable[str]:
    say, rows = world.texts.say, entries(world)
    entry = rows[screen.cursor]
    if screen.sure:
        return say(entry.value), say(SURE[entry]), say("ROLL: yes"), say("1: no")
    return say("Menu"), say(entry.value), f"{screen.cursor + 1}/{len(rows)}"


def _troubles(world: World) -> Iterator[str]:
    """Say what the marks in the top bar mean."""
    say = world.texts.say
    if world.stuck:
        names = [button.value for button in Button if button in world.stuck]
        yield say("Stuck buttons: {buttons}", buttons=" ".join(names))
    if world.substitute:
        yield say("RNG!: substitute dice")
    if world.fault:
        yield say("SD!: not being saved")
