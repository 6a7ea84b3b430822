"""Where the dice come from: the Pi's hardware generator, and the kernel's when that one fails.

Knows bytes and faces. It must not know the game, and it keeps nothing: no byte serves twice, and no state is left from
which a later roll could be told.
"""

from __future__ import annotations

import math
import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from servida.device.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from servida.device.health import Failure

FACES = 6

FAIR = 252
"""Bytes from here on are rejected: 252 is the largest multiple of 6 that a byte holds, so below it every face has 42
bytes, while 256 % 6 would favour four faces by 0.78 %."""

READS = 16
"""Readings allowed for one roll. A sound source is rejected 1 byte in 64; one that needs more is stuck."""

PAUSE = 0.005
"""Seconds between attempts at a device that has nothing yet; it may deliver as little as 20 bytes a second."""


class ByteSource(Protocol):
    """Random bytes from somewhere."""

    @property
    def name(self) -> str:
        """What a person may be told of it, one word."""
        ...

    def read(self, count: int) -> bytes:
        """Return up to ``count`` fresh bytes, none when there are none left; raises OSError when unusable or late."""
        ...


@runtime_checkable
class Latching(Protocol):
    """A source behind health tests, which serves no more once one failed."""

    @property
    def failure(self) -> Failure | None:
        """What failed, for good."""
        ...


class HwRng:
    """The hardware generator behind a device file; a reading lasts ``deadline`` seconds at the most.

    Without a deadline (``None``) a reading blocks in the kernel, asleep, until it is complete: for a thread that
    nobody waits for.  ``clock`` gives seconds that never run backwards, ``pause`` waits for so many.
    """

    name = "hwrng"

    def __init__(
        self,
        path: str | os.PathLike[str] = "/dev/hwrng",
        *,
        deadline: float | None = 0.3,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._path = path
        self._deadline = deadline
        self._clock = clock
        self._pause = pause

    def read(self, count: int) -> bytes:
        """Return ``count`` bytes, fewer only at the end of a file; raises OSError, TimeoutError when it is late.

        The kernel may hold even this call up: it waits for another reader of the device before it looks at O_NONBLOCK.
        """
        until = self._clock() + (math.inf if self._deadline is None else self._deadline)
        blocking = 0 if self._deadline is None else os.O_NONBLOCK
        # Opened for each reading: a device that appears, or is permitted, later needs no restart.
        device = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC | blocking)
        try:
            read = b""
            while len(read) < count:
                try:
                    piece = os.read(device, count - len(read))
                except BlockingIOError as error:
                    left = until - self._clock()
                    if left <= 0:
                        raise TimeoutError(
                            f"{self._path}: {len(read)} of {count} bytes after {self._deadline} s"
                        ) from error
                    # No poll(): the driver has none, so poll() would call it readable always and spin.
                    self._pause(min(left, PAUSE))
                    continue
                if not piece:
                    break
                read += piece
            return read
        finally:
            os.close(device)


class KernelRng:
    """The kernel's generator, which the hardware one feeds, too; blocks only until it was seeded once after boot."""

    name = "kernel"

    def read(self, count: int) -> bytes:
        """Return ``count`` bytes."""
        return os.urandom(count)


@dataclass(frozen=True, slots=True)
class Roll:
    """Faces 1..6 in the order of the dice, and how they came: ``faces == faces_of(raw)``.

    ``raw`` are all bytes that were read for it, ``source`` is the name of their source, ``substitute`` whether that
    was not the one that should have served.
    """

    faces: tuple[int, ...]
    raw: bytes
    source: str
    substitute: bool


def faces_of(raw: bytes) -> tuple[int, ...]:
    """Return the faces 1..6 that these bytes give, each equally likely; bytes of 252 and more give none."""
    return tuple(byte % FACES + 1 for byte in raw if byte < FAIR)


class Dice:
    """Dice thrown by ``primary``, or by ``substitute`` for a roll in which the primary fails."""

    def __init__(self, primary: ByteSource, substitute: ByteSource) -> None:
        self._primary = primary
        self._substitute = substitute
        self._served = primary.name

    @property
    def source(self) -> str:
        """The name of the source that served last, or of the substitute once the primary failed a health test."""
        return self._served if self.failure is None else self._substitute.name

    @property
    def wanted(self) -> str:
        """The name of the source that should serve."""
        return self._primary.name

    @property
    def failure(self) -> Failure | None:
        """The health test that the primary failed, and how; such a primary serves no more."""
        return self._primary.failure if isinstance(self._primary, Latching) else None

    def roll(self, count: int) -> Roll:
        """Roll ``count`` dice (1 or more), all from one source; raises DeviceError when no source gives enough bytes.

        What a failing primary had given already is thrown away. The next roll asks it again.
        """
        roll = self._roll(count)
        self._served = roll.source
        return roll

    def _roll(self, count: int) -> Roll:
        try:
            return _draw(self._primary, count, substitute=False)
        except OSError as first:
            try:
                return _draw(self._substitute, count, substitute=True)
            except OSError as second:
                raise DeviceError(
                    f"dice: {self._primary.name} gave no roll of {count} ({first}), nor did {self._substitute.name} "
                    f"({second}); expected one of them to"
                ) from second


def _draw(source: ByteSource, count: int, *, substitute: bool) -> Roll:
    raw = b""
    faces: tuple[int, ...] = ()
    for _ in range(READS):
        piece = source.read(count - len(faces))
        if not piece:
            raise OSError(f"{source.name} ended")
        raw += piece
        faces = faces_of(raw)
        if len(faces) == count:
            return Roll(faces, raw, source.name, substitute)
    raise OSError(f"{source.name} gave {len(faces)} fair bytes of {len(raw)}")
