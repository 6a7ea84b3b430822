"""Dice from bytes, and bytes from files and FIFOs that stand in for the hardware generator's device."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.device.entropy import PAUSE, READS, Dice, HwRng, KernelRng, Roll, faces_of
from servida.device.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Script:
    """A source that gives these pieces, one a reading, and raises or ends as told."""

    def __init__(self, *pieces: bytes | OSError, name: str = "script") -> None:
        self.name = name
        self.asked: list[int] = []
        self._pieces = list(pieces)

    def read(self, count: int) -> bytes:
        self.asked.append(count)
        piece = self._pieces.pop(0) if self._pieces else b""
        if isinstance(piece, OSError):
            raise piece
        return piece


class Time:
    """A clock that only pauses move; each pause may do something."""

    def __init__(self, during: Callable[[], None] = lambda: None) -> None:
        self.now = 100.0
        self.pauses: list[float] = []
        self._during = during

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds
        self.pauses.append(seconds)
        self._during()


def open_files() -> list[str]:
    return sorted(entry.name for entry in Path("/proc/self/fd").iterdir())


@pytest.fixture
def fifo(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A FIFO and its open writing end."""
    path = tmp_path / "hwrng"
    os.mkfifo(path)
    # Opened for both, as opening for writing alone would wait for a reader.
    end = os.open(path, os.O_RDWR)
    yield path, end
    os.close(end)


def test_every_face_has_forty_two_bytes_and_four_bytes_have_none() -> None:
    assert Counter(faces_of(bytes(range(256)))) == dict.fromkeys(range(1, 7), 42)
    assert [byte for byte in range(256) if not faces_of(bytes([byte]))] == [252, 253, 254, 255]


def test_a_roll_is_its_bytes_in_order() -> None:
    assert Dice(Script(bytes([0, 7, 14, 21, 251])), Script()).roll(5) == Roll(
        (1, 2, 3, 4, 6), bytes([0, 7, 14, 21, 251]), "script", substitute=False
    )


def test_only_what_is_missing_is_read_again() -> None:
    source = Script(bytes([1, 255]), bytes([252, 3, 4]), bytes([5]))
    roll = Dice(source, Script()).roll(4)
    assert source.asked == [4, 3, 1]
    assert roll.raw == bytes([1, 255, 252, 3, 4, 5])
    assert roll.faces == (2, 4, 5, 6)


@given(st.binary(min_size=400), st.lists(st.integers(1, 5), max_size=20))
def test_each_byte_is_used_once_and_in_order(stream: bytes, counts: list[int]) -> None:
    given_out = 0

    class Stream:
        name = "stream"

        def read(self, count: int) -> bytes:
            nonlocal given_out
            piece = stream[given_out : given_out + count]
            given_out += len(piece)
            return piece

    dice, used = Dice(Stream(), KernelRng()), b""
    for count in counts:
        roll = dice.roll(count)
        assert len(roll.faces) == count
        if roll.substitute:  # hypothesis found a stream with next to nothing but rejected bytes
            return
        assert roll.faces == faces_of(roll.raw)
        used += roll.raw
    assert used == stream[:given_out]


@pytest.mark.parametrize(
    "pieces",
    [
        [OSError("gone")],
        [b""],
        [bytes([1, 2]), TimeoutError("late")],
        [bytes([1, 2]), b""],
        [b"\xff" * 5] * READS,
    ],
)
def test_a_failing_primary_leaves_the_whole_roll_to_the_substitute(pieces: list[bytes | OSError]) -> None:
    primary, substitute = Script(*pieces), Script(bytes([0, 1, 2, 3, 4]), name="kernel")
    assert Dice(primary, substitute).roll(5) == Roll((1, 2, 3, 4, 5), bytes([0, 1, 2, 3, 4]), "kernel", substitute=True)
    assert substitute.asked == [5]
    assert len(primary.asked) == len(pieces)


def test_the_primary_is_asked_again_for_the_next_roll() -> None:
    dice = Dice(Script(OSError("late"), bytes([0])), Script(bytes([5]), name="kernel"))
    assert [dice.roll(1).source, dice.roll(1).source] == ["kernel", "script"]


def test_a_source_that_trickles_is_no_failure() -> None:
    assert Dice(Script(*[bytes([n]) for n in range(5)]), Script()).roll(5).faces == (1, 2, 3, 4, 5)


def test_the_last_allowed_reading_counts() -> None:
    source = Script(*[b"\xff"] * (READS - 1), b"\x00")
    assert not Dice(source, Script()).roll(1).substitute


def test_two_failing_sources_are_one_error_in_one_line() -> None:
    dice = Dice(Script(OSError("hangs"), name="hwrng"), Script(b"\xff" * 5, name="kernel"))
    with pytest.raises(DeviceError) as caught:
        dice.roll(5)
    assert str(caught.value) == (
        "dice: hwrng gave no roll of 5 (hangs), nor did kernel (kernel ended); expected one of them to"
    )


def test_the_kernel_gives_what_is_asked() -> None:
    assert len(KernelRng().read(5)) == 5
    assert KernelRng().read(32) != KernelRng().read(32)


def test_the_device_gives_bytes_in_order_and_no_more_than_asked(fifo: tuple[Path, int]) -> None:
    path, end = fifo
    os.write(end, bytes(range(10)))
    rng = HwRng(path)
    assert (rng.name, rng.read(3), rng.read(4)) == ("hwrng", bytes([0, 1, 2]), bytes([3, 4, 5, 6]))


def test_a_stalled_device_is_late_after_its_deadline_and_not_before(fifo: tuple[Path, int]) -> None:
    path, end = fifo
    os.write(end, b"ab")
    time = Time()
    with pytest.raises(TimeoutError, match=r"hwrng: 2 of 5 bytes after 0.3 s"):
        HwRng(path, clock=time, pause=time.pause).read(5)
    assert time.now == pytest.approx(100.3)
    assert max(time.pauses) == PAUSE


def test_a_slow_device_is_waited_for(fifo: tuple[Path, int]) -> None:
    path, end = fifo
    time = Time(during=lambda: None if len(time.pauses) % 10 else trickle())

    def trickle() -> None:
        os.write(end, b"xyz")

    rng = HwRng(path, clock=time, pause=time.pause)
    assert rng.read(5) == b"xyzxy"
    assert time.now == pytest.approx(100 + 20 * PAUSE)
    assert rng.read(1) == b"z"


def test_a_stalled_device_really_ends_by_its_own_clock(fifo: tuple[Path, int]) -> None:
    with pytest.raises(TimeoutError):
        HwRng(fifo[0], deadline=0.001).read(1)


def test_the_end_of_a_file_gives_fewer(tmp_path: Path) -> None:
    path = tmp_path / "hwrng"
    path.write_bytes(b"ab")
    assert HwRng(path).read(5) == b"ab"
    path.write_bytes(b"")
    assert HwRng(path).read(5) == b""


def test_a_fifo_without_writer_is_at_its_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "hwrng")
    assert HwRng(tmp_path / "hwrng").read(1) == b""


def test_a_missing_device_is_an_oserror_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="hwrng"):
        HwRng(tmp_path / "hwrng").read(1)


def test_a_device_that_may_not_be_opened_is_an_oserror(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not by file modes: root, as which a container may run the tests, may open everything.
    def refuse(path: str, _flags: int) -> int:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "open", refuse)
    dice = Dice(HwRng("/dev/hwrng"), Script(b"\x00", name="kernel"))
    assert dice.roll(1).substitute


def test_a_device_that_can_be_opened_but_not_read_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        HwRng(tmp_path).read(1)


def test_no_reading_leaves_a_file_open(tmp_path: Path, fifo: tuple[Path, int]) -> None:
    before = open_files()
    time = Time()
    for path in (fifo[0], tmp_path):
        with pytest.raises(OSError, match=r"hwrng|directory"):
            HwRng(path, clock=time, pause=time.pause).read(1)
    assert open_files() == before


def test_without_a_deadline_the_kernel_does_the_waiting(
    fifo: tuple[Path, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, end = fifo
    flags: list[int] = []
    really = os.open

    def watched(name: Path, how: int) -> int:
        flags.append(how)
        return really(name, how)

    monkeypatch.setattr(os, "open", watched)
    os.write(end, b"xyz")
    time = Time()
    rng = HwRng(path, deadline=None, clock=time, pause=time.pause)
    assert (rng.read(2), rng.read(1)) == (b"xy", b"z")
    assert [each & os.O_NONBLOCK for each in flags] == [0, 0]
    assert not time.pauses
