"""Rectangles that cover given cells at the least cost: a price each, and one for every cell in it.

The cells stand in columns, a byte a column, a bit a row (the lowest is row 0): what changed on a panel. The cheapest
cover is hard to find in general, as rectangles may overlap and needn't be what straight cuts leave. So:

1. Clusters with as many empty columns between them as a rectangle's price have nothing to do with each other.
2. The box around a cluster is the answer when it holds no more cells too many than another rectangle's price.
3. Else the cluster is cut in two, straight across, where that gains most, and the parts likewise, while it gains. It
   never comes to more than the box.
4. ``sweep`` then looks for anything cheaper, and is exact, but gives up on a cluster that is higher than a few rows or
   differs too much from column to column.

So the answer is the cheapest unless the sweep gives up, and never dearer than the box. Step 3 alone misses little: of
133 different changes in a match for which every way of straight cuts could be tried, it missed the best in two, by 11
bytes in all. A dearer search would take the processor of a Zero 2 W longer than the bytes that it saves take the wire.
Answers are kept: the same picture of a die turns up again and again.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache, reduce
from itertools import accumulate
from operator import add, mul, or_
from typing import TypeAlias

from servida.device.sweep import sweep

Box: TypeAlias = tuple[int, int, int, int]
"""First and last column, first and last row."""

_CELLS = bytes(column.bit_count() for column in range(256))
_TOP = bytes([0, *((column & -column).bit_length() - 1 for column in range(1, 256))])
_HEIGHT = bytes(column.bit_length() - _TOP[column] for column in range(256))
_UPPER = [bytes(column & (1 << row) - 1 for column in range(256)) for row in range(8)]
_LOWER = [bytes(column >> row << row for column in range(256)) for row in range(8)]
_RAISED = [bytes(column >> row for column in range(256)) for row in range(8)]
_HOLE = re.compile(rb"\0+")


def cover(columns: bytes, price: int) -> list[Box]:
    """Return boxes that cover every set bit; each costs its cells and ``price`` (at least 1)."""
    boxes = []
    for cluster in _clusters(price).finditer(columns):
        left, cells = cluster.start(), cluster.group()
        top = _TOP[reduce(or_, cells)]
        boxes += [
            (left + first, left + last, top + upper, top + lower)
            for first, last, upper, lower in _covered(cells.translate(_RAISED[top]), price)
        ]
    return boxes


@cache
def _clusters(price: int) -> re.Pattern[bytes]:
    """Return the pattern of columns with less than ``price`` empty ones in a row between them."""
    return re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % (price - 1))


@lru_cache(maxsize=512)
def _covered(cells: bytes, price: int) -> tuple[Box, ...]:
    """Return the boxes of a cluster whose highest cell is in row 0."""
    cost, boxes = _cut(cells, 0, price)
    if cost > sum(cells.translate(_CELLS)) + 2 * price:
        boxes = sweep(cells, price, cost) or boxes
    return tuple(boxes)


def _cut(cells: bytes, left: int, price: int) -> tuple[int, list[Box]]:
    """Return what straight cuts come to for a cluster that begins at column ``left``, and its boxes."""
    rows, width = reduce(or_, cells), len(cells)
    top, height = _TOP[rows], _HEIGHT[rows]
    whole = price + width * height, [(left, left + width - 1, top, top + height - 1)]
    if height == 1 or width * height - sum(cells.translate(_CELLS)) <= price:
        return whole
    best, at, end = _cut_down(cells, price)
    parts = [(left, cells[:at]), (left + end, cells[end:])]
    for row in range(top + 1, top + height):
        upper, lower = cells.translate(_UPPER[row]), cells.translate(_LOWER[row])
        estimate = _estimate(upper, price) + _estimate(lower, price)
        if estimate <= best:
            best, halves = estimate, (upper, lower)
            parts = [(left + part.start(), part.group()) for half in halves for part in _clusters(price).finditer(half)]
    if best >= whole[0]:
        return whole
    cost, boxes = 0, []
    for start, part in parts:
        more, found = _cut(part, start, price)
        cost += more
        boxes += found
    return cost, boxes


def _cut_down(cells: bytes, price: int) -> tuple[int, int, int]:
    """Return the cost of the two boxes left by the best vertical cut, where the one ends and the other begins."""
    width = len(cells)
    # By the width of the part; a cut behind the last column is none, and costs more than the whole.
    left = list(map(mul, range(1, width + 1), map(_HEIGHT.__getitem__, accumulate(cells, or_))))
    right = [0, *map(mul, range(1, width), map(_HEIGHT.__getitem__, accumulate(reversed(cells), or_)))]
    costs = list(map(add, left, reversed(right)))
    best = min(costs)
    at = end = costs.index(best) + 1
    for hole in _HOLE.finditer(cells):
        first, last = hole.span()
        cost = left[first - 1] + right[width - last]
        if cost <= best:
            best, at, end = cost, first, last
    return best + 2 * price, at, end


def _estimate(cells: bytes, price: int) -> int:
    """Return what the boxes around the clusters of these cells cost."""
    return sum(price + len(cluster) * _HEIGHT[reduce(or_, cluster)] for cluster in _clusters(price).findall(cells))
