"""Everything that can be done now with its chance to win against sheets that are known.

The chance is the master's (see ``master.py``): this turn is played for it, and after this turn everybody plays for
points.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from servida.strategy.decisions import decisions, decisions_by
from servida.strategy.master import line_chances
from servida.strategy.positions import position_of

if TYPE_CHECKING:
    from servida.rules import Match
    from servida.strategy.advice import Choice
    from servida.strategy.prospects import Prospects
    from servida.strategy.values import Table

DECIMALS = 12
"""Decimals of a chance that are told: sums of some thousand floats are exact to about 14."""


def chances(table: Table, prospects: Prospects, match: Match) -> tuple[Choice, ...]:
    """Return every open line and every distinct hold with its chance to win, the best first; the dice lie.

    Of equal chances the larger expectation comes first.  ``prospects`` are those of the table.
    """
    faces, left = match.turn.faces, match.rolls_left
    assert faces is not None, "a decision is made on dice that lie"
    sheet = match.sheets[match.mover]
    exact = decisions(table, sheet)
    rows = [table.rules.lines.index(line) for line in exact.lines]
    plain, served = (np.stack(list(each))[rows, :, 0] for each in line_chances(prospects, position_of(match)))
    served[np.isinf(exact.served)] = -np.inf
    by_chance = decisions_by(table.game, sheet, plain, served, exact.turn.won).choices(faces, left)
    wins = {choice.action: min(max(round(choice.expected, DECIMALS), 0.0), 1.0) for choice in by_chance}
    found = [replace(choice, win=wins[choice.action]) for choice in exact.choices(faces, left, aims=True)]
    # Sorting keeps the order of equals.
    return tuple(sorted(found, key=lambda choice: (-wins[choice.action], -choice.expected)))
