"""The dice: five of them above their five buttons, held or free, tumbling or at rest.

The result is drawn as each die comes to rest and never hidden again.  Knows the turn on the table; must not know
how dice are made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, ClassVar

from servida.rules import DICE, ServedWin, Throw, combination
from servida.ui.art import die, die_tumbling
from servida.ui.events import Place, Play, Show, Woken
from servida.ui.keypad import Button, Long, Press, Short
from servida.ui.parts import BOTTOM, COLUMN, COLUMNS, MIDDLE, roll_bar, top_bar

if TYPE_CHECKING:
    from PIL.Image import Image

    from servida.rules import Match
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, Screen, World

TUMBLE = 0.6
"""Seconds from the landing of a roll to the rest of its last die (DESIGN, issue 2)."""

CELEBRATION = 2.6
"""Seconds for which a winning served generala is celebrated before the result shows (a guess)."""

TURNS = 15
"""Pictures a second of one tumbling die: half of the frames (a guess that looks lively)."""

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
    the tumble; ``ignored`` the buttons whose press only cut the tumble short.
    """

    held: frozenset[int] = frozenset()
    tumbling: tuple[int, ...] = ()
    landed: float | None = None
    ignored: frozenset[Button] = frozenset()

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
        """Hold, roll or go to the lines; a press during the tumble only ends it."""
        match = world.game
        if match.turn.faces is None or match.turn.thrown is not None:
            return self, ()
        if isinstance(match.outcome, ServedWin):
            return self._celebrate(event, world)
        if isinstance(event, Press):
            if self._tumbles(world.now):
                return replace(self, landed=None, ignored=self.ignored | {event.button}), ()
            return self._press(event.button), ()
        if isinstance(event, Short | Long) and event.button in self.ignored:
            return replace(self, ignored=self.ignored - {event.button}), ()
        match event:
            case Short(Button.ROLL) if self._can_roll(match):
                return self, (Play(Throw(tuple(sorted(self.held)))),)
            case Short(Button.ROLL) | Long(Button.ROLL):
                return self, (Show(Place.LINES, self.held),)
            case _:
                return self, ()

    def _press(self, button: Button) -> Dice:
        held = self.held if button.column is None else self.held ^ {button.column}
        return replace(self, held=held, ignored=self.ignored - {button})

    def _celebrate(self, event: Event, world: World) -> Answer:
        over = world.now >= (self.landed or 0.0) + TUMBLE + CELEBRATION
        hurried = isinstance(event, Press) and not self._tumbles(world.now)
        return self, (Show(Place.RESULT),) if hurried or (isinstance(event, Woken) and over) else ()

    def _can_roll(self, match: Match) -> bool:
        return match.rolls_left > 0 and len(self.held) < DICE

    def _tumbles(self, now: float) -> bool:
        return self.landed is not None and now < self.landed + TUMBLE

    def busy_until(self, world: World) -> float | None:
        """Return the end of the tumble or of the celebration; ``inf`` while the dice are in the air."""
        match = world.game
        if match.turn.thrown is not None:
            return inf
        if isinstance(match.outcome, ServedWin):
            return max((self.landed or 0.0) + TUMBLE + CELEBRATION, world.now)
        return self.landed + TUMBLE if self.landed is not None and self._tumbles(world.now) else None

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the dice, what is held, what combination lies there and what ROLL does next."""
        match, say = world.game, world.texts.say
        at_rest = not self._tumbles(world.now) and match.turn.thrown is None
        round_text = f"{match.round}/{len(match.rules.lines)}"
        top_bar(canvas, world.mover.upper(), round_text, world, pips=match.rolls_left)
        won = isinstance(match.outcome, ServedWin) and at_rest
        flash = won and int((world.now - (self.landed or 0.0)) / BLINK) % 2 == 1
        for position, x in enumerate(COLUMNS):
            canvas.blit(self._die(position, match, world.now, inverted=flash), x, DICE_TOP)
            if position in self.held:
                _draw_tray(canvas, x, say("HELD"))
        if at_rest:
            self._draw_words(canvas, world, won=won)

    def _die(self, position: int, match: Match, now: float, *, inverted: bool) -> Image:
        if position in self._in_the_air(match, now):
            return die_tumbling(_picture(position, now - (self.landed or 0.0)))
        assert match.turn.faces is not None, "dice that are not in the air have fallen"
        return die(match.turn.faces[position], inverted=inverted)

    def _in_the_air(self, match: Match, now: float) -> tuple[int, ...]:
        """Return the positions still tumbling: the dice come to rest one by one, from the left."""
        if match.turn.thrown is not None:
            return match.turn.thrown
        if self.landed is None or not self._tumbles(now):
            return ()
        count = len(self.tumbling)
        return tuple(
            position
            for i, position in enumerate(self.tumbling)
            if now < self.landed + TUMBLE * (0.5 + 0.5 * (i + 1) / count)
        )

    def _draw_words(self, canvas: Canvas, world: World, *, won: bool) -> None:
        match, say = world.game, world.texts.say
        assert match.turn.faces is not None, "dice at rest lie on the table"
        line = combination(match.turn.faces, match.rules)
        if line is not None:
            word = world.texts.served(line) if match.turn.served else world.texts.line(line)
            canvas.text(MIDDLE, WORD_TOP, word.upper(), anchor="m")
        if won:
            canvas.text(MIDDLE, BOTTOM, say("Wins the match!"), anchor="m")
        elif self._can_roll(match):
            roll_bar(canvas, say("Roll"), say("Lines"))
        else:
            roll_bar(canvas, say("Write a line"))


def _draw_tray(canvas: Canvas, x: int, label: str) -> None:
    """Mark a held die: only two pages change, so that the press shows after 1.4 ms of the wire."""
    canvas.fill(x, DICE_TOP + 16, 1, 8)
    canvas.fill(x + COLUMN - 1, DICE_TOP + 16, 1, 8)
    canvas.fill(x + 1, DICE_TOP + 18, 1, 6)
    canvas.fill(x + COLUMN - 2, DICE_TOP + 18, 1, 6)
    canvas.fill(x, TRAY_TOP - 1, COLUMN, 9)
    canvas.text(x + COLUMN // 2, TRAY_TOP, label, ink=0, anchor="m")


def _picture(position: int, elapsed: float) -> int:
    """Return which tumble picture a die shows: neighbours turn in turns, so that a frame changes half of the dice."""
    return int(elapsed * TURNS + position % 2 / 2) * (2 * position + 3) + position * 5
