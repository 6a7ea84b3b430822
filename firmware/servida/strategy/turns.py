"""One turn, of many sheets at once: what every hand and keep is worth at every moment of it.

Knows what the ends of a turn are worth to whoever asks, be it points or a chance to win, and not why.  The columns of
all arrays are the sheets; hands and keeps are the rows of a ``Lattice``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servida.strategy.lattice import Floats, Indices, Lattice


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """The worth of a turn at every moment, for the best play from there on.

    ``plain``, ``served``: what ending the turn with each hand is worth, after a later roll and after the first one;
    ``won``: which hands end it of themselves when served.  ``lying[left]``: what each hand is worth with ``left``
    rolls left, 0 to one less than all.  ``rolled[left - 1]``: what each keep of fewer than all dice is worth when the
    others are thrown with the first of ``left`` rolls.
    """

    lattice: Lattice
    plain: Floats
    served: Floats
    won: NDArray[np.bool_]
    lying: tuple[Floats, ...]
    rolled: tuple[Floats, ...]

    @property
    def value(self) -> Floats:
        """What each turn is worth before its first roll."""
        value: Floats = self.rolled[-1][0]
        return value

    def ends(self, left: int) -> Floats:
        """Return what ending the turn with each hand is worth with so many rolls left."""
        return self.served if left == len(self.lying) - 1 else self.plain

    def choices(self, left: int) -> Indices:
        """Return the keep that is best for each hand with so many rolls left; the hand itself ends the turn.

        Of equals, the end comes first and then whichever frees the lowest dice.
        """
        lattice = self.lattice
        own = np.broadcast_to(lattice.own[:, None], self.won.shape)
        if left == 0:
            return own
        chosen = lattice.choices(self.ends(left), self.rolled[left - 1])
        return np.where(self.won, own, chosen) if left == len(self.lying) - 1 else chosen

    def ended(self) -> tuple[Floats, Floats]:
        """Return the chance of each hand to end the turn under the best play: on the first roll, and later."""
        lattice, columns = self.lattice, self.won.shape[1]
        hands = lattice.size(lattice.dice)
        lying = np.repeat(lattice.first[:, np.newaxis], columns, axis=1)
        parts: list[Floats] = []
        for left in range(len(self.lying) - 1, -1, -1):
            at = self.choices(left) * columns + np.arange(columns)
            kept: Floats = np.bincount(at.ravel(), lying.ravel(), len(lattice.keeps) * columns).astype(np.float64)
            kept = kept.reshape(-1, columns)
            parts.append(kept[hands].copy())
            kept[hands] = 0.0
            lying = lattice.landed(kept)
        later = np.zeros_like(parts[0])
        for part in parts[1:]:
            later += part
        return parts[0], later


def turns(lattice: Lattice, rolls: int, plain: Floats, served: Floats, won: NDArray[np.bool_]) -> Turns:
    """Return the turns whose ends are worth that, of one or more rolls; all three arrays are (hands, columns)."""
    lying = [plain if rolls > 1 else served]
    rolled = [lattice.rolled(lying[0])]
    for left in range(1, rolls):
        last = left == rolls - 1
        best = lattice.best(served if last else plain, rolled[-1])
        lying.append(np.where(won, served, best) if last else best)
        rolled.append(lattice.rolled(lying[-1]))
    return Turns(lattice, plain, served, won, tuple(lying), tuple(rolled))
