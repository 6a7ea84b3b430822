"""Whole random matches under all rule sets: they end, allow what they say, and survive being written."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playing import random_move, strange_moves
from servida import rules as pasted
from servida.rules import (
    DEFAULT,
    PRESETS,
    IllegalMove,
    Land,
    Mark,
    Match,
    RuleSet,
    ServedGenerala,
    ServedWin,
    Throw,
    Tie,
    Won,
    apply,
    from_text,
    legal_moves,
    new_match,
    take_back,
    to_text,
)

NAMES = ("Ana", "Beto", "María José", "# 4", "rules", "player Ana", "Zoë", "八")
HOUSE = RuleSet("La casa", wrap=True, double=111, served_generala=ServedGenerala.SCORES, five_as_full=True)
rule_sets = st.sampled_from([*PRESETS.values(), HOUSE])
counts = st.integers(1, 8)
seeds = st.integers(0, 2**32)


def random_match(rules: RuleSet, players: int, seed: int, moves: int = 10**6) -> Match:
    match, random = new_match(rules, NAMES[:players]), Random(seed)
    luck = random.choice([0.0, 0.01, 0.1])
    while match.outcome is None and len(match.moves) < moves:
        match = apply(match, random_move(match, random, luck))
    return match


@settings(max_examples=60)
@given(rule_sets, counts, seeds)
@example(DEFAULT, 8, 1)
@example(HOUSE, 8, 1)
def test_a_match_ends_after_every_line_of_every_player_or_at_a_winning_served_generala(
    rules: RuleSet, players: int, seed: int
) -> None:
    match = random_match(rules, players, seed)
    marks = sum(isinstance(move, Mark) for move in match.moves)
    totals = [sheet.total for sheet in match.sheets]
    best = [player for player in range(players) if totals[player] == max(totals)]
    match match.outcome:
        case ServedWin(player):
            assert rules.served_generala is ServedGenerala.WINS
            assert isinstance(match.moves[-1], Land)
            assert len(set(match.moves[-1].faces)) == 1
            assert match.mover == player == marks % players
            assert marks < len(rules.lines) * players
        case Won(player):
            assert marks == len(rules.lines) * players
            assert best == [player]
        case Tie(tied):
            assert marks == len(rules.lines) * players
            assert len(tied) > 1
            assert best == list(tied)
        case None:
            raise AssertionError("a match without a next move is over")
    assert legal_moves(match) == ()


@settings(max_examples=60)
@given(rule_sets, counts, seeds, st.integers(0, 200))
@example(DEFAULT, 1, 0, 0)
@example(DEFAULT, 1, 0, 1)
def test_apply_accepts_exactly_the_legal_moves_and_a_refused_one_changes_nothing(
    rules: RuleSet, players: int, seed: int, moves: int
) -> None:
    match = random_match(rules, players, seed, moves)
    twin = random_match(rules, players, seed, moves)
    legal = set(legal_moves(match))
    assert len(legal) == len(legal_moves(match))
    for move in {*legal, *strange_moves(Random(seed))}:
        if move in legal:
            after = apply(match, move)
            assert after.moves == (*match.moves, move)
            assert after.rolls_left <= match.rolls_left or isinstance(move, Mark)
        else:
            with pytest.raises(IllegalMove):
                apply(match, move)
    assert match == twin


@settings(max_examples=40)
@given(rule_sets, counts, seeds, st.integers(0, 700))
def test_a_match_survives_being_written_pasted_and_replayed(
    rules: RuleSet, players: int, seed: int, moves: int
) -> None:
    match = random_match(rules, players, seed, moves)
    text = to_text(match)
    assert from_text(text) == match
    assert to_text(from_text(text)) == text
    assert len(text.splitlines()) >= len(match.moves) + players + 2
    assert eval(repr(match), vars(pasted)) == match
    assert hash(from_text(text)) == hash(match)


@settings(max_examples=40)
@given(rule_sets, counts, seeds, st.integers(0, 700))
def test_every_mark_can_be_taken_back_and_nothing_else(rules: RuleSet, players: int, seed: int, moves: int) -> None:
    before = random_match(rules, players, seed, moves)
    for move in legal_moves(before)[:50]:
        after = apply(before, move)
        match move:
            case Mark():
                assert take_back(after) == before
            case Throw() | Land():
                with pytest.raises(IllegalMove):
                    take_back(after)
