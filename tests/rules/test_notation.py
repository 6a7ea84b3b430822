"""Whole matches as text: what is written, and which line is to blame for what can't be read."""

from dataclasses import replace

import pytest

from playing import play
from servida.rules import (
    DEFAULT,
    PRESETS,
    NotationError,
    RuleSet,
    ServedGenerala,
    ServedWin,
    from_text,
    new_match,
    to_text,
)

TEXT = """\
servida match 1
rules table
player Ana
player Beto
throw
land 4 4 4 2 6
throw hold 1 2 3
land 4 1
mark fours
throw
land 6 6 6 6 6
"""

HOUSE_TEXT = """\
servida match 1
rules La casa
option ace_high false
option wrap true
option ace_as_two false
option served_bonus 5
option generala 50
option served_generala scores
option served_generala_points 70
option double 100
option five_as_full false
player Ana
"""


def test_a_match_is_written_one_move_a_line() -> None:
    match = play(
        new_match(DEFAULT, ("Ana", "Beto")),
        "throw", "land 4 4 4 2 6", "throw hold 1 2 3", "land 4 1", "mark fours", "throw", "land 6 6 6 6 6",
    )  # fmt: skip
    assert to_text(match) == TEXT
    assert from_text(TEXT) == match
    assert match.outcome == ServedWin(1)


def test_a_household_s_rules_are_written_option_by_option() -> None:
    house = RuleSet("La casa", wrap=True, served_generala=ServedGenerala.SCORES, served_generala_points=70, double=100)
    match = new_match(house, ("Ana",))
    assert to_text(match) == HOUSE_TEXT
    assert from_text(HOUSE_TEXT) == match


def test_rules_that_differ_from_the_preset_whose_name_they_bear_keep_their_options() -> None:
    match = new_match(replace(DEFAULT, generala=55), ("Ana",))
    assert "option generala 55" in to_text(match)
    assert from_text(to_text(match)) == match


def test_options_may_start_from_a_preset() -> None:
    text = "servida match 1\nrules mine\noption preset wiki-60\noption wrap true\nplayer Ana"
    assert from_text(text).rules == replace(PRESETS["wiki-60"], name="mine", wrap=True)


def test_blank_lines_comments_and_blanks_around_are_skipped() -> None:
    airy = "# a report\n\n" + TEXT.replace("\n", "  \r\n\n  # so far\n").replace("player ", "player   ")
    assert from_text(airy) == from_text(TEXT)


def test_a_player_may_be_called_like_a_comment_or_a_word_of_the_notation() -> None:
    match = new_match(DEFAULT, ("# 1", "throw", "player", "a  b"))
    assert from_text(to_text(match)) == match


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a match begins with 'servida match 1', not with ''"),
        ("\n# saved\nservida match 2\n", "line 3: a match begins with 'servida match 1', not with 'servida match 2'"),
        ("servida match 1\n", "line 2: '' stands where 'rules NAME' is due"),
        ("servida match 1\nplayer Ana", "line 2: 'player Ana' stands where 'rules NAME' is due"),
        ("servida match 1\nrules mesa", f"line 2: there is no preset 'mesa'; the presets are {' '.join(PRESETS)}"),
        (
            "servida match 1\nrules mesa\noption wrap 3",
            "line 2: wrap: 3 is not allowed; give true or false",
        ),
        (
            "servida match 1\nrules mesa\noption wrap true\noption wrap false",
            "line 2: option wrap is given twice",
        ),
        ("servida match 1\nrules table\n\n", "line 4: 0 players were given; 1 to 8 can play"),
        ("servida match 1\nrules table\nthrow", "line 3: 0 players were given; 1 to 8 can play"),
        (
            "servida match 1\nrules table\nplayer Ana\nplayer Ana\n",
            "line 3: two players are called Ana; each needs a name of their own",
        ),
        (
            TEXT.replace("land 4 1", "land 4 9"),
            "line 8: '9' is no face; a face is 1 to 6",
        ),
        (
            TEXT.replace("hold 1 2 3", "hold 3 1"),
            ("line 7: 'throw hold 3 1' is not allowed to Ana now; allowed is throw holding at most 4 dice, positions"
            " ascending, or mark with one of ones twos threes fours fives sixes straight full poker generala"),
        ),
        (TEXT + "throw\n", "line 12: 'throw' is not allowed to Beto now; the match is over"),
        (
            TEXT + "rules table\n",
            "line 12: 'rules table' is no move; a move is throw, throw hold POSITIONS, land FACES or mark LINE",
        ),
        ("servida match 1\nrules mesa\noption generala " + "9" * 5000 + "\nplayer Ana", None),
    ],
)  # fmt: skip
def test_what_cannot_be_read_names_its_line(text: str, message: str | None) -> None:
    with pytest.raises(NotationError) as refused:
        from_text(text)
    assert message is None or str(refused.value) == message
    assert str(refused.value).startswith("line ")
