"""A source that may block for good, read by a thread that nobody has to wait for."""

from __future__ import annotations

import threading
from queue import Empty, Queue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from servida.device.entropy import ByteSource

PIECE = 64
"""Bytes of one reading: few, since the kernel returns only when it has them all, at 20 bytes a second at worst."""

PATIENCE = 10.0
"""Seconds without a piece after which a generator is said to deliver nothing: three times what the slowest needs."""


class Patient:
    """The bytes of ``source``, fetched by a thread that is a piece ahead; it ends with the process."""

    def __init__(self, source: ByteSource, patience: float = PATIENCE) -> None:
        self.name = source.name
        self._source, self._patience = source, patience
        self._pieces: Queue[bytes | Exception] = Queue(1)
        self._rest = b""
        # Started by the first reading: a source that is never read needs no thread.
        self._thread: threading.Thread | None = None

    def read(self, count: int) -> bytes:
        """Return ``count`` bytes, fewer only when there are no more.

        Raises TimeoutError, an OSError, when nothing came for ``patience`` seconds, and what the source raised.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._fetch, name="entropy", daemon=True)
            self._thread.start()
        read = bytearray(self._rest)
        while len(read) < count:
            try:
                piece = self._pieces.get(timeout=self._patience)
            except Empty:
                raise TimeoutError(f"it delivered nothing for {self._patience:g} s") from None
            if isinstance(piece, Exception):
                raise piece
            if not piece:
                break
            read += piece
        self._rest = bytes(read[count:])
        return bytes(read[:count])

    def _fetch(self) -> None:
        try:
            while piece := self._source.read(PIECE):
                self._pieces.put(piece)
            self._pieces.put(b"")
        except Exception as error:  # noqa: BLE001  whatever it is, the one who reads gets it
            self._pieces.put(error)
