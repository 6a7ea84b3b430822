"""A stand-in for the package generala, which only `make bench` installs: what is used of its version 2.0.0."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class MaxScore:
    """generala.categories.MaxScore, which holds the two fours of its README's example."""

    held: tuple[tuple[int, ...], ...] = ((0, 0, 0, 2, 0, 0),)

    def __init__(self, categories: Sequence[object]) -> None:
        self.categories = categories

    def expected_score(
        self, counts: tuple[int, ...], roll: int, open_categories: Sequence[object], *, return_held: bool
    ) -> tuple[float, list[tuple[int, ...]]]:
        assert (counts, roll, return_held) == ((1, 1, 0, 2, 0, 1), 1, True)
        assert list(open_categories) == list(self.categories) == ["ONES", "GENERALA"]
        return 33.15, list(self.held)


def counts(dice: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(dice.count, range(1, 7)))


def dice(counted: Sequence[int]) -> tuple[int, ...]:
    return tuple(face for face, count in enumerate(counted, start=1) for _ in range(count))


def modules() -> dict[str, ModuleType]:
    """Return the modules by name."""
    package, categories = ModuleType("generala"), ModuleType("generala.categories")
    vars(package).update(counts=counts, dice=dice, categories=categories)
    vars(categories).update(MaxScore=MaxScore, ALL=("ONES", "GENERALA", "DOUBLE"), DOUBLE_GENERALA="DOUBLE")
    return {"generala": package, "generala.categories": categories}
