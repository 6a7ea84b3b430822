"""The numbers that options take: their bounds belong to them, and what is refused is told with what is allowed."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from servida.command import above_zero, whole


@pytest.mark.parametrize("number", [0, 7, 10])
def test_whole_numbers_within_the_bounds(number: int) -> None:
    assert whole(0, 10)(str(number)) == number


@pytest.mark.parametrize("text", ["11", "-1", "1.0", "", " 7", "1_0", "٣", "x", "9" * 5000])
def test_other_texts_are_no_whole_numbers(text: str) -> None:
    with pytest.raises(ArgumentTypeError) as refused:
        whole(0, 10, " Hz")(text)
    assert str(refused.value) == f"{text!r}: expected 0 to 10 Hz"


@pytest.mark.parametrize("text", ["0.01", "3", "1e1"])
def test_numbers_above_zero(text: str) -> None:
    assert above_zero(10)(text) == float(text)


@pytest.mark.parametrize("text", ["0", "-1", "10.1", "nan", "inf", "x"])
def test_other_texts_are_no_numbers_above_zero(text: str) -> None:
    with pytest.raises(ArgumentTypeError) as refused:
        above_zero(10)(text)
    assert str(refused.value) == f"{text!r}: expected a number above 0, up to 10"
