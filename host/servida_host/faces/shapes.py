"""How large the drawn device may be: its shapes from the largest to the smallest, and which fits a terminal.

A shape says how the panel is drawn, whether there is room for the bezel and for buttons three lines high, and
whether ROLL is beside the glass or below the other buttons. `case.py` draws it by these figures.
"""

from __future__ import annotations

from dataclasses import dataclass

from servida.board import HEIGHT, WIDTH
from servida_host.faces.cells import Rendering

OUTLINE = 2
"""Columns, or lines, of the case's outline or of the bezel's, both sides together."""

SIDE = 12
"""Columns that ROLL takes beside the glass, with the gaps."""

HELP = 1
"""Lines below the device."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A way to draw the device."""

    rendering: Rendering
    roomy: bool
    beside: bool

    @property
    def key_lines(self) -> int:
        """Lines of a hold button."""
        return 3 if self.roomy else 1

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines that the device and the line of help need."""
        columns, lines = self.rendering.size(WIDTH, HEIGHT)
        bezel = OUTLINE if self.roomy else 0
        rows = 1 if self.beside else 2
        return (
            columns + bezel + OUTLINE + (SIDE if self.beside else 0),
            lines + bezel + OUTLINE + rows * self.key_lines + HELP,
        )

    def fits(self, columns: int, lines: int) -> bool:
        """Whether a terminal of this size has room for it."""
        return self.size[0] <= columns and self.size[1] <= lines


SHAPES = tuple(
    Shape(rendering, roomy, beside)
    for rendering in (Rendering.HALF_BLOCKS, Rendering.BRAILLE)
    for roomy in (True, False)
    for beside in (True, False)
)
"""From the one that is preferred to the one that needs least columns; 80 × 24 has room for the fifth."""


def best_shape(columns: int, lines: int, *, braille: bool = True) -> Shape | None:
    """Return the best shape for a terminal of this size; ``None`` if it is too small for any.

    Without ``braille``, for terminals whose font lacks it, only half blocks are used.
    """
    fitting = (shape for shape in _usable(braille=braille) if shape.fits(columns, lines))
    return next(fitting, None)


def least_size(*, braille: bool = True) -> tuple[int, int]:
    """Return the columns and lines of the narrowest shape."""
    return min(shape.size for shape in _usable(braille=braille))


def _usable(*, braille: bool) -> tuple[Shape, ...]:
    return tuple(shape for shape in SHAPES if braille or shape.rendering is Rendering.HALF_BLOCKS)
