"""The coach: what is best on these dice and what for, and on a second press the three best with what others cost.

Opened only by a player who asks, over dice that lie.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, ClassVar, assert_never

from servida.rules import Mark, potential
from servida.strategy.advice import Hold
from servida.ui.art import Sign, mini_die
from servida.ui.choices import places, purpose, writing
from servida.ui.events import Advise, Advised, Back, Consult, Place, Show, Woken
from servida.ui.font import SMALL, measure
from servida.ui.keypad import Button, Long, Press, Short
from servida.ui.parts import MIDDLE, STAGE, WIDTH, button_bar, draw_waiting, fitted, top_bar
from servida.ui.screens.dice import WORD_TOP, Dice

if TYPE_CHECKING:
    from servida.strategy.advice import Choice
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World

SHOWN = 3
"""How many choices the second page compares."""

PITCH = 15
MINI_PITCH = 10
WAITING_TOP = 30


@dataclass(frozen=True, slots=True)
class Coach:
    """The coach's answer, ``None`` until it is there; ``at`` is the chosen row of the comparison, if that is shown."""

    choices: tuple[Choice, ...] | None = None
    at: int | None = None

    name: ClassVar[str] = "coach"

    def update(self, event: Event, world: World) -> Answer:
        """3 compares and goes down, 2 up and back to the best, 5 takes it over; 1 and ROLL return."""
        match event:
            case Short(Button.ONE | Button.ROLL) | Long(Button.ROLL):
                return self, (Back(),)
            case Advised(match, choices) if match == world.game:
                return replace(self, choices=choices), ()
            case Woken() if self.choices is None:
                return self, (Consult(Advise(world.game)),)
            case Press(Button.TWO) if self.at is not None:
                return replace(self, at=self.at - 1 if self.at else None), ()
            case Press(Button.THREE) if self.choices is not None:
                last = min(SHOWN, len(self.choices)) - 1
                return replace(self, at=0 if self.at is None else min(self.at + 1, last)), ()
            case Short(Button.FIVE) if self.choices:
                return self, (Back(), _taken(self.choices[self.at or 0], world))
            case _:
                return self, ()

    def busy_until(self, world: World) -> float | None:
        """Return ``inf`` while the answer is awaited."""
        del world
        return inf if self.choices is None else None

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the best choice on the dice, or three of them with what they cost."""
        say = world.texts.say
        if not self.choices:
            top_bar(canvas, say("Coach"), "", world)
            draw_waiting(canvas, WAITING_TOP, world)
            button_bar(canvas, (Sign.LEFT, None, None, None, None))
            return
        if self.at is None:
            self._draw_best(canvas, world, self.choices[0])
            button_bar(canvas, (Sign.LEFT, None, Sign.DOWN, None, Sign.TAKE))
            return
        top_bar(canvas, say("Coach"), say("points"), world)
        best = self.choices[0].expected
        for row, choice in enumerate(self.choices[:SHOWN]):
            cost = world.texts.number(choice.expected - best) if row else say("best")
            _draw_row(canvas, world, STAGE + 1 + PITCH * row, choice, cost, ink=0 if row == self.at else 1)
        button_bar(canvas, (Sign.LEFT, Sign.UP, Sign.DOWN, None, Sign.TAKE))

    def _draw_best(self, canvas: Canvas, world: World, choice: Choice) -> None:
        faces = world.game.turn.faces
        assert faces is not None, "the coach is asked about dice that lie"
        top_bar(canvas, world.texts.say("Coach"), "", world, pips=world.game.rolls_left)
        Dice(places(choice.action, faces)).draw_dice(canvas, world)
        canvas.text(MIDDLE, WORD_TOP, purpose(choice, world.game, world.texts), anchor="m")


def _taken(choice: Choice, world: World) -> Show:
    """Return what leads to the choice: the dice with their holds, or the lines with one chosen."""
    match choice.action:
        case Hold():
            faces = world.game.turn.faces
            assert faces is not None, "the coach is asked about dice that lie"
            return Show(Place.DICE, places(choice.action, faces))
        case Mark(line):
            return Show(Place.LINES, line=line)
        case other:
            assert_never(other)


def _draw_row(canvas: Canvas, world: World, y: int, choice: Choice, cost: str, *, ink: int) -> None:
    """Draw a choice in a row: the dice that stay, what for, and what it costs."""
    texts = world.texts
    if not ink:
        canvas.rounded(0, y, WIDTH, PITCH - 1, ink=1, fill=1)
    room = WIDTH - 6 - measure(cost, SMALL)
    canvas.text(WIDTH - 3, y + 3, cost, ink=ink, anchor="r")
    match choice.action:
        case Hold(()):
            canvas.text(3, y + 3, fitted(texts.say("Roll all"), room), ink=ink)
        case Hold(faces):
            for i, face in enumerate(faces):
                canvas.blit(mini_die(face), 3 + MINI_PITCH * i, y + 2, ink=ink)
            x = 3 + MINI_PITCH * len(faces) + 3
            aim = texts.brief(choice.aim) if choice.aim is not None else ""
            canvas.text(x, y + 3, fitted(aim, room - x), ink=ink)
        case Mark(line):
            words = writing(texts.brief(line), potential(world.game, line), texts)
            canvas.text(3, y + 3, fitted(words, room - 3), ink=ink)
        case other:
            assert_never(other)
