"""The lines, their names and their order."""

import pytest

from servida.rules import Line, UnknownLine, line_named

NAMES = "ones twos threes fours fives sixes straight full poker generala double"


def test_lines_have_their_names_in_order() -> None:
    assert " ".join(line.value for line in Line) == NAMES
    assert [line_named(name) for name in NAMES.split()] == list(Line)


def test_number_lines_count_their_face_and_the_others_none() -> None:
    assert [line.face for line in Line] == [1, 2, 3, 4, 5, 6, None, None, None, None, None]


@pytest.mark.parametrize("name", ["four", "Ones", "", "póker"])
def test_an_unknown_name_is_refused_with_the_allowed_ones(name: str) -> None:
    with pytest.raises(UnknownLine) as refused:
        line_named(name)
    assert str(refused.value) == f"there is no line {name!r}; the lines are {NAMES}"
