"""A small pool of tested bytes that one thread keeps filled, so that no roll waits for a slow generator.

The thread sleeps on a condition while the pool is full, and also after the source failed: then the next reading is
what makes it try again, so neither a full nor a broken source costs a wake-up.  A source that merely blocks, as
``HwRng(deadline=None)`` does, may: the deadline is the reader's.  No byte leaves before the health tests passed it,
each leaves once, and nothing that waits here is stored anywhere.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from servida.device.entropy import READS
from servida.device.health import HealthFailure
from servida.device.quarantine import Quarantine

if TYPE_CHECKING:
    from collections.abc import Callable

    from servida.device.entropy import ByteSource
    from servida.device.health import Failure

CAPACITY = 1024
"""Bytes of a full pool: those that the start-up tests take, about ninety turns of dice."""

LOW = 512
"""With fewer usable bytes than these the thread fills up again; rarely, so that an idle console stays asleep."""

CHUNK = 32
"""Bytes of one reading: few, since the kernel returns only when it has them all, at 20 bytes a second at worst."""

PATIENCE = 0.3
"""Seconds that a reading waits at the most (the issue's figure); then the substitute serves."""

DICE = 5

SPARE = DICE * (READS - 1)
"""A reading that had to wait leaves so many bytes behind: all that the same roll may still ask for in place of
rejected bytes.  So a whole roll, not only each of its readings, waits no longer than ``PATIENCE``."""


class Pool:
    """Bytes of ``source``, fetched ahead from now until ``close``.

    ``clock`` gives seconds that never run backwards; ``change`` is the condition that both sides wait on.
    """

    def __init__(
        self,
        source: ByteSource,
        *,
        clock: Callable[[], float] = time.monotonic,
        change: threading.Condition | None = None,
    ) -> None:
        self.name = source.name
        self._source = source
        self._clock = clock
        self._change = change if change is not None else threading.Condition()
        self._quarantine = Quarantine(source.name)
        self._filling = True
        self._trouble: OSError | None = None
        self._closed = False
        # A daemon: the kernel may hold up a reading for longer than anybody waits for a console to end.
        self._thread = threading.Thread(target=self._fill, name=f"{source.name} pool", daemon=True)
        self._thread.start()

    @property
    def failure(self) -> Failure | None:
        """The health test that failed and how; it stays for good."""
        with self._change:
            return self._quarantine.failure

    def read(self, count: int) -> bytes:
        """Return the oldest ``count`` bytes.

        Raises ``TimeoutError`` when they aren't here within 0.3 s, ``HealthFailure`` at once when a test failed, and
        the source's own ``OSError`` when it can't be read.
        """
        with self._change:
            if self._quarantine.usable < count:
                self._wake()
                self._wait_for(count + SPARE)
            taken = self._quarantine.take(count)
            if self._quarantine.usable < LOW:
                self._wake()
            return taken

    def close(self) -> None:
        """Forget the bytes and end the thread, or after 0.3 s leave it to a reading that does not return."""
        with self._change:
            self._closed = True
            self._quarantine.clear()
            self._change.notify_all()
        self._thread.join(PATIENCE)

    def _wake(self) -> None:
        """Let the thread fetch, whatever the source did the last time; with the lock."""
        self._filling, self._trouble = True, None
        self._change.notify_all()

    def _wait_for(self, wanted: int) -> None:
        """Wait until so many bytes are usable; with the lock."""
        quarantine = self._quarantine
        until = self._clock() + PATIENCE
        while quarantine.usable < wanted:
            if quarantine.failure is not None:
                raise HealthFailure(self.name, quarantine.failure)
            if self._closed:
                raise OSError(f"{self.name}: the pool is closed")
            if self._trouble is not None:
                raise self._trouble
            left = until - self._clock()
            if left <= 0:
                raise TimeoutError(
                    f"{self.name}: {quarantine.usable} of {wanted} bytes after {PATIENCE} s; "
                    f"the start-up tests need {quarantine.untested} more"
                )
            self._change.wait(left)

    def _fill(self) -> None:
        """Fetch whenever the pool wants more: the thread."""
        while self._wants_more():
            try:
                raw, trouble = self._source.read(CHUNK), None
            except OSError as error:
                raw, trouble = b"", error
            with self._change:
                if self._closed:
                    return
                if raw:
                    self._take_in(raw)
                else:
                    self._filling, self._trouble = False, trouble or OSError(f"{self.name} ended")
                self._change.notify_all()

    def _wants_more(self) -> bool:
        """Sleep until the pool wants more, and return whether it ever will."""
        with self._change:
            while not (self._filling or self._closed or self._quarantine.failure is not None):
                self._change.wait()
            return not self._closed and self._quarantine.failure is None

    def _take_in(self, raw: bytes) -> None:
        """Test what was fetched; a failure latches in the quarantine, where each reading finds it.  With the lock."""
        with suppress(HealthFailure):
            self._quarantine.admit(raw)
        self._filling = self._quarantine.held < CAPACITY
