"""A strategist that knows nothing of chances: it keeps what there is most of, and says so at once or after a while."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from servida.rules import Line, Mark, Match, potential
from servida.strategy.advice import Choice, Hold, Mistake, Review

if TYPE_CHECKING:
    from servida.rules import RuleSet
    from servida.strategy.advice import Level

NUMBERS = tuple(Line)[:6]


@dataclass
class FakeStrategist:
    """Builds in ``slices``, decides in ``pondering`` and reviews in ``examining`` more; ``asked`` is a diary."""

    slices: int = 0
    pondering: int = 0
    examining: int = 0
    fault: Exception | None = None
    built: int = 0
    asked: list[str] = field(default_factory=list)

    def progress(self, rules: RuleSet) -> float | None:
        del rules
        return self.built / self.slices if self.built < self.slices else None

    def work(self, rules: RuleSet) -> bool:
        self.asked.append(f"work {rules.name}")
        self.built += 1
        if self.fault is not None:
            raise self.fault
        return self.built < self.slices

    def decide(self, match: Match, level: Level) -> Choice | None:
        self.asked.append(f"decide {len(match.moves)} {level.value}")
        if self.pondering:
            self.pondering -= 1
            return None
        return choices(match)[0]

    def advise(self, match: Match) -> tuple[Choice, ...]:
        self.asked.append(f"advise {len(match.moves)}")
        return choices(match)

    def review(self, match: Match) -> tuple[Review, ...] | None:
        self.asked.append(f"review {len(match.moves)}")
        if self.examining:
            self.examining -= 1
            return None
        mistake = Mistake(2, (5, 5, 5, 1, 2), 1, Mark(Line.ONES), Hold((5, 5, 5)), 7.25)
        return tuple(Review(name, 12.5, (mistake,) * (i % 2), 8.0 - 9.5 * i) for i, name in enumerate(match.players))


def choices(match: Match) -> tuple[Choice, ...]:
    """Return the line with the most points or, while there are rolls, first a hold of the most frequent face."""
    faces = match.turn.faces
    assert faces is not None
    sheet = match.sheets[match.mover]
    worth = {line: float(points) for line in sheet.open if isinstance(points := potential(match, line), int)}
    lines = sorted((Choice(Mark(line), points) for line, points in worth.items()), key=lambda each: -each.expected)
    if not match.rolls_left:
        return tuple(lines)
    ((face, count),) = Counter(sorted(faces, reverse=True)).most_common(1)
    if count == len(faces):
        return tuple(lines)
    aim = NUMBERS[face - 1] if count > 1 else None
    best = 0.5 + max(worth.values())
    return (Choice(Hold((face,) * count), best, aim=aim), Choice(Hold(), best - 0.2), *lines)
