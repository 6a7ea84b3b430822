"""Decisions in one turn of one sheet: what every hold and every line is worth, and what a hold goes for.

A ``Decisions`` is worked out once a turn (3 ms on a laptop) and then only looked up.  ``decisions`` makes one from a
table, in points; ``decisions_by`` from any worth of the turn's ends, such as a chance to win.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from servida.rules import DICE, Generala, Line, Mark
from servida.strategy.advice import Choice, Hold
from servida.strategy.game import state_of
from servida.strategy.turns import Turns, turns
from servida.strategy.values import worths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servida.rules import Hand, Sheet
    from servida.strategy.game import Game
    from servida.strategy.lattice import Floats
    from servida.strategy.values import Table

FAVOURITE = 0.4
"""The part of the expected points added by a hold that a line must bring to be its aim (a guess)."""


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """The decisions of one turn.

    ``lines``: the open ones, in order.  ``plain``, ``served``: what each hand is worth on each of them, shape (lines,
    hands).  ``points``: the same without what comes later.  ``turn``: all the rest, in one column.
    """

    lines: tuple[Line, ...]
    plain: Floats
    served: Floats
    points: tuple[Floats, Floats]
    turn: Turns

    @property
    def value(self) -> float:
        """What the turn and all after it is worth before its first roll."""
        return float(self.turn.value[0])

    def lying(self, faces: Hand, rolls_left: int) -> float:
        """Return what the best decision is worth on these dice with 0 to 2 rolls left."""
        return float(self.turn.lying[rolls_left][self.turn.lattice.hand(faces), 0])

    def held(self, kept: tuple[int, ...], rolls_left: int) -> float:
        """Return what holding these faces, at most four, is worth when the others are thrown with 1 to 3 rolls left."""
        return float(self.turn.rolled[rolls_left - 1][self.turn.lattice.number[tuple(sorted(kept))], 0])

    def choices(self, faces: Hand, rolls_left: int, *, aims: bool = False) -> tuple[Choice, ...]:
        """Return every open line and every distinct hold with what it is worth, best first.

        Of equals, lines come first, in order, and then whichever hold frees the lowest dice: the order in which the
        best play is followed everywhere.  A served hand that wins the match leaves one choice, the Generala.  With
        ``aims`` the holds say what they go for, which takes another millisecond.
        """
        lattice = self.turn.lattice
        hand = lattice.hand(faces)
        first = rolls_left == len(self.turn.lying) - 1
        rows = (self.served if first else self.plain)[:, hand]
        found = [
            Choice(Mark(line), float(worth)) for line, worth in zip(self.lines, rows, strict=True) if worth > -np.inf
        ]
        if rolls_left and not (first and self.turn.won[hand, 0]):
            worth = self.turn.rolled[rolls_left - 1][:, 0]
            goals = self.aims(rolls_left) if aims else None
            for kept in _holds(lattice.hands[hand]):
                number = lattice.number[kept]
                aim = None if goals is None else goals[number]
                found.append(Choice(Hold(kept), float(worth[number]), aim=aim))
        # Sorting keeps the order of equals.
        return tuple(sorted(found, key=lambda choice: -choice.expected))

    def best(self, faces: Hand, rolls_left: int) -> Choice:
        """Return the best choice, with its aim."""
        return self.choices(faces, rolls_left, aims=True)[0]

    def aims(self, rolls_left: int) -> tuple[Line | None, ...]:
        """Return for each keep of fewer than all dice, thrown with 1 or more rolls left, the line that it goes for.

        That is the line on which holding it adds the most expected points of this turn to what a roll of all dice
        would bring there, under the best play from there on, provided it is at least 40 in 100 of all that it adds;
        otherwise None, as for the empty hold.  What is most often *filled* would be no aim: that is where a failed
        straight is written off.  Nor is a combination that can't be missed any more, as a póker with four alike.
        """
        lattice = self.turn.lattice
        ends = [_written(worth, points) for worth, points in zip((self.plain, self.served), self.points, strict=True)]
        written = ends[0]
        for left in range(1, rolls_left):
            first = left == len(self.turn.lying) - 1
            everything = np.concatenate([lattice.rolled(written), ends[first]])
            written = everything[self.turn.choices(left)[:, 0]]
        brought = lattice.rolled(written)
        added = np.where(self._sure(), 0.0, np.maximum(brought - brought[0], 0.0))
        total = np.zeros(len(added))
        for line in range(len(self.lines)):
            total += added[:, line]
        most = added.max(axis=1)
        clear = (most >= FAVOURITE * total) & (most > 0)
        return tuple(self.lines[line] if sure else None for line, sure in zip(added.argmax(axis=1), clear, strict=True))

    def _sure(self) -> NDArray[np.bool_]:
        """Return which keeps of fewer than all dice are points on a combination, however the others fall."""
        lattice = self.turn.lattice
        sure = np.empty((len(lattice.keeps), len(self.lines)), dtype=np.bool_)
        number = [line.face is not None for line in self.lines]
        sure[lattice.size(lattice.dice)] = (self.points[0].T > 0) & ~np.array(number)
        for size in range(lattice.dice - 1, -1, -1):
            sure[lattice.size(size)] = sure[lattice.up[size]].all(axis=1)
        return sure[: lattice.starts[lattice.dice]]


def decisions(table: Table, sheet: Sheet) -> Decisions:
    """Return the decisions of a turn on this sheet, at least one line of which is open, in points to come."""
    game = table.game
    state = np.array([state_of(table.rules, sheet)])
    rows = [table.rules.lines.index(line) for line in sheet.open]
    plain, served = (
        np.stack([worth[:, 0] for worth in worths(game, table.values, state, served=first)])[rows]
        for first in (False, True)
    )
    return decisions_by(game, sheet, plain, served, game.won(state))


def decisions_by(game: Game, sheet: Sheet, plain: Floats, served: Floats, won: NDArray[np.bool_]) -> Decisions:
    """Return the decisions of a turn on this sheet whose ends are worth that.

    ``plain``, ``served``: shape (open lines, hands); ``won``: (hands, 1), as ``Game.won`` gives it, and there
    ``served`` is -inf but on the Generala.
    """
    lines = sheet.open
    everything = tuple(Line)
    rows = [everything.index(line) for line in lines]
    points = game.plain[rows], game.served[rows]
    if Line.DOUBLE in lines and sheet.generala is not Generala.SCORED:
        for part in points:
            part[lines.index(Line.DOUBLE)] = 0.0
    best, first = (worth.max(axis=0)[:, np.newaxis] for worth in (plain, served))
    return Decisions(lines, plain, served, points, turns(game.lattice, game.rolls, best, first, won))


def _written(worth: Floats, points: Floats) -> Floats:
    """Return the points that each hand is given on each line where it is worth the most, shape (hands, lines)."""
    written = np.zeros(points.T.shape)
    hands, line = np.arange(points.shape[1]), worth.argmax(axis=0)
    written[hands, line] = points[line, hands]
    return written


def _holds(hand: Hand) -> list[tuple[int, ...]]:
    """Return the distinct holds of fewer than all dice, those that free the lowest dice first."""
    freed = sorted({free for count in range(1, DICE + 1) for free in combinations(hand, count)})
    return [_without(hand, free) for free in freed]


def _without(hand: Hand, free: tuple[int, ...]) -> tuple[int, ...]:
    left = list(hand)
    for face in free:
        left.remove(face)
    return tuple(left)
