"""The chance to win of everything that can be done: exact where nothing comes after this turn."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from servida.rules import PRESETS, Hand, Line, Mark, Match, Sheet, Turn
from servida.strategy.advice import Choice, Hold, Level
from servida.strategy.chances import chances
from servida.strategy.opponents import decide
from servida.strategy.prospects import prospects
from servida.strategy.values import solve

NAMES = ("table", "table-scores", "wiki-60-double")
TABLES = {name: solve(PRESETS[name]) for name in NAMES}
FUTURES = {name: prospects(table.game, table.values) for name, table in TABLES.items()}


def advised(name: str, faces: Hand, left: int, *sheets: Sheet) -> tuple[Choice, ...]:
    names = tuple("ABCDEFGH"[: len(sheets)])
    return chances(TABLES[name], FUTURES[name], Match(PRESETS[name], names, sheets, Turn(3 - left, faces)))


def filled(name: str, *lines_open: Line, **points: int) -> Sheet:
    """Return a sheet with 0 on all lines but the open ones and those that are named."""
    sheet = Sheet(PRESETS[name].lines)
    for line in sheet.lines:
        if line not in lines_open:
            sheet = sheet.filled(line, points.get(line.value, 0))
    return sheet


def test_with_one_roll_left_the_chance_is_that_of_the_dice_and_a_tie_is_half() -> None:
    rival = filled("table", sixes=24)
    found = {each.action: each for each in advised("table", (6, 6, 6, 2, 3), 1, filled("table", Line.SIXES), rival)}
    exact = Fraction(0)
    for thrown in product(range(1, 7), repeat=2):
        sixes = 3 + thrown.count(6)
        exact += Fraction(1, 36) * (1 if sixes > 4 else Fraction(1, 2) if sixes == 4 else 0)
    assert found[Hold((6, 6, 6))].win == pytest.approx(float(exact), abs=1e-12)
    assert found[Mark(Line.SIXES)].win == 0.0
    assert found[Hold((2, 3, 6, 6, 6)[:4])].win == 0.0


def test_two_rivals_are_beaten_each() -> None:
    rivals = (filled("table", sixes=18), filled("table", sixes=12))
    mark, *_ = (
        each
        for each in advised("table", (6, 6, 6, 2, 3), 0, filled("table", Line.SIXES), *rivals)
        if each.action == Mark(Line.SIXES)
    )
    assert mark.win == 0.5


def test_the_best_for_the_chance_is_not_the_best_for_points() -> None:
    """A póker ties at best; only the Generala, scratched by who plays for points, still wins."""
    mine = filled("table-scores", Line.ONES, Line.GENERALA)
    found = advised("table-scores", (2, 2, 2, 2, 1), 1, mine, filled("table-scores", poker=45))
    assert found[0].action == Hold((2, 2, 2, 2))
    wins = [each.win or 0.0 for each in found]
    assert wins == sorted(wins, reverse=True)


def test_of_equal_chances_the_larger_expectation_comes_first() -> None:
    found = advised("table", (6, 6, 2, 3, 4), 1, filled("table", Line.ONES, Line.SIXES), filled("table", poker=45))
    assert {each.win for each in found} == {0.0}
    expected = [each.expected for each in found]
    assert expected == sorted(expected, reverse=True)


def test_a_served_generala_that_wins_is_one_whatever_the_totals() -> None:
    rival = filled("table", poker=45, straight=25, full=35)
    (only,) = advised("table", (4, 4, 4, 4, 4), 2, Sheet(PRESETS["table"].lines), rival)
    assert (only.action, only.win) == (Mark(Line.GENERALA), 1.0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_what_is_best_is_what_the_master_does(name: str, left: int) -> None:
    sheets = (Sheet(PRESETS[name].lines).filled(Line.SIXES, 18), Sheet(PRESETS[name].lines).filled(Line.ONES, 0))
    match = Match(PRESETS[name], ("A", "B"), sheets, Turn(3 - left, (5, 5, 5, 1, 2)))
    best = chances(TABLES[name], FUTURES[name], match)[0]
    master = decide(TABLES[name], FUTURES[name], match, Level.MASTER)
    assert (best.action, best.expected, best.aim) == (master.action, master.expected, master.aim)
    assert best.win == pytest.approx(master.win, abs=1e-3)
