"""What becomes of a sheet under the expert's play: the chance of every total to come, from every state.

The expert follows ``Turns.choices`` and, at the end of a turn, the best line, the first of equals.  A turn ends in an
*outcome*: a line and the points written there.  The chance of each outcome in each state comes from pushing the
chances of the first roll through the turn; the chances of totals follow from those of the states with a line less.

A served Generala that wins is an outcome of its own.  ``totals`` values it as the table does, so that their mean is
the table's value; ``unwon`` leaves it out, for who needs the match as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from servida.strategy.values import turns_of, worths

if TYPE_CHECKING:
    from servida.strategy.game import Game
    from servida.strategy.lattice import Floats, Indices

BATCH = 128
"""States in one batch; the arrays of one take a megabyte each."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a turn can end: so many points on a line, by its row; ``won`` if a served Generala won the match there."""

    line: int
    points: int
    won: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """The future of every state under the expert's play; rows are states, 0 where no state is.

    ``chances``: of each of ``outcomes`` (the columns) in the next turn.  ``totals``: of each number of points to come,
    a winning served Generala counted as the Generala's points.  ``unwon``: the same without all futures in which a
    served Generala wins, so that a row adds up to less than 1 by their chance.  ``wins``: the chance that one wins in
    the first, second, … turn from here.
    """

    game: Game
    outcomes: tuple[Outcome, ...]
    chances: Floats
    totals: Floats
    unwon: Floats
    wins: Floats

    def lines(self) -> tuple[dict[int, float], ...]:
        """Return for each line the chance of each number of points on it, over a match from the empty sheet.

        A winning served Generala counts as the Generala's points, and play goes on.
        """
        game = self.game
        reach = np.zeros(game.size)
        reach[game.full] = 1.0
        found: tuple[dict[int, float], ...] = tuple({} for _ in range(game.lines))
        for count in range(game.lines, 0, -1):
            states = game.layer(count)
            for at, outcome in enumerate(self.outcomes):
                chance = reach[states] * self.chances[states, at]
                some = chance > 0
                if some.any():
                    here = found[outcome.line]
                    here[outcome.points] = here.get(outcome.points, 0.0) + float(np.add.accumulate(chance)[-1])
                    after = game.after(states[some], outcome.line, hit=outcome.points > 0)
                    # States with and without a scored Generala meet when the Double is filled.
                    np.add.at(reach, after, chance[some])
        return tuple(dict(sorted(each.items())) for each in found)


def prospects(game: Game, values: Floats) -> Prospects:
    """Return the prospects of a game whose values are known: some 0.3 s for ten lines on a laptop."""
    outcomes = _outcomes(game)
    chances = np.zeros((game.size, len(outcomes)))
    most = int(sum(max(plain.max(), served.max()) for plain, served in zip(game.plain, game.served, strict=True)))
    totals, unwon = np.zeros((game.size, most + 1)), np.zeros((game.size, most + 1))
    totals[0, 0] = unwon[0, 0] = 1.0
    wins = np.zeros((game.size, game.lines))
    for count in range(1, game.lines + 1):
        layer = game.layer(count)
        for at in range(0, len(layer), BATCH):
            states = layer[at : at + BATCH]
            chances[states] = _chances(game, values, states, outcomes)
        for row, outcome in enumerate(outcomes):
            states = layer[chances[layer, row] > 0]
            chance = chances[states, row][:, np.newaxis]
            after = game.after(states, outcome.line, hit=outcome.points > 0)
            reach = most + 1 - outcome.points
            totals[states, outcome.points :] += chance * totals[after, :reach]
            if outcome.won:
                wins[states, 0] += chance[:, 0]
            else:
                unwon[states, outcome.points :] += chance * unwon[after, :reach]
                wins[states, 1:] += chance * wins[after, :-1]
    for array in (chances, totals, unwon, wins):
        array.flags.writeable = False
    return Prospects(game, outcomes, chances, totals, unwon, wins)


def _outcomes(game: Game) -> tuple[Outcome, ...]:
    points = [
        {0.0, *map(float, plain), *map(float, served)} for plain, served in zip(game.plain, game.served, strict=True)
    ]
    written = [Outcome(line, int(each)) for line in range(game.lines) for each in sorted(points[line])]
    if game.generala is not None:
        won = sorted({int(each) for each in game.served[game.generala][game.winning]})
        written += [Outcome(game.generala, each, won=True) for each in won]
    return tuple(written)


def _chances(game: Game, values: Floats, states: Indices, outcomes: tuple[Outcome, ...]) -> Floats:
    """Return the chance of each outcome in each of these states, shape (states, outcomes)."""
    columns, won = len(states), game.won(states)
    found = np.zeros((columns, len(outcomes)))
    for served, ended in zip((True, False), turns_of(game, values, states).ended(), strict=True):
        line = _lines(game, values, states, served=served)
        points = (game.served if served else game.plain)[line, np.arange(len(line))[:, np.newaxis]]
        if game.double is not None:
            points[(line == game.double) & ~game.scored(states)] = 0.0
        for number, outcome in enumerate(outcomes):
            same = (line == outcome.line) & (points == outcome.points) & ((won & served) == outcome.won)
            hands, column = np.nonzero(same)
            found[:, number] += np.bincount(column, ended[hands, column], columns)
    return found


def _lines(game: Game, values: Floats, states: Indices, *, served: bool) -> Indices:
    """Return on which line the expert writes each hand, shape (hands, states)."""
    best = np.full((game.plain.shape[1], len(states)), -np.inf)
    chosen = np.zeros(best.shape, dtype=np.intp)
    for line, worth in enumerate(worths(game, values, states, served=served)):
        better = worth > best
        best[better] = worth[better]
        chosen[better] = line
    return chosen
