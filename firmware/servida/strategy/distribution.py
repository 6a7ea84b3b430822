"""The spread of a whole match by one player under the expert's play: of its total, and of each line.

A winning served Generala counts as the Generala's points, as in the table whose expected total is the mean here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING

from servida.strategy.prospects import prospects

if TYPE_CHECKING:
    from collections.abc import Mapping

    from servida.rules import Line
    from servida.strategy.values import Table

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""Those that are told."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The chance of each number of points that can be, ascending; the chances add up to 1."""

    chances: Mapping[int, float]

    @property
    def mean(self) -> float:
        """The expected number of points."""
        return fsum(points * chance for points, chance in self.chances.items())

    @property
    def deviation(self) -> float:
        """The standard deviation, in points."""
        mean = self.mean
        return sqrt(fsum((points - mean) ** 2 * chance for points, chance in self.chances.items()))

    def quantile(self, part: float) -> int:
        """Return the fewest points that are not exceeded in this part of all matches; ``part`` is above 0, below 1."""
        below = 0.0
        for points, chance in self.chances.items():
            below += chance
            if below >= part:
                return points
        return max(self.chances)


@dataclass(frozen=True, slots=True)
class Distribution:
    """The spread of the total and of each line, and the chance that a served Generala wins before the sheet is full."""

    total: Spread
    lines: Mapping[Line, Spread]
    won: float


def distribution(table: Table) -> Distribution:
    """Return the distribution of a match played by this table: 0.2 to 0.5 s on a laptop."""
    game = table.game
    future = prospects(game, table.values)
    row = future.totals[game.full].tolist()
    total = Spread({points: chance for points, chance in enumerate(row) if chance > 0})
    lines = {line: Spread(spread) for line, spread in zip(table.rules.lines, future.lines(), strict=True)}
    return Distribution(total, lines, fsum(future.wins[game.full].tolist()))
