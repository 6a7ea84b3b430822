"""A review adds up: the total is what an empty sheet is worth, plus luck, less the price of mistakes."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from playing import random_move
from servida.rules import DICE, FACES, PRESETS, Generala, Land, Line, Mark, Match, ServedWin, Throw, apply, new_match
from servida.strategy.advice import Hold, Mistake, Review
from servida.strategy.decisions import decisions
from servida.strategy.review import DEAREST, Reviewing
from servida.strategy.values import Table, solve
from tables import begun, played, thrown


@cache
def table(preset: str) -> Table:
    return solve(PRESETS[preset])


def reviewed(match: Match) -> tuple[Review, ...]:
    reviewing = Reviewing(table(match.rules.name), match)
    turns = 0
    while (reviews := reviewing.reviews) is None:
        reviewing.advance()
        turns += 1
    assert turns == sum(isinstance(move, Mark) for move in match.moves) + isinstance(match.outcome, ServedWin)
    return reviews


@pytest.mark.parametrize("preset", ["table", "wiki-60-double"])
@pytest.mark.parametrize("seed", range(3))
def test_luck_less_mistakes_is_the_total_less_its_expectation(preset: str, seed: int) -> None:
    random = Random(seed)
    match = new_match(PRESETS[preset], ("Ana", "Beto"))
    while match.outcome is None:
        match = apply(match, random_move(match, random))
    for review, sheet in zip(reviewed(match), match.sheets, strict=True):
        if not isinstance(match.outcome, ServedWin):
            assert sheet.total == pytest.approx(table(preset).expected + review.luck - review.lost)
        assert review.lost >= sum(mistake.price for mistake in review.dearest) > 0
        prices = [mistake.price for mistake in review.dearest]
        assert len(prices) == DEAREST
        assert prices == sorted(prices, reverse=True)


def test_the_best_play_has_no_mistakes() -> None:
    random = Random(1)
    match = begun(players=("Doc",))
    while match.outcome is None:
        turn = match.turn
        if turn.thrown is not None:
            match = apply(match, Land(tuple(random.choices(FACES, k=len(turn.thrown)))))
        elif turn.faces is None:
            match = apply(match, Throw())
        else:
            match = apply(match, move_of(match))
    (review,) = reviewed(match)
    assert (review.player, review.lost, review.dearest) == ("Doc", 0.0, ())


def move_of(match: Match) -> Throw | Mark:
    faces = match.turn.faces
    assert faces is not None
    action = decisions(table("table"), match.sheets[0]).best(faces, match.rolls_left).action
    if isinstance(action, Mark):
        return action
    left, hold = list(action.faces), []
    for place in range(DICE):
        if faces[place] in left:
            left.remove(faces[place])
            hold.append(place)
    return Throw(tuple(hold))


def test_a_mistake_says_what_was_done_and_what_would_have_been_better() -> None:
    match = apply(thrown(begun(players=("Ana",)), (6, 6, 6, 6, 1)), Throw((4,)))
    match = apply(apply(match, Land((2, 3, 4, 5))), Mark(Line.STRAIGHT))
    reviewing = Reviewing(table("table"), match)
    reviewing.advance()
    assert reviewing.reviews is not None
    (review,) = reviewing.reviews
    (mistake,) = review.dearest
    assert mistake == Mistake(1, (6, 6, 6, 6, 1), 2, Hold((1,)), Hold((6, 6, 6, 6)), mistake.price)
    assert review.lost == mistake.price > 10


def test_a_served_generala_that_wins_is_the_last_of_the_review() -> None:
    match = thrown(begun(), (6, 6, 6, 6, 6))
    ana, beto = reviewed(match)
    assert ana.luck > 0
    assert (ana.lost, beto) == (0.0, Review("Beto", 0.0, (), 0.0))


def test_a_mistake_knows_how_the_generala_stood() -> None:
    match = begun("wiki-50-double", ("Ana",))
    for line, served in ((Line.GENERALA, False), (Line.DOUBLE, True)):
        match = played(match, (6, 6, 6, 6, 6) if line is Line.GENERALA else (1, 2, 3, 4, 5), line, served=served)
    (review,) = reviewed(match)
    stood = {mistake.round: mistake.generala for mistake in review.dearest}
    assert stood[2] is Generala.SCORED
    assert set(stood.values()) <= {Generala.OPEN, Generala.SCORED}
