"""What is said of many matches: shares, intervals and totals."""

from __future__ import annotations

import numpy as np
import pytest

from servida.rules import PRESETS
from servida.strategy.advice import Level
from servida.strategy.batch import player
from servida.strategy.duel import SETS, SURE, Duel, duel
from servida.strategy.values import solve

TABLE = solve(PRESETS["table"])
EXPERT, CASUAL = (player(TABLE, None, level) for level in (Level.EXPERT, Level.CASUAL))


def dice(shape: tuple[int, ...]) -> np.typing.NDArray[np.uint8]:
    return np.random.default_rng(11).integers(0, 6, shape, dtype=np.uint8)


def of(parts: list[float], sudden: tuple[int, ...] = ()) -> Duel:
    """Return matches of two of which the first wins these parts."""
    first = np.array(parts)
    totals = np.array([range(len(parts)), range(100, 100 + len(parts))])
    return Duel(np.array([first, 1 - first]), totals, np.isin(np.arange(len(parts)), sudden))


def test_equals_with_the_same_dice_win_alike() -> None:
    found = duel(TABLE.game, [EXPERT, EXPERT], 1000, dice)
    assert (found.parts[0, ::2] == found.parts[1, 1::2]).all()
    assert (found.totals[0, ::2] == found.totals[1, 1::2]).all()
    assert found.share(0).mean == 0.5
    assert found.wins(0) == found.wins(1)


@pytest.mark.parametrize("games", [1, 2, 5, 2 * SETS + 3, 3 * SETS + 1])
def test_every_match_is_played_and_told_once(games: int) -> None:
    told: list[int] = []
    found = duel(TABLE.game, [EXPERT, CASUAL, CASUAL], games, dice, told.append)
    assert found.parts.sum(axis=0) == pytest.approx(np.ones(games))
    assert found.games == games == found.ties + sum(map(found.wins, range(3)))
    assert told == sorted(told)
    assert told[-1] == games


def test_the_interval_of_independent_matches_is_wilsons() -> None:
    # 30 of 100 by Wilson with 1.959964 standard deviations, as in Newcombe 1998.
    share = of([1.0] * 30 + [0.0] * 70).share(0)
    independent = Duel(np.array([[1.0] * 30 + [0.0] * 70]), np.zeros((1, 100), np.intp), np.zeros(100, np.bool_)).share(
        0
    )
    assert (independent.mean, independent.low, independent.high) == pytest.approx((0.3, 0.2189, 0.3958), abs=1e-4)
    # Pairs of which both are won or both lost are as good as half as many matches.
    assert share.high - share.low == pytest.approx(2**0.5 * (independent.high - independent.low), rel=0.02)
    balanced = of([1.0, 0.0] * 50).share(0)
    assert balanced.low + balanced.high == pytest.approx(1)


def test_all_or_nothing_is_never_certain() -> None:
    for count in (1, 2, 40):
        share = of([1.0] * count).share(0)
        assert share.mean == 1
        assert 0 < share.low < share.high <= 1 + 1e-12
        assert of([1.0] * count).share(1).low == pytest.approx(0, abs=1e-12)


def test_ties_are_no_wins() -> None:
    found = of([1.0, 0.5, 0.5, 0.0])
    assert (found.wins(0), found.wins(1), found.ties) == (1, 1, 2)


def test_totals_are_of_matches_that_went_to_the_last_line() -> None:
    totals = of([1.0] * 5, sudden=(0, 4)).total(0)
    assert totals is not None
    assert totals.deviation == pytest.approx((2 / 3) ** 0.5)
    half = SURE * totals.deviation / 3**0.5
    assert (totals.mean.mean, totals.mean.low, totals.mean.high) == pytest.approx((2, 2 - half, 2 + half))
    assert of([1.0], sudden=(0,)).total(0) is None
