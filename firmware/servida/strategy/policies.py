"""How a level plays a whole turn: what it keeps of every hand and where it writes every hand, in many states at once.

The one place where levels differ, for the console, which looks up the dice that lie, and for a duel, which plays
thousands of matches by the same arrays.  All but the beginner play each turn as well as can be for what they believe
a sheet to be worth: nothing (casual), a rough guess (skilled), or the truth (expert).  The beginner goes by the eye.
A policy knows the states of sheets and nothing else: no dice to come, no totals, no rivals.

The master's policy is made in ``master.py``: it depends on the others' sheets, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from servida.rules import Mark
from servida.strategy.advice import Hold, Level
from servida.strategy.eye import Eye, keeps_by_eye
from servida.strategy.values import first_best, turns_of, worths

if TYPE_CHECKING:
    from servida.rules import Hand, RuleSet
    from servida.strategy.advice import Action
    from servida.strategy.game import Game
    from servida.strategy.lattice import Floats, Indices, Lattice
    from servida.strategy.turns import Turns
    from servida.strategy.values import Table

Numbers: TypeAlias = NDArray[np.signedinteger[Any]]
"""Numbers of keeps or rows of lines, in as many bits as is wise."""

SHARE = 2 / 3
"""Of what a turn spent on a line alone would bring that the skilled one minds to give up.  Measured under `table`: with
1/2 the expert wins 61 of 100 matches against it, with 1 it wins 58; its own lead over the casual one is 61 and 62."""

BATCH = 128
"""States worked out at once; the arrays of one take a megabyte each."""


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """What is done with each hand, a row, in each of some states, a column.

    ``keeps[left - 1]``: with 1 or 2 rolls left the number of the keep; a hand's own ends the turn.  ``lines``: the row
    of the line on which it is written when the turn ends, after a later roll and after the first one.
    """

    lattice: Lattice
    keeps: tuple[Numbers, ...]
    lines: tuple[Numbers, Numbers]

    def action(self, rules: RuleSet, faces: Hand, left: int) -> Action:
        """Return what is done in the first state with these faces and so many rolls left."""
        lattice = self.lattice
        hand = lattice.hand(faces)
        kept = lattice.keeps[self.keeps[left - 1][hand, 0]] if left else faces
        if len(kept) < lattice.dice:
            return Hold(kept)
        return Mark(rules.lines[self.lines[left == len(self.keeps)][hand, 0]])


def policy(table: Table, level: Level, states: Indices) -> Policy:
    """Return how a level plays in these states, in each of which a line is open; raises ValueError for the master."""
    game = table.game
    match level:
        case Level.BEGINNER:
            return _by_eye(game, Eye(sixes=True, impatient=True), np.zeros(game.size), states)
        case Level.CASUAL:
            return _by_eye(game, Eye(pairs=True), np.zeros(game.size), states)
        case Level.SKILLED:
            return _by_eye(game, Eye(pairs=True, runs=True), _guessed(table), states)
        case Level.EXPERT:
            return followed(*turns_of(game, table.values, states))
        case Level.MASTER:
            raise ValueError("the master's policy depends on all sheets, not on its own state alone")
        case other:
            assert_never(other)


def whole_policy(table: Table, level: Level) -> Policy:
    """Return how a level plays in all states, a column each by its number; where none is, all is 0: half a second."""
    game = table.game
    hands = len(game.lattice.hands)
    whole = tuple(np.zeros((hands, game.size), np.int16) for _ in range(game.rolls + 1))
    states = np.array([state for state in game.states() if state & game.full])
    for at in range(0, len(states), BATCH):
        part = states[at : at + BATCH]
        found = policy(table, level, part)
        for all_states, some in zip(whole, (*found.keeps, *found.lines), strict=True):
            all_states[:, part] = some
    return Policy(game.lattice, whole[:-2], (whole[-2], whole[-1]))


def followed(turn: Turns, lines: tuple[Numbers, Numbers]) -> Policy:
    """Return the policy of the best play of these turns, whose ends are written on these lines."""
    return Policy(turn.lattice, tuple(turn.choices(left) for left in range(1, len(turn.lying))), lines)


def _guessed(table: Table) -> Floats:
    """Return a state's worth by the eye: a share of what each open line would bring by itself."""
    game = table.game
    states = np.arange(game.size)
    guess = np.zeros(game.size)
    for line in range(game.lines):
        alone = 1 << line
        if line == game.double:
            guess += np.where(game.scored(states), table.values[alone | 1 << game.lines], 0.0)
        else:
            guess += np.where(states >> line & 1, table.values[alone], 0.0)
    return SHARE * guess


def _by_eye(game: Game, eye: Eye, believed: Floats, states: Indices) -> Policy:
    """Return the play of who keeps by the eye and writes where it pays most, for what it believes a sheet is worth."""
    nothing = np.zeros(game.size)
    points = [np.stack(list(worths(game, nothing, states, served=first))) for first in (False, True)]
    lines = tuple(first_best(worths(game, believed, states, served=first))[1] for first in (False, True))
    keeps = tuple(
        keeps_by_eye(game, states, points[left == game.rolls - 1], left, eye) for left in range(1, game.rolls)
    )
    return Policy(game.lattice, keeps, (lines[0], lines[1]))
