"""The panel as characters: two renderings of a picture, from pixels to the cells of a terminal.

*Half blocks*, a pixel wide and two high, are exact and solid: 128 columns × 32 lines, the text renderer of the
golden frames. *Braille*, two pixels wide and four high, needs 64 × 16, fits 80 × 24 with a device around it and
keeps the panel's proportions; quadrants and sextants are too high for that, and few fonts have octants.

Braille alone is weak where the panel is inverted: dark words in a grey of dots. So a cell in a light area is
reversed, dark dots on solid light, and the straight edges of such an area are block elements. What is a light
area? Close all dark that is as thin as a stroke, and whatever then is a light box as large as a mark belongs to one:
marks, chosen cells and rows do, letters, frames and digits don't. Reverse video instead of colours keeps all of it
without colour, too.

It knows pictures and characters; it must not know Textual, or what the pictures show.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING, assert_never

from PIL import Image, ImageChops, ImageOps

from servida_host.halfblocks import to_text

if TYPE_CHECKING:
    from collections.abc import Iterator

Cell = tuple[str, bool]
"""A character, and whether it is shown reversed: dark on light."""

Row = tuple[Cell, ...]
"""The cells of a line of the terminal, left to right."""

EMPTY = 0x2800
"""The braille character without a dot; each of the lower eight bits is one dot."""

FULL = 0xFF

DOTS = (0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80)
"""The bits of the dots, two a row from the top (Unicode, block Braille Patterns)."""

EDGES: dict[int, Cell] = {
    FULL: (" ", True),
    0xC0: ("▂", False),
    0xE4: ("▄", False),
    0xF6: ("▆", False),
    0x3F: ("▂", True),
    0x1B: ("▄", True),
    0x09: ("▆", True),
    0x47: ("▌", False),
    0xB8: ("▐", False),
}
"""Braille cells that a block element shows without gaps: those lit from one straight edge on."""

STROKE = 2
"""Thickness of the strokes of dark words, in pixels: dark that is no thicker does not interrupt a light area."""

MARK = (20, 9)
"""Width and height in pixels of the smallest light area: a little less than the mark of a held die, which measures
24 × 9; wider than any letter."""

WIDE = 9
"""Columns of cells that a light area has at least; fewer are the frame next to one."""

HALF_LIGHT = 127
"""Brightness, 0 to 255, above which at least half of a cell's pixels are in a light box."""

Place = tuple[int, int]
"""Column and line of a cell."""

Join = Callable[[Image.Image, Image.Image], Image.Image]
"""What makes one picture of two."""


class Rendering(Enum):
    """A way to draw the panel, by the pixels that a cell shows: columns × rows."""

    HALF_BLOCKS = (1, 2)
    BRAILLE = (2, 4)

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and lines that a picture of so many pixels needs."""
        return width // self.value[0], height // self.value[1]

    def rows(self, image: Image.Image) -> tuple[Row, ...]:
        """Draw a mode "1" image; its sides must be multiples of a cell's, as a panel's are."""
        match self:
            case Rendering.HALF_BLOCKS:
                return half_blocks(image)
            case Rendering.BRAILLE:
                return braille(image)
            case _:
                assert_never(self)


def half_blocks(image: Image.Image) -> tuple[Row, ...]:
    """Draw the picture as the golden frames do, without their bezel."""
    return tuple(tuple((block, False) for block in line[1:-1]) for line in to_text(image).splitlines()[1:-1])


def braille(image: Image.Image) -> tuple[Row, ...]:
    """Draw the picture in braille, light areas reversed."""
    columns, lines = Rendering.BRAILLE.size(*image.size)
    dots = _dots(image)
    light = _light_areas(image, dots)

    def is_light(column: int, line: int) -> bool:
        return (column, line) in light

    def drawn(column: int, line: int) -> Cell:
        cell = dots[line * columns + column]
        edge = EDGES.get(cell)
        # At the rim of a light area: light on one side, not on the opposite one.
        if edge is not None and (
            is_light(column - 1, line) != is_light(column + 1, line)
            or is_light(column, line - 1) != is_light(column, line + 1)
        ):
            return edge
        return (_character(cell ^ FULL), True) if is_light(column, line) else (_character(cell), False)

    return tuple(tuple(drawn(column, line) for column in range(columns)) for line in range(lines))


def _character(dots: int) -> str:
    # Some fonts draw the empty braille cell as eight rings.
    return chr(EMPTY + dots) if dots else " "


def _dots(image: Image.Image) -> list[int]:
    """Return the dots of each cell, line by line."""
    width, height = image.size
    pixels = image.convert("L").tobytes()
    return [
        sum(bit for i, bit in enumerate(DOTS) if pixels[(top + i // 2) * width + left + i % 2])
        for top in range(0, height, 4)
        for left in range(0, width, 2)
    ]


def _light_areas(image: Image.Image, dots: list[int]) -> set[Place]:
    """Return the cells of all light areas."""
    columns = Rendering.BRAILLE.size(*image.size)[0]
    boxes = _boxes(image).reduce(Rendering.BRAILLE.value).tobytes()
    # A cell without a dot is the gap between two areas.
    candidates = {(i % columns, i // columns) for i, cell in enumerate(dots) if cell and boxes[i] > HALF_LIGHT}
    light: set[Place] = set()
    while candidates:
        area = _connected(candidates)
        candidates -= area
        across = [column for column, _ in area]
        if max(across) - min(across) + 1 >= WIDE:
            light |= area
    return light


def _boxes(image: Image.Image) -> Image.Image:
    """Return a picture of all light boxes of a mark's size, with thin dark in them closed."""
    margin = max(MARK)
    grey = ImageOps.expand(image.convert("L"), border=margin, fill=0)
    gap = (STROKE + 1, STROKE + 1)
    closed = _swept(_swept(grey, ImageChops.lighter, gap, 1), ImageChops.darker, gap, -1)
    boxes = _swept(_swept(closed, ImageChops.darker, MARK, 1), ImageChops.lighter, MARK, -1)
    return ImageOps.crop(boxes, border=margin)


def _swept(image: Image.Image, join: Join, size: tuple[int, int], direction: int) -> Image.Image:
    """Join each pixel with all those in a box of this size that lies before it, or (-1) behind it."""
    for axis, length in enumerate(size):
        done = 1
        while done < length:
            step = min(done, length - done)
            shift = direction * step
            image = join(image, ImageChops.offset(image, *((shift, 0) if axis == 0 else (0, shift))))
            done += step
    return image


def _connected(places: set[Place]) -> set[Place]:
    """Return the places that are connected with one of these, by sides."""
    first = next(iter(places))
    area, edge = {first}, [first]
    while edge:
        column, line = edge.pop()
        around = {(column - 1, line), (column + 1, line), (column, line - 1), (column, line + 1)}
        fresh = (around & places) - area
        area |= fresh
        edge += fresh
    return area


def runs(row: Row) -> Iterator[Cell]:
    """Join neighbours that are shown alike: each text and whether it is reversed."""
    for is_reversed, cells in groupby(row, key=lambda cell: cell[1]):
        yield "".join(character for character, _ in cells), is_reversed


def changed(before: Row, after: Row) -> tuple[int, int] | None:
    """Return the first column that differs and how many columns on the last one is; ``None`` if none differs."""
    columns = [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    return (columns[0], columns[-1] - columns[0] + 1) if columns else None
