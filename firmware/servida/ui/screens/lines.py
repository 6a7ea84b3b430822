"""The lines: choose where this roll goes.

A column's button chooses its first open cell, pressed again the next; ROLL writes.  A line that would get nothing is
a scratch, and asks once more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from servida.rules import Line, Mark, potential
from servida.ui.art import Sign, mini_die, sign
from servida.ui.events import Open, Place, Play, Show
from servida.ui.font import SMALL, measure
from servida.ui.grid import column_lines, draw_grid
from servida.ui.keypad import Button, Long, Press, Short
from servida.ui.parts import BOTTOM, MIDDLE, WIDTH, fitted, roll_bar, top_bar

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World


@dataclass(frozen=True, slots=True)
class Lines:
    """The mover's sheet; ``held`` is kept for the way back, ``asked`` says that the scratch was asked about.

    ``pressed`` is the button that chose last, which didn't mean it if it is held down; ``before`` was chosen then.
    """

    chosen: Line | None = None
    held: frozenset[int] = frozenset()
    asked: bool = False
    pressed: Button | None = None
    before: Line | None = None

    name: ClassVar[str] = "lines"

    @classmethod
    def again(cls, written: Mark) -> Lines:
        """Return the screen after this line was taken back, with the line still chosen."""
        return cls(chosen=written.line)

    def update(self, event: Event, world: World) -> Answer:
        """Choose, write or go back to the dice; a button that chooses asks the coach when it is held."""
        match event:
            case Press(button) if button.column is not None:
                chosen = self._choose(button.column, world)
                return replace(chosen, pressed=button, before=self.chosen), ()
            case Long(button) if world.settings.hints and button is self.pressed:
                return replace(self, chosen=self.before, asked=False, pressed=None), (Open(Place.COACH),)
            case Short(Button.ROLL) if self.chosen is not None:
                if not self.asked and not potential(world.game, self.chosen):
                    return replace(self, asked=True), ()
                return self, (Play(Mark(self.chosen)),)
            case Long(Button.ROLL) if world.game.rolls_left > 0:
                return self, (Show(Place.DICE, self.held),)
            case _:
                return self, ()

    def _choose(self, column: int, world: World) -> Lines:
        sheet = world.game.sheets[world.game.mover]
        cells = [line for line in column_lines(column, sheet.lines) if sheet[line] is None]
        if not cells:
            return self
        at = cells.index(self.chosen) + 1 if self.chosen in cells else 0
        return replace(self, chosen=cells[at % len(cells)], asked=False)

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the mover's sheet with what the dice would score, the dice above, and what ROLL does."""
        self._draw_bar(canvas, world, self._draw_sheet(canvas, world))

    def draw_watched(self, canvas: Canvas, world: World) -> None:
        """Draw the sheet and, without the buttons, the line that a computer has chosen."""
        offers = self._draw_sheet(canvas, world)
        assert self.chosen is not None, "a computer has chosen"
        name, points = world.texts.line(self.chosen), offers[self.chosen]
        words = f"{name} {points}" if points else world.texts.say("Scratch {line}", line=name)
        canvas.text(MIDDLE, BOTTOM, words, anchor="m")

    def _draw_sheet(self, canvas: Canvas, world: World) -> dict[Line, int]:
        """Draw the dice and the sheet; return what they would score in each open line."""
        match = world.game
        top_bar(canvas, world.mover.upper(), "", world)
        assert match.turn.faces is not None, "a line is written with dice on the table"
        for i, face in enumerate(match.turn.faces):
            canvas.blit(mini_die(face), WIDTH - 49 + 10 * i, 0)
        sheet = match.sheets[match.mover]
        offers = {line: points for line in sheet.open if isinstance(points := potential(match, line), int)}
        draw_grid(canvas, sheet, world.texts, offers, self.chosen)
        return offers

    def _draw_bar(self, canvas: Canvas, world: World, offers: dict[Line, int]) -> None:
        say = world.texts.say
        back = say("Dice") if world.game.rolls_left > 0 else ""
        if self.chosen is None:
            canvas.text(0, BOTTOM, say("Choose a line"))
            roll_bar(canvas, "", back)
            return
        name = world.texts.line(self.chosen)
        points = offers[self.chosen]
        if points:
            room = WIDTH - 10 - (measure(f" {points}", SMALL) + (measure(back, SMALL) + 14 if back else 0))
            roll_bar(canvas, f"{fitted(name, room)} {points}", back)
        elif self.asked:
            canvas.fill(0, BOTTOM - 1, WIDTH, 10)
            canvas.blit(sign(Sign.ROLL), 1, BOTTOM, ink=0)
            canvas.text(9, BOTTOM, say("Scratch {line}?", line=name), ink=0)
        else:
            roll_bar(canvas, say("Scratch {line}", line=name), "")

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None
