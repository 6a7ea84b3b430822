"""The cheapest covering of cells by rectangles, by trying all: what the search of windows is compared with."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

Box = tuple[int, int, int, int]


def columns_of(cells: int, width: int, height: int, stretch: int = 1) -> bytes:
    """Return a panel of cells, the bits of an integer column by column, as columns; each ``stretch`` times."""
    rows = (1 << height) - 1
    return b"".join(bytes([cells >> column * height & rows]) * stretch for column in range(width))


def brute_force(width: int, height: int, price: int, stretch: int = 1) -> Callable[[int], int]:
    """Return a function that gives the least cost of covering cells, over all sets of rectangles.

    A rectangle costs ``price`` and its cells, each of which is ``stretch`` columns wide. The topmost cell of the
    leftmost column with cells must be in some rectangle; each that has it is tried, and the rest covered likewise.
    """
    holding: list[list[tuple[int, int]]] = [[] for _ in range(width * height)]
    for left in range(width):
        for right in range(left, width):
            for top in range(height):
                for low in range(top, height):
                    inside = [column * height + row for column in range(left, right + 1) for row in range(top, low + 1)]
                    mask = sum(1 << cell for cell in inside)
                    for cell in inside:
                        holding[cell].append((mask, price + len(inside) * stretch))

    @cache
    def least(cells: int) -> int:
        if not cells:
            return 0
        first = (cells & -cells).bit_length() - 1
        return min(cost + least(cells & ~mask) for mask, cost in holding[first])

    return least


def cost_of(boxes: list[Box], price: int) -> int:
    """Return what boxes (first and last column, first and last row) cost."""
    return sum(price + (right - left + 1) * (low - top + 1) for left, right, top, low in boxes)


def is_covered(columns: bytes, boxes: list[Box]) -> bool:
    """Tell whether every set bit is in a box."""
    inside = bytearray(len(columns))
    for left, right, top, low in boxes:
        for column in range(left, right + 1):
            inside[column] |= (1 << low + 1) - (1 << top)
    return all(column & ~covered == 0 for column, covered in zip(columns, inside, strict=True))
