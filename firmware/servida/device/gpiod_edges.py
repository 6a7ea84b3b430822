"""What to tell of a line's edges, so that no press is lost when the kernel has dropped some.

The kernel numbers the edges of a line and keeps a bounded number of them. Until Linux 5.19 it drops the newest, since
then the oldest (``gpiolib-cdev.c``, ``linereq_put_event``). Two things show it, when both kinds of edges are asked for
and so have to alternate:

- a gap in the numbers, and the level of the edge after it is the one told of last: the edge between was dropped;
- no edge is left, and the level is another than told of last. Told of as an edge, though the true one may be on its
  way through the kernel; that one follows without a gap, and is not told of again.

It knows no pins and no clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gpiod

if TYPE_CHECKING:
    from collections.abc import Iterable

NUMBERS = 1 << 32
"""The kernel's numbers begin anew after so many."""


class Edges:
    """The edges of one line, from when it was last set; ``both`` unless only falling or only rising ones are seen."""

    def __init__(self, *, both: bool) -> None:
        self._both = both
        self._level: bool | None = None
        self._number: int | None = None

    def take(self, events: Iterable[gpiod.EdgeEvent]) -> list[tuple[float, int]]:
        """Return (seconds, level) of all there is to tell of after these edges, in order."""
        changes = []
        for event in events:
            level = event.event_type is gpiod.EdgeEvent.Type.RISING_EDGE
            ticks = event.timestamp_ns / 1e9
            follows = self._number is None or event.line_seqno == (self._number + 1) % NUMBERS
            repeats = self._both and level is self._level
            self._number, self._level = event.line_seqno, level
            if repeats and follows:
                continue
            if repeats:
                changes.append((ticks, int(not level)))
            changes.append((ticks, int(level)))
        return changes

    def settle(self, ticks: float, *, level: bool) -> list[tuple[float, int]]:
        """Return (seconds, level) of what to tell of when no edge is left and this is the level at ``ticks``."""
        if not self._both or self._level is None or level is self._level:
            return []
        self._level = level
        return [(ticks, int(level))]
