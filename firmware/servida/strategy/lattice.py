"""The one-turn lattice: every keep of a turn, joined by single dice, and the two sweeps that value a roll over it.

A *keep* is a multiset of none to all of the dice; a keep of all of them is a *hand* (462 and 252 of five dice).  To
roll the free dice at once is the same as to roll them one after the other, so a keep is worth the mean, over the
faces of one more die, of the keeps with that die; a decision is the best of what is left when dice are taken away,
one at a time.  Both sweeps walk single dice between neighbouring sizes instead of pairs of keeps and hands.

Every array has a keep a row and something else a column (sheets, or lines), so that one sweep does them all.
Sums are made element by element, face after face, without numpy's own summation or BLAS: the same bits everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]

Keep: TypeAlias = tuple[int, ...]
"""Faces of the dice kept, ascending."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """All keeps of so many dice with so many faces, numbered by size and then in ascending order.

    ``keeps``: by number, the empty one first and the hands last.  ``number``: the reverse.  ``starts``: the number
    of the first keep of each size, and at the end that of all keeps.  ``up[size]``: numbers of the keeps with one
    die more, a row a keep and a column a face.  ``down[size]``: of those with one die less, a column a die, the
    lowest first; two dice alike give the same keep twice.  ``first``: the chance of each hand on a first roll.
    """

    faces: int
    dice: int
    keeps: tuple[Keep, ...]
    number: Mapping[Keep, int]
    starts: tuple[int, ...]
    up: tuple[Indices, ...]
    down: tuple[Indices, ...]
    first: Floats

    @property
    def hands(self) -> tuple[Keep, ...]:
        """The keeps of all dice: 252 of five."""
        return self.keeps[self.starts[self.dice] :]

    @property
    def own(self) -> Indices:
        """The number of each hand among the keeps."""
        return np.arange(self.starts[self.dice], len(self.keeps))

    def hand(self, faces: tuple[int, ...]) -> int:
        """Return the row of the hand, from 0, in whatever order its faces are given; raises KeyError."""
        return self.number[tuple(sorted(faces))] - self.starts[self.dice]

    def size(self, size: int) -> slice:
        """Return the numbers of the keeps of that many dice."""
        return slice(self.starts[size], self.starts[size + 1])

    def rolled(self, hands: Floats) -> Floats:
        """Return what each keep of fewer than all dice is worth when the others are rolled, from what hands are.

        ``hands`` has the shape (hands, columns), what is returned (keeps without the hands, columns).
        """
        worth = np.empty((len(self.keeps), hands.shape[1]))
        worth[self.size(self.dice)] = hands
        for size in range(self.dice - 1, -1, -1):
            up = self.up[size]
            total = worth[up[:, 0]]
            for face in range(1, self.faces):
                total += worth[up[:, face]]
            total /= self.faces
            worth[self.size(size)] = total
        return worth[: self.starts[self.dice]]

    def best(self, ends: Floats, rolled: Floats) -> Floats:
        """Return what each hand is worth to who may end the turn with it or keep any part and roll the rest.

        ``ends``: (hands, columns), worth if the turn ends; ``rolled``: as ``Lattice.rolled`` gives it.
        """
        best = np.concatenate([rolled, ends])
        for size in range(1, self.dice + 1):
            down = self.down[size]
            here = best[self.size(size)]
            for die in range(size):
                np.maximum(here, best[down[:, die]], out=here)
        return best[self.size(self.dice)]

    def choices(self, ends: Floats, rolled: Floats) -> Indices:
        """Return the number of the keep that makes each hand worth what ``best`` says; a hand's own ends the turn.

        Of equals, the end of the turn comes first and then whichever frees the lowest dice.
        """
        best = np.concatenate([rolled, ends])
        chosen = np.repeat(np.arange(len(self.keeps))[:, np.newaxis], ends.shape[1], axis=1)
        for size in range(1, self.dice + 1):
            down, rows = self.down[size], self.size(size)
            here, mine = best[rows], chosen[rows]
            for die in range(size):
                better = best[down[:, die]] > here
                np.copyto(here, best[down[:, die]], where=better)
                np.copyto(mine, chosen[down[:, die]], where=better)
        return chosen[self.size(self.dice)]

    def landed(self, kept: Floats) -> Floats:
        """Return the chance of each hand once the free dice have landed, from the chance of each keep (all sizes)."""
        chance = kept.copy()
        for size in range(self.dice):
            part = chance[self.size(size)] / self.faces
            for face in range(self.faces):
                # A face more makes different keeps of different ones: no row comes twice in one column.
                chance[self.up[size][:, face]] += part
        return chance[self.size(self.dice)]


@cache
def lattice(faces: int = 6, dice: int = 5) -> Lattice:
    """Return the lattice of dice with faces 1 to ``faces``; both at least 1."""
    sizes = [tuple(combinations_with_replacement(range(1, faces + 1), size)) for size in range(dice + 1)]
    keeps = tuple(keep for size in sizes for keep in size)
    number = {keep: index for index, keep in enumerate(keeps)}
    starts = [0]
    for same in sizes:
        starts.append(starts[-1] + len(same))
    up = tuple(
        np.array([[number[tuple(sorted((*keep, face)))] for face in range(1, faces + 1)] for keep in size])
        for size in sizes[:-1]
    )
    down = tuple(
        np.array([[number[keep[:die] + keep[die + 1 :]] for die in range(len(keep))] for keep in size], dtype=np.intp)
        for size in sizes
    )
    first = np.array([_ways(hand) / faces**dice for hand in sizes[-1]])
    return Lattice(faces, dice, keeps, number, tuple(starts), up, down, first)


def _ways(hand: Keep) -> int:
    """Return in how many orders the hand can fall."""
    return factorial(len(hand)) // prod(factorial(hand.count(face)) for face in set(hand))
