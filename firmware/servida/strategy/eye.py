"""What a player keeps who goes by the eye: no chances are worked out, it looks at what lies and at what is still open.

Whoever looks like this

- stops at a straight, a full house, a póker or a generala that is made and still open,
- else keeps the most alike, of faces that are still of use: any while a full house, a póker or a generala is open, and
  otherwise those whose number is open; of equally many the highest,
- and if nothing of that kind is of use, goes for the straight, where it is open, or rolls all dice.

``Eye`` says what else a player sees.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from servida.rules import Line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servida.strategy.game import Game
    from servida.strategy.lattice import Floats, Indices, Keep

_ROW = {line: row for row, line in enumerate(Line)}
_MADE = [_ROW[line] for line in (Line.STRAIGHT, Line.FULL, Line.POKER, Line.GENERALA)]
_NUMBERS = [row for line, row in _ROW.items() if line.face is not None]
_SIX = _ROW[Line.SIXES]


@dataclass(frozen=True, slots=True)
class Eye:
    """What a player sees and likes beyond what all do.

    ``sixes``: keeps every six while the sixes are open.  ``impatient``: after the second roll three alike are enough
    where their number is open.  ``pairs``: keeps two pairs for a full house.  ``runs``: keeps four of a straight.
    """

    sixes: bool = False
    impatient: bool = False
    pairs: bool = False
    runs: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    """Every hand as the eye sees it, a row a hand.

    ``counts``: of each face, 1 to 6.  ``alike``, ``three``: the keep of all its dice of a face, and of at most three.
    ``pairs``: the keep of two pairs, -1 where there are none.  ``run``: the longest part of a straight.  ``length``: of
    how many dice that is.
    """

    counts: Indices
    alike: Indices
    three: Indices
    pairs: Indices
    run: Indices
    length: Indices


def keeps_by_eye(game: Game, states: Indices, points: Floats, left: int, eye: Eye) -> Indices:
    """Return the number of the keep of each hand in each state; a hand's own ends the turn.

    ``points``: what each hand is worth this turn on each line, shape (lines, hands, states), -inf where it is filled.
    ``left`` is how many rolls are left, at least 1.  The game has the lines of a rule set.
    """
    looks, lattice = _looks(game), game.lattice
    opened = np.stack([(states >> line & 1).astype(np.bool_) for line in range(game.lines)])
    keep = _alike(game, states, opened)
    if eye.pairs:
        keep = np.where((looks.pairs >= 0)[:, None] & opened[_ROW[Line.FULL]], looks.pairs[:, None], keep)
    if eye.sixes:
        keep = np.where(opened[_SIX], _with_sixes(game)[keep, looks.counts[:, _SIX, None]], keep)
    if eye.runs:
        run = (looks.length >= lattice.dice - 1) & (looks.counts.max(axis=1) < 3)
        keep = np.where(run[:, None] & opened[_ROW[Line.STRAIGHT]], looks.run[:, None], keep)
    done = (points[_MADE] > 0).any(axis=0)
    if eye.impatient and left == 1:
        done |= ((looks.counts >= 3)[:, :, None] & opened[_NUMBERS]).any(axis=1)
    return np.where(done, lattice.own[:, None], keep)


def _alike(game: Game, states: Indices, opened: NDArray[np.bool_]) -> Indices:
    """Return the keep of the most alike that is of use, and where nothing is, of the longest part of a straight."""
    looks = _looks(game)
    four = opened[_ROW[Line.POKER]] | opened[_ROW[Line.GENERALA]]
    if game.double is not None:
        four = four | (opened[game.double] & game.scored(states))
    wanted = opened[_NUMBERS] | four | opened[_ROW[Line.FULL]]
    rank = np.where(looks.counts > 0, looks.counts * game.lattice.faces + np.arange(game.lattice.faces), 0)
    worth = np.where(wanted, rank[:, :, None], 0)
    face = worth.argmax(axis=1)
    # Four alike are no step to a full house.
    enough = np.where(opened[_NUMBERS] | four, looks.alike[:, :, None], looks.three[:, :, None])
    keep = np.take_along_axis(enough, face[:, None, :], axis=1)[:, 0, :]
    rest = np.where(opened[_ROW[Line.STRAIGHT]], looks.run[:, None], 0)
    return np.where(worth.max(axis=1) > 0, keep, rest)


@cache
def _looks(game: Game) -> _Looks:
    lattice, number = game.lattice, game.lattice.number
    hands, faces = lattice.hands, range(1, game.lattice.faces + 1)
    straights = [hands[row] for row in np.flatnonzero(game.plain[_ROW[Line.STRAIGHT]] > 0)]
    runs = [max((_common(hand, straight) for straight in straights), key=len) for hand in hands]
    counts = np.array([[hand.count(face) for face in faces] for hand in hands])
    alike, three = (
        np.array([[number[(face,) * min(hand.count(face), most)] for face in faces] for hand in hands])
        for most in (lattice.dice, 3)
    )
    pairs = np.array([number[_pairs(hand)] if len(_pairs(hand)) == 4 else -1 for hand in hands])
    return _Looks(counts, alike, three, pairs, np.array([number[run] for run in runs]), np.array(list(map(len, runs))))


@cache
def _with_sixes(game: Game) -> Indices:
    """Return the keep with so many sixes (the column) instead of those in it; itself where that is no keep."""
    lattice = game.lattice
    found = np.repeat(np.arange(len(lattice.keeps))[:, None], lattice.dice + 1, axis=1)
    for row, keep in enumerate(lattice.keeps):
        others = tuple(face for face in keep if face != lattice.faces)
        for count in range(lattice.dice + 1 - len(others)):
            found[row, count] = lattice.number[others + (lattice.faces,) * count]
    return found


def _common(hand: Keep, straight: Keep) -> Keep:
    return tuple(sorted((Counter(hand) & Counter(straight)).elements()))


def _pairs(hand: Keep) -> Keep:
    """Return the dice of two pairs, or fewer where there are not two."""
    return tuple(face for face in hand if hand.count(face) == 2)
