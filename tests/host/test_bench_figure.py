"""The arithmetic of a benchmark."""

from __future__ import annotations

from math import inf

import pytest

from servida_host.bench.figure import Comparison, Spread, Unit, Wanted, spread


def comparison(ours: float, theirs: float, wanted: Wanted | None) -> Comparison:
    sides = (Spread(ours, ours, ours, 1), Spread(theirs, theirs, theirs, 1))
    return Comparison("figure", "what", "against", Unit.BYTES, *sides, wanted)


def test_median_and_quartiles_are_those_of_the_samples() -> None:
    assert spread([5, 1, 4, 2, 3]) == Spread(3, 2, 4, 5)
    assert spread([1, 2]) == Spread(1.5, 1.25, 1.75, 2)
    assert spread([7.0]) == Spread(7.0, 7.0, 7.0, 1)


def test_without_samples_there_is_no_median() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        spread([])


@pytest.mark.parametrize(
    ("wanted", "ours", "theirs", "met"),
    [
        (Wanted("≤ 1/15", share=1 / 15), 100, 1500, True),
        (Wanted("≤ 1/15", share=1 / 15), 101, 1500, False),
        (Wanted("≥ 100", least=100), 100, 42, True),
        (Wanted("≥ 100", least=100), 99.9, 42, False),
        (Wanted("≤ 2", most=2), 2, 3600, True),
        (Wanted("≤ 2", most=2), 3, 3600, False),
        (Wanted("≤ 1.5, ≥ 5 × faster", most=1.5, share=1 / 5), 1.4, 7, True),
        (Wanted("≤ 1.5, ≥ 5 × faster", most=1.5, share=1 / 5), 1.6, 80, False),
        (Wanted("≤ 1.5, ≥ 5 × faster", most=1.5, share=1 / 5), 1.0, 4.9, False),
    ],
)
def test_every_bound_must_be_kept(wanted: Wanted, ours: float, theirs: float, met: bool) -> None:
    assert comparison(ours, theirs, wanted).met is met


def test_where_nothing_is_wanted_nothing_is_met_or_missed() -> None:
    assert comparison(1, 2, None).met is None


def test_the_share_is_ours_over_theirs() -> None:
    assert comparison(1, 4, None).share == 0.25
    assert comparison(1, 0, None).share == inf
