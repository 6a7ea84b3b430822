"""The cheapest rectangles that cover given cells, exactly: every way of covering them, column by column.

Cells and costs are those of ``cover``. From left to right, a state is the set of spans of rows at which a rectangle is
open. At the next columns each may stay open or end, and others begin. Nothing cheaper is lost by these rules:

- Rectangles begin and end where columns change: among equal columns each does with the cheapest state of any of them.
- One begins where it covers a cell that no other does; else it could begin later, or not at all.
- Its first and its last row have a cell less than a rectangle's price ahead; else a lower one to begin with, and
  another later, would cost no more.
- A state goes when another is as cheap even after beginning all that it lacks.
- So does one that with a cost of 1 for every cell to come is no cheaper than what is known.

Spans are masks of rows, sets of spans are masks in which each span has a bit. Whatever depends on masks alone is worked
out once and kept.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TypeAlias

HIGHEST = 4
"""Rows that the cells may have; with n rows there are up to (n + 1)! / 2 ways to cover a column."""

EFFORT = 600
"""Ways of covering a column after which it gives up: some 0.15 ms on a laptop's core (measured)."""

_SPANS = [(1 << end) - (1 << row) for row in range(HIGHEST) for end in range(row + 1, HIGHEST + 1)]

_States: TypeAlias = dict[int, tuple[int, int]]
"""State to its cost so far and the state before it."""


def sweep(columns: bytes, price: int, below: int, effort: float = EFFORT) -> list[tuple[int, int, int, int]] | None:
    """Return the boxes (first and last column, first and last row) that cost least.

    ``None`` where nothing costs less than ``below``, or that would take more than ``effort`` steps or ``HIGHEST`` rows.
    """
    if max(columns) >> HIGHEST:
        return None
    runs = [(column, len(list(equal))) for column, equal in groupby(columns)]
    to_come = sum(column.bit_count() * width for column, width in runs)
    history: list[_States] = [{0: (0, 0)}]
    for (column, width), near in zip(runs, _near(runs, price), strict=True):
        to_come -= column.bit_count() * width
        states, steps = _step(history[-1], column, width, near, price, below - to_come)
        effort -= steps
        if not states or effort < 0:
            return None
        history.append(_undominated(states, price))
    return _boxes(history, [width for _, width in runs])


def _near(runs: list[tuple[int, int]], price: int) -> list[int]:
    """Return for each run which rows have a cell in it or less than ``price`` columns after its beginning."""
    distance = [price] * HIGHEST
    rows = []
    for column, width in reversed(runs):
        distance = [0 if column >> row & 1 else ahead + width for row, ahead in enumerate(distance)]
        rows.append(sum(1 << row for row, ahead in enumerate(distance) if ahead < price))
    return rows[::-1]


def _step(before: _States, column: int, width: int, near: int, price: int, below: int) -> tuple[_States, int]:
    """Return the states after so many equal columns that cost less than ``below``, and how many ways were tried."""
    after: _States = {}
    steps = 0
    for state, (cost, _) in before.items():
        for kept, covered, height in _kept(state):
            so_far = cost + height * width
            if so_far >= below:
                continue
            ways = _begun(near, column & ~covered)
            steps += len(ways)
            for begun, count, added in ways:
                total = so_far + count * price + added * width
                if total < below and total < after.get(kept | begun, (below,))[0]:
                    after[kept | begun] = total, state
    return after, steps


@cache
def _kept(state: int) -> list[tuple[int, int, int]]:
    """Return every subset of the spans, the rows that it covers, and the sum of its heights."""
    subsets = [(0, 0, 0)]
    for number, span in enumerate(_SPANS):
        if state >> number & 1:
            subsets += [(kept | 1 << number, rows | span, sum_ + span.bit_count()) for kept, rows, sum_ in subsets]
    return subsets


@cache
def _begun(near: int, bare: int) -> list[tuple[int, int, int]]:
    """Return the ways to cover the bare rows by spans between near ones: spans, their number, sum of their heights."""
    if not bare:
        return [(0, 0, 0)]
    ways = []
    for number, span in enumerate(_SPANS):
        ends = span & -span | 1 << span.bit_length() - 1
        if ends & ~near == 0 and span & bare & -bare:
            ways += [
                (begun | 1 << number, count + 1, sum_ + span.bit_count())
                for begun, count, sum_ in _begun(near, bare & ~span)
            ]
    return ways


def _undominated(states: _States, price: int) -> _States:
    """Return the states, cheapest first, without those that one of the first few makes needless."""
    kept: _States = {}
    few: list[tuple[int, int]] = []
    for state, entry in sorted(states.items(), key=lambda item: item[1][0]):
        if any(entry[0] >= cost + price * (state & ~other).bit_count() for other, cost in few):
            continue
        kept[state] = entry
        if len(few) < 4:
            few.append((state, entry[0]))
    return kept


def _boxes(history: list[_States], widths: list[int]) -> list[tuple[int, int, int, int]]:
    """Return the rectangles of the cheapest way through the states, read from its end."""
    state = next(iter(history[-1]))
    boxes: list[tuple[int, int, int, int]] = []
    last: dict[int, int] = {}
    right = sum(widths) - 1
    for states, width in zip(reversed(history[1:]), reversed(widths), strict=True):
        before = states[state][1]
        for number, span in enumerate(_SPANS):
            if state >> number & 1:
                last.setdefault(number, right)
                if not before >> number & 1:
                    top, end = (span & -span).bit_length() - 1, span.bit_length() - 1
                    boxes.append((right - width + 1, last.pop(number), top, end))
        state, right = before, right - width
    return boxes
