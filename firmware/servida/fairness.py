"""Are these dice fair?  Pearson's chi-square tests of what fell, with p-values, against exact probabilities.

Pure statistics: counts in, verdicts out; it knows neither sources nor words for people.  Four questions are asked:
does each *face* come as often as any other; does a die foretell the next one (*pairs* in sequence); does a die
of the five differ from the others (*positions*); do five dice make *hands* as often as they should.  A test whose
expected counts are too small for chi-square to be true is not made.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import product

from servida.chi_square import chi_square_p

FACES = 6
DICE = 5

ENOUGH = 10.0
"""Expected count of a cell below which no test is made: Cochran's 5, doubled as unlikely p-values are what decides."""

MANY = 50.0
"""Expected count of a cell below which counts may well be even: all six faces alike come by chance in 2 of 5,000 falls
of thirty dice."""

UNEVEN = 0.0002
"""A p-value below this is unusual: the dice differ from fair ones by more than chance explains."""

TOO_EVEN = 0.00005
"""One above 1 minus this is unusual, too: dice from a bag, where what fell is less likely to fall again."""

FALSE_ALARMS = 4 * (UNEVEN + TOO_EVEN)
"""Fair dice are called unusual in at most so many runs: the chances of all four tests and both sides, added up."""

BAND = 3.0
"""Half the width of the expected band around a count, in standard deviations: 1 count in 370 lies outside by chance."""


class Question(Enum):
    """What is asked of the dice."""

    FACES = "faces"
    PAIRS = "pairs"
    POSITIONS = "positions"
    HANDS = "hands"


class HandClass(Enum):
    """What five dice make; each hand is of exactly one class."""

    NO_PAIR = "no pair"
    PAIR = "pair"
    TWO_PAIRS = "two pairs"
    THREE = "three"
    STRAIGHT = "straight"
    FULL = "full"
    POKER = "poker"
    GENERALA = "generala"


STRAIGHTS = (frozenset(range(1, 6)), frozenset(range(2, 7)))
"""The two that every rule set knows."""

_SHAPES = {
    (1, 1, 1, 1, 1): HandClass.NO_PAIR,
    (1, 1, 1, 2): HandClass.PAIR,
    (1, 2, 2): HandClass.TWO_PAIRS,
    (1, 1, 3): HandClass.THREE,
    (2, 3): HandClass.FULL,
    (1, 4): HandClass.POKER,
    (5,): HandClass.GENERALA,
}


@cache
def hand_class(faces: tuple[int, ...]) -> HandClass:
    """Return the class of five faces, in any order."""
    if frozenset(faces) in STRAIGHTS:
        return HandClass.STRAIGHT
    return _SHAPES[tuple(sorted(Counter(faces).values()))]


@cache
def hand_ways() -> dict[HandClass, int]:
    """Return in how many of the 7,776 equally likely falls of five dice each class comes, by trying all."""
    ways = Counter(hand_class(tuple(sorted(faces))) for faces in product(range(1, FACES + 1), repeat=DICE))
    return {each: ways[each] for each in HandClass}


@dataclass(slots=True)
class Tally:
    """Counts of dice as they fell, roll after roll; ``add`` takes the faces of one roll or of many of five dice."""

    faces: Counter[int] = field(default_factory=Counter)
    pairs: Counter[tuple[int, int]] = field(default_factory=Counter)
    positions: tuple[Counter[int], ...] = field(default_factory=lambda: tuple(Counter() for _ in range(DICE)))
    hands: Counter[HandClass] = field(default_factory=Counter)
    _odd: bytes = b""

    @property
    def dice(self) -> int:
        """How many dice fell."""
        return self.faces.total()

    def add(self, faces: bytes) -> None:
        """Count the faces 1..6 of a roll of up to five dice, or of several rolls of five, left to right.

        Pairs are the first and second die of the sequence, the third and fourth, and so on, so that all are
        independent; only a roll of five makes a hand.
        """
        self.faces.update(faces)
        sequence = self._odd + faces
        even = len(sequence) & ~1
        self.pairs.update(zip(sequence[:even:2], sequence[1:even:2], strict=True))
        self._odd = sequence[even:]
        columns = [faces[i::DICE] for i in range(DICE)]
        for counts, column in zip(self.positions, columns, strict=True):
            counts.update(column)
        for hand, count in Counter(zip(*columns, strict=False)).items():
            self.hands[hand_class(tuple(sorted(hand)))] += count


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing that can fall: how often it did, and how often it is expected to."""

    name: str
    count: int
    expected: float
    chance: float

    @property
    def deviation(self) -> float:
        """How far the count is off, in standard deviations of the binomial; 0 when nothing is expected."""
        spread = math.sqrt(self.expected * (1 - self.chance))
        return (self.count - self.expected) / spread if spread else 0.0


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one test; ``p`` is ``None`` when there were too few dice for it.

    ``p`` is the chance that fair dice give a statistic as large as this, or a larger one; ``least`` the smallest
    expected count that was judged.
    """

    question: Question
    cells: tuple[Cell, ...]
    statistic: float
    freedom: int
    p: float | None
    least: float

    @property
    def uneven(self) -> bool:
        """Whether the dice differ from fair ones by more than chance explains."""
        return self.p is not None and self.p < UNEVEN

    @property
    def too_even(self) -> bool:
        """Whether the counts are closer to their expectation than chance explains."""
        return self.p is not None and self.p > 1 - TOO_EVEN and self.least >= MANY


@dataclass(frozen=True, slots=True)
class Report:
    """All findings about so many dice."""

    dice: int
    findings: tuple[Finding, ...]

    @property
    def unusual(self) -> tuple[Finding, ...]:
        """The findings that fair dice would hardly ever give."""
        return tuple(finding for finding in self.findings if finding.uneven or finding.too_even)

    @property
    def p(self) -> float | None:
        """How often fair dice do worse than this in their worst test; ``None`` when no test was made.

        Sidak's formula for the smallest of several p-values, which takes the tests for independent: positions and
        faces are not quite, so it is a figure to tell, not the one that decides.
        """
        made = [finding.p for finding in self.findings if finding.p is not None]
        return 1 - (1 - min(made)) ** len(made) if made else None


def examine(tally: Tally) -> Report:
    """Return what the four tests say of these counts."""
    dice, sixth = tally.dice, 1 / FACES
    faces = [_cell(str(face), tally.faces[face], dice, sixth) for face in range(1, FACES + 1)]
    pair_total = tally.pairs.total()
    pairs = [
        _cell(f"{a}{b}", tally.pairs[a, b], pair_total, sixth**2) for a, b in product(range(1, FACES + 1), repeat=2)
    ]
    positions = [
        _cell(f"{i}:{face}", counts[face], counts.total(), sixth)
        for i, counts in enumerate(tally.positions, start=1)
        for face in range(1, FACES + 1)
    ]
    hand_total = tally.hands.total()
    hands = [_cell(each.value, tally.hands[each], hand_total, ways / FACES**DICE) for each, ways in hand_ways().items()]
    return Report(
        dice,
        (
            _found(Question.FACES, faces, groups=1),
            _found(Question.PAIRS, pairs, groups=1),
            _found(Question.POSITIONS, positions, groups=DICE),
            _found(Question.HANDS, hands, groups=1),
        ),
    )


def _cell(name: str, count: int, total: int, chance: float) -> Cell:
    return Cell(name, count, total * chance, chance)


def _found(question: Question, cells: list[Cell], *, groups: int) -> Finding:
    """Test the cells, which stand in so many groups of known totals; hands too rare for their number are pooled."""
    judged = _pooled(cells) if question is Question.HANDS else cells
    freedom = len(judged) - groups
    least = min(cell.expected for cell in judged)
    if freedom < 1 or least < ENOUGH:
        return Finding(question, tuple(cells), 0.0, freedom, None, least)
    statistic = math.fsum((cell.count - cell.expected) ** 2 / cell.expected for cell in judged)
    return Finding(question, tuple(cells), statistic, freedom, chi_square_p(statistic, freedom), least)


def _pooled(cells: list[Cell]) -> list[Cell]:
    """Return the cells, the rarest joined until each is expected often enough."""
    left = sorted(cells, key=lambda cell: cell.expected, reverse=True)
    while len(left) > 1 and left[-1].expected < ENOUGH:
        rare, next_rare = left.pop(), left.pop()
        left.append(
            Cell(
                f"{next_rare.name}, {rare.name}",
                next_rare.count + rare.count,
                next_rare.expected + rare.expected,
                next_rare.chance + rare.chance,
            )
        )
    return left
