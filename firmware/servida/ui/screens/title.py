"""The title: the wordmark and what ROLL begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from servida.ui.art import die, wordmark
from servida.ui.events import Place, Show
from servida.ui.keypad import Button, Short
from servida.ui.parts import COLUMNS, MIDDLE, draw_warnings, roll_bar

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World


@dataclass(frozen=True, slots=True)
class Title:
    """The first picture: a served generala, the name of the console."""

    name: ClassVar[str] = "title"

    def update(self, event: Event, world: World) -> Answer:
        """ROLL goes on to the set-up."""
        del world
        return self, (Show(Place.SETUP),) if event == Short(Button.ROLL) else ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the wordmark over five sixes, and over both what is wrong."""
        logo = wordmark()
        canvas.blit(logo, MIDDLE - logo.width // 2, 2)
        for x in COLUMNS:
            canvas.blit(die(6), x, 28)
        draw_warnings(canvas, 0, world)
        roll_bar(canvas, world.texts.say("Play"), world.texts.say("Menu: 1+5"))

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None
