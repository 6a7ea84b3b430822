"""Covers against a brute force over all coverings of small panels, with the price of a window and with others."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coverings import brute_force, columns_of, cost_of, is_covered
from servida.device.cover import cover
from servida.device.sweep import HIGHEST, sweep
from servida.device.windows import OVERHEAD
from servida_host.console_rig import ConsoleRig
from servida_host.rig import TAP

if TYPE_CHECKING:
    from collections.abc import Iterator

STRETCHES = (1, 2, 3, 5, 8, 10, 16)
"""Columns a cell: a panel of few cells is a large one whose columns are alike."""


def compare(width: int, height: int, price: int, stretch: int, cells: range | list[int]) -> list[int]:
    """Cover each of these panels; return by how much each cost more than the cheapest."""
    least = brute_force(width, height, price, stretch)
    more = []
    for each in cells:
        columns = columns_of(each, width, height, stretch)
        boxes = cover(columns, price)
        assert is_covered(columns, boxes)
        more.append(cost_of(boxes, price) - least(each))
    assert min(more) >= 0
    return more


@pytest.mark.parametrize("stretch", STRETCHES)
@pytest.mark.parametrize(("width", "height"), [(6, 2), (4, 3)])
def test_every_panel_of_twelve_cells_is_covered_at_the_least_cost(width: int, height: int, stretch: int) -> None:
    assert not any(compare(width, height, OVERHEAD, stretch, range(1 << width * height)))


@pytest.mark.parametrize("price", [1, 2, 3, 4])
@pytest.mark.parametrize(("width", "height"), [(6, 2), (4, 3)])
def test_so_is_every_one_where_rectangles_cost_little(width: int, height: int, price: int) -> None:
    assert not any(compare(width, height, price, 1, range(1 << width * height)))


@pytest.mark.parametrize("stretch", STRETCHES)
def test_panels_of_eight_by_three_cells_are_covered_at_the_least_cost(stretch: int) -> None:
    chance = random.Random(stretch)
    cells = [
        sum((chance.random() < share) << cell for cell in range(24))
        for share in (0.2, 0.4, 0.6, 0.8)
        for _ in range(40)
    ]
    assert not any(compare(8, 3, OVERHEAD, stretch, cells))


@pytest.mark.parametrize(("stretch", "most"), [(1, 0), (2, 0), (3, 0), (5, 5), (8, 12), (10, 0)])
def test_four_rows_are_covered_at_the_least_cost_or_little_more(stretch: int, most: int) -> None:
    more = compare(3, 4, OVERHEAD, stretch, range(1 << 12))
    assert max(more) <= most
    assert sum(map(bool, more)) <= 40


@given(st.lists(st.integers(0, 255), min_size=1, max_size=128), st.integers(1, 30))
def test_any_cells_are_covered_for_no_more_than_the_box_around_them(columns: list[int], price: int) -> None:
    cells = bytes(columns)
    boxes = cover(cells, price)
    assert is_covered(cells, boxes)
    inked = [at for at, column in enumerate(cells) if column]
    rows = [row for row in range(8) if any(column >> row & 1 for column in cells)]
    around = [(inked[0], inked[-1], rows[0], rows[-1])] if inked else []
    assert cost_of(boxes, price) <= cost_of(around, price)


def test_nothing_is_covered_by_nothing() -> None:
    assert cover(bytes(128), OVERHEAD) == []


def changes() -> Iterator[bytes]:
    """Yield what changes, column by column, between the pictures of two turns."""
    with ConsoleRig(players=("Ana", "Beto"), seed=7) as rig:
        shown = [rig.frame().tobytes()]
        for button in ("roll", "1", "3", "roll", "2", "roll", "roll", "5", "roll", "roll", "roll", "4"):
            rig.press(button)
            shown.append(rig.frame().tobytes())
            rig.advance(TAP)
            rig.release(button)
            for _ in range(30):
                rig.advance(1 / 30)
                shown.append(rig.frame().tobytes())
    for before, after in pairwise(shown):
        rows = [int.from_bytes(before[at : at + 16]) ^ int.from_bytes(after[at : at + 16]) for at in range(0, 1024, 16)]
        pages = [sum_of(rows[at : at + 8]) for at in range(0, 64, 8)]
        yield bytes(sum((page >> 127 - column & 1) << row for row, page in enumerate(pages)) for column in range(128))


def sum_of(rows: list[int]) -> int:
    """Return in which columns any of these rows has a pixel."""
    return rows[0] | sum_of(rows[1:]) if rows else 0


def test_what_changes_in_play_is_covered_as_cheaply_as_the_search_without_a_limit_finds() -> None:
    seen = 0
    for columns in set(changes()):
        if not any(columns) or max(columns) >> HIGHEST:
            continue
        seen += 1
        found = cost_of(cover(columns, OVERHEAD), OVERHEAD)
        assert sweep(columns, OVERHEAD, found, effort=10_000) is None
    assert seen > 20
