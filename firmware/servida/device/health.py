"""The health tests of NIST SP 800-90B on raw random bytes: repetition count (4.4.1) and adaptive proportion (4.4.2).

They find a generator that is stuck or grossly biased, not one that is subtly unfair: that is what ``servida fairness``
is for.  Cut-offs for 8 bits of entropy a byte at a false alarm in 2^30 (FIELD, random numbers).  Pure: bytes in,
state out; it knows neither source nor thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

REPETITION = 5
"""So many equal bytes in a row are a failure: 1 + 30 bits / 8 bits, rounded up."""

PROPORTION = 16
"""So many bytes equal to a window's first, itself among them, are a failure: 1 + the 1 - 2^-30 quantile of
Binomial(512, 1/256)."""

WINDOW = 512
"""Bytes in a window of the adaptive proportion test, as the standard asks of a source that is not binary."""

STARTUP = 1024
"""Bytes that must pass before the first of them may be used (4.3 asks for at least 1,024)."""


class HealthTest(Enum):
    """The two tests, by the names of the standard."""

    REPETITION = "repetition count"
    PROPORTION = "adaptive proportion"


@dataclass(frozen=True, slots=True)
class Failure:
    """The test that failed: ``byte`` (0..255) came ``count`` times, as only ``count - 1`` would have been sound.

    ``position`` is the number of the byte that failed it, counted from 1 at the start-up.
    """

    test: HealthTest
    byte: int
    count: int
    position: int

    @property
    def window(self) -> int | None:
        """Among how many bytes they came; ``None`` for those in a row."""
        return None if self.test is HealthTest.REPETITION else WINDOW

    def __str__(self) -> str:
        where = "in a row" if self.window is None else f"among {self.window}"
        return (
            f"{self.test.value} test: byte {self.byte} came {self.count} times {where} (byte number {self.position}); "
            f"at most {self.count - 1} are sound"
        )


class HealthFailure(OSError):
    """A source failed a health test; ``failure`` says which and how."""

    def __init__(self, source: str, failure: Failure) -> None:
        super().__init__(f"{source}: {failure}")
        self.failure = failure


@dataclass(frozen=True, slots=True)
class Health:
    """Where both tests stand after ``seen`` bytes; a ``failure`` stays for good.

    ``last`` came ``run`` times in a row; ``first`` opened the present window and came ``hits`` times in it.
    """

    seen: int = 0
    last: int | None = None
    run: int = 0
    first: int | None = None
    hits: int = 0
    failure: Failure | None = None

    @property
    def sound(self) -> bool:
        """Whether the start-up tests are over and nothing failed since."""
        return self.seen >= STARTUP and self.failure is None


def examine(health: Health, raw: bytes) -> Health:
    """Return the state after these bytes; from a failure on, no byte is looked at any more."""
    if health.failure is not None:
        return health
    seen, last, run, first, hits = health.seen, health.last, health.run, health.first, health.hits
    failure = None
    for byte in raw:
        run = run + 1 if byte == last else 1
        last = byte
        if seen % WINDOW == 0:
            first, hits = byte, 0
        hits += byte == first
        seen += 1
        if run >= REPETITION:
            failure = Failure(HealthTest.REPETITION, byte, run, seen)
            break
        if hits >= PROPORTION:
            failure = Failure(HealthTest.PROPORTION, byte, hits, seen)
            break
    return Health(seen, last, run, first, hits, failure)
