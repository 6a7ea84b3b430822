"""The dice: five of them above their five buttons, held or free, tumbling or at rest.

The result is drawn as each die comes to rest and never hidden again.  Knows the turn on the table; must not know
how dice are made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, ClassVar

from servida.rules import DICE, ROLLS, ServedWin, Throw, combination
from servida.ui.art import die, die_tumbling
from servida.ui.events import Open, Place, Play, Show, Woken
from servida.ui.frame import stamp_of
from servida.ui.keypad import Button, Long, Press, Short
from servida.ui.parts import BOTTOM, COLUMN, COLUMNS, MIDDLE, roll_bar, top_bar
from servida.ui.tumble import TUMBLE, falling, rests_at, tumbles, turn

if TYPE_CHECKING:
    from PIL.Image import Image

    from servida.rules import Match
    from servida.ui.events import Event
    from servida.ui.frame import Canvas, Stamp
    from servida.ui.screen import Answer, Screen, World

CELEBRATION = 2.6
"""Seconds for which a winning served generala is celebrated before the result shows (a guess)."""

BLINK = 0.26
"""Seconds of one phase of the celebration (a guess)."""

DICE_TOP = 8
"""Three whole pages of the panel's memory: an unaligned die would cost a fourth."""

TRAY_TOP = 32
"""A held die sits in a tray: its walls reach into the die's last page, its label fills the next."""

WORD_TOP = 43


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of the present turn.

    ``held`` are positions 0..4; ``tumbling`` the positions thrown last, in the air until ``landed`` (seconds) plus
    the tumble; ``ignored`` the buttons whose press only cut the tumble short; ``pressed`` the one whose press held or
    freed a die last, which it didn't mean if it is held down.
    """

    held: frozenset[int] = frozenset()
    tumbling: tuple[int, ...] = ()
    landed: float | None = None
    ignored: frozenset[Button] = frozenset()
    pressed: Button | None = None

    name: ClassVar[str] = "dice"

    @classmethod
    def waiting(cls, before: Screen) -> Dice:
        """Return the screen of dice that were asked for and have not landed; holds stay as they were."""
        return cls(before.held if isinstance(before, Dice) else frozenset())

    @classmethod
    def landing(cls, before: Screen, thrown: tuple[int, ...], now: float) -> Dice:
        """Return the screen of dice that landed at ``now`` and begin to tumble."""
        return replace(cls.waiting(before), tumbling=thrown, landed=now)

    def update(self, event: Event, world: World) -> Answer:
        """Hold, roll or go to the lines; a press during the tumble only ends it; a hold button held asks the coach."""
        match = world.game
        if match.turn.faces is None or match.turn.thrown is not None:
            return self, ()
        if isinstance(match.outcome, ServedWin):
            return self._celebrate(event, world)
        if isinstance(event, Press):
            if tumbles(self.landed, world.now):
                return replace(self, landed=None, ignored=self.ignored | {event.button}), ()
            return self._press(event.button), ()
        if isinstance(event, Short | Long) and event.button in self.ignored:
            return replace(self, ignored=self.ignored - {event.button}), ()
        match event:
            case Short(Button.ROLL) if self._can_roll(match):
                return self, (Play(Throw(tuple(sorted(self.held)))),)
            case Short(Button.ROLL) | Long(Button.ROLL):
                return self, (Show(Place.LINES, self.held),)
            case Long(button) if world.settings.hints and button is self.pressed:
                return replace(self._press(button), pressed=None), (Open(Place.COACH),)
            case _:
                return self, ()

    def _press(self, button: Button) -> Dice:
        held = self.held if button.column is None else self.held ^ {button.column}
        return replace(self, held=held, ignored=self.ignored - {button}, pressed=button)

    def _celebrate(self, event: Event, world: World) -> Answer:
        over = world.now >= (self.landed or 0.0) + TUMBLE + CELEBRATION
        hurried = isinstance(event, Press) and not tumbles(self.landed, world.now)
        return self, (Show(Place.RESULT),) if hurried or (isinstance(event, Woken) and over) else ()

    def _can_roll(self, match: Match) -> bool:
        return _rolls_left(match) > 0 and len(self.held) < DICE

    def busy_until(self, world: World) -> float | None:
        """Return the end of the tumble or of the celebration; ``inf`` while the dice are in the air."""
        match = world.game
        if match.turn.thrown is not None:
            return inf
        if isinstance(match.outcome, ServedWin):
            return max((self.landed or 0.0) + TUMBLE + CELEBRATION, world.now)
        return rests_at(self.landed, world.now)

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the dice, what is held, what combination lies there and what ROLL does next."""
        match, say = world.game, world.texts.say
        self.draw_table(canvas, world)
        if self._has_won(world):
            canvas.text(MIDDLE, BOTTOM, say("Wins the match!"), anchor="m")
        elif self._can_roll(match):
            roll_bar(canvas, say("Roll"), say("Lines"))
        else:
            roll_bar(canvas, say("Write a line"))

    def draw_table(self, canvas: Canvas, world: World) -> None:
        """Draw all but what ROLL does: whose turn it is, the dice, and what combination lies there."""
        match = world.game
        round_text = f"{match.round}/{len(match.rules.lines)}"
        top_bar(canvas, world.mover.upper(), round_text, world, pips=_rolls_left(match))
        self.draw_dice(canvas, world)
        if self._at_rest(world):
            _draw_combination(canvas, world)

    def draw_dice(self, canvas: Canvas, world: World) -> None:
        """Draw the dice and the trays of those that are held."""
        flash = self._has_won(world) and int((world.now - (self.landed or 0.0)) / BLINK) % 2 == 1
        for position, x in enumerate(COLUMNS):
            canvas.blit(self._die(position, world.game, world.now, inverted=flash), x, DICE_TOP)
            if position in self.held:
                canvas.stamp(_tray(world.texts.say("HELD"), strict=canvas.strict), x, DICE_TOP)

    def _at_rest(self, world: World) -> bool:
        return not tumbles(self.landed, world.now) and world.game.turn.thrown is None

    def _has_won(self, world: World) -> bool:
        return isinstance(world.game.outcome, ServedWin) and self._at_rest(world)

    def _die(self, position: int, match: Match, now: float, *, inverted: bool) -> Image:
        thrown = match.turn.thrown or self.tumbling
        in_the_air = range(len(thrown)) if match.turn.thrown else falling(len(thrown), self.landed, now)
        if position in thrown and (index := thrown.index(position)) in in_the_air:
            return die_tumbling(turn(index, len(thrown), now - (self.landed or 0.0)))
        assert match.turn.faces is not None, "dice that are not in the air have fallen"
        return die(match.turn.faces[position], inverted=inverted)


def _rolls_left(match: Match) -> int:
    """Return the rolls that the turn has left as if nothing were won, lest the screen tell what still tumbles."""
    return ROLLS - match.turn.rolls - (match.turn.thrown is not None)


def _draw_combination(canvas: Canvas, world: World) -> None:
    turn_now = world.game.turn
    assert turn_now.faces is not None, "dice at rest lie on the table"
    line = combination(turn_now.faces, world.game.rules)
    if line is not None:
        word = world.texts.served(line) if turn_now.served else world.texts.line(line)
        canvas.text(MIDDLE, WORD_TOP, word.upper(), anchor="m")


@lru_cache(maxsize=16)
def _tray(label: str, *, strict: bool) -> Stamp:
    """Return the mark of a held die: only two pages change, so that the press shows after 1.4 ms of the wire."""

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.fill(x, y + 16, 1, 8)
        canvas.fill(x + COLUMN - 1, y + 16, 1, 8)
        canvas.fill(x + 1, y + 18, 1, 6)
        canvas.fill(x + COLUMN - 2, y + 18, 1, 6)
        canvas.fill(x, y + TRAY_TOP - DICE_TOP - 1, COLUMN, 9)
        canvas.text(x + COLUMN // 2, y + TRAY_TOP - DICE_TOP, label, ink=0, anchor="m")

    return stamp_of(draw, strict=strict)
