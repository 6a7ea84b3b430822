"""Five opponents: what each of them does with dice that lie.

Each decides from the match alone: it sees no die before it falls.  How a level plays is a ``Policy``; here one is made
for the sheet at hand and looked up.

- *beginner*, a child of eight: keeps whatever looks alike and every six, is content with three alike after the second
  roll, writes where it pays most now, and plans nothing.
- *casual*: keeps what looks alike, also two pairs; lets straights come by themselves; writes where it pays most now.
- *skilled*: goes for straights, too, and minds what the line that it fills could have brought.
- *expert*: the largest expected total, by the table.
- *master*: the largest chance to win; see ``master.py``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from servida.strategy.advice import Choice, Level
from servida.strategy.decisions import decisions
from servida.strategy.game import state_of
from servida.strategy.master import masters
from servida.strategy.policies import policy
from servida.strategy.positions import position_of

if TYPE_CHECKING:
    from servida.rules import Match
    from servida.strategy.prospects import Prospects
    from servida.strategy.values import Table


def decide(table: Table, prospects: Prospects | None, match: Match, level: Level) -> Choice:
    """Return what a computer of this level does in its turn; the dice lie, and at least one line is open.

    ``prospects`` are those of the table; only the master needs them.
    """
    sheet, faces, left = match.sheets[match.mover], match.turn.faces, match.rolls_left
    assert faces is not None, "a decision is made on dice that lie"
    choices = decisions(table, sheet).choices(faces, left, aims=True)
    win = None
    if level is Level.MASTER:
        assert prospects is not None, "the master looks at what may become of all sheets"
        plays, turn = masters(table, prospects, position_of(match))
        win = min(max(float(turn.lying[left][turn.lattice.hand(faces), 0]), 0.0), 1.0)
    else:
        plays = policy(table, level, np.array([state_of(table.rules, sheet)]))
    action = plays.action(table.rules, faces, left)
    return replace(next(choice for choice in choices if choice.action == action), win=win)
