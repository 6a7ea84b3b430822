"""Moves in words and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.rules import Land, Line, Mark, Move, NotationError, Throw, move_from_text, move_text

MOVES: list[tuple[Move, str]] = [
    (Throw(), "throw"),
    (Throw((0, 2)), "throw hold 1 3"),
    (Throw((1, 2, 3, 4)), "throw hold 2 3 4 5"),
    (Land((4, 4, 4, 2, 6)), "land 4 4 4 2 6"),
    (Land((1,)), "land 1"),
    (Mark(Line.FOURS), "mark fours"),
    (Mark(Line.DOUBLE), "mark double"),
]


@pytest.mark.parametrize(("move", "text"), MOVES)
def test_a_move_is_written_in_words_and_read_back(move: Move, text: str) -> None:
    assert move_text(move) == text
    assert move_from_text(text) == move


@given(
    st.builds(Throw, st.lists(st.integers(0, 4), max_size=4, unique=True).map(sorted).map(tuple))
    | st.builds(Land, st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple))
    | st.builds(Mark, st.sampled_from(Line))
)
def test_every_move_survives_being_written(move: Move) -> None:
    assert move_from_text(move_text(move)) == move
    assert eval(repr(move)) == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("throw hold", "'throw hold' is no move; a move is throw, throw hold POSITIONS, land FACES or mark LINE"),
        ("roll", "'roll' is no move; a move is throw, throw hold POSITIONS, land FACES or mark LINE"),
        ("land", "'land' is no move; a move is throw, throw hold POSITIONS, land FACES or mark LINE"),
        ("", "'' is no move; a move is throw, throw hold POSITIONS, land FACES or mark LINE"),
        (
            "mark ones twos",
            "'mark ones twos' is no move; a move is throw, throw hold POSITIONS, land FACES or mark LINE",
        ),
        ("throw hold 0", "'0' is no position; a position is 1 to 5"),
        ("throw hold 1 6", "'6' is no position; a position is 1 to 5"),
        ("land 1 7", "'7' is no face; a face is 1 to 6"),
        ("land ²", "'²' is no face; a face is 1 to 6"),
        (
            "mark four",
            (
                "there is no line 'four'; the lines are ones twos threes fours fives sixes straight full poker generala"
                " double"
            ),
        ),
    ],
)
def test_what_is_no_move_is_refused_with_what_is_one(text: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        move_from_text(text)
    assert str(refused.value) == message
