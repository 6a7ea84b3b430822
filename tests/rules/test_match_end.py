"""How a match ends, and what can be taken back, case by case."""

import pytest

from playing import DULL, fill, play, turn
from servida.rules import (
    DEFAULT,
    PRESETS,
    IllegalMove,
    Line,
    Match,
    ServedWin,
    Tie,
    Turn,
    Win,
    Won,
    legal_moves,
    new_match,
    potential,
    take_back,
)

PAIR = ("Ana", "Beto")
START = new_match(DEFAULT, PAIR)
AIR = play(START, "throw")
FIRST = play(AIR, "land 4 4 4 2 6")
SECOND = play(FIRST, "throw hold 1 2 3", "land 4 1")
THIRD = play(SECOND, "throw hold 1 2 3 4", "land 4")
WON = play(START, "throw", "land 6 6 6 6 6")
FULL_LINES = DEFAULT.lines[:9]


def test_a_served_generala_wins_at_once_whatever_the_totals() -> None:
    behind = turn(turn(START, DULL, Line.POKER), (5, 5, 5, 5, 1), Line.POKER)
    won = play(behind, "throw", "land 3 3 3 3 3")
    assert won.outcome == ServedWin(0)
    assert (won.mover, won.turn.faces, won.rolls_left, won.round) == (0, (3, 3, 3, 3, 3), 0, 2)
    assert legal_moves(won) == ()
    assert potential(won, Line.GENERALA) is Win.WINS
    assert won.sheets == behind.sheets


@pytest.mark.parametrize("faces", [DULL, (2, 2, 2, 2, 2)])
def test_a_served_generala_wins_only_while_the_line_is_open(faces: tuple[int, ...]) -> None:
    first = play(START, "throw", "land 1 2 3 4 6", "throw", " ".join(["land", *map(str, faces)]))
    closed = turn(play(first, "mark generala"), DULL, Line.ONES)
    again = play(closed, "throw", "land 3 3 3 3 3")
    assert again.outcome is None
    assert potential(again, Line.POKER) == 45
    beto = turn(play(first, "mark generala"), DULL, Line.ONES)
    assert play(turn(beto, DULL, Line.TWOS), "throw", "land 3 3 3 3 3").outcome == ServedWin(1)


def test_five_of_a_kind_after_the_first_roll_does_not_win() -> None:
    assert play(START, "throw", "land 6 6 6 6 1", "throw hold 1 2 3 4", "land 6").outcome is None
    assert play(START, "throw", "land 1 2 3 4 6", "throw", "land 6 6 6 6 6").outcome is None


def test_a_served_generala_that_scores_ends_nothing() -> None:
    match = play(new_match(PRESETS["table-scores"], PAIR), "throw", "land 6 6 6 6 6")
    assert match.outcome is None
    assert play(match, "mark generala").sheets[0][Line.GENERALA] == 60


def test_the_double_scores_once_the_generala_holds_points() -> None:
    start = new_match(PRESETS["wiki-50-double"], ("Ana",))
    generala = play(start, "throw", "land 6 6 6 6 1", "throw hold 1 2 3 4", "land 6", "mark generala")
    assert turn(generala, (2, 2, 2, 2, 2), Line.DOUBLE).sheets[0][Line.DOUBLE] == 100
    scratched = turn(start, DULL, Line.GENERALA)
    assert turn(scratched, (2, 2, 2, 2, 2), Line.DOUBLE).sheets[0][Line.DOUBLE] == 0
    unfilled = play(start, "throw", "land 6 6 6 6 1", "throw hold 1 2 3 4", "land 6")
    assert potential(unfilled, Line.DOUBLE) == 0


def test_most_points_win_when_all_lines_are_full() -> None:
    last = turn(fill(START, *FULL_LINES), DULL, Line.GENERALA)
    assert last.outcome is None
    beto = play(last, "throw", "land 1 2 3 4 6", "throw", "land 2 2 2 2 2", "mark generala")
    assert beto.outcome == Won(1)
    assert (beto.mover, beto.round, beto.rolls_left) == (1, 10, 0)
    assert beto.turn == Turn(2, (2, 2, 2, 2, 2)), "the dice lie as they did at the end"


def test_equal_totals_at_the_top_are_a_tie() -> None:
    start = new_match(DEFAULT, ("Ana", "Beto", "Caro"))
    low = turn(fill(start, *DEFAULT.lines[1:]), (2, 3, 4, 6, 6), Line.ONES)
    assert turn(turn(low, DULL, Line.ONES), DULL, Line.ONES).outcome == Tie((1, 2))
    assert fill(start, *DEFAULT.lines).outcome == Tie((0, 1, 2))


def test_solitaire_ends_as_won() -> None:
    assert fill(new_match(DEFAULT, ("Ana",)), *DEFAULT.lines).outcome == Won(0)


def test_a_written_line_can_be_taken_back_until_the_next_throw() -> None:
    for match in (FIRST, SECOND, THIRD):
        written = play(match, "mark fives")
        assert take_back(written) == match
        with pytest.raises(IllegalMove, match="nothing can be taken back now"):
            take_back(play(written, "throw"))


def test_the_line_that_ended_the_match_can_be_taken_back() -> None:
    before = play(turn(fill(START, *FULL_LINES), DULL, Line.GENERALA), "throw", "land 1 2 3 4 6")
    over = play(before, "mark generala")
    assert over.outcome is not None
    assert take_back(over) == before


@pytest.mark.parametrize("match", [START, AIR, FIRST, play(FIRST, "throw"), WON, take_back(play(FIRST, "mark ones"))])
def test_only_a_mark_can_be_taken_back(match: Match) -> None:
    with pytest.raises(IllegalMove) as refused:
        take_back(match)
    assert str(refused.value) == "nothing can be taken back now; only a line that was just written can"
