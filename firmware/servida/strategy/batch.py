"""Thousands of matches in lock-step: a player's turn of a round is played in all of them at once.

Nothing is chosen here: players are functions from positions to policies, and the dice come as an argument, so that
they can be the same for whoever sits there, and no player can see them before they fall.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from servida.strategy.advice import Level
from servida.strategy.master import masters
from servida.strategy.policies import Policy, whole_policy
from servida.strategy.positions import Positions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from servida.strategy.game import Game
    from servida.strategy.lattice import Indices, Lattice
    from servida.strategy.policies import Numbers
    from servida.strategy.prospects import Prospects
    from servida.strategy.values import Table

    Player: TypeAlias = Callable[[Positions], tuple[Policy, Indices]]
    """Says how a turn is played: a policy, and the column of it that belongs to each position."""

    Dice: TypeAlias = NDArray[np.uint8]
    """Faces less one, 0 to 5: of each round, seat, roll, die and match.  A roll of fewer dice uses the first ones."""

MASTERS = 256
"""Positions for which the master works out its play at once: arrays of half a megabyte."""


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """How matches ended.  ``totals``: of each seat in each match, as far as it went.

    ``sudden``: the seat that won with a served Generala, -1 where none did.
    """

    totals: Indices
    sudden: Indices

    @property
    def parts(self) -> NDArray[np.float64]:
        """What each seat won of each match: 1, 0, or an equal part where several tie at the top."""
        seats = np.arange(len(self.totals))[:, np.newaxis]
        top = np.where(self.sudden < 0, self.totals == self.totals.max(axis=0), self.sudden == seats)
        parts: NDArray[np.float64] = top / top.sum(axis=0)
        return parts


def player(table: Table, prospects: Prospects | None, level: Level) -> Player:
    """Return a player of this level; only the master needs the prospects of the table."""
    if level is not Level.MASTER:
        whole = whole_policy(table, level)
        return lambda positions: (whole, positions.state)
    assert prospects is not None, "the master looks at what may become of all sheets"
    return lambda positions: _masters(table, prospects, positions)


def dice_shape(game: Game, seats: int, matches: int) -> tuple[int, ...]:
    """Return the shape of the dice of so many matches."""
    return game.lines, seats, game.rolls, game.lattice.dice, matches


def play(game: Game, seats: Sequence[Player], dice: Dice, *, sudden: bool = True) -> Scores:
    """Return how the matches end that are played with these dice, of the shape that ``dice_shape`` says.

    Without ``sudden`` a served Generala that wins is written with its points, as in the table, and play goes on.
    """
    count = dice.shape[-1]
    states = np.full((len(seats), count), game.full, dtype=np.intp)
    totals = np.zeros((len(seats), count), dtype=np.intp)
    winner = np.full(count, -1, dtype=np.intp)
    after = np.array(
        [[game.after(np.arange(game.size), line, hit=hit) for hit in (False, True)] for line in range(game.lines)]
    )
    landing = _landing(game.lattice)
    for thrown in dice:
        for seat, turn in enumerate(seats):
            policy, column = turn(Positions(seat, states, totals))
            state, (hand, served) = states[seat], _rolled(policy, column, landing, thrown[seat])
            line = np.where(served, policy.lines[1][hand, column], policy.lines[0][hand, column])
            points = np.where(served, game.served[line, hand], game.plain[line, hand]).astype(np.intp)
            if game.double is not None:
                points[(line == game.double) & ~game.scored(state)] = 0
            if sudden:
                won = served & game.winning[hand] & (line == game.generala)
                winner[won & (winner < 0)] = seat
            totals[seat] += np.where(winner < 0, points, 0)
            states[seat] = after[line, (points > 0).astype(np.intp), state]
    return Scores(totals, winner)


def _rolled(policy: Policy, column: Indices, landing: Numbers, thrown: Dice) -> tuple[Indices, NDArray[np.bool_]]:
    """Return with which hand each turn ends, and whether it lay so after the first roll."""
    lattice = policy.lattice
    hands = lattice.starts[lattice.dice]
    kept = np.zeros(len(column), dtype=np.intp)
    served = np.ones(len(column), dtype=np.bool_)
    rolls = len(thrown)
    for roll, faces in enumerate(thrown):
        for face in faces:
            kept = landing[kept, face]
        if roll < rolls - 1:
            chosen = policy.keeps[rolls - 2 - roll][kept - hands, column]
            if roll == 0:
                served = chosen == kept
            kept = chosen
    return kept - hands, served


def _landing(lattice: Lattice) -> Numbers:
    """Return the keep with a die of that face (the column) more; a hand stays as it is."""
    return np.concatenate([*lattice.up, np.repeat(lattice.own[:, np.newaxis], lattice.faces, axis=1)])


def _masters(table: Table, prospects: Prospects, positions: Positions) -> tuple[Policy, Indices]:
    distinct, column = positions.distinct()
    found = [
        masters(table, prospects, distinct.part(slice(at, at + MASTERS)))[0]
        for at in range(0, len(distinct.state), MASTERS)
    ]
    keeps = tuple(np.concatenate(each, axis=1) for each in zip(*(one.keeps for one in found), strict=True))
    late, soon = (np.concatenate(each, axis=1) for each in zip(*(one.lines for one in found), strict=True))
    return Policy(table.game.lattice, keeps, (late, soon)), column
