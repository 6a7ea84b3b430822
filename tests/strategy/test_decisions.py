"""Decisions of a turn: they are the values', the rules' and nobody's guess."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.rules import PRESETS, Hand, Line, Mark, Sheet, hand, score
from servida.strategy.advice import Hold
from servida.strategy.decisions import decisions
from servida.strategy.values import solve

TABLES = {name: solve(PRESETS[name]) for name in ("table", "table-scores", "wiki-60-double")}

NAMES = st.sampled_from(sorted(TABLES))
HANDS = st.lists(st.integers(1, 6), min_size=5, max_size=5).map(hand)


@st.composite
def sheets(draw: st.DrawFn, name: str) -> Sheet:
    sheet = Sheet(PRESETS[name].lines)
    for line in draw(st.lists(st.sampled_from(sheet.lines), unique=True, max_size=len(sheet.lines) - 1)):
        sheet = sheet.filled(line, draw(st.sampled_from((0, 5))))
    return sheet


@given(st.data(), NAMES)
def test_the_turn_before_its_first_roll_is_worth_what_the_table_says(data: st.DataObject, name: str) -> None:
    sheet = data.draw(sheets(name))
    assert decisions(TABLES[name], sheet).value == TABLES[name].to_come(sheet)


@given(st.data(), NAMES, HANDS, st.integers(0, 2))
def test_choices_are_all_that_can_be_done_and_the_first_is_the_worth(
    data: st.DataObject, name: str, faces: Hand, left: int
) -> None:
    sheet = data.draw(sheets(name))
    turn = decisions(TABLES[name], sheet)
    choices = turn.choices(faces, left, aims=True)
    actions = [choice.action for choice in choices]
    assert len(set(actions)) == len(actions)
    assert choices[0].expected == turn.lying(faces, left)
    assert [choice.expected for choice in choices] == sorted((choice.expected for choice in choices), reverse=True)
    assert turn.best(faces, left) == choices[0]
    won = name != "table-scores" and left == 2 and len(set(faces)) == 1 and Line.GENERALA in sheet.open
    marks = {action.line for action in actions if isinstance(action, Mark)}
    assert marks == ({Line.GENERALA} if won else set(sheet.open))
    holds = {action.faces for action in actions if isinstance(action, Hold)}
    subsets = {
        tuple(sorted(face for face, kept in zip(faces, mask, strict=True) if kept))
        for mask in product((False, True), repeat=5)
    }
    assert holds == (subsets - {tuple(sorted(faces))} if left and not won else set())
    for choice in choices:
        if isinstance(choice.action, Hold):
            assert choice.expected == turn.held(choice.action.faces, left)
            assert choice.aim is None or choice.aim in sheet.open
        else:
            assert choice.aim is None


@pytest.mark.parametrize("line", PRESETS["table"].lines)
def test_with_one_line_and_one_roll_left_a_hold_is_worth_the_mean_of_its_throws(line: Line) -> None:
    rules = PRESETS["table"]
    sheet = Sheet(rules.lines)
    for other in sheet.lines:
        if other is not line:
            sheet = sheet.filled(other, 0)
    turn = decisions(TABLES["table"], sheet)
    for kept in ((), (2, 2), (1, 2, 3, 4), (6, 6, 6, 6)):
        throws = list(product(range(1, 7), repeat=5 - len(kept)))
        points = [score(line, hand(kept + throw), rules) for throw in throws]
        mean = Fraction(sum(point for point in points if isinstance(point, int)), len(throws))
        assert turn.held(kept, 1) == pytest.approx(float(mean), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize(
    ("open_lines", "kept", "aim"),
    [
        ((Line.STRAIGHT, Line.ONES), (2, 3, 4, 5), Line.STRAIGHT),
        ((Line.GENERALA, Line.ONES), (6, 6, 6, 6), Line.GENERALA),
        ((Line.SIXES,), (6, 6), Line.SIXES),
        ((Line.STRAIGHT, Line.ONES), (), None),
        ((Line.POKER, Line.GENERALA), (6, 6, 6), Line.POKER),
        ((Line.POKER, Line.GENERALA), (6, 6, 6, 6), Line.GENERALA),
        ((Line.POKER, Line.STRAIGHT), (6, 6, 6, 6), None),
    ],
)
def test_a_hold_has_the_aim_that_anybody_would_name(
    open_lines: tuple[Line, ...], kept: tuple[int, ...], aim: Line | None
) -> None:
    sheet = Sheet(PRESETS["table"].lines)
    for line in sheet.lines:
        if line not in open_lines:
            sheet = sheet.filled(line, 0)
    turn = decisions(TABLES["table"], sheet)
    for left in (1, 2):
        assert turn.aims(left)[turn.turn.lattice.number[kept]] is aim


def test_a_double_without_a_scored_generala_is_nobodys_aim() -> None:
    sheet = Sheet(PRESETS["wiki-60-double"].lines)
    for line in sheet.lines:
        if line not in {Line.DOUBLE, Line.SIXES}:
            sheet = sheet.filled(line, 0)
    turn = decisions(TABLES["wiki-60-double"], sheet)
    assert turn.best((6, 6, 6, 6, 6), 0).action == Mark(Line.SIXES)
    assert Line.DOUBLE not in turn.aims(2)
