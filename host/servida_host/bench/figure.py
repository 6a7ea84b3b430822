"""What a benchmark found and what was wanted of it: values and their arithmetic, nothing measured here."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Unit(Enum):
    """What a number counts; the value is how a program is told."""

    SECONDS = "s"
    BYTES = "bytes"
    MEMORY = "bytes of memory"
    FRAMES = "frames a second"
    SWITCHES = "context switches a minute"


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: samples of each processor time, matches' rolls, starts of a process, idle seconds."""

    samples: int = 150
    rolls: int = 12
    starts: int = 15
    idle_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some samples, the quartiles around it, and how many samples there were."""

    median: float
    lower: float
    upper: float
    count: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """A demand in words, and its bounds: ours at most and at least so much, and at most this share of theirs."""

    words: str
    most: float = inf
    least: float = -inf
    share: float = inf

    def met(self, ours: float, theirs: float) -> bool:
        """Return whether both medians together keep all bounds."""
        return self.least <= ours <= self.most and ours <= self.share * theirs


@dataclass(frozen=True, slots=True)
class Comparison:
    """One row of the table: a figure for us and for one peer, in one unit.

    ``wanted`` is ``None`` where a peer only shows what the number means; ``note`` is one line on what it consists of.
    """

    figure: str
    what: str
    against: str
    unit: Unit
    ours: Spread
    theirs: Spread
    wanted: Wanted | None
    note: str = ""

    @property
    def share(self) -> float:
        """Our median as a share of theirs; infinite where theirs is 0."""
        return self.ours.median / self.theirs.median if self.theirs.median else inf

    @property
    def met(self) -> bool | None:
        """Whether what was wanted was found; ``None`` where nothing was."""
        return None if self.wanted is None else self.wanted.met(self.ours.median, self.theirs.median)


def spread(samples: Sequence[float]) -> Spread:
    """Return median and quartiles (inclusive: of these samples, not of what they were drawn from).

    Raises ValueError without a sample.
    """
    if not samples:
        raise ValueError("no sample to take the median of; at least 1 is needed")
    if len(samples) == 1:
        return Spread(samples[0], samples[0], samples[0], 1)
    lower, median, upper = statistics.quantiles(samples, n=4, method="inclusive")
    return Spread(median, lower, upper, len(samples))
