"""The master's chances: exact when it is the last to move, true on average before, with ties and served Generalas."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from servida.rules import PRESETS, Hand, Line, Win, score
from servida.strategy.advice import Hold, Level
from servida.strategy.batch import dice_shape, play, player
from servida.strategy.master import TINY, _beaten, _first, masters
from servida.strategy.positions import Positions
from servida.strategy.prospects import prospects
from servida.strategy.values import solve

if TYPE_CHECKING:
    from servida.strategy.prospects import Prospects

NAMES = ("table", "table-scores", "wiki-60")
TABLES = {name: solve(PRESETS[name]) for name in NAMES}
FUTURES = {name: prospects(table.game, table.values) for name, table in TABLES.items()}


def last(name: str, line: Line, total: int, rivals: tuple[int, ...]) -> Positions:
    """Return the last turn of a match: one line is open, the rivals have these totals."""
    state = 1 << PRESETS[name].lines.index(line)
    states = np.array([[0]] * len(rivals) + [[state]])
    return Positions(len(rivals), states, np.array([*([each] for each in rivals), [total]]))


def won(total: int, rivals: tuple[int, ...]) -> Fraction:
    """Return the part of the match that this total wins."""
    if total < max(rivals):
        return Fraction(0)
    return Fraction(1, 1 + Counter(rivals)[total])


def brute(name: str, line: Line, total: int, rivals: tuple[int, ...]) -> dict[tuple[Hand, int], Fraction]:
    """Return the chance to win with each hand and rolls left, over all throws of all dice that are not kept."""
    rules = PRESETS[name]

    def end(hand: Hand, left: int) -> Fraction:
        points = score(line, hand, rules, served=left == 2)
        return Fraction(1) if points is Win.WINS else won(total + points, rivals)

    @cache
    def kept(some: Hand, left: int) -> Fraction:
        throws = Counter(tuple(sorted(some + more)) for more in product(range(1, 7), repeat=5 - len(some)))
        return sum((count * lying(hand, left - 1) for hand, count in throws.items()), Fraction(0)) / throws.total()

    @cache
    def lying(hand: Hand, left: int) -> Fraction:
        if not left or (left == 2 and line is Line.GENERALA and score(line, hand, rules, served=True) is Win.WINS):
            return end(hand, left)
        parts = {tuple(part) for size in range(5) for part in combinations(hand, size)}
        return max(end(hand, left), *(kept(part, left) for part in parts))

    return {(hand, left): lying(hand, left) for hand in TABLES[name].game.lattice.hands for left in range(3)}


def thrown(kept: Hand, exact: dict[tuple[Hand, int], Fraction], left: int) -> Fraction:
    """Return the mean over all throws of the dice that are not kept."""
    throws = Counter(tuple(sorted(kept + more)) for more in product(range(1, 7), repeat=5 - len(kept)))
    return sum((count * exact[hand, left] for hand, count in throws.items()), Fraction(0)) / throws.total()


@pytest.mark.parametrize(
    ("name", "line", "total", "rivals"),
    [
        ("table", Line.SIXES, 100, (112, 90)),
        ("table", Line.FOURS, 100, (112, 112)),
        ("table", Line.GENERALA, 100, (160,)),
        ("table-scores", Line.GENERALA, 100, (160, 150, 150, 20)),
        ("wiki-60", Line.STRAIGHT, 70, (90,)),
        ("wiki-60", Line.STRAIGHT, 70, (95, 100, 100)),
        ("wiki-60", Line.POKER, 70, (10,)),
        ("wiki-60", Line.FULL, 10, (170,)),
    ],
)
def test_the_last_to_move_plays_as_brute_force_does(name: str, line: Line, total: int, rivals: tuple[int, ...]) -> None:
    table, exact = TABLES[name], brute(name, line, total, rivals)
    plays, turn = masters(table, FUTURES[name], last(name, line, total, rivals))
    lattice = table.game.lattice
    for row, hand in enumerate(lattice.hands):
        for left in range(3):
            assert turn.lying[left][row, 0] == pytest.approx(float(exact[hand, left]), abs=200 * TINY)
            done = plays.action(table.rules, hand, left)
            if isinstance(done, Hold):
                assert float(exact[hand, left] - thrown(done.faces, exact, left - 1)) <= 200 * TINY


@pytest.mark.parametrize("count", [2, 3])
def test_what_experts_are_said_to_win_is_what_they_win(count: int) -> None:
    table, future = TABLES["table"], FUTURES["table"]
    matches, game = 60_000, table.game
    chance = np.random.default_rng(7)
    expert = player(table, None, Level.EXPERT)
    shape = dice_shape(game, count, matches)
    scores = play(game, [expert] * count, chance.integers(0, 6, shape, dtype=np.uint8))
    # Before the first round the last seat stands as after a turn of its own: everybody has ten turns before it ends.
    states = np.full((count, 1), game.full)
    said = chance_of(future, Positions(count - 1, states, np.zeros_like(states)))
    won_parts = scores.parts[count - 1]
    error = won_parts.std() / matches**0.5
    assert abs(won_parts.mean() - said) < 2.5 * error
    assert abs(won_parts.mean() - 1 / count) < 0.01
    assert (scores.sudden >= 0).mean() == pytest.approx(1 - (1 - future.wins[game.full].sum()) ** count, abs=1e-3)


def test_a_served_generala_wins_only_before_those_of_all_rivals() -> None:
    future = FUTURES["table"]
    wins = np.zeros_like(future.wins)
    wins[3, :2], wins[5, 0] = (0.5, 0.25), 0.2
    states = np.array([[3], [5], [9]])
    first = _first(replace(future, wins=wins), Positions(2, states, np.zeros_like(states)))
    assert first[0, :3] == pytest.approx([0.5 * 0.8, 0.25 * 0.8, 0.25 * 0.8])


def chance_of(future: Prospects, positions: Positions) -> float:
    beaten, first = _beaten(future, positions), _first(future, positions)
    totals, wins = future.unwon[positions.state[0]], future.wins[positions.state[0]]
    return float(totals @ beaten[0, : len(totals)] + wins @ first[0])


def test_positions_at_once_are_as_one_at_a_time() -> None:
    table, future = TABLES["wiki-60"], FUTURES["wiki-60"]
    chance = np.random.default_rng(3)
    states = chance.integers(1, table.game.full + 1, (3, 40))
    totals = chance.integers(0, 150, (3, 40))
    plays, turn = masters(table, future, Positions(1, states, totals))
    for column in range(0, 40, 7):
        one, alone = masters(table, future, Positions(1, states[:, [column]], totals[:, [column]]))
        for many, single in zip((*plays.keeps, *plays.lines), (*one.keeps, *one.lines), strict=True):
            assert (many[:, column] == single[:, 0]).all()
        assert (turn.lying[2][:, column] == alone.lying[2][:, 0]).all()


def test_only_leads_matter_and_each_position_is_worked_out_once() -> None:
    states = np.array([[3, 3, 3, 5, 3], [7, 7, 7, 7, 6]])
    totals = np.array([[10, 30, 10, 10, 10], [15, 35, 16, 15, 15]])
    distinct, column = Positions(0, states, totals).distinct()
    assert len(distinct.state) == 4
    assert (distinct.lead(1)[column] == [-5, -5, -6, -5, -5]).all()
    assert (distinct.states[:, column] == states).all()


def test_alone_the_master_plays_for_points() -> None:
    table, future = TABLES["table"], FUTURES["table"]
    state = np.array([[table.game.full]])
    plays, turn = masters(table, future, Positions(0, state, np.zeros_like(state)))
    assert turn.value[0] == pytest.approx(1, abs=200 * TINY)
    assert plays.action(table.rules, (2, 2, 1, 3, 6), 2) == Hold((2, 2))
