"""Where raw bytes wait until the health tests have passed them, and the synchronous source built on it.

Every byte comes in once, is tested, and goes out once in the order it came; nothing is stored elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.device.health import STARTUP, Failure, Health, HealthFailure, examine

if TYPE_CHECKING:
    from servida.device.entropy import ByteSource


class Quarantine:
    """Bytes of the source called ``name`` that passed, oldest first.

    A failure latches: it lasts as long as this object, and takes the bytes with it that waited here.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._health = Health()
        self._waiting = bytearray()

    @property
    def failure(self) -> Failure | None:
        """What latched."""
        return self._health.failure

    @property
    def held(self) -> int:
        """How many bytes are here, those of the start-up among them."""
        return len(self._waiting)

    @property
    def usable(self) -> int:
        """How many bytes may be taken; none before the start-up tests are over."""
        return len(self._waiting) if self._health.sound else 0

    @property
    def untested(self) -> int:
        """How many bytes the start-up tests still need."""
        return max(STARTUP - self._health.seen, 0)

    def admit(self, raw: bytes) -> None:
        """Test these bytes and keep them; raises ``HealthFailure`` when one fails, or one has before."""
        self._health = examine(self._health, raw)
        if self._health.failure is not None:
            self._waiting.clear()
            raise HealthFailure(self._name, self._health.failure)
        self._waiting += raw

    def take(self, count: int) -> bytes:
        """Return the oldest ``count`` usable bytes, fewer when there are fewer; they are here no more."""
        taken = bytes(self._waiting[: min(count, self.usable)])
        del self._waiting[: len(taken)]
        return taken

    def clear(self) -> None:
        """Forget the bytes; the tests stand where they stood."""
        self._waiting.clear()


class Guarded:
    """A source of bytes behind the health tests, without a thread: its first reading waits for the start-up tests."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        self._quarantine = Quarantine(source.name)

    @property
    def name(self) -> str:
        """The source's own name."""
        return self._source.name

    @property
    def failure(self) -> Failure | None:
        """What latched."""
        return self._quarantine.failure

    def read(self, count: int) -> bytes:
        """Return up to ``count`` tested bytes, none when the source has ended.

        Raises ``HealthFailure`` from the first failed test on, and what the source raises.
        """
        quarantine = self._quarantine
        while quarantine.usable < count:
            raw = b"" if quarantine.failure is not None else self._source.read(max(count, quarantine.untested))
            quarantine.admit(raw)
            if not raw:
                break
        return quarantine.take(count)
