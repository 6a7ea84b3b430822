"""The scoreboard: all players with their totals, and one step deeper the sheet of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from servida.ui.events import Back
from servida.ui.font import FIGURES, SMALL
from servida.ui.grid import draw_grid
from servida.ui.keypad import Button, Long, Press, Repeat, Short
from servida.ui.parts import BOTTOM, STAGE, WIDTH, menu_bar, roll_bar, top_bar

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World

ROOMY = 5
"""So many players fit between the bars; more take the whole glass."""

DENSE_PITCH = 8
"""Rows of a player when eight fill the glass: in capitals, whose only descender is the cedilla."""

MOST_PITCH = 15
"""Rows of a player when there are few."""

BAR_LEFT = 66
BAR_RIGHT = 98
BAR_HEIGHT = 3


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The totals, with a cursor on ``player`` (index); ``sheet`` says that this player's sheet is open."""

    player: int = 0
    sheet: bool = False

    name: ClassVar[str] = "scoreboard"

    def update(self, event: Event, world: World) -> Answer:
        """2 and 3 choose a player, ROLL opens and closes a sheet, 1 goes back."""
        count = len(world.game.players)
        match event:
            case Short(Button.ONE) | Long(Button.ROLL) if not self.sheet:
                return self, (Back(),)
            case Short(Button.ROLL | Button.ONE) | Long(Button.ROLL):
                return replace(self, sheet=not self.sheet), ()
            case Press(Button.TWO) | Repeat(Button.TWO):
                return replace(self, player=(self.player - 1) % count), ()
            case Press(Button.THREE) | Repeat(Button.THREE):
                return replace(self, player=(self.player + 1) % count), ()
            case _:
                return self, ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the totals, or one player's sheet."""
        if self.sheet:
            self._draw_sheet(canvas, world)
        else:
            self._draw_totals(canvas, world)

    def _draw_sheet(self, canvas: Canvas, world: World) -> None:
        match = world.game
        sheet = match.sheets[self.player]
        top_bar(canvas, match.players[self.player].upper(), world.texts.say("Total {n}", n=sheet.total), world)
        draw_grid(canvas, sheet, world.texts, {})
        roll_bar(canvas, world.texts.say("All players"))

    def _draw_totals(self, canvas: Canvas, world: World) -> None:
        match = world.game
        count = len(match.players)
        best = max(1, *(sheet.total for sheet in match.sheets))
        dense = count > ROOMY
        pitch = DENSE_PITCH if dense else min((BOTTOM - STAGE) // count, MOST_PITCH)
        top = 0 if dense else STAGE
        font = FIGURES if pitch >= FIGURES.height + 2 else SMALL
        if not dense:
            top_bar(canvas, world.texts.say("Scores"), match.rules.name, world)
            menu_bar(canvas, turns=False)
        for i, (player, sheet) in enumerate(zip(match.players, match.sheets, strict=True)):
            y = top + pitch * i
            ink = 0 if i == self.player else 1
            if i == self.player:
                canvas.fill(0, y, WIDTH, pitch)
            canvas.text(2, y + (pitch - SMALL.height) // 2, player.upper(), ink=ink)
            length = (BAR_RIGHT - BAR_LEFT) * sheet.total // best
            canvas.fill(BAR_LEFT, y + (pitch - BAR_HEIGHT) // 2, length, BAR_HEIGHT, ink=ink)
            canvas.text(WIDTH - 2, y + (pitch - font.height) // 2, str(sheet.total), font, ink=ink, anchor="r")

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None
