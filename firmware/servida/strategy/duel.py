"""Many matches between computers, and what can be said of them: who wins how often, and how sure that is.

Dice are paired: the same set of dice is played once from every seat, all moving up one place, so that luck falls on
everybody alike.  The matches of one set hang together; the intervals here reckon with that.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from servida.strategy.batch import dice_shape, play

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from servida.strategy.batch import Dice, Player
    from servida.strategy.game import Game
    from servida.strategy.lattice import Floats, Indices

    Thrower: TypeAlias = Callable[[tuple[int, ...]], Dice]
    """Throws dice of this shape, 0 to 5 each."""

SETS = 2000
"""Sets of dice played at once: 600 KB of them for two players."""

SURE = 1.959964
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of one player: their mean with its interval, and their standard deviation."""

    mean: Estimate
    deviation: float


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """Matches that were played, a column each; match i used set of dice i // players.

    ``parts``: what each player, a row, won of each match: 1, 0 or an equal part of a tie.  ``totals``: points.
    ``sudden``: which matches a served Generala ended.
    """

    parts: Floats
    totals: Indices
    sudden: NDArray[np.bool_]

    @property
    def games(self) -> int:
        """How many matches."""
        return len(self.sudden)

    @property
    def ties(self) -> int:
        """How many matches several won."""
        return self.games - sum(self.wins(player) for player in range(len(self.parts)))

    def wins(self, player: int) -> int:
        """Return how many matches the player won alone."""
        return int((self.parts[player] == 1).sum())

    def share(self, player: int) -> Estimate:
        """Return which part of the matches the player wins, a tie counting in equal parts: Wilson's interval.

        The number of matches that it takes is that of independent ones which would be as sure as these.
        """
        parts = self.parts[player]
        mean, error = float(parts.mean()), self._error(parts)
        alike = mean * (1 - mean)
        count = alike / error**2 if error and alike else self.games / len(self.parts)
        middle = (mean + SURE**2 / (2 * count)) / (1 + SURE**2 / count)
        half = SURE * sqrt(alike / count + (SURE / (2 * count)) ** 2) / (1 + SURE**2 / count)
        return Estimate(mean, middle - half, middle + half)

    def total(self, player: int) -> Totals | None:
        """Return the totals of a player in the matches that went to the last line, ``None`` if there are none."""
        whole = ~self.sudden
        if not whole.any():
            return None
        return totals_of(self.totals[player, whole])

    def _error(self, each: Floats) -> float:
        """Return the standard error of the mean of these, of which those of one set of dice hang together."""
        off = np.add.reduceat(each - each.mean(), np.arange(0, len(each), len(self.parts)))
        return sqrt(float((off**2).sum())) / len(each)


def totals_of(points: Indices) -> Totals:
    """Return what can be said of these totals, one at least, of matches that are independent of each other.

    One alone says nothing of others: its interval is infinite.
    """
    mean, deviation = float(points.mean()), float(points.std())
    half = SURE * deviation / sqrt(len(points)) if len(points) > 1 else inf
    return Totals(Estimate(mean, mean - half, mean + half), deviation)


def duel(
    game: Game, players: Sequence[Player], games: int, throw: Thrower, told: Callable[[int], None] = lambda _: None
) -> Duel:
    """Return how so many matches between these players, two or more, end.

    ``told`` is called now and then with the number of matches that were played.
    """
    count = len(players)
    parts, totals = np.zeros((count, games)), np.zeros((count, games), dtype=np.intp)
    sudden = np.zeros(games, dtype=np.bool_)
    for begin in range(0, games, SETS * count):
        here = min(SETS * count, games - begin)
        dice = throw(dice_shape(game, count, -(-here // count)))
        done = begin
        for turned in range(min(count, here)):
            columns = np.arange(begin + turned, begin + here, count)
            seated = [(seat + turned) % count for seat in range(count)]
            scores = play(game, [players[who] for who in seated], dice[..., : len(columns)])
            for seat, who in enumerate(seated):
                parts[who, columns] = scores.parts[seat]
                totals[who, columns] = scores.totals[seat]
            sudden[columns] = scores.sudden >= 0
            done += len(columns)
            told(done)
    return Duel(parts, totals, sudden)
