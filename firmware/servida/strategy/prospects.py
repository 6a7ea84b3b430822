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

from servida.strategy.values import turns_of

if TYPE_CHECKING:
    from servida.strategy.game import Game
    from servida.strategy.lattice import Floats, Indices

BATCH = 32
"""States in one batch: 8 ms on the laptop that this was written on."""


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
    the first, second, … turn from here.  ``below``: the chance of less than each number of points in ``unwon``, one
    column more than there.
    """

    game: Game
    outcomes: tuple[Outcome, ...]
    chances: Floats
    totals: Floats
    unwon: Floats
    wins: Floats
    below: Floats

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


class Foreseeing:
    """Prospects of a game in the making: ``advance`` does a batch of states, until ``prospects`` are there.

    ``values`` are those of the game; ``batch`` is the number of states done at once.
    """

    def __init__(self, game: Game, values: Floats, batch: int = BATCH) -> None:
        self.game, self._values = game, values
        outcomes = _outcomes(game)
        most = int(sum(max(plain.max(), served.max()) for plain, served in zip(game.plain, game.served, strict=True)))
        totals, unwon = np.zeros((game.size, most + 1)), np.zeros((game.size, most + 1))
        totals[0, 0] = unwon[0, 0] = 1.0
        chances, wins = np.zeros((game.size, len(outcomes))), np.zeros((game.size, game.lines))
        below = np.zeros((game.size, most + 2))
        below[0, 1:] = 1.0
        self._found = Prospects(game, outcomes, chances, totals, unwon, wins, below)
        self._parts = game.batches(batch)
        self._next = 0

    @property
    def prospects(self) -> Prospects | None:
        """The prospects of the game, ``None`` until they are whole."""
        return self._found if self._next == len(self._parts) else None

    def advance(self) -> None:
        """Work out the next batch, while the prospects are not whole."""
        part, found = self._parts[self._next], self._found
        found.chances[part] = _chances(found.game, self._values, part, found.outcomes)
        for row, outcome in enumerate(found.outcomes):
            states = part[found.chances[part, row] > 0]
            if len(states):
                _join(found, states, found.chances[states, row][:, np.newaxis], outcome)
        found.below[part, 1:] = np.add.accumulate(found.unwon[part], axis=1)
        self._next += 1
        if self._next == len(self._parts):
            for array in (found.chances, found.totals, found.unwon, found.wins, found.below):
                array.flags.writeable = False


def prospects(game: Game, values: Floats) -> Prospects:
    """Return the prospects of a game whose values are known: some 0.3 s for ten lines on a laptop."""
    foreseeing = Foreseeing(game, values, batch=4 * BATCH)
    while (found := foreseeing.prospects) is None:
        foreseeing.advance()
    return found


def _join(found: Prospects, states: Indices, chance: Floats, outcome: Outcome) -> None:
    """Add to the future of these states what comes after the outcome, which has this chance in them."""
    after = found.game.after(states, outcome.line, hit=outcome.points > 0)
    reach = found.totals.shape[1] - outcome.points
    found.totals[states, outcome.points :] += chance * found.totals[after, :reach]
    if outcome.won:
        found.wins[states, 0] += chance[:, 0]
    else:
        found.unwon[states, outcome.points :] += chance * found.unwon[after, :reach]
        found.wins[states, 1:] += chance * found.wins[after, :-1]


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
    number = np.zeros((2, game.lines, 1 + max(outcome.points for outcome in outcomes)), dtype=np.intp)
    for row, outcome in enumerate(outcomes):
        number[int(outcome.won), outcome.line, outcome.points] = row
    found = np.zeros(columns * len(outcomes))
    turn, (late, soon) = turns_of(game, values, states)
    for served, line, ended in zip((True, False), (soon, late), turn.ended(), strict=True):
        points = (game.served if served else game.plain)[line, np.arange(len(line))[:, np.newaxis]].astype(np.intp)
        if game.double is not None:
            points[(line == game.double) & ~game.scored(states)] = 0
        at = number[(won & served).astype(np.intp), line, points] + np.arange(columns) * len(outcomes)
        found += np.bincount(at.ravel(), ended.ravel(), len(found))
    return found.reshape(columns, len(outcomes))
