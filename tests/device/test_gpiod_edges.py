"""What is told of edges that the kernel has dropped, or told of late."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

gpiod = pytest.importorskip("gpiod", reason="the character device is Linux's")

from servida.device.gpiod_edges import NUMBERS, Edges  # noqa: E402  not everywhere

if TYPE_CHECKING:
    from gpiod import EdgeEvent


def edge(level: int, number: int) -> EdgeEvent:
    kind = gpiod.EdgeEvent.Type.RISING_EDGE if level else gpiod.EdgeEvent.Type.FALLING_EDGE
    event: EdgeEvent = gpiod.EdgeEvent(kind.value, number * 1_000_000_000, 5, number, number)
    return event


@pytest.mark.parametrize(
    ("edges", "told"),
    [
        ([(0, 1), (1, 2), (0, 3)], [(1, 0), (2, 1), (3, 0)]),
        ([(0, 1), (0, 3)], [(1, 0), (3, 1), (3, 0)]),
        ([(0, 1), (1, 4)], [(1, 0), (4, 1)]),
        ([(0, NUMBERS - 1), (1, 0)], [(NUMBERS - 1, 0), (0, 1)]),
    ],
    ids=["all there", "one dropped between two alike", "two dropped", "numbers begin anew"],
)
def test_alternate(edges: list[tuple[int, int]], told: list[tuple[float, int]]) -> None:
    assert Edges(both=True).take([edge(*each) for each in edges]) == told


def test_level_after_quiet() -> None:
    edges = Edges(both=True)
    assert edges.settle(0.5, level=True) == [], "nothing was told of yet"
    edges.take([edge(0, 1)])
    assert edges.settle(1.5, level=False) == []
    assert edges.settle(2.5, level=True) == [(2.5, 1)]
    assert edges.settle(3.5, level=True) == []
    assert edges.take([edge(1, 2)]) == [], "the edge of that level, late"
    assert edges.take([edge(0, 3)]) == [(3, 0)]


def test_edge_of_a_level_told_of_was_dropped() -> None:
    edges = Edges(both=True)
    edges.take([edge(0, 1)])
    edges.settle(2.5, level=True)
    assert edges.take([edge(0, 3)]) == [(3, 0)]


def test_an_edge_that_comes_late_when_the_numbers_begin_anew() -> None:
    edges = Edges(both=True)
    edges.take([edge(0, NUMBERS - 1)])
    edges.settle(2.5, level=True)
    assert edges.take([edge(1, 0)]) == []


def test_one_kind_of_edges_may_repeat() -> None:
    edges = Edges(both=False)
    assert edges.take([edge(0, 1), edge(0, 2), edge(0, 5)]) == [(1, 0), (2, 0), (5, 0)]
    assert edges.settle(6, level=True) == []
