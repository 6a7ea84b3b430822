"""How far a long piece of work is, drawn on standard error for whoever watches there."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

WIDTH = 40
"""Characters of the bar."""


def silent(done: int) -> None:
    """Draw nothing."""
    del done


def progress(total: int, what: str) -> Callable[[int], None]:
    """Return what draws how much of a total (1 or more) is done, and wipes it out at the end.

    ``what`` is in the plural. Where standard error is no terminal nothing is drawn.
    """
    if not sys.stderr.isatty():
        return silent

    def draw(done: int) -> None:
        full = WIDTH * done // total
        line = f"\r[{'#' * full}{' ' * (WIDTH - full)}] {done:,} of {total:,} {what}"
        sys.stderr.write(line if done < total else f"\r{' ' * (len(line) - 1)}\r")
        sys.stderr.flush()

    return draw
