"""One player's sheet."""

import pytest

from servida.rules import DEFAULT, PRESETS, Generala, Line, Sheet

EMPTY = Sheet(DEFAULT.lines)


def test_an_empty_sheet_has_all_its_lines_open() -> None:
    assert EMPTY.open == DEFAULT.lines
    assert EMPTY.total == 0
    assert [EMPTY[line] for line in DEFAULT.lines] == [None] * 10
    assert not EMPTY.scratched(Line.POKER)


def test_a_filled_line_holds_its_points_and_is_open_no_more() -> None:
    sheet = EMPTY.filled(Line.POKER, 45).filled(Line.TWOS, 0)
    assert (sheet[Line.POKER], sheet[Line.TWOS], sheet[Line.ONES]) == (45, 0, None)
    assert sheet.total == 45
    assert sheet.open == tuple(line for line in DEFAULT.lines if line not in (Line.POKER, Line.TWOS))
    assert sheet.scratched(Line.TWOS)
    assert not sheet.scratched(Line.POKER)
    assert EMPTY.total == 0, "values don't change"


def test_sheets_with_the_same_lines_filled_are_equal_in_whatever_order_it_happened() -> None:
    one = EMPTY.filled(Line.POKER, 40).filled(Line.ONES, 3)
    other = EMPTY.filled(Line.ONES, 3).filled(Line.POKER, 40)
    assert one == other
    assert one.points == ((Line.ONES, 3), (Line.POKER, 40))


def test_a_line_can_be_opened_again() -> None:
    sheet = EMPTY.filled(Line.ONES, 3).filled(Line.POKER, 0)
    assert sheet.without(Line.POKER) == EMPTY.filled(Line.ONES, 3)


def test_the_generala_line_is_open_scored_or_scratched() -> None:
    assert EMPTY.generala is Generala.OPEN
    assert EMPTY.filled(Line.GENERALA, 50).generala is Generala.SCORED
    assert EMPTY.filled(Line.GENERALA, 0).generala is Generala.SCRATCHED


def test_a_sheet_has_a_double_only_under_rules_that_play_it() -> None:
    assert Sheet(PRESETS["wiki-50-double"].lines)[Line.DOUBLE] is None
    for ask in (EMPTY.__getitem__, EMPTY.scratched):
        with pytest.raises(KeyError):
            ask(Line.DOUBLE)
