"""Finds ways for the board's tracks: a search on a grid, one net after the other.

The board is a grid of two layers.  A net grows from one of its pads; each further pad is reached by the cheapest way
from what is there already (A*, in eight directions; a change of layer costs a via).  What belongs to another net is
surrounded by a band in which no track's middle may lie.  Once laid, a track is never moved: the order of the nets is
the caller's choice.  Knows shapes and numbers only, nothing of KiCad.  Millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import ceil, floor, hypot, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Cell = tuple[int, int, int]
"""Column, row and layer (0 front, 1 back)."""

Point = tuple[float, float]

VIA_COST = 12.0
"""A change of layer costs as much as so many cells (a guess that keeps vias few)."""

SLACK = 0.03
"""Added to each clearance: only the grid's points are measured, and a slanting track passes a round pad between two."""

STEPS = tuple((dx, dy, sqrt(abs(dx) + abs(dy))) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


@dataclass(frozen=True, slots=True)
class Bar:
    """Copper or an obstacle: all points within ``radius`` of the line from ``start`` to ``end``, on these layers.

    ``via`` tells whether its own net may have a via in it.
    """

    start: Point
    end: Point
    radius: float
    layers: tuple[int, ...] = (0, 1)
    net: str = ""
    via: bool = True

    def distance(self, x: float, y: float) -> float:
        """Return how far a point is from the shape; negative inside."""
        (x1, y1), (x2, y2) = self.start, self.end
        dx, dy = x2 - x1, y2 - y1
        length = dx * dx + dy * dy
        t = 0.0 if length == 0 else max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / length))
        return hypot(x - x1 - t * dx, y - y1 - t * dy) - self.radius


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangular pad, given by its middle and half its size; the same to the router as a bar."""

    centre: Point
    half: Point
    layers: tuple[int, ...] = (0, 1)
    net: str = ""
    via: bool = True

    def distance(self, x: float, y: float) -> float:
        """Return how far a point is from the rectangle; negative inside."""
        dx, dy = abs(x - self.centre[0]) - self.half[0], abs(y - self.centre[1]) - self.half[1]
        return hypot(max(dx, 0.0), max(dy, 0.0)) + min(max(dx, dy), 0.0)


@dataclass(frozen=True, slots=True)
class Rule:
    """How a net is laid: its tracks' width, their clearance, and its vias' diameter."""

    width: float = 0.3
    clearance: float = 0.2
    via: float = 0.6


@dataclass(frozen=True, slots=True)
class Way:
    """A piece of a net: corners of a track on one layer, or, with ``via``, a hole at its only corner."""

    net: str
    corners: tuple[Point, ...]
    layer: int
    width: float
    via: bool = False


class Unroutable(Exception):
    """There is no way to a pad."""


@dataclass(slots=True)
class Router:
    """A board on which ways are searched: its grid and what lies on it."""

    origin: Point
    step: float
    columns: int
    rows: int
    edge: float
    shapes: list[Bar | Box] = field(default_factory=list)

    def _xy(self, cell: Cell) -> Point:
        return self.origin[0] + cell[0] * self.step, self.origin[1] + cell[1] * self.step

    def _near(self, shape: Bar | Box, reach: float) -> Iterator[tuple[int, int]]:
        """Yield the grid points that lie within ``reach`` of a shape."""
        match shape:
            case Bar(start, end, radius):
                xs, ys, margin = (start[0], end[0]), (start[1], end[1]), radius + reach
            case Box(centre, half):
                xs, ys, margin = (
                    (centre[0] - half[0], centre[0] + half[0]),
                    (centre[1] - half[1], centre[1] + half[1]),
                    reach,
                )
        left, right = (min(xs) - margin - self.origin[0]) / self.step, (max(xs) + margin - self.origin[0]) / self.step
        top, low = (min(ys) - margin - self.origin[1]) / self.step, (max(ys) + margin - self.origin[1]) / self.step
        for column in range(max(ceil(left), 0), min(floor(right), self.columns - 1) + 1):
            x = self.origin[0] + column * self.step
            for row in range(max(ceil(top), 0), min(floor(low), self.rows - 1) + 1):
                if shape.distance(x, self.origin[1] + row * self.step) < reach:
                    yield column, row

    def _blocked(self, net: str, rule: Rule) -> tuple[set[Cell], set[tuple[int, int]]]:
        """Return where no track of this net may pass and where it may have no via."""
        tracks: set[Cell] = set()
        vias: set[tuple[int, int]] = set()
        for shape in self.shapes:
            mine = shape.net == net
            if not mine:
                reach = rule.clearance + rule.width / 2 + SLACK
                tracks |= {(x, y, layer) for x, y in self._near(shape, reach) for layer in shape.layers}
                vias |= set(self._near(shape, rule.clearance + rule.via / 2 + SLACK))
            elif not shape.via:
                vias |= set(self._near(shape, rule.via / 2))
        return tracks, vias

    def _inside(self, cell: Cell, margin: float) -> bool:
        return (
            margin <= cell[0] * self.step <= (self.columns - 1) * self.step - margin
            and margin <= cell[1] * self.step <= (self.rows - 1) * self.step - margin
        )

    def _cells(self, pad: Bar | Box) -> set[Cell]:
        """Return the cells well inside a pad; at least the one next to its middle."""
        found = {(x, y, layer) for x, y in self._near(pad, -0.1) for layer in pad.layers}
        centre = pad.start if isinstance(pad, Bar) else pad.centre
        near = (round((centre[0] - self.origin[0]) / self.step), round((centre[1] - self.origin[1]) / self.step))
        return found | {(*near, layer) for layer in pad.layers}

    def lay(self, net: str, pads: Iterable[Bar | Box], rule: Rule) -> list[Way]:
        """Join these pads, which must be among the shapes, and return the ways; raises ``Unroutable``."""
        todo = list(pads)
        tree = self._cells(todo.pop(0))
        ways: list[Way] = []
        while todo:
            tracks, vias = self._blocked(net, rule)
            goals = {cell: number for number, pad in enumerate(todo) for cell in self._cells(pad)}
            path = self._search(net, tree, goals, tracks, vias, rule)
            tree |= set(path) | self._cells(todo.pop(goals[path[-1]]))
            for way in self._ways(net, path, rule):
                ways.append(way)
                self.shapes.extend(_shapes(way, rule))
        return ways

    def _search(
        self,
        net: str,
        tree: set[Cell],
        goals: dict[Cell, int],
        tracks: set[Cell],
        vias: set[tuple[int, int]],
        rule: Rule,
    ) -> list[Cell]:
        left, right = min(x for x, _, _ in goals), max(x for x, _, _ in goals)
        top, low = min(y for _, y, _ in goals), max(y for _, y, _ in goals)

        def least(cell: Cell) -> float:
            dx = max(left - cell[0], 0, cell[0] - right)
            dy = max(top - cell[1], 0, cell[1] - low)
            return max(dx, dy) + (sqrt(2) - 1) * min(dx, dy)

        cost = dict.fromkeys(tree, 0.0)
        came: dict[Cell, Cell] = {}
        queue = [(least(cell), cell) for cell in sorted(tree)]
        queue.sort()
        done: set[Cell] = set()
        margin = self.edge + rule.width / 2
        while queue:
            _, cell = heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            if cell in goals:
                path = [cell]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            x, y, layer = cell
            onward = [((x + dx, y + dy, layer), length) for dx, dy, length in STEPS]
            if (x, y) not in vias and self._inside(cell, self.edge + rule.via / 2):
                onward.append(((x, y, 1 - layer), VIA_COST))
            for to, length in onward:
                if to in done or (to in tracks and to not in goals) or not self._inside(to, margin):
                    continue
                total = cost[cell] + length
                if total < cost.get(to, 1e9):
                    cost[to], came[to] = total, cell
                    heappush(queue, (total + least(to), to))
        raise Unroutable(f"no way for {net}")

    def _ways(self, net: str, path: list[Cell], rule: Rule) -> Iterator[Way]:
        corners = [path[0]]
        for one, two, three in zip(path, path[1:], path[2:], strict=False):
            if (two[0] - one[0], two[1] - one[1], two[2]) != (three[0] - two[0], three[1] - two[1], three[2]):
                corners.append(two)
        corners.append(path[-1])
        run: list[Cell] = []
        for cell in corners:
            if run and cell[2] != run[-1][2]:
                if len(run) > 1:
                    yield Way(net, tuple(self._xy(each) for each in run), run[0][2], rule.width)
                yield Way(net, (self._xy(cell),), 0, rule.via, via=True)
                run = []
            run.append(cell)
        if len(run) > 1:
            yield Way(net, tuple(self._xy(each) for each in run), run[0][2], rule.width)


def _shapes(way: Way, rule: Rule) -> Iterator[Bar]:
    if way.via:
        yield Bar(way.corners[0], way.corners[0], rule.via / 2, (0, 1), way.net, via=False)
    for start, end in zip(way.corners, way.corners[1:], strict=False):
        yield Bar(start, end, way.width / 2, (way.layer,), way.net)
