"""The pool and its thread, against a source that blocks until the test feeds it, and a clock that only waits move."""

from __future__ import annotations

import random
import threading
from contextlib import contextmanager
from queue import Queue
from typing import TYPE_CHECKING

import pytest

from servida.device.entropy import FAIR, READS, Dice, HwRng, KernelRng, Latching
from servida.device.health import STARTUP, HealthFailure, HealthTest
from servida.device.pool import CAPACITY, CHUNK, LOW, PATIENCE, SPARE, Pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

STREAM = random.Random(9).randbytes(20_000)

HANG = 20.0
"""Real seconds after which a test that waits for the thread fails; none waits so long when all is well."""


class Fed:
    """A source that blocks until it was fed; ``asked`` counts the readings begun."""

    name = "hwrng"

    def __init__(self) -> None:
        self.asked = 0
        self.begun = threading.Semaphore(0)
        self._pieces: Queue[bytes | OSError] = Queue()

    def feed(self, *pieces: bytes | OSError) -> None:
        for piece in pieces:
            self._pieces.put(piece)

    def feed_stream(self, stream: bytes) -> None:
        self.feed(*(stream[i : i + CHUNK] for i in range(0, len(stream), CHUNK)))

    def read(self, count: int) -> bytes:
        assert count == CHUNK
        self.asked += 1
        self.begun.release()
        piece = self._pieces.get()
        if isinstance(piece, OSError):
            raise piece
        return piece


class Change(threading.Condition):
    """A condition whose timed waits move a clock instead of lasting; each may do something first.

    ``asleep`` tells that the thread waits without a limit.
    """

    def __init__(self) -> None:
        super().__init__()
        self.now = 50.0
        self.waits: list[float] = []
        self.during: Callable[[], bool] = lambda: False
        self.asleep = threading.Semaphore(0)

    def clock(self) -> float:
        return self.now

    def wait(self, timeout: float | None = None) -> bool:
        if timeout is None:
            self.asleep.release()
            return super().wait()
        self.waits.append(timeout)
        if self.during():
            return super().wait(HANG)
        self.now += timeout
        return False

    def sleep_seen(self) -> None:
        assert self.asleep.acquire(timeout=HANG), "the thread does not sleep"


@contextmanager
def a_pool(source: Fed) -> Iterator[tuple[Pool, Change]]:
    change = Change()
    pool = Pool(source, clock=change.clock, change=change)
    try:
        yield pool, change
    finally:
        source.feed(OSError("the test is over"))
        pool.close()
        assert not pool._thread.is_alive()


def test_the_pool_fills_by_itself_and_then_sleeps() -> None:
    source = Fed()
    source.feed_stream(STREAM)
    with a_pool(source) as (pool, change):
        change.sleep_seen()
        assert source.asked == CAPACITY / CHUNK
        assert (pool.name, pool.failure) == ("hwrng", None)
        assert isinstance(pool, Latching)
        assert not change.waits


def test_it_is_filled_again_when_it_runs_low_and_not_before() -> None:
    source = Fed()
    source.feed_stream(STREAM)
    with a_pool(source) as (pool, change):
        change.sleep_seen()
        full = source.asked
        assert pool.read(CAPACITY - LOW) == STREAM[: CAPACITY - LOW]
        assert not pool._filling
        assert source.asked == full
        assert pool.read(1) == STREAM[CAPACITY - LOW : CAPACITY - LOW + 1]
        change.sleep_seen()
        assert source.asked == full + (LOW + 1 + CHUNK - 1) // CHUNK
        assert not change.waits


def test_each_byte_is_given_once_and_in_order() -> None:
    source = Fed()
    source.feed_stream(STREAM)
    taken = b""
    with a_pool(source) as (pool, change):
        change.during = lambda: True
        sizes = random.Random(4)
        while len(taken) < 15_000:
            taken += pool.read(sizes.randrange(1, 30))
    assert taken == STREAM[: len(taken)]


def test_a_source_that_hangs_costs_three_tenths_of_a_second_and_no_byte() -> None:
    source = Fed()
    with a_pool(source) as (pool, change):
        with pytest.raises(TimeoutError, match=r"hwrng: 0 of 80 bytes after 0.3 s; the start-up tests need 1024 more"):
            pool.read(5)
        assert change.now == pytest.approx(50 + PATIENCE)
        assert change.waits == [pytest.approx(PATIENCE)]
        source.feed_stream(STREAM[:CAPACITY])
        change.sleep_seen()
        assert pool.read(5) == STREAM[:5]
        assert len(change.waits) == 1


def test_all_waits_of_one_reading_together_are_no_longer() -> None:
    source = Fed()
    pieces = iter(STREAM[i : i + 1] for i in range(STARTUP))
    with a_pool(source) as (pool, change):

        def trickle() -> bool:
            change.now += 0.07
            source.feed(next(pieces))
            return True

        change.during = trickle
        with pytest.raises(TimeoutError, match="hwrng: 0 of 80 bytes"):
            pool.read(5)
        assert change.waits == [pytest.approx(PATIENCE - 0.07 * i) for i in range(5)]


@contextmanager
def an_empty_pool(source: Fed) -> Iterator[tuple[Pool, Change]]:
    """Past its start-up, all given out."""
    source.feed_stream(STREAM[:STARTUP])
    with a_pool(source) as (pool, change):
        change.sleep_seen()
        assert pool.read(STARTUP) == STREAM[:STARTUP]
        yield pool, change


@pytest.mark.parametrize(("arrived", "served"), [(5 + SPARE - 1, False), (5 + SPARE, True)])
def test_who_had_to_wait_waits_for_all_that_the_roll_may_still_need(arrived: int, *, served: bool) -> None:
    source = Fed()
    with an_empty_pool(source) as (pool, change):

        def once() -> bool:
            if len(change.waits) > 1:
                return False
            source.feed(STREAM[-arrived:])
            return True

        change.during = once
        if served:
            assert pool.read(5) == STREAM[-arrived:][:5]
        else:
            with pytest.raises(TimeoutError, match="hwrng: 79 of 80 bytes"):
                pool.read(5)
        assert pool._quarantine.usable == (SPARE if served else arrived)


def test_a_roll_that_waited_once_waits_no_more_though_nearly_all_is_rejected() -> None:
    source = Fed()
    # The window that they fall into is opened by another byte, so that the adaptive proportion test passes them.
    rejected = bytes([1]) + bytes(range(FAIR, 256)) * 20
    with an_empty_pool(source) as (pool, change):

        def once() -> bool:
            if len(change.waits) > 1:
                return False
            change.now += PATIENCE * 0.9
            source.feed(rejected)
            return True

        change.during = once
        assert Dice(pool, KernelRng()).roll(5).substitute
        assert len(rejected) - pool._quarantine.held == 5 + 4 * (READS - 1), "all readings of the roll were served"
        assert len(change.waits) == 1


def test_a_missing_source_is_said_at_once_and_tried_again_by_the_next_reading_alone() -> None:
    source = Fed()
    source.feed(FileNotFoundError(2, "No such file", "/dev/hwrng"))
    with a_pool(source) as (pool, change):
        change.sleep_seen()
        assert source.asked == 1
        change.during = lambda: True
        source.feed(PermissionError(13, "Permission denied", "/dev/hwrng"))
        with pytest.raises(PermissionError, match="/dev/hwrng"):
            pool.read(5)
        change.sleep_seen()
        assert (source.asked, change.now) == (2, 50.0)
        source.feed_stream(STREAM[:CAPACITY])
        assert pool.read(5) == STREAM[:5]


def test_a_source_that_ended_is_no_reading() -> None:
    source = Fed()
    source.feed(b"", b"")
    with a_pool(source) as (pool, change):
        change.sleep_seen()
        change.during = lambda: True
        with pytest.raises(OSError, match="hwrng ended"):
            pool.read(1)


def test_a_failure_in_the_start_up_latches_and_names_itself() -> None:
    source = Fed()
    source.feed(bytes([3] * CHUNK))
    with a_pool(source) as (pool, change):
        pool._thread.join(HANG)
        for _ in range(2):
            with pytest.raises(HealthFailure, match=r"^hwrng: repetition count test: byte 3 came 5 times in a row"):
                pool.read(1)
        assert Dice(pool, KernelRng()).source == "kernel"
        assert pool.failure is not None
        assert pool.failure.position == 5
        assert not change.waits
        assert source.asked == 1


def test_a_later_failure_takes_what_waited_and_wakes_the_one_who_waits() -> None:
    source = Fed()
    source.feed_stream(STREAM[:CAPACITY])
    with a_pool(source) as (pool, change):
        change.sleep_seen()
        pool.read(1000)

        def spoil() -> bool:
            source.feed(bytes([3] * CHUNK))
            return True

        change.during = spoil
        dice = Dice(pool, KernelRng())
        assert not dice.roll(5).substitute
        for _ in range(4):
            roll = dice.roll(5)
        assert roll.substitute
        assert dice.failure is not None
        assert (dice.failure.test, dice.source) == (HealthTest.REPETITION, "kernel")


def test_bytes_that_passed_before_the_failure_are_given_no_more() -> None:
    source = Fed()
    source.feed_stream(STREAM[:CAPACITY])
    with a_pool(source) as (pool, change):
        change.sleep_seen()
        pool.read(CAPACITY - LOW + 1)
        source.feed(bytes([3] * CHUNK))
        pool._thread.join(HANG)
        with pytest.raises(HealthFailure):
            pool.read(1)


def test_a_closed_pool_gives_nothing_and_holds_nothing() -> None:
    source = Fed()
    source.feed_stream(STREAM)
    change = Change()
    pool = Pool(source, clock=change.clock, change=change)
    change.sleep_seen()
    pool.close()
    assert not pool._thread.is_alive()
    with pytest.raises(OSError, match="hwrng: the pool is closed"):
        pool.read(1)
    assert pool._quarantine.held == 0


def test_what_arrives_after_the_end_is_not_kept() -> None:
    source = Fed()
    change = Change()
    pool = Pool(source, clock=change.clock, change=change)
    assert source.begun.acquire(timeout=HANG)
    with change:
        pool._closed = True
    source.feed(STREAM[:CHUNK])
    pool.close()
    assert not pool._thread.is_alive()
    assert pool._quarantine.held == 0


def test_a_reading_that_does_not_return_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Fed()
    pool = Pool(source)
    assert pool._thread.daemon
    waited: list[float | None] = []
    monkeypatch.setattr(pool._thread, "join", waited.append)
    pool.close()
    assert waited == [PATIENCE]
    monkeypatch.undo()
    source.feed(b"")
    pool._thread.join(HANG)
    assert not pool._thread.is_alive()


def test_the_shipped_pair_rolls_from_a_device_file(tmp_path: Path) -> None:
    device = tmp_path / "hwrng"
    device.write_bytes(STREAM)
    pool = Pool(HwRng(device, deadline=None))
    roll = Dice(pool, KernelRng()).roll(5)
    pool.close()
    # A plain file begins anew at each opening: its first 32 bytes over and over are no sound source.
    assert roll.substitute
    assert pool.failure is not None


def test_a_device_that_may_be_read_only_later_serves_then_without_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "hwrng"
    change = Change()
    pool = Pool(HwRng(path, deadline=None), clock=change.clock, change=change)
    try:
        dice = Dice(pool, KernelRng())
        change.sleep_seen()
        assert dice.roll(5).substitute
        change.sleep_seen()
        path.symlink_to("/dev/urandom")
        change.during = lambda: True
        assert (dice.roll(5).source, dice.source) == ("hwrng", "hwrng")
    finally:
        pool.close()
