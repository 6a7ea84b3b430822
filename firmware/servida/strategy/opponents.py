"""Five opponents: what each of them does with dice that lie.

Each decides from the match alone: it sees no die before it falls.  A level is a way to value the ends of a turn; the
best play of the turn follows from the values as it does for the expert.

- *beginner*, a child of eight: keeps whatever looks alike, writes where it pays most now, and plans nothing.
- *casual*: plays for the points of this turn and looks no further than the next roll.
- *skilled*: looks to the end of the turn, and minds what the line that it fills could have brought.
- *expert*: the largest expected total, by the table.
- *master*: the largest chance to win; see ``master.py``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

import numpy as np

from servida.rules import Line, Mark
from servida.strategy.advice import Choice, Hold, Level
from servida.strategy.decisions import decisions, decisions_by
from servida.strategy.master import win_worths

if TYPE_CHECKING:
    from servida.rules import Hand, Match, Sheet
    from servida.strategy.advice import Action
    from servida.strategy.decisions import Decisions
    from servida.strategy.lattice import Floats
    from servida.strategy.prospects import Prospects
    from servida.strategy.values import Table

MADE = (Line.STRAIGHT, Line.FULL, Line.POKER, Line.GENERALA)
"""What a child stops for, once it lies there."""

SHARE = 0.25
"""Of what a turn spent on a line alone would bring that the skilled one minds to give up: more of it would make it
as good as the expert within the noise of 400 matches, none of it no better than the casual one."""


def decide(table: Table, prospects: Prospects | None, match: Match, level: Level) -> Choice:
    """Return what a computer of this level does in its turn; the dice lie, and at least one line is open.

    ``prospects`` are those of the table; only the master needs them.
    """
    sheet, faces, left = match.sheets[match.mover], match.turn.faces, match.rolls_left
    assert faces is not None, "a decision is made on dice that lie"
    exact = decisions(table, sheet)
    choices = exact.choices(faces, left, aims=True)
    match level:
        case Level.MASTER:
            assert prospects is not None, "the master looks at what may become of all sheets"
            best = _best(table, sheet, exact, win_worths(table, prospects, match, exact), faces, left)
            return replace(_known(choices, best.action), win=min(max(best.expected, 0.0), 1.0))
        case Level.EXPERT:
            return choices[0]
        case _ if len(choices) == 1:
            return choices[0]
        case Level.BEGINNER:
            return _known(choices, _childs(exact, faces, left))
        case Level.CASUAL:
            return _known(choices, _best(table, sheet, exact, exact.points, faces, min(left, 1)).action)
        case Level.SKILLED:
            return _known(choices, _best(table, sheet, exact, _minded(table, exact), faces, left).action)
        case other:
            assert_never(other)


def _known(choices: tuple[Choice, ...], action: Action) -> Choice:
    """Return the choice of this action with its true worth."""
    return next(choice for choice in choices if choice.action == action)


def _best(table: Table, sheet: Sheet, exact: Decisions, ends: tuple[Floats, Floats], faces: Hand, left: int) -> Choice:
    """Return the best choice for who values the ends of a turn like this, after a later roll and after the first."""
    return decisions_by(table.game, sheet, *ends, exact.turn.won).choices(faces, left)[0]


def _minded(table: Table, exact: Decisions) -> tuple[Floats, Floats]:
    """Return the points of this turn less a share of what a turn spent on the line alone would bring."""
    rows = [table.rules.lines.index(line) for line in exact.lines]
    alone = np.array([[table.values[1 << row]] for row in rows])
    return exact.points[0] - SHARE * alone, exact.points[1] - SHARE * alone


def _childs(exact: Decisions, faces: Hand, left: int) -> Action:
    """Return what a child does: stop at what is made or when no roll is left, else keep what looks alike."""
    hand = exact.turn.lattice.hand(faces)
    points = exact.points[left == len(exact.turn.lying) - 1][:, hand]
    made = [line for line, worth in zip(exact.lines, points, strict=True) if line in MADE and worth]
    most = _most(faces)
    if left and not made and len(most) < len(faces):
        return Hold(most)
    # Of equals the earliest: where nothing pays, the smallest line is scratched.
    return Mark(exact.lines[int(np.argmax(points))])


def _most(faces: Hand) -> tuple[int, ...]:
    """Return the dice of the face that is there most often, the highest of equals."""
    count, face = max((count, face) for face, count in Counter(faces).items())
    return (face,) * count
