"""Sheets as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.rules import PRESETS, Generala, Line, UnknownLine
from servida.rules.sheet_text import BadSheet, points_of, sheet_from_text

TABLE, DOUBLE = PRESETS["table"], PRESETS["wiki-60-double"]
LINES = "ones twos threes fours fives sixes straight full poker generala"


@pytest.mark.parametrize(
    "text", ["fives=15,poker=x", " poker = x , fives = 15 ", "fives=15,poker=0", "fives=015,poker=x"]
)
def test_a_sheet_is_read_in_any_order(text: str) -> None:
    assert sheet_from_text(text, TABLE).points == ((Line.FIVES, 15), (Line.POKER, 0))


@pytest.mark.parametrize("text", ["", "   "])
def test_no_text_is_an_empty_sheet(text: str) -> None:
    assert sheet_from_text(text, TABLE).open == TABLE.lines


@pytest.mark.parametrize(
    ("text", "stands", "double"),
    [
        ("", Generala.OPEN, None),
        ("generala=60", Generala.SCORED, None),
        ("generala=x", Generala.SCRATCHED, None),
        ("double=120,generala=60", Generala.SCORED, 120),
        ("generala=x,double=x", Generala.SCRATCHED, 0),
        ("double=x", Generala.OPEN, 0),
    ],
)
def test_the_double_stands_beside_the_generala(text: str, stands: Generala, double: int | None) -> None:
    sheet = sheet_from_text(text, DOUBLE)
    assert (sheet.generala, sheet[Line.DOUBLE]) == (stands, double)


@pytest.mark.parametrize(
    ("line", "rules", "points"),
    [
        (Line.FIVES, "table", (0, 5, 10, 15, 20, 25)),
        (Line.STRAIGHT, "table", (0, 20, 25)),
        (Line.POKER, "wiki-60", (0, 40, 50)),
        (Line.GENERALA, "table", (0, 50)),
        (Line.GENERALA, "table-scores", (0, 50, 60)),
        (Line.DOUBLE, "wiki-50-double", (0, 100)),
    ],
)
def test_points_are_those_that_some_hand_brings(line: Line, rules: str, points: tuple[int, ...]) -> None:
    assert points_of(line, PRESETS[rules]) == points


def test_a_line_that_is_not_played_has_no_points() -> None:
    with pytest.raises(UnknownLine, match="rule set table has no line double"):
        points_of(Line.DOUBLE, TABLE)


@pytest.mark.parametrize(
    ("text", "rules", "complaint"),
    [
        ("fives", "table", "'fives' is no filled line; give LINE=POINTS, as in fives=15 or poker=x"),
        ("fives=15,", "table", "'' is no filled line; give LINE=POINTS, as in fives=15 or poker=x"),
        ("five=15", "table", f"there is no line 'five'; the lines are {LINES} double"),
        ("double=100", "table", f"rule set table has no line double; its lines are {LINES}"),
        ("fives=16", "table", "fives: '16' can't be written under table; give 5 10 15 20 25, or x"),
        ("fives=-5", "table", "fives: '-5' can't be written under table; give 5 10 15 20 25, or x"),
        ("fives=", "table", "fives: '' can't be written under table; give 5 10 15 20 25, or x"),
        ("fives=٥", "table", "fives: '٥' can't be written under table; give 5 10 15 20 25, or x"),
        ("poker=50", "table", "poker: '50' can't be written under table; give 40 45, or x"),
        ("generala=60", "table", "generala: '60' can't be written under table; give 50, or x"),
        ("fives=5,fives=x", "table", "fives: it is filled twice, with 5 and with x; a line is filled once"),
        (
            "double=120",
            "wiki-60-double",
            "double: 120 can't be; the Double scores only once generala holds points, else double=x",
        ),
        (
            "double=120,generala=x",
            "wiki-60-double",
            "double: 120 can't be; the Double scores only once generala holds points, else double=x",
        ),
    ],
)
def test_what_is_no_sheet_is_refused(text: str, rules: str, complaint: str) -> None:
    with pytest.raises(BadSheet) as caught:
        sheet_from_text(text, PRESETS[rules])
    assert str(caught.value) == complaint


@given(st.text(alphabet="fivesonx=,0125 ", max_size=20))
def test_any_text_is_a_sheet_or_a_bad_one(text: str) -> None:
    try:
        points = sheet_from_text(text, TABLE).points
    except BadSheet:
        return
    assert all(worth in points_of(line, TABLE) for line, worth in points)
