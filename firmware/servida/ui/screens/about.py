"""What this console is: its version, the hardware generator behind its dice, its board, the room for games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from servida.ui.art import Sign
from servida.ui.events import Back, Described
from servida.ui.keypad import Button, Long, Short
from servida.ui.parts import LIST_PITCH, LIST_TOP, WIDTH, button_bar, fitted, top_bar

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World

MEGA = 1_000_000
GIGA = 1_000_000_000

DIGITS = 8
"""Of the board's serial number: a Pi's first eight are the same on all boards, and its network boot leaves them out."""


@dataclass(frozen=True, slots=True)
class About:
    """The console described; ``described`` is ``None`` until the console has said what it is."""

    described: Described | None = None

    name: ClassVar[str] = "about"

    def update(self, event: Event, world: World) -> Answer:
        """1 or ROLL goes back."""
        del world
        match event:
            case Described():
                return replace(self, described=event), ()
            case Short(Button.ONE | Button.ROLL) | Long(Button.ROLL):
                return self, (Back(),)
            case _:
                return self, ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw a row for each thing known."""
        say = world.texts.say
        top_bar(canvas, say("About"), "", world)
        if self.described is not None:
            for i, row in enumerate(rows(self.described, world)):
                canvas.text(0, LIST_TOP + LIST_PITCH * i + 1, fitted(row, WIDTH))
        button_bar(canvas, (Sign.LEFT, None, None, None, None))

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None


def rows(described: Described, world: World) -> tuple[str, ...]:
    """Return what there is to say, a row each."""
    texts = world.texts
    return (
        f"Servida {described.version}",
        texts.say("Dice: {source}", source=described.generator or texts.say("none")),
        texts.say("Board: {serial}", serial=described.serial[-DIGITS:] or "?"),
        texts.say("Free: {room}", room=_room(described.free, world)),
    )


def _room(free: int | None, world: World) -> str:
    if free is None:
        return "?"
    if free < GIGA:
        return f"{free // MEGA} MB"
    return f"{world.texts.number(free / GIGA)} GB"
