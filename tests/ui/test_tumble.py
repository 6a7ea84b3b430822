"""The tumble as a function of time."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.ui.tumble import PICTURES, TUMBLE, falling, tumbles, turn


def test_dice_that_landed_long_ago_do_not_tumble() -> None:
    assert not tumbles(None, 0.0)
    assert list(falling(5, None, 0.0)) == []


@given(st.integers(1, 5), st.floats(0.0, 1e6))
def test_dice_come_to_rest_one_by_one_and_all_by_the_end(count: int, landed: float) -> None:
    before = count
    for step in range(80):
        left = falling(count, landed, landed + step * 0.01)
        assert before - 1 <= len(left) <= before
        assert left.stop == count
        before = len(left)
    assert before == 0
    assert not tumbles(landed, landed + TUMBLE)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_at_most_every_fourth_die_turns_from_one_picture_to_the_next(count: int) -> None:
    pictures = [[turn(i, count, step / PICTURES) for i in range(count)] for step in range(19)]
    for before, after in pairwise(pictures):
        turned = sum(a != b for a, b in zip(before, after, strict=True))
        assert 1 <= turned <= -(-count // 4)
