"""Where matches stand before a turn, as arrays: many positions at once, one a column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from servida.strategy.game import state_of

if TYPE_CHECKING:
    from servida.rules import Match
    from servida.strategy.lattice import Indices


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Where matches stand before a turn of the player ``mover``.

    ``states``, ``totals``: of every player, a row each in the order of seats; a column each match.
    """

    mover: int
    states: Indices
    totals: Indices

    @property
    def state(self) -> Indices:
        """The states of the mover's sheets."""
        state: Indices = self.states[self.mover]
        return state

    def lead(self, rival: int) -> Indices:
        """Return how many points the mover is ahead of this player, below 0 where behind."""
        lead: Indices = self.totals[self.mover] - self.totals[rival]
        return lead

    def distinct(self) -> tuple[Positions, Indices]:
        """Return the positions that differ in states or in leads, and the column among them of each that is here."""
        players = range(len(self.states))
        facts = np.concatenate([self.states, [self.lead(player) for player in players]])
        _, first, column = np.unique(facts, axis=1, return_index=True, return_inverse=True)
        return self.part(first), column.ravel()

    def part(self, columns: Indices | slice) -> Positions:
        """Return these of the positions."""
        return Positions(self.mover, self.states[:, columns], self.totals[:, columns])


def position_of(match: Match) -> Positions:
    """Return the position of one match, as it was before the turn that is being played."""
    states = np.array([[state_of(match.rules, sheet)] for sheet in match.sheets])
    return Positions(match.mover, states, np.array([[sheet.total] for sheet in match.sheets]))
