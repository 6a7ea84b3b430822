"""The exact search against a brute force over all coverings, without the limit that keeps it short."""

from __future__ import annotations

import random

import pytest

from coverings import brute_force, columns_of, cost_of, is_covered
from servida.device.sweep import EFFORT, HIGHEST, sweep

FAR = 10**6


@pytest.mark.parametrize(
    ("width", "height", "price", "stretch"),
    [
        (5, 3, 10, 1),
        (5, 3, 10, 3),
        (5, 3, 10, 8),
        (7, 2, 10, 5),
        (3, 4, 10, 8),
        (3, 4, 3, 1),
        (5, 3, 2, 1),
        (4, 3, 1, 1),
    ],
)
def test_it_finds_the_least_cost_and_what_costs_that(width: int, height: int, price: int, stretch: int) -> None:
    least = brute_force(width, height, price, stretch)
    chance = random.Random(width * height)
    for cells in chance.sample(range(1, 1 << width * height), 400):
        columns = columns_of(cells, width, height, stretch)
        boxes = sweep(columns, price, FAR, effort=FAR)
        assert boxes is not None
        assert is_covered(columns, boxes)
        assert cost_of(boxes, price) == least(cells)
        assert sweep(columns, price, least(cells), effort=FAR) is None
        assert sweep(columns, price, least(cells) + 1, effort=FAR) is not None


def test_rectangles_may_overlap() -> None:
    # A bar of one row crossed by one column: two rectangles that share a cell.
    columns = bytes([2] * 30 + [7] + [2] * 30)
    boxes = sweep(columns, 2, FAR)
    assert boxes is not None
    assert sorted(boxes) == [(0, 60, 1, 1), (30, 30, 0, 2)]


def test_it_gives_up_on_what_is_too_high() -> None:
    assert sweep(bytes([1 << HIGHEST]), 10, FAR) is None
    assert sweep(bytes([1 << HIGHEST - 1]), 10, FAR) == [(0, 0, HIGHEST - 1, HIGHEST - 1)]


def test_it_gives_up_on_what_takes_too_long() -> None:
    columns = random.Random(1).randbytes(60).translate(bytes(byte & 15 for byte in range(256)))
    assert sweep(columns, 10, FAR, EFFORT) is None
    assert sweep(columns, 10, FAR, effort=FAR) is not None
