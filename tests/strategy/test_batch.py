"""Matches in lock-step: the same as on the console, die by die, blind to what has not fallen, and as strong as said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from servida.rules import PRESETS, Land, Mark, Match, ServedWin, Throw, apply, new_match
from servida.strategy.advice import Level
from servida.strategy.batch import Scores, dice_shape, play, player
from servida.strategy.duel import SURE, duel
from servida.strategy.opponents import decide
from servida.strategy.prospects import prospects
from servida.strategy.values import solve
from servida.ui.choices import places

if TYPE_CHECKING:
    from servida.strategy.batch import Dice, Player
    from servida.strategy.lattice import Indices
    from servida.strategy.policies import Policy
    from servida.strategy.positions import Positions

NAMES = ("table", "wiki-60-double")
TABLES = {name: solve(PRESETS[name]) for name in NAMES}
FUTURES = {name: prospects(table.game, table.values) for name, table in TABLES.items()}
LEVELS = tuple(Level)


def seat(name: str, level: Level) -> Player:
    return player(TABLES[name], FUTURES[name], level)


def some_dice(name: str, seats: int, matches: int, seed: int) -> Dice:
    return np.random.default_rng(seed).integers(0, 6, dice_shape(TABLES[name].game, seats, matches), dtype=np.uint8)


def on_the_console(name: str, levels: tuple[Level, ...], dice: Dice) -> Match:
    """Play one match by the rules, every decision by what the console asks."""
    match = new_match(PRESETS[name], tuple("ABCDEFGH"[: len(levels)]))
    while match.outcome is None:
        turn = match.turn
        if turn.thrown is not None:
            faces = dice[match.round - 1, match.mover, turn.rolls, : len(turn.thrown)] + 1
            match = apply(match, Land(tuple(faces.tolist())))
        elif turn.faces is None:
            match = apply(match, Throw())
        else:
            action = decide(TABLES[name], FUTURES[name], match, levels[match.mover]).action
            move = action if isinstance(action, Mark) else Throw(tuple(sorted(places(action, turn.faces))))
            match = apply(match, move)
    return match


@pytest.mark.parametrize(
    ("name", "levels"),
    [("table", LEVELS), ("wiki-60-double", (Level.MASTER, Level.SKILLED, Level.EXPERT)), ("table", (Level.MASTER,))],
)
def test_a_duel_plays_what_the_console_plays(name: str, levels: tuple[Level, ...]) -> None:
    dice = some_dice(name, len(levels), 3, 5)
    scores = play(TABLES[name].game, [seat(name, level) for level in levels], dice)
    for at in range(2):
        match = on_the_console(name, levels, dice[..., at])
        assert [sheet.total for sheet in match.sheets] == scores.totals[:, at].tolist()


@pytest.mark.parametrize("winner", [0, 1])
def test_a_served_generala_ends_the_match_there_and_then(winner: int) -> None:
    dice = some_dice("table", 2, 2, 9)
    dice[3, winner, 0, :, 0] = 2
    scores = play(TABLES["table"].game, [seat("table", Level.CASUAL), seat("table", Level.EXPERT)], dice)
    match = on_the_console("table", (Level.CASUAL, Level.EXPERT), dice[..., 0])
    assert match.outcome == ServedWin(winner)
    assert scores.sudden.tolist() == [winner, -1]
    assert [sheet.total for sheet in match.sheets] == scores.totals[:, 0].tolist()
    assert scores.parts[winner, 0] == 1 == scores.parts[:, 0].sum()


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_knows_the_dice_to_come(level: Level) -> None:
    name, blind = "table", 4
    dice, other = some_dice(name, 2, 200, 1), some_dice(name, 2, 200, 2)
    other[:blind] = dice[:blind]
    # In the round after it only the first roll is the same: what was kept of it must be, too.
    other[blind, :, 0] = dice[blind, :, 0]
    seen = [watched(name, level, each) for each in (dice, other)]
    for (state, policy, column), (same, as_policy, as_column) in zip(*seen, strict=True):
        assert (state == same).all()
        for keeps, as_keeps in zip(policy.keeps, as_policy.keeps, strict=True):
            assert (keeps[:, column] == as_keeps[:, as_column]).all()


def watched(name: str, level: Level, dice: Dice) -> list[tuple[Indices, Policy, Indices]]:
    """Return what the first seat did in the rounds that are the same, and at the beginning of the next one."""
    plays = seat(name, level)
    seen: list[tuple[Indices, Policy, Indices]] = []

    def watch(positions: Positions) -> tuple[Policy, Indices]:
        policy, column = plays(positions)
        if len(seen) <= 4:
            seen.append((positions.state.copy(), policy, column))
        return policy, column

    play(TABLES[name].game, [watch, seat(name, Level.CASUAL)], dice)
    assert len(seen) == 5
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_the_expert_makes_what_the_table_says(name: str) -> None:
    matches = 100_000
    game, dice = TABLES[name].game, some_dice(name, 1, matches, 4)
    totals = play(game, [seat(name, Level.EXPERT)], dice, sudden=False).totals[0]
    error = totals.std() / matches**0.5
    assert abs(totals.mean() - TABLES[name].expected) < SURE * error
    points = np.arange(FUTURES[name].totals.shape[1])
    row = FUTURES[name].totals[game.full]
    assert totals.std() == pytest.approx(np.sqrt(row @ points**2 - (row @ points) ** 2), rel=0.01)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("above", range(1, 4))
def test_each_level_up_to_expert_beats_the_one_below_in_55_to_75_of_100(name: str, above: int) -> None:
    chance = np.random.default_rng(above)
    found = duel(
        TABLES[name].game,
        [seat(name, LEVELS[above]), seat(name, LEVELS[above - 1])],
        20_000,
        lambda shape: chance.integers(0, 6, shape, dtype=np.uint8),
    )
    share = found.share(0)
    assert 0.55 < share.low < share.high < 0.75


def test_parts_of_ties_are_equal() -> None:
    totals = np.array([[9, 9, 7], [9, 9, 9], [1, 9, 5]])
    parts = Scores(totals, np.array([-1, -1, 2])).parts
    assert parts[:, 0].tolist() == [0.5, 0.5, 0]
    assert parts[:, 1].tolist() == pytest.approx([1 / 3] * 3)
    assert parts[:, 2].tolist() == [0, 0, 1]
