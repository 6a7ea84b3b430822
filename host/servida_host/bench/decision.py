"""Figure: processor time of a decision on a first roll, beside the package `generala` of PyPI.

Ours is what `servida advise` does once the values are loaded: every hold and line of a fresh turn, with its aim.
Theirs is the expected score of "any" category and the dice to hold, in one process as ours; it looks at this turn
alone, where the values know the rest of the match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from servida.rules import DEFAULT, Sheet
from servida.strategy.advice import Hold
from servida.strategy.decisions import decisions
from servida.strategy.values import solve
from servida_host.bench.figure import Comparison, Effort, Unit, Wanted, spread
from servida_host.bench.timing import in_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

DICE = (4, 4, 1, 2, 6)
"""The first roll of the example in the peer's README."""

SAMPLES = 3
"""The peer takes many seconds for one decision, and ours as long for as many as fit."""

WANTED = Wanted("≤ 5 ms", most=5e-3)


class WrongHold(RuntimeError):
    """A peer that advises nothing that could be held, so that nothing about it can be compared."""


class _Category(Protocol):
    """What is used of generala's Category."""

    def expected_score(
        self, counts: tuple[int, ...], roll: int, open_categories: Sequence[object], *, return_held: bool
    ) -> tuple[float, list[tuple[int, ...]]]: ...


def measure(effort: Effort) -> tuple[Comparison, ...]:
    """Compare with ``MaxScore.expected_score``; raises WrongHold when it holds what does not lie there."""
    import generala  # noqa: PLC0415  installed by `make bench` only
    from generala import categories  # noqa: PLC0415  the same

    lines = [each for each in categories.ALL if each is not categories.DOUBLE_GENERALA]
    highest: _Category = categories.MaxScore(lines)
    counts: tuple[int, ...] = generala.counts(DICE)
    table, sheet = solve(DEFAULT), Sheet(DEFAULT.lines)

    def ours() -> set[object]:
        return {choice.action for choice in decisions(table, sheet).choices(DICE, 2, aims=True)}

    def theirs() -> list[Hold]:
        _, held = highest.expected_score(counts, 1, lines, return_held=True)
        return [Hold(tuple(generala.dice(each))) for each in held]

    found = theirs()
    if not found or not ours().issuperset(found):
        raise WrongHold(f"generala holds {found} of the dice {DICE}")
    mine, others = in_turn(ours, theirs, min(SAMPLES, effort.samples))
    note = "processor time of the best hold of a first roll; theirs looks at this turn alone, ours at the whole match"
    return (
        Comparison(
            "decision",
            "a decision on a first roll",
            "generala",
            Unit.SECONDS,
            spread(mine),
            spread(others),
            WANTED,
            note,
        ),
    )
