"""What may become of a match: chances that add up, whose mean is the value, and brute force on small games."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import exact_games
from servida.rules import PRESETS, Line
from servida.strategy.distribution import QUANTILES, Spread, distribution
from servida.strategy.prospects import prospects
from servida.strategy.values import solve, values_of

NAMES = ("table", "table-scores", "wiki-60-double")


@pytest.mark.parametrize("name", NAMES)
def test_the_mean_of_the_totals_is_the_value(name: str) -> None:
    table = solve(PRESETS[name])
    spread = distribution(table)
    assert sum(spread.total.chances.values()) == pytest.approx(1, abs=1e-12)
    assert spread.total.mean == pytest.approx(table.expected, abs=1e-9)
    assert sum(line.mean for line in spread.lines.values()) == pytest.approx(table.expected, abs=1e-9)
    for line in spread.lines.values():
        assert sum(line.chances.values()) == pytest.approx(1, abs=1e-12)
    assert set(spread.lines) == set(table.rules.lines)
    assert (spread.won > 0) is (name != "table-scores")


@pytest.mark.parametrize("small", exact_games.GAMES, ids=lambda small: small.name)
def test_every_state_has_the_mean_of_its_value(small: exact_games.Small) -> None:
    values = values_of(small.game)
    future = prospects(small.game, values)
    points = np.arange(future.totals.shape[1])
    for state in small.game.states():
        assert future.totals[state].sum() == pytest.approx(1, abs=1e-12)
        assert (future.totals[state] * points).sum() == pytest.approx(values[state], abs=1e-12)
        lost = future.wins[state].sum()
        assert future.unwon[state].sum() == pytest.approx(1 - lost, abs=1e-12)
        assert small.wins or not lost


def test_one_throw_of_two_dice_is_counted_out() -> None:
    """One roll, one line: the chance of each total is the share of the throws that give it."""
    small = exact_games.Small("pips", 3, 2, 1, (exact_games.number(3),))
    future = prospects(small.game, values_of(small.game))
    throws = [throw.count(3) * 3 for throw in product((1, 2, 3), repeat=2)]
    for total in (0, 3, 6):
        assert future.totals[1, total] == pytest.approx(throws.count(total) / 9, abs=1e-15)
    assert future.lines() == ({0: future.totals[1, 0], 3: future.totals[1, 3], 6: future.totals[1, 6]},)


def test_the_chance_of_a_served_generala_that_wins() -> None:
    """With one roll a turn and the Generala alone, it is the chance of five alike: 6 in 7,776."""
    alike = exact_games.same(1)
    small = exact_games.Small("served", 6, 5, 1, (alike,), 0, wins=True)
    future = prospects(small.game, values_of(small.game))
    assert future.wins[1].tolist() == pytest.approx([6 / 7776])
    assert future.unwon[1].sum() == pytest.approx(1 - 6 / 7776)


def test_quantiles_and_deviation_are_those_of_the_book() -> None:
    die = Spread(dict.fromkeys(range(1, 7), 1 / 6))
    assert die.mean == pytest.approx(3.5)
    assert die.deviation == pytest.approx((35 / 12) ** 0.5)
    assert [die.quantile(part) for part in (0.01, 0.5, 0.99)] == [1, 3, 6]
    assert Spread({1: 0.5, 2: 0.5 - 1e-12}).quantile(1 - 1e-13) == 2
    assert sorted(QUANTILES) == list(QUANTILES)


def test_the_double_is_scored_only_after_the_generala() -> None:
    lines = distribution(solve(PRESETS["wiki-60-double"])).lines
    scored = {line: 1 - lines[line].chances[0] for line in (Line.GENERALA, Line.DOUBLE)}
    assert 0 < scored[Line.DOUBLE] < scored[Line.GENERALA]
