"""A source that may hang, read by a thread: all bytes in their order, and nobody waits for good."""

from __future__ import annotations

from threading import Event

import pytest

from servida.device.patient import PIECE, Patient


class Source:
    """So many bytes, each its number; then the end, an error, or nothing any more until it is let go."""

    name = "source"

    def __init__(self, size: int, error: OSError | None = None, hangs: Event | None = None) -> None:
        self._left, self._error, self._hangs = bytes(i % 251 for i in range(size)), error, hangs

    def read(self, count: int) -> bytes:
        piece, self._left = self._left[:count], self._left[count:]
        if not piece and self._error is not None:
            raise self._error
        if not piece and self._hangs is not None:
            self._hangs.wait()
        return piece


@pytest.mark.parametrize("counts", [(1, 2, 3), (PIECE, PIECE), (PIECE + 1, 5, 300)])
def test_every_byte_comes_once_and_in_its_order(counts: tuple[int, ...]) -> None:
    source = Patient(Source(1000))
    assert source.name == "source"
    read = b"".join(source.read(count) for count in counts)
    assert read == bytes(i % 251 for i in range(sum(counts)))


def test_the_end_comes_after_the_last_byte() -> None:
    source = Patient(Source(70))
    assert len(source.read(100)) == 70


def test_what_the_source_raises_is_raised_to_the_reader() -> None:
    source = Patient(Source(PIECE, error=PermissionError(13, "Permission denied")))
    assert len(source.read(PIECE)) == PIECE
    with pytest.raises(PermissionError, match="Permission denied"):
        source.read(1)


def test_a_source_that_delivers_nothing_is_given_up() -> None:
    hangs = Event()
    source = Patient(Source(PIECE, hangs=hangs), patience=0.01)
    assert len(source.read(5)) == 5
    with pytest.raises(TimeoutError, match=r"it delivered nothing for 0\.01 s"):
        source.read(PIECE)
    hangs.set()
