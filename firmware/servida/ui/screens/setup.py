"""The set-up: how many play, who they are, by which rules, in which language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, assert_never

from servida.rules import MOST_PLAYERS, PRESETS, RuleSet
from servida.ui.events import Begin, Change, Place, Show
from servida.ui.keypad import Button, Long, Press, Repeat, Short
from servida.ui.naming import Naming
from servida.ui.parts import Row, list_view, menu_bar, top_bar
from servida.ui.settings import LANGUAGES, NAME_LENGTH, Settings, turned

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
    """The row of one player's name; ``index`` from 0."""

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
    """The list of what can be chosen; an empty name stands for "Player n" in the language in force."""

    players: tuple[str, ...]
    rules: RuleSet
    cursor: int = 0
    naming: Naming | None = None

    name: ClassVar[str] = "setup"

    @classmethod
    def of(cls, settings: Settings) -> Setup:
        """Return the set-up as it was the last time."""
        return cls(settings.players, settings.rules)

    @property
    def items(self) -> tuple[Item, ...]:
        """The rows, from the top."""
        names = (Player(i) for i in range(len(self.players)))
        return (Start(), Count(), *names, Rules(), Language())

    def update(self, event: Event, world: World) -> Answer:
        """Move, change a value, type a name, or begin."""
        if self.naming is not None:
            return self._type(event, self.naming), ()
        count = len(self.items)
        match event:
            case Short(Button.ONE):
                return self, (Show(Place.TITLE),)
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
                return replace(self, players=players), ()
            case Rules():
                return replace(self, rules=turned(_rule_sets(world.settings.rules), self.rules, step)), ()
            case Language():
                language = turned(LANGUAGES, world.settings.language, step)
                return self, (Change(replace(world.settings, language=language)),)
            case Start() | Player():
                return self, ()
            case other:
                assert_never(other)

    def _choose(self, world: World) -> Answer:
        match self.items[self.cursor]:
            case Start():
                begin: tuple[Intent, ...] = (Begin(players_of(self.players, world.texts), self.rules, self.players),)
                return self, begin
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
        top_bar(canvas, say("New match"), "", world)
        item = self.items[self.cursor]
        list_view(canvas, [self._row(row, world) for row in self.items], self.cursor)
        menu_bar(canvas, turns=not isinstance(item, Start | Player))

    def _row(self, item: Item, world: World) -> Row:
        say = world.texts.say
        match item:
            case Start():
                return Row(say("Start"))
            case Count():
                return Row(say("Players"), str(len(self.players)))
            case Player(index):
                return Row(say("Name {n}", n=index + 1), players_of(self.players, world.texts)[index])
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


def players_of(names: tuple[str, ...], texts: Texts) -> tuple[str, ...]:
    """Return the names to play under: an empty one becomes "Player n", a repeated one gets a number."""
    players: list[str] = []
    for i, typed in enumerate(names):
        name = typed or texts.say("Player {n}", n=i + 1)
        number = 2
        unique = name
        while unique in players:
            unique = f"{name[: NAME_LENGTH - 2].rstrip()} {number}"
            number += 1
        players.append(unique)
    return tuple(players)


def _rule_sets(own: RuleSet) -> tuple[RuleSet, ...]:
    presets = tuple(PRESETS.values())
    return presets if own in presets else (own, *presets)
