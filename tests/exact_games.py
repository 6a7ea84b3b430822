"""Small games and their exact values, by brute force in fractions.

Shares with the solver the points of its games and nothing else: it walks ordered dice and every subset held, and keeps
an open line and a scored Generala as words, not bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from servida.strategy.game import Game
from servida.strategy.lattice import lattice

if TYPE_CHECKING:
    from collections.abc import Callable

Dice = tuple[int, ...]


@dataclass(frozen=True)
class Small:
    """A game small enough for brute force; a line is a function from dice and served to points."""

    name: str
    faces: int
    dice: int
    rolls: int
    lines: tuple[Callable[[Dice, bool], int], ...]
    generala: int | None = None
    double: int | None = None
    wins: bool = False

    @property
    def game(self) -> Game:
        shape = lattice(self.faces, self.dice)
        plain, served = (
            np.array([[float(line(hand, first)) for hand in shape.hands] for line in self.lines])
            for first in (False, True)
        )
        winning = np.array([self.wins and alike(hand) for hand in shape.hands])
        return Game(shape, self.rolls, plain, served, winning, self.generala, self.double)


def alike(dice: Dice) -> bool:
    return len(set(dice)) == 1


def number(face: int) -> Callable[[Dice, bool], int]:
    return lambda dice, _: face * dice.count(face)


def straight(dice: Dice, served: bool) -> int:
    return (5 + 2 * served) if len(set(dice)) == len(dice) else 0


def same(points: int, bonus: int = 0) -> Callable[[Dice, bool], int]:
    return lambda dice, served: (points + bonus * served) if alike(dice) else 0


GAMES = (
    Small("coin", 2, 1, 1, (number(2),)),
    Small("one-roll", 3, 2, 1, (number(1), number(3), straight), None),
    Small("two-rolls", 3, 3, 2, (number(1), number(2), number(3), same(7, 3)), 3),
    Small("three-rolls", 4, 3, 3, (number(4), straight, same(9)), 2),
    Small("wins", 3, 2, 3, (number(2), straight, same(1)), 2, wins=True),
    Small("wins-at-once", 2, 2, 1, (number(2), same(1)), 1, wins=True),
    Small("double", 3, 2, 2, (number(3), same(6, 1), same(13)), 1, 2),
    Small("double-wins", 2, 3, 3, (same(20), number(1), straight, same(11)), 3, 0, wins=True),
)


def values(small: Small) -> dict[int, Fraction]:
    """Return the exact value of every state, by the solver's numbers of states."""
    hands = list(product(range(1, small.faces + 1), repeat=small.dice))
    found: dict[int, Fraction] = {}
    for count in range(len(small.lines) + 1):
        for lines in subsets(len(small.lines), count):
            for scored in (False, True):
                remembered = small.double in lines and small.generala is not None and small.generala not in lines
                if scored and not remembered:
                    continue
                state = sum(1 << line for line in lines) + (scored << len(small.lines))
                found[state] = turn(small, hands, lines, scored, found) if lines else Fraction(0)
    return found


def subsets(count: int, size: int) -> list[tuple[int, ...]]:
    return [
        tuple(line for line in range(count) if bits >> line & 1)
        for bits in range(1 << count)
        if bits.bit_count() == size
    ]


def turn(small: Small, hands: list[Dice], lines: tuple[int, ...], scored: bool, later: dict[int, Fraction]) -> Fraction:
    def written(dice: Dice, line: int, served: bool) -> Fraction:
        points = small.lines[line](dice, served)
        if line == small.double and not scored:
            points = 0
        left = [each for each in lines if each != line]
        remembers = small.double in left and small.generala is not None and small.generala not in left
        mark = remembers and (points > 0 if line == small.generala else scored)
        return points + later[sum(1 << each for each in left) + (mark << len(small.lines))]

    @cache
    def lying(dice: Dice, rolled: int) -> Fraction:
        served = rolled == 1
        if served and small.wins and small.generala in lines and alike(dice):
            assert small.generala is not None
            return written(dice, small.generala, served)
        best = max(written(dice, line, served) for line in lines)
        if rolled < small.rolls:
            for free in range(1, small.dice + 1):
                for at in subsets(small.dice, free):
                    best = max(best, thrown(dice, at, rolled))
        return best

    @cache
    def thrown(dice: Dice, at: tuple[int, ...], rolled: int) -> Fraction:
        total = Fraction(0)
        for faces in product(range(1, small.faces + 1), repeat=len(at)):
            landed = list(dice)
            for place, face in zip(at, faces, strict=True):
                landed[place] = face
            total += lying(tuple(landed), rolled + 1)
        return total / Fraction(small.faces ** len(at))

    return sum((lying(dice, 1) for dice in hands), Fraction(0)) / len(hands)
