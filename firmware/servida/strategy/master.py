"""The master's play: the largest chance to win, from what may become of every sheet.

The idea is Heled's and Pawlewicz's: players who go for points are independent of each other, so the chance to win with
a given final total follows from the distributions of the others' totals.  The master plays this turn for that chance
and takes it that after this turn everybody, itself included, plays as the expert does.  When nothing comes after its
turn (it is the last to move in the last round), nothing is taken for granted and its play is exact.

Served Generalas that win are counted turn by turn: one wins unless somebody rolled one before, and points count only
if nobody does.  With k more turns of its own the master comes behind k turns of each rival, wherever they sit: those
before it have had their turn of this round, those after it will have it before the master's next.

All is worked out for many positions at once, one a column; a duel asks for thousands, the console for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from servida.strategy.policies import followed
from servida.strategy.turns import turns
from servida.strategy.values import first_best, worths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from servida.strategy.game import Game
    from servida.strategy.lattice import Floats
    from servida.strategy.policies import Policy
    from servida.strategy.positions import Positions
    from servida.strategy.prospects import Prospects
    from servida.strategy.turns import Turns
    from servida.strategy.values import Table

TINY = 1e-8
"""Of a point's worth added to the chance, so that the master plays on sensibly where all is won or lost.  It may cost
a chance of some 2e-6, as there are some 200 points to come; rounding errors are a million times smaller than it."""


def masters(table: Table, prospects: Prospects, positions: Positions) -> tuple[Policy, Turns]:
    """Return how the master plays in these positions, and what every moment of the turn is worth in chances to win.

    A tie counts in equal parts.  ``TINY`` of the expected points is in it.
    """
    game, states = table.game, positions.state
    won = game.won(states)
    ends = []
    for served, chances in zip((False, True), line_chances(prospects, positions), strict=True):
        expected = worths(game, table.values, states, served=served)
        ends.append(first_best(chance + TINY * worth for chance, worth in zip(chances, expected, strict=True)))
    (plain, late), (first, soon) = ends
    turn = turns(game.lattice, game.rolls, plain, first, won)
    return followed(turn, (late, soon)), turn


def line_chances(prospects: Prospects, positions: Positions) -> tuple[Iterator[Floats], Iterator[Floats]]:
    """Give, line by line, the chance to win of each hand written there, after a later roll and after the first one.

    The shape is (hands, columns).  Where the hand can't be written there, the number has no meaning.
    """
    game, after = prospects.game, _after_lines(prospects, positions)
    return _winning(game, positions, after, served=False), _winning(game, positions, after, served=True)


def _winning(
    game: Game, positions: Positions, after: dict[tuple[int, int], Floats], *, served: bool
) -> Iterator[Floats]:
    states = positions.state
    points = game.served if served else game.plain
    for line in range(game.lines):
        chance = np.empty((points.shape[1], len(states)))
        for each in np.unique(points[line]):
            value = after[line, int(each)]
            if line == game.double:
                value = np.where(game.scored(states), value, after[line, 0])
            chance[points[line] == each] = value
        if served and line == game.generala:
            chance[game.won(states)] = 1.0
        yield chance


def _after_lines(prospects: Prospects, positions: Positions) -> dict[tuple[int, int], Floats]:
    """Return the chance to win after each line and each number of points there, shape (columns,).

    Where the line is filled, the number has no meaning.
    """
    game, states = prospects.game, positions.state
    beaten, first = _beaten(prospects, positions), _first(prospects, positions)
    reach = prospects.unwon.shape[1]
    found = {}
    for line in range(game.lines):
        points = {0, *game.plain[line].astype(int).tolist(), *game.served[line].astype(int).tolist()}
        for hit in (False, True):
            after = game.after(states, line, hit=hit)
            future = prospects.unwon[after]
            sudden = np.einsum("cr,cr->c", prospects.wins[after], first)
            for each in sorted(points):
                if (each > 0) == hit:
                    found[line, each] = np.einsum("ct,ct->c", future, beaten[:, each : each + reach]) + sudden
    return found


def _beaten(prospects: Prospects, positions: Positions) -> Floats:
    """Return the part of the match that is won with so many points more (the column), shape (columns, points).

    That is the chance that every rival makes less and none wins at once, and for each tie its equal part.  The mean of
    the products of (less + u × equal) over u from 0 to 1 has just these parts, 1/2 for two who tie, 1/3 for three;
    it is taken by Gauss and Legendre, exactly for a polynomial in u.
    """
    game = prospects.game
    rivals = _rivals(positions)
    reach = prospects.unwon.shape[1]
    more = np.arange(reach + int(max(game.plain.max(), game.served.max())))
    below = []
    for rival in rivals:
        state = positions.states[rival][:, np.newaxis]
        ahead = more + positions.lead(rival)[:, np.newaxis]
        less = prospects.below[state, np.clip(ahead, 0, reach)]
        upto = prospects.below[state, np.clip(ahead + 1, 0, reach)]
        below.append((less, upto - less))
    nodes, weights = np.polynomial.legendre.leggauss(len(rivals) // 2 + 1)
    beaten = np.zeros((len(positions.state), len(more)))
    for node, weight in zip(nodes, weights, strict=True):
        part = np.full(beaten.shape, weight / 2)
        for less, equal in below:
            part *= less + (node + 1) / 2 * equal
        beaten += part
    return beaten


def _first(prospects: Prospects, positions: Positions) -> Floats:
    """Return the chance that no rival has won at once before the master's next turns (the column), (columns, turns)."""
    first = np.ones((len(positions.state), prospects.game.lines))
    for rival in _rivals(positions):
        first *= 1 - np.add.accumulate(prospects.wins[positions.states[rival]], axis=1)
    return first


def _rivals(positions: Positions) -> list[int]:
    return [player for player in range(len(positions.states)) if player != positions.mover]
