"""How dice tumble: which picture each of them shows, and until when.  Pure functions of the time since they landed.

The wire is the scarce thing: from one of the 30 pictures a second to the next only every fourth die turns, so that one
of five tumbling dice costs some 60 bytes.
"""

from __future__ import annotations

TUMBLE = 0.6
"""Seconds from the landing of a roll to the rest of its last die (issue 2)."""

PICTURES = 30
"""Pictures a second."""

TURNS = 4
"""A die turns with every fourth picture where four or more tumble; fewer dice turn more often.

Measured by `make bench`: at 3 a whole match takes more than an eighth of full frames on the wire, at 4 less.
"""

ROUNDING = 1e-6
"""Added to a time before it is counted in pictures: one that was asked for to the day may come a rounding early."""


def tumbles(landed: float | None, now: float) -> bool:
    """Return whether dice that landed at this moment (``None``: long ago) are still tumbling."""
    return landed is not None and now < landed + TUMBLE


def rests_at(landed: float | None, now: float) -> float | None:
    """Return when dice that landed at this moment will be at rest, ``None`` if they are."""
    return landed + TUMBLE if landed is not None and tumbles(landed, now) else None


def falling(count: int, landed: float | None, now: float) -> range:
    """Return which of ``count`` thrown dice still tumble: they come to rest one by one, from the left."""
    if landed is None or not tumbles(landed, now):
        return range(count, count)
    at_rest = sum(now >= landed + TUMBLE * (0.5 + 0.5 * (i + 1) / count) for i in range(count))
    return range(at_rest, count)


def turn(index: int, count: int, elapsed: float) -> int:
    """Return which turning picture the die of this index among ``count`` thrown ones shows."""
    period = min(count, TURNS)
    step = (int(elapsed * PICTURES + ROUNDING) + index) // period
    return step * (2 * index + 3) + 5 * index
