"""Bytes before and after the health tests, and the synchronous source behind them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.device.entropy import Dice, KernelRng, Latching
from servida.device.health import STARTUP, HealthFailure, HealthTest
from servida.device.quarantine import Guarded, Quarantine

STREAM = random.Random(5).randbytes(10_000)


class Script:
    """A source that gives a stream, so many bytes a reading, then ends; the ``faults`` numbered readings raise."""

    name = "script"

    def __init__(self, stream: bytes, most: int = 10_000, faults: frozenset[int] = frozenset()) -> None:
        self._stream, self._most, self._faults = stream, most, faults
        self.readings = 0

    def read(self, count: int) -> bytes:
        self.readings += 1
        if self.readings in self._faults:
            raise OSError("lost")
        piece, self._stream = self._stream[: min(count, self._most)], self._stream[min(count, self._most) :]
        return piece


def test_nothing_leaves_before_the_start_up_is_over() -> None:
    quarantine = Quarantine("hwrng")
    quarantine.admit(STREAM[: STARTUP - 1])
    assert (quarantine.held, quarantine.usable, quarantine.untested, quarantine.take(5)) == (1023, 0, 1, b"")
    quarantine.admit(STREAM[STARTUP - 1 : STARTUP])
    assert (quarantine.held, quarantine.usable, quarantine.untested) == (1024, 1024, 0)
    assert quarantine.take(5) == STREAM[:5]
    assert quarantine.usable == 1019


def test_a_failure_takes_what_waited_and_lasts() -> None:
    quarantine = Quarantine("hwrng")
    quarantine.admit(STREAM[:STARTUP])
    for raw in (bytes(5), STREAM):
        with pytest.raises(HealthFailure, match=r"^hwrng: repetition count test: byte 0 came 5 times"):
            quarantine.admit(raw)
    assert (quarantine.held, quarantine.usable, quarantine.take(5)) == (0, 0, b"")
    assert quarantine.failure is not None
    assert quarantine.failure.test is HealthTest.REPETITION


def test_clearing_forgets_the_bytes_and_keeps_the_tests() -> None:
    quarantine = Quarantine("hwrng")
    quarantine.admit(STREAM[:STARTUP])
    quarantine.clear()
    assert (quarantine.held, quarantine.untested) == (0, 0)
    quarantine.admit(b"ab")
    assert quarantine.take(5) == b"ab"


@given(st.lists(st.integers(0, 40), max_size=30), st.sampled_from([7, 100, 10_000]))
def test_a_guarded_source_gives_each_byte_once_and_in_order(counts: list[int], most: int) -> None:
    source = Guarded(Script(STREAM, most))
    taken = b"".join(source.read(count) for count in counts)
    assert taken == STREAM[: sum(counts)]


def test_a_guarded_source_reads_no_more_than_the_start_up_and_then_what_is_asked() -> None:
    script = Script(STREAM)
    source = Guarded(script)
    assert (source.name, source.read(4)) == ("script", STREAM[:4])
    assert script.readings == 1
    source.read(STARTUP - 4)
    assert script.readings == 1
    assert source.read(3) == STREAM[STARTUP : STARTUP + 3]
    assert script.readings == 2


def test_a_fault_in_the_start_up_loses_no_byte() -> None:
    source = Guarded(Script(STREAM, 300, frozenset({3})))
    with pytest.raises(OSError, match="lost"):
        source.read(1)
    assert source.read(1000) == STREAM[:1000]


def test_a_source_that_ends_gives_what_there_is() -> None:
    source = Guarded(Script(STREAM[: STARTUP + 1]))
    assert source.read(STARTUP) == STREAM[:STARTUP]
    assert source.read(5) == STREAM[STARTUP : STARTUP + 1]
    assert source.read(5) == b""


def test_a_source_that_ends_within_the_start_up_gives_nothing() -> None:
    assert Guarded(Script(STREAM[:1000])).read(5) == b""


def test_a_guarded_source_that_failed_is_asked_no_more() -> None:
    script = Script(bytes(4000))
    source = Guarded(script)
    assert source.failure is None
    for _ in range(2):
        with pytest.raises(HealthFailure, match="script: repetition"):
            source.read(5)
    assert script.readings == 1
    assert source.failure is not None


def test_dice_of_a_failed_source_come_from_the_substitute_and_tell_why() -> None:
    dice = Dice(Guarded(Script(STREAM[:STARTUP] + bytes(20), STARTUP)), KernelRng())
    assert (dice.source, dice.failure) == ("script", None)
    while not (roll := dice.roll(5)).substitute:
        assert dice.source == "script"
    assert (roll.source, dice.source) == ("kernel", "kernel")
    assert dice.failure is not None
    assert (dice.failure.count, dice.failure.byte) == (5, 0)


def test_dice_name_the_source_that_served_last() -> None:
    dice = Dice(Script(STREAM, faults=frozenset({1})), KernelRng())
    assert not isinstance(Script(b""), Latching)
    assert (dice.source, dice.failure) == ("script", None)
    assert (dice.roll(5).source, dice.source, dice.failure) == ("kernel", "kernel", None)
    assert (dice.roll(5).source, dice.source) == ("script", "script")
