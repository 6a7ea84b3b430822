"""The master's values: the chance to win the match, from what may become of every sheet.

The idea is Heled's and Pawlewicz's: players who go for points are independent of each other, so the chance to win with
a given final total follows from the distributions of the others' totals.  The master plays this turn for that chance
and takes it that after this turn everybody, itself included, plays as the expert does.  When nothing comes after its
turn (it is the last to move in the last round), nothing is taken for granted and its play is exact.

A served Generala that wins is counted as a race: whoever may roll one first wins, and of two who both would, each is
first as often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from servida.rules import Line
from servida.strategy.game import state_of

if TYPE_CHECKING:
    from servida.rules import Match
    from servida.strategy.decisions import Decisions
    from servida.strategy.lattice import Floats
    from servida.strategy.prospects import Prospects
    from servida.strategy.values import Table

MILLIONTH = 1e-6
"""Of a point's worth added to the chance, so that the master plays on sensibly where all is won or lost."""


def win_worths(table: Table, prospects: Prospects, match: Match, exact: Decisions) -> tuple[Floats, Floats]:
    """Return the chance to win of each hand on each open line, after a later roll and after the first one.

    Shape (open lines, hands); a tie counts half against each rival.  A millionth of the expected points is in it.
    """
    game, sheet = table.game, match.sheets[match.mover]
    state, total = state_of(table.rules, sheet), sheet.total
    beaten, alive = _rivals(table, prospects, match)

    def chance(after: int, points: int) -> float:
        future = prospects.unwon[after]
        finals = total + points + np.flatnonzero(future)
        held = float((future[future > 0] * beaten[np.minimum(finals, len(beaten) - 1)]).sum())
        return held + float(prospects.wins[after].sum()) * alive

    ends = []
    for points, worth in zip(exact.points, (exact.plain, exact.served), strict=True):
        found = np.empty(points.shape)
        for number, line in enumerate(exact.lines):
            row = table.rules.lines.index(line)
            for value in np.unique(points[number]):
                after = int(game.after(np.array([state]), row, hit=value > 0)[0])
                found[number, points[number] == value] = chance(after, int(value))
        found += MILLIONTH * np.where(np.isfinite(worth), worth, 0.0)
        ends.append(found)
    if Line.GENERALA in exact.lines:
        ends[1][exact.lines.index(Line.GENERALA), game.winning] = 1.0
    return ends[0], ends[1]


def _rivals(table: Table, prospects: Prospects, match: Match) -> tuple[Floats, float]:
    """Return the chance to beat all rivals with each final total, and to roll a winning Generala before any does."""
    most = prospects.unwon.shape[1]
    beaten, alive = np.ones(2 * most), 1.0
    for player, sheet in enumerate(match.sheets):
        if player == match.mover:
            continue
        state = state_of(table.rules, sheet)
        finals = np.zeros(2 * most)
        future = prospects.unwon[state]
        finals[sheet.total : sheet.total + most] = future[: 2 * most - sheet.total]
        beaten = beaten * (np.cumsum(finals) - finals / 2)
        alive *= 1 - float(prospects.wins[state].sum()) / 2
    return beaten, alive
