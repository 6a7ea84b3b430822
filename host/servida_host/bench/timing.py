"""Processor time of both sides in turn, so that whatever else the computer does strikes both."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NANOSECONDS = 1e9


def in_turn(
    ours: Callable[[], object], theirs: Callable[[], object], samples: int
) -> tuple[Sequence[float], Sequence[float]]:
    """Return the seconds that a call of either side takes, a sample each time that it is a side's turn.

    The quicker one is called as often as fits into a turn of the other, so that a turn of both is about as long: a
    single short call would be measured with the caches as the long one left them. A first turn isn't counted.
    """
    first, second = _seconds(ours, 1), _seconds(theirs, 1)
    our_calls, their_calls = max(1, round(second / first)), max(1, round(first / second))
    taken = [(_seconds(ours, our_calls), _seconds(theirs, their_calls)) for _ in range(samples)]
    mine, others = zip(*taken, strict=True)
    return mine, others


def _seconds(act: Callable[[], object], calls: int) -> float:
    began = time.process_time_ns()
    for _ in range(calls):
        act()
    return max(time.process_time_ns() - began, 1) / calls / NANOSECONDS
