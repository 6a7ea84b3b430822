"""A recording on its way into a file: written deed by deed, so that it is there also when the program is killed.

A disk that refuses it ends the recording and not the session: that is told at once, and once.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from servida_host.record import Recording

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from servida_host.console_rig import ConsoleRig


class RecordingFile:
    """Writes what is done to a rig to an open file from its beginning on; ``tell`` gets the line about a failure.

    Raises ``Unrecordable``.
    """

    def __init__(self, rig: ConsoleRig, file: TextIO, tell: Callable[[str], None]) -> None:
        self._recording, self._file, self._tell = Recording(rig), file, tell
        self._written = 0
        self.failed = False
        self._write(self._recording.head())
        rig.listeners.append(self._hear)

    def _hear(self, _verb: str, *_what: str | float) -> None:
        self._write_until(self._recording.settled)

    def close(self) -> None:
        """Write also to which moment time has come, and close the file."""
        self._write_until(self._recording.count)
        # What is in its buffer is what was refused and told.
        with suppress(OSError):
            self._file.close()

    def _write_until(self, end: int) -> None:
        if end > self._written and not self.failed:
            self._write(self._recording.deeds(self._written, end))
            self._written = end

    def _write(self, text: str) -> None:
        try:
            self._file.write(text)
            self._file.flush()
        except OSError as error:
            self.failed = True
            self._tell(f"--record: {self._file.name}: {error.strerror}; the recording ends here, the game goes on")
