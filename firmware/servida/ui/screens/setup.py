"""The set-up: how many play, which people and computers they are, by which rules, in which language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, assert_never

from servida.rules import MOST_PLAYERS, PRESETS, RuleSet
from servida.strategy.advice import Level
from servida.ui.art import Sign
from servida.ui.events import Begin, Change, Place, Show
from servida.ui.font import LARGE
from servida.ui.keypad import Button, Long, Press, Repeat, Short
from servida.ui.naming import Naming
from servida.ui.parts import WIDTH, Row, button_bar, list_view, menu_bar, top_bar
from servida.ui.screens.notice import wrapped
from servida.ui.seats import CHARACTERS, Levels, level_at, seated, settled, unique
from servida.ui.settings import LANGUAGES, Settings, turned

if TYPE_CHECKING:
    from servida.ui.events import Event, Intent
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World
    from servida.ui.texts import Texts


@dataclass(frozen=True, slots=True)
class Start:
    """The row that begins the match."""


@dataclass(frozen=True, slots=True)
class Count:
    """The row that changes how many play."""


@dataclass(frozen=True, slots=True)
class Player:
    """The row of one player, a person or a computer; ``index`` from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The row that changes the rule set."""


@dataclass(frozen=True, slots=True)
class Language:
    """The row that changes the language."""


Item = Start | Count | Player | Rules | Language


@dataclass(frozen=True, slots=True)
class Setup:
    """The list of what can be chosen; an empty name stands for "Player n" in the language in force.

    ``about`` is the level whose character is shown instead.
    """

    players: tuple[str, ...]
    rules: RuleSet
    cursor: int = 0
    naming: Naming | None = None
    levels: Levels = ()
    about: Level | None = None

    name: ClassVar[str] = "setup"

    @classmethod
    def of(cls, settings: Settings) -> Setup:
        """Return the set-up as it was the last time."""
        return cls(settings.players, settings.rules, levels=settings.levels)

    @property
    def items(self) -> tuple[Item, ...]:
        """The rows, from the top."""
        names = (Player(i) for i in range(len(self.players)))
        return (Start(), Count(), *names, Rules(), Language())

    def update(self, event: Event, world: World) -> Answer:
        """Move, change a value, type a name, or begin."""
        if self.naming is not None:
            return self._type(event, self.naming), ()
        if self.about is not None:
            return (replace(self, about=None) if isinstance(event, Short) else self), ()
        count = len(self.items)
        match event:
            case Short(Button.ONE):
                return self, (*self._kept(world), Show(Place.TITLE))
            case Press(Button.TWO) | Repeat(Button.TWO):
                return replace(self, cursor=(self.cursor - 1) % count), ()
            case Press(Button.THREE) | Repeat(Button.THREE):
                return replace(self, cursor=(self.cursor + 1) % count), ()
            case Press(Button.FOUR) | Repeat(Button.FOUR):
                return self._turn(-1, world)
            case Press(Button.FIVE) | Repeat(Button.FIVE):
                return self._turn(1, world)
            case Short(Button.ROLL) | Long(Button.ROLL):
                return self._choose(world)
            case _:
                return self, ()

    def _kept(self, world: World) -> tuple[Intent, ...]:
        """Return what keeps the players, whose names are laborious to type with five buttons; rules go with a match."""
        settings = replace(world.settings, players=self.players, levels=self.levels)
        return (Change(settings),) if settings != world.settings else ()

    def _type(self, event: Event, naming: Naming) -> Setup:
        match event:
            case Short(Button.ONE):
                return replace(self, naming=None)
            case Short(Button.ROLL) | Long(Button.ROLL):
                players = list(self.players)
                players[naming.player] = naming.name
                return replace(self, players=tuple(players), naming=None)
            case _:
                return replace(self, naming=naming.update(event))

    def _turn(self, step: int, world: World) -> Answer:
        match self.items[self.cursor]:
            case Count():
                count = (len(self.players) - 1 + step) % MOST_PLAYERS + 1
                players = (self.players + world.settings.players[len(self.players) :] + ("",) * count)[:count]
                levels = self.levels + world.settings.levels[len(self.levels) :]
                return replace(self, players=players, levels=settled(levels, count)), ()
            case Player(index):
                return self._seat(index, turned((None, *Level), level_at(self.levels, index), step)), ()
            case Rules():
                return replace(self, rules=turned(_rule_sets(world.settings.rules), self.rules, step)), ()
            case Language():
                language = turned(LANGUAGES, world.settings.language, step)
                return self, (Change(replace(world.settings, language=language)),)
            case Start():
                return self, ()
            case other:
                assert_never(other)

    def _seat(self, index: int, level: Level | None) -> Setup:
        count = len(self.players)
        seats = (level if i == index else level_at(self.levels, i) for i in range(count))
        return replace(self, levels=settled(tuple(seats), count))

    def _choose(self, world: World) -> Answer:
        match self.items[self.cursor]:
            case Start():
                names = players_of(self.players, self.levels, world.texts)
                begin: tuple[Intent, ...] = (Begin(names, self.rules, self.players, self.levels),)
                return self, begin
            case Player(index) if (level := level_at(self.levels, index)) is not None:
                return replace(self, about=level), ()
            case Player(index):
                return replace(self, naming=Naming.of(index, self.players[index])), ()
            case Count() | Rules() | Language():
                return self._turn(1, world)
            case other:
                assert_never(other)

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the list, or the name being typed."""
        say = world.texts.say
        if self.naming is not None:
            top_bar(canvas, say("Player {n}", n=self.naming.player + 1), "", world)
            self.naming.draw(canvas, say("ROLL: done"))
            return
        if self.about is not None:
            draw_character(canvas, self.about, world)
            return
        top_bar(canvas, say("New match"), "", world)
        item = self.items[self.cursor]
        list_view(canvas, [self.row(row, world) for row in self.items], self.cursor)
        menu_bar(canvas, turns=not isinstance(item, Start))

    def row(self, item: Item, world: World) -> Row:
        """Return what a row says."""
        say = world.texts.say
        match item:
            case Start():
                return Row(say("Start"))
            case Count():
                return Row(say("Players"), str(len(self.players)))
            case Player(index):
                level = level_at(self.levels, index)
                name = players_of(self.players, self.levels, world.texts)[index]
                if level is None:
                    return Row(say("Name {n}", n=index + 1), name)
                return Row(f"{index + 1}: {say(CHARACTERS[level].level)}", name, Sign.COMPUTER)
            case Rules():
                return Row(say("Rules"), self.rules.name)
            case Language():
                return Row(say("Language"), say("English"))
            case other:
                assert_never(other)

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None


def players_of(names: tuple[str, ...], levels: Levels, texts: Texts) -> tuple[str, ...]:
    """Return the names to play under: an empty one becomes "Player n", a repeated one gets a number.

    Computers have the names of their characters; where a person has the same one, the computer's gets the number.
    """
    players: list[str] = []
    people: list[str] = []
    for i, typed in enumerate(names):
        name = typed
        if level_at(levels, i) is None:
            name = unique(typed or texts.say("Player {n}", n=i + 1), people)
            people.append(name)
        players.append(name)
    return seated(tuple(players), levels)


def draw_character(canvas: Canvas, level: Level, world: World) -> None:
    """Draw a computer's name, its level, and how it plays."""
    character = CHARACTERS[level]
    say = world.texts.say
    top_bar(canvas, say("Computer: {level}", level=say(character.level)), "", world)
    canvas.text(0, 11, character.name, LARGE)
    for i, row in enumerate(wrapped(say(character.words), WIDTH)):
        canvas.text(0, 29 + 9 * i, row)
    button_bar(canvas, (Sign.LEFT, None, None, None, None))


def _rule_sets(own: RuleSet) -> tuple[RuleSet, ...]:
    presets = tuple(PRESETS.values())
    return presets if own in presets else (own, *presets)
