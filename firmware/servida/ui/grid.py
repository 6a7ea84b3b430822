"""The sheet as a grid: five columns of two cells over the buttons, the Double as a third cell of the fifth.

An open cell is a frame around what the roll would score; a filled one has no frame; a scratched one is crossed; the
chosen one is inverted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from servida.rules import Line
from servida.ui.art import Sign, sign
from servida.ui.font import FIGURES, NARROW, SMALL, measure
from servida.ui.frame import Stamp, stamp_of
from servida.ui.parts import COLUMN, COLUMNS, STAGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servida.rules import Sheet
    from servida.ui.frame import Canvas
    from servida.ui.texts import Texts

COLUMN_LINES = (
    (Line.ONES, Line.SIXES),
    (Line.TWOS, Line.STRAIGHT),
    (Line.THREES, Line.FULL),
    (Line.FOURS, Line.POKER),
    (Line.FIVES, Line.GENERALA, Line.DOUBLE),
)
"""The lines of each column, from the top."""

STAGE_ROWS = 46

TALL = 23
"""Rows of a cell where two stand in a column."""

FLAT = 16
"""Rows of a cell where three stand in a column: neighbours share a border."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell shows: the points it holds or, while ``open``, would get (``None``: nothing to show)."""

    label: str
    points: int | None
    open: bool
    chosen: bool = False

    @property
    def scratched(self) -> bool:
        """Whether the line was filled with nothing."""
        return not self.open and self.points == 0


def column_lines(column: int, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines of a column 0..4 that this sheet has, from the top."""
    return tuple(line for line in COLUMN_LINES[column] if line in lines)


def draw_grid(canvas: Canvas, sheet: Sheet, texts: Texts, offers: dict[Line, int], chosen: Line | None = None) -> None:
    """Draw all cells of a sheet; ``offers`` holds what the dice would score in each open line."""
    for column, x in enumerate(COLUMNS):
        lines = column_lines(column, sheet.lines)
        pitch = STAGE_ROWS // len(lines)
        for i, line in enumerate(lines):
            held = sheet[line]
            points = offers.get(line) if held is None else held
            cell = Cell(texts.short(line), points, open=held is None, chosen=line is chosen)
            canvas.stamp(_stamp(cell, tall=len(lines) == 2, strict=canvas.strict), x, STAGE + i * pitch)


@lru_cache(maxsize=256)
def _stamp(cell: Cell, *, tall: bool, strict: bool) -> Stamp:
    """Return a cell as one picture: a press changes two cells, and all are drawn."""
    draw = _draw_tall if tall else _draw_flat
    return stamp_of(lambda canvas, x, y: draw(canvas, x, y, cell), strict=strict)


def _draw_tall(canvas: Canvas, x: int, y: int, cell: Cell) -> None:
    """Draw a cell of 24 × 23 pixels: label above 12-pixel figures."""
    middle = x + COLUMN // 2
    ink = 0 if cell.chosen else 1
    if cell.chosen:
        canvas.rounded(x, y, COLUMN, TALL, ink=1, fill=1)
    elif cell.open:
        canvas.rounded(x, y + 4, COLUMN, TALL - 4, ink=1)
        width = measure(cell.label, SMALL) + 2
        canvas.fill(middle - width // 2, y + 4, width, 1, ink=0)
    canvas.text(middle, y + 1, cell.label, ink=ink, anchor="m")
    if cell.scratched:
        cross = sign(Sign.SCRATCH)
        canvas.blit(cross, middle - cross.width // 2, y + 9)
    elif cell.points is not None:
        canvas.text(middle, y + 9, str(cell.points), FIGURES, ink=ink, anchor="m")


def _draw_flat(canvas: Canvas, x: int, y: int, cell: Cell) -> None:
    """Draw a cell of 24 × 16 pixels: label left of narrow figures."""
    ink = 0 if cell.chosen else 1
    if cell.chosen:
        canvas.rounded(x, y, COLUMN, FLAT, ink=1, fill=1)
    elif cell.open:
        canvas.rounded(x, y, COLUMN, FLAT, ink=1)
    canvas.text(x + 2, y + 4, cell.label[:1], ink=ink)
    if cell.scratched:
        cross = sign(Sign.SMALL_SCRATCH)
        canvas.blit(cross, x + COLUMN - 4 - cross.width, y + 4)
    elif cell.points is not None:
        canvas.text(x + COLUMN - 2, y + 2, str(cell.points), NARROW, ink=ink, anchor="r")
