"""What strategy says, as values: levels, holds, choices, mistakes and reviews.

Screens and the command line show them without numpy, which only the modules that compute them need.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from servida.rules import Generala, Line, Mark


class Level(Enum):
    """The five opponents, the weakest first, by the names that commands use."""

    BEGINNER = "beginner"
    CASUAL = "casual"
    SKILLED = "skilled"
    EXPERT = "expert"
    MASTER = "master"


@dataclass(frozen=True, slots=True)
class Hold:
    """Keep dice of these faces, 1 to 6, ascending, and roll the others; none is a roll of all five."""

    faces: tuple[int, ...] = ()


Action: TypeAlias = Hold | Mark
"""What a player decides once the dice lie: what to keep, or which line to fill."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be done now, and what it is worth.

    ``expected``: points still to come in the match after this, those of a line marked now included.  ``win``: the
    chance to win, 0 to 1, a tie counting in equal parts; ``None`` where no opponents are known.  ``aim``: the line
    that a hold goes for most, ``None`` for a mark and for a hold with no favourite.
    """

    action: Action
    expected: float
    win: float | None = None
    aim: Line | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost points: in which round, on which dice, what was done and what would have been best.

    ``price`` is in expected points, above 0; ``rolls_left`` 0 to 2; ``generala`` is how that player's Generala line
    stood, without which nobody knows what a Double would have brought.
    """

    round: int
    faces: tuple[int, ...]
    rolls_left: int
    done: Action
    best: Action
    price: float
    generala: Generala = Generala.OPEN


@dataclass(frozen=True, slots=True)
class Review:
    """What one player made of a match: skill apart from luck, in expected points.

    ``lost`` is the price of all mistakes, 0 or more; ``dearest`` are the three dearest, the dearest first; ``luck``
    is what the dice gave beyond their expectation, below 0 where they gave less.
    """

    player: str
    lost: float
    dearest: tuple[Mistake, ...]
    luck: float
