"""Exact solitaire values: the largest expected total still to come, from every state of a sheet.

Backward induction: a state is worth what a turn brings it, and each end of that turn is worth its points and the state
after it, which has one open line less.  The first roll is valued apart, because served combinations pay more.  A
served Generala that wins the match is valued as the Generala's points, as if it were written and play went on: a total
of points can't hold a won match.

The states with equally many open lines are worked out in batches, so that whoever must not be kept waiting can do a
batch at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from servida.strategy.game import game_of, state_of
from servida.strategy.turns import turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from servida.rules import RuleSet, Sheet
    from servida.strategy.game import Game
    from servida.strategy.lattice import Floats, Indices
    from servida.strategy.turns import Turns

BATCH = 64
"""States in one batch: 2 ms on the laptop that this was written on, half of it numpy's own calls."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What every state of a rule set's sheets is worth, in points to come; ``values`` has NaN where no state is."""

    rules: RuleSet
    values: Floats

    @property
    def game(self) -> Game:
        """The game of the rule set."""
        return game_of(self.rules)

    @property
    def states(self) -> int:
        """How many states there are, the full sheet and the empty one included: 1,024, or 2,560 with the Double."""
        return len(self.game.states())

    @property
    def expected(self) -> float:
        """The expected total of a whole match, played as well as can be."""
        return float(self.values[self.game.full])

    def to_come(self, sheet: Sheet) -> float:
        """Return the expected points still to come on this sheet before a first roll, played as well as can be."""
        return float(self.values[state_of(self.rules, sheet)])


class Solving:
    """A table in the making: ``advance`` does a batch, ``done`` says how much is done, 0 to 1.

    ``values`` are those worked out so far, NaN where none are; ``batch`` is the number of states done at once.
    """

    def __init__(self, game: Game, batch: int = BATCH) -> None:
        self._game = game
        self.values = np.full(game.size, np.nan)
        self.values[0] = 0.0
        self._parts = game.batches(batch)
        self._next = 0

    @property
    def done(self) -> float:
        """The part of the work that is done: 1.0 when the values are whole."""
        return self._next / len(self._parts)

    def advance(self) -> None:
        """Work out the next batch; nothing happens once all is done."""
        if self._next < len(self._parts):
            part = self._parts[self._next]
            self.values[part] = before_rolling(self._game, self.values, part)
            self._next += 1


def solve(rules: RuleSet) -> Table:
    """Return the table of a rule set, worked out in one go: 0.1 to 0.5 s on a laptop."""
    return Table(rules, values_of(game_of(rules)))


def values_of(game: Game) -> Floats:
    """Return the value of every state of a game, NaN where no state is."""
    solving = Solving(game)
    while solving.done < 1:
        solving.advance()
    solving.values.flags.writeable = False
    return solving.values


def before_rolling(game: Game, values: Floats, states: Indices) -> Floats:
    """Return what these states are worth before a first roll, from the values of those with a line less open."""
    return turns_of(game, values, states)[0].value


def turns_of(game: Game, values: Floats, states: Indices) -> tuple[Turns, tuple[Indices, Indices]]:
    """Return the turns that are played in these states, from the values of those with a line less open.

    With them the row of the line on which each hand is written, after a later roll and after the first one.
    """
    (plain, late), (served, soon) = (first_best(worths(game, values, states, served=first)) for first in (False, True))
    return turns(game.lattice, game.rolls, plain, served, game.won(states)), (late, soon)


def worths(game: Game, values: Floats, states: Indices, *, served: bool) -> Iterator[Floats]:
    """Give, line by line, what each hand written there is worth: its points and what is to come after them.

    The shape is (hands, states); -inf where the line is filled, and for a served hand that wins on all lines but the
    Generala.
    """
    points = game.served if served else game.plain
    won = game.won(states) if served else None
    for line in range(game.lines):
        closed = (states >> line & 1) == 0
        missed = np.where(closed, -np.inf, values[game.after(states, line, hit=False)])
        here = points[line][:, np.newaxis]
        if line == game.double:
            worth = here * game.scored(states) + missed
        elif line == game.generala and game.double is not None:
            hit = np.where(closed, -np.inf, values[game.after(states, line, hit=True)])
            worth = here + np.where(here > 0, hit, missed)
        else:
            worth = here + missed
        if won is not None and line != game.generala:
            worth[won] = -np.inf
        yield worth


def first_best(worths: Iterator[Floats]) -> tuple[Floats, Indices]:
    """Return the largest of these arrays, element by element, and the number of the first that has it."""
    best = next(worths)
    chosen = np.zeros(best.shape, np.intp)
    for line, worth in enumerate(worths, 1):
        better = worth > best
        best = np.where(better, worth, best)
        chosen[better] = line
    return best, chosen
