"""A rule set as the solver sees it: what each hand is worth on each line, and which sheets there can be.

A sheet is reduced to its *state*, one number: a bit for each open line, and where the Double is played one more bit
for a Generala that was scored, which matters only while the Double is open and the Generala is not.  Any dice, faces,
rolls and lines will do, so that small games can be worked out by hand; ``game_of`` makes the game of a rule set.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from servida.rules import ROLLS, Generala, Line, RuleSet, Sheet, Win, score
from servida.strategy.lattice import lattice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servida.strategy.lattice import Floats, Indices, Lattice


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """What the solver must know of a game.

    ``plain``, ``served``: points of each hand on each line, shape (lines, hands), whole numbers as floats; on the
    line ``double`` those of a player who scored the line ``generala``.  ``winning``: the hands that win at once when
    served while the line ``generala`` is open; there ``served`` holds what they are valued as.  ``generala`` and
    ``double`` are rows, None without such a line; the second needs the first.
    """

    lattice: Lattice
    rolls: int
    plain: Floats
    served: Floats
    winning: NDArray[np.bool_]
    generala: int | None = None
    double: int | None = None

    @property
    def lines(self) -> int:
        """How many lines a sheet has."""
        return len(self.plain)

    @property
    def full(self) -> int:
        """The state of a sheet on which all lines are open."""
        return (1 << self.lines) - 1

    @property
    def size(self) -> int:
        """One more than the highest state that there could be."""
        return 1 << (self.lines + (self.double is not None))

    def layer(self, count: int) -> Indices:
        """Return the states with so many open lines, ascending."""
        return np.array([state for state in self.states() if (state & self.full).bit_count() == count], dtype=np.intp)

    def batches(self, size: int) -> list[Indices]:
        """Return all states but the full sheet's, at most so many at once, after all those with fewer open lines."""
        layers = [self.layer(count) for count in range(1, self.lines + 1)]
        return [layer[at : at + size] for layer in layers for at in range(0, len(layer), size)]

    def states(self) -> list[int]:
        """Return all states, ascending: 1,024 of ten lines, 2,560 with the Double."""
        return [state for state in range(self.size) if self._exists(state)]

    def open(self, state: int, line: int) -> bool:
        """Tell whether the line is open."""
        return bool(state >> line & 1)

    def scored(self, states: Indices) -> NDArray[np.bool_]:
        """Tell which states remember a scored Generala."""
        return states > self.full

    def after(self, states: Indices, line: int, *, hit: bool) -> Indices:
        """Return the states once the line, open in them, is filled: with points (``hit``), or with 0."""
        left = states & ~(1 << line)
        if self.double is None:
            return left
        if line == self.double:
            return left & self.full
        if line == self.generala and hit:
            return np.where(left >> self.double & 1, left | 1 << self.lines, left)
        return left

    def won(self, states: Indices) -> NDArray[np.bool_]:
        """Tell which served hands win at once, shape (hands, states)."""
        if self.generala is None:
            return np.zeros((len(self.winning), len(states)), dtype=np.bool_)
        waiting = (states >> self.generala & 1).astype(np.bool_)
        return self.winning[:, np.newaxis] & waiting[np.newaxis, :]

    def _exists(self, state: int) -> bool:
        if state <= self.full:
            return True
        assert self.double is not None
        assert self.generala is not None
        return self.open(state, self.double) and not self.open(state, self.generala)


@cache
def game_of(rules: RuleSet) -> Game:
    """Return the game of the rule set: its lines in order, points as ``servida.rules.score`` gives them.

    A served Generala that wins is valued as the Generala's points, as if the turn ended with it and play went on.
    """
    six = lattice()
    lines = rules.lines
    generala = lines.index(Line.GENERALA)
    plain = np.array([[_points(line, hand, rules, served=False) for hand in six.hands] for line in lines])
    served = np.array([[_points(line, hand, rules, served=True) for hand in six.hands] for line in lines])
    winning = [score(Line.GENERALA, hand, rules, served=True) is Win.WINS for hand in six.hands]
    double = lines.index(Line.DOUBLE) if Line.DOUBLE in lines else None
    return Game(six, ROLLS, plain, served, np.array(winning), generala, double)


def state_of(rules: RuleSet, sheet: Sheet) -> int:
    """Return the state of the sheet under the rule set whose lines it has."""
    lines = rules.lines
    state = sum(1 << lines.index(line) for line in sheet.open)
    if Line.DOUBLE in sheet.open and sheet.generala is Generala.SCORED:
        state |= 1 << len(lines)
    return state


def _points(line: Line, hand: tuple[int, ...], rules: RuleSet, *, served: bool) -> float:
    generala = Generala.SCORED if line is Line.DOUBLE else Generala.OPEN
    points = score(line, hand, rules, served=served, generala=generala)
    if points is Win.WINS:
        points = score(line, hand, rules, generala=generala)
    assert not isinstance(points, Win)
    return float(points)
