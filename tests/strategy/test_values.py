"""Values of sheets: published constants, brute force in fractions on small games, and the same bits each time."""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING

import pytest

import exact_games
from servida.rules import PRESETS, Line, RuleSet, ServedGenerala, Sheet
from servida.strategy.game import game_of
from servida.strategy.values import Solving, solve, values_of, worths

if TYPE_CHECKING:
    from exact_games import Small

HELED = RuleSet(
    "heled",
    served_bonus=0,
    served_generala=ServedGenerala.SCORES,
    served_generala_points=50,
    five_as_full=True,
)
"""20/30/40/50, no served bonus, nothing wins at once, five of a kind counts as full and as four of a kind."""


@pytest.mark.parametrize(("bonus", "published"), [(0, 147.460507338798), (5, 149.133106577630)])
def test_heleds_published_values(bonus: int, published: float) -> None:
    rules = RuleSet(
        f"heled-{bonus}",
        served_bonus=bonus,
        served_generala=HELED.served_generala,
        served_generala_points=50,
        five_as_full=True,
    )
    assert solve(rules).expected == pytest.approx(published, abs=5e-12)


@pytest.mark.parametrize("small", exact_games.GAMES, ids=lambda small: small.name)
def test_small_games_agree_with_exact_fractions(small: Small) -> None:
    values = values_of(small.game)
    exact = exact_games.values(small)
    assert set(exact) == set(small.game.states())
    for state, value in exact.items():
        # A dozen roundings lie between them; each is half a unit in the last place.
        assert values[state] == pytest.approx(float(value), rel=16 * 2**-53, abs=0)


@pytest.mark.parametrize(("name", "states"), [("table", 1024), ("wiki-50-double", 2560)])
def test_the_states_are_counted(name: str, states: int) -> None:
    table = solve(PRESETS[name])
    assert table.states == states
    assert sum(not math.isnan(value) for value in table.values) == states


def test_any_batch_gives_the_same_bits() -> None:
    game = game_of(PRESETS["wiki-60-double"])
    digests = set()
    for batch in (1, 17, 64, 5000):
        solving = Solving(game, batch)
        while solving.done < 1:
            solving.advance()
        digests.add(hashlib.sha256(solving.values.tobytes()).hexdigest())
    assert len(digests) == 1


def test_a_table_grows_by_batches_and_then_stays() -> None:
    solving = Solving(game_of(PRESETS["table"]), batch=100)
    seen = [solving.done]
    while solving.done < 1:
        solving.advance()
        seen.append(solving.done)
    assert seen == sorted(set(seen))
    assert (seen[0], seen[-1]) == (0, 1)
    before = solving.values.tobytes()
    solving.advance()
    assert solving.values.tobytes() == before


def test_a_sheets_value_is_that_of_its_open_lines() -> None:
    table = solve(PRESETS["wiki-50-double"])
    empty = Sheet(table.rules.lines)
    assert table.to_come(empty) == table.expected
    scored = empty.filled(Line.GENERALA, 50)
    scratched = empty.filled(Line.GENERALA, 0)
    assert table.to_come(scored) > table.to_come(scratched)
    closed = [sheet.filled(Line.DOUBLE, 0) for sheet in (scored, scratched)]
    assert table.to_come(closed[0]) == table.to_come(closed[1])
    for line in empty.lines:
        scored = scored.filled(line, 0)
    assert table.to_come(scored) == 0


@pytest.mark.parametrize("name", ["table", "classic-2007", "wiki-wrap", "wiki-60-double"])
def test_nobody_would_write_a_winning_served_generala_elsewhere(name: str) -> None:
    """Valuing it as the Generala's points takes nothing away from a player who could choose."""
    rules = PRESETS[name]
    scores = RuleSet(
        f"{name}-scores",
        ace_high=rules.ace_high,
        wrap=rules.wrap,
        ace_as_two=rules.ace_as_two,
        served_bonus=rules.served_bonus,
        generala=rules.generala,
        served_generala=ServedGenerala.SCORES,
        served_generala_points=rules.generala,
        double=rules.double,
    )
    assert solve(scores).values.tobytes() == solve(rules).values.tobytes()


def test_a_winning_hand_can_be_written_nowhere_else() -> None:
    game = game_of(PRESETS["table"])
    values = values_of(game)
    states = game.layer(10)
    sixes = game.lattice.hand((6, 6, 6, 6, 6))
    lines = [float(worth[sixes, 0]) for worth in worths(game, values, states, served=True)]
    assert [line for line, worth in enumerate(lines) if worth > -math.inf] == [9]
