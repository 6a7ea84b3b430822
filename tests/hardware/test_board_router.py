"""The search for ways, on boards small enough to see through."""

from __future__ import annotations

import pytest

from servida_board.router import Bar, Box, Router, Rule, Unroutable

RULE = Rule(width=0.2, clearance=0.2, via=0.6)


def router(*shapes: Bar | Box) -> Router:
    return Router((0.0, 0.0), 0.25, 41, 41, 0.5, list(shapes))


def pad(x: float, y: float, net: str = "A", layers: tuple[int, ...] = (0,)) -> Box:
    return Box((x, y), (0.4, 0.4), layers, net, via=False)


def test_a_free_way_is_straight() -> None:
    one, two = pad(2, 5), pad(8, 5)
    ways = router(one, two).lay("A", [one, two], RULE)
    assert len(ways) == 1
    assert len(ways[0].corners) == 2
    assert len({y for _, y in ways[0].corners}) == 1


def test_a_way_keeps_its_distance_from_other_nets() -> None:
    one, two = pad(2, 5), pad(8, 5)
    wall = Bar((5, 3), (5, 7), 0.3, (0, 1), "B")
    ways = router(one, two, wall).lay("A", [one, two], RULE)
    for way in ways:
        for x, y in way.corners:
            assert wall.distance(x, y) >= RULE.clearance + RULE.width / 2
    assert not any(way.via for way in ways)


def test_a_wall_on_one_side_is_passed_on_the_other() -> None:
    one, two = pad(2, 5), pad(8, 5)
    ways = router(one, two, Bar((5, -1), (5, 11), 0.3, (0,), "B")).lay("A", [one, two], RULE)
    assert sum(way.via for way in ways) == 2
    assert {way.layer for way in ways if not way.via} == {0, 1}


def test_no_via_falls_into_a_pad_of_its_own() -> None:
    one, two = pad(2, 5), pad(8, 5, layers=(1,))
    ways = router(one, two).lay("A", [one, two], RULE)
    via = next(way for way in ways if way.via)
    assert min(shape.distance(*via.corners[0]) for shape in (one, two)) >= RULE.via / 2


def test_all_pads_of_a_net_are_joined() -> None:
    pads = [pad(2, 2), pad(8, 2), pad(2, 8), pad(8, 8)]
    ways = router(*pads).lay("A", pads, RULE)
    for each in pads:
        assert any(each.distance(*corner) <= 0 for way in ways for corner in way.corners)


def test_without_a_way_the_net_is_named() -> None:
    one, two = pad(2, 5), pad(8, 5)
    with pytest.raises(Unroutable, match="no way for A"):
        router(one, two, Bar((5, -1), (5, 11), 0.3, (0, 1), "B")).lay("A", [one, two], RULE)
