"""The entropy device of the rig: bytes from a seed, or those that give the faces a script asks for.

It stands in for ``/dev/hwrng``; that bytes become faces by rejection is shipped code.
"""

from __future__ import annotations

import errno
import random
from collections import deque


class ScriptedBytes:
    """A source of bytes: first the queued faces, then a generator with a seed.

    ``stalled`` makes it fail as a hung device does: every read raises ``OSError``.
    """

    def __init__(self, seed: int, name: str = "hwrng") -> None:
        self.name = name
        self.stalled = False
        self._generator = random.Random(seed)  # noqa: S311  a simulation must be repeatable
        self._queue: deque[int] = deque()

    @property
    def queued(self) -> int:
        """How many faces wait to be given."""
        return len(self._queue)

    def queue(self, faces: tuple[int, ...]) -> None:
        """Let these be the next faces, 1..6; more than one roll may be queued.  Raises ``ValueError``."""
        for face in faces:
            if not 1 <= face <= 6:
                raise ValueError(f"face {face}: allowed are 1 to 6")
        self._queue.extend(faces)

    def read(self, count: int) -> bytes:
        """Return at most ``count`` bytes: those of queued faces first, and nothing but them while there are any."""
        if self.stalled:
            raise OSError(errno.ETIMEDOUT, f"{self.name} gives nothing")
        if self._queue:
            faces = [self._queue.popleft() for _ in range(min(count, len(self._queue)))]
            return bytes(face - 1 for face in faces)
        return self._generator.randbytes(count)
