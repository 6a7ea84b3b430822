"""Players, turns and legal moves of a match, case by case."""

from collections import Counter
from itertools import pairwise

import pytest

from playing import DULL, fill, play, turn
from servida.rules import (
    DEFAULT,
    BadPlayers,
    IllegalMove,
    Land,
    Line,
    Mark,
    Match,
    Throw,
    Turn,
    apply,
    legal_moves,
    new_match,
    potential,
)

PAIR = ("Ana", "Beto")
START = new_match(DEFAULT, PAIR)
AIR = play(START, "throw")
FIRST = play(AIR, "land 4 4 4 2 6")
SECOND = play(FIRST, "throw hold 1 2 3", "land 4 1")
THIRD = play(SECOND, "throw hold 1 2 3 4", "land 4")
WON = play(START, "throw", "land 6 6 6 6 6")
FULL_LINES = DEFAULT.lines[:9]


def test_a_new_match_waits_for_the_first_throw_of_the_first_player() -> None:
    assert (START.players, START.mover, START.round, START.rolls_left) == (PAIR, 0, 1, 3)
    assert START.turn == Turn(rolls=0, faces=None, thrown=None)
    assert [sheet.open for sheet in START.sheets] == [DEFAULT.lines] * 2
    assert (START.moves, START.outcome) == ((), None)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ((), "0 players were given; 1 to 8 can play"),
        (tuple("ABCDEFGHI"), "9 players were given; 1 to 8 can play"),
        (("Ana", "Ana"), "two players are called Ana; each needs a name of their own"),
        (("Ana", ""), ("player 2 is called ''; a name has at least one character, only printable ones, and"
         " no blank at either end")),
        (("Ana ",), ("player 1 is called 'Ana '; a name has at least one character, only printable ones, and"
         " no blank at either end")),
        (("A\nna",), ("player 1 is called 'A\\nna'; a name has at least one character, only printable ones,"
         " and no blank at either end")),
    ],
)  # fmt: skip
def test_players_are_one_to_eight_with_names_of_their_own(players: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadPlayers) as refused:
        new_match(DEFAULT, players)
    assert str(refused.value) == message


def test_thrown_dice_are_in_the_air_until_they_land() -> None:
    assert AIR.turn == Turn(0, None, (0, 1, 2, 3, 4))
    assert AIR.rolls_left == 2
    assert FIRST.turn == Turn(1, (4, 4, 4, 2, 6), None)
    assert FIRST.rolls_left == 2
    again = play(FIRST, "throw hold 2 4")
    assert again.turn == Turn(1, (4, 4, 4, 2, 6), (0, 2, 4))
    assert again.rolls_left == 1
    assert not again.turn.served


def test_faces_land_left_to_right_on_the_dice_that_were_thrown() -> None:
    assert play(FIRST, "throw hold 2 4", "land 1 3 5").turn.faces == (1, 4, 3, 2, 5)


def test_a_die_held_once_may_be_rolled_later() -> None:
    assert play(SECOND, "throw hold 4 5", "land 6 6 6").turn == Turn(3, (6, 6, 6, 4, 1), None)


@pytest.mark.parametrize(
    ("match", "throws", "lands", "marks"),
    [
        (START, 1, 0, 0),
        (AIR, 0, 6**5, 0),
        (FIRST, 31, 0, 10),
        (play(FIRST, "throw hold 1 2 3"), 0, 36, 0),
        (SECOND, 31, 0, 10),
        (THIRD, 0, 0, 10),
        (WON, 0, 0, 0),
        (fill(START, *DEFAULT.lines), 0, 0, 0),
    ],
)
def test_what_is_legal_when(match: Match, throws: int, lands: int, marks: int) -> None:
    counts = Counter(map(type, legal_moves(match)))
    assert (counts[Throw], counts[Land], counts[Mark]) == (throws, lands, marks)


LINES_WORDS = "ones twos threes fours fives sixes straight full poker generala"


@pytest.mark.parametrize(
    ("match", "move", "message"),
    [
        (START, Throw((0,)), "'throw hold 1' is not allowed to Ana now; allowed is throw without hold"),
        (START, Land((1,) * 5), "'land 1 1 1 1 1' is not allowed to Ana now; allowed is throw without hold"),
        (START, Mark(Line.ONES), "'mark ones' is not allowed to Ana now; allowed is throw without hold"),
        (AIR, Throw(), "'throw' is not allowed to Ana now; allowed is land with 5 faces from 1 to 6"),
        (AIR, Land((1,) * 4), "'land 1 1 1 1' is not allowed to Ana now; allowed is land with 5 faces from 1 to 6"),
        (
            AIR,
            Land((1, 1, 1, 1, 7)),
            "'land 1 1 1 1 7' is not allowed to Ana now; allowed is land with 5 faces from 1 to 6",
        ),
        (AIR, Mark(Line.ONES), "'mark ones' is not allowed to Ana now; allowed is land with 5 faces from 1 to 6"),
        (
            FIRST,
            Throw((0, 1, 2, 3, 4)),
            ("'throw hold 1 2 3 4 5' is not allowed to Ana now; allowed is throw holding at most 4 dice, positions"
            f" ascending, or mark with one of {LINES_WORDS}"),
        ),
        (
            FIRST,
            Throw((2, 1)),
            ("'throw hold 3 2' is not allowed to Ana now; allowed is throw holding at most 4 dice, positions"
            f" ascending, or mark with one of {LINES_WORDS}"),
        ),
        (
            THIRD,
            Throw(),
            f"'throw' is not allowed to Ana now; allowed is mark with one of {LINES_WORDS}",
        ),
        (
            play(fill(START, *FULL_LINES), "throw", "land 1 2 3 4 6", "throw", "land 1 2 3 4 6", "throw",
                 "land 1 2 3 4 6"),
            Mark(Line.ONES),
            "'mark ones' is not allowed to Ana now; allowed is mark with one of generala",
        ),
        (FIRST, Mark(Line.DOUBLE), None),
        (FIRST, Throw((0, 0)), None),
        (FIRST, Throw((5,)), None),
        (WON, Throw(), "'throw' is not allowed to Ana now; the match is over"),
        (WON, Mark(Line.ONES), "'mark ones' is not allowed to Ana now; the match is over"),
    ],
)  # fmt: skip
def test_an_illegal_move_is_refused_with_what_is_allowed(
    match: Match, move: Throw | Land | Mark, message: str | None
) -> None:
    with pytest.raises(IllegalMove) as refused:
        apply(match, move)
    assert message is None or str(refused.value) == message


def test_a_mark_writes_what_the_dice_are_worth_and_hands_on() -> None:
    after = play(THIRD, "mark fours")
    assert after.sheets[0][Line.FOURS] == 20
    assert after.sheets[1] == START.sheets[1]
    assert (after.mover, after.turn, after.round, after.rolls_left) == (1, Turn(), 1, 3)
    both = turn(after, DULL, Line.ONES)
    assert (both.mover, both.round) == (0, 2)


def test_any_open_line_may_be_scratched() -> None:
    after = play(THIRD, "mark straight")
    assert after.sheets[0].scratched(Line.STRAIGHT)


def test_the_bonus_is_for_dice_that_lie_as_they_first_fell() -> None:
    served = play(START, "throw", "land 1 2 3 4 5")
    assert potential(served, Line.STRAIGHT) == 25
    rolled = play(served, "throw hold 1 2 3 4", "land 5")
    assert rolled.turn.faces == served.turn.faces
    assert potential(rolled, Line.STRAIGHT) == 20


def test_the_potential_is_what_a_mark_would_write() -> None:
    for line in DEFAULT.lines:
        assert potential(FIRST, line) == apply(FIRST, Mark(line)).sheets[0][line]
    assert potential(FIRST, Line.FOURS) == 12
    assert potential(FIRST, Line.DOUBLE) is None, "these rules don't play it"
    assert potential(START, Line.FOURS) is None, "no dice yet"
    assert potential(play(FIRST, "throw"), Line.FOURS) is None, "in the air"
    closed = play(fill(START, Line.FOURS), "throw", "land 4 4 4 2 6")
    assert potential(closed, Line.FOURS) is None


def test_a_match_keeps_its_moves_and_its_past() -> None:
    assert THIRD.moves == (
        Throw(),
        Land((4, 4, 4, 2, 6)),
        Throw((0, 1, 2)),
        Land((4, 1)),
        Throw((0, 1, 2, 3)),
        Land((4,)),
    )
    stages = [START, AIR, FIRST, SECOND, THIRD]
    assert all(after.moves[: len(before.moves)] == before.moves for before, after in pairwise(stages))


def test_a_round_lasts_until_all_have_written() -> None:
    match, rounds = new_match(DEFAULT, ("Ana", "Beto", "Caro")), []
    for line in DEFAULT.lines:
        for _ in range(3):
            rounds.append(match.round)
            match = turn(match, DULL, line)
    assert rounds == sorted([*range(1, 11)] * 3)
    assert match.round == 10
