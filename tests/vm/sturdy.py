"""Machines for power cuts: started once more when QEMU broke down, and with a panel that is seen to the end."""

from __future__ import annotations

import base64
import os
import signal
from typing import TYPE_CHECKING, Self

from machine import Machine, MachineError, sent_of

if TYPE_CHECKING:
    from pathlib import Path

    from machine import Sent

STARTS = 3
"""QEMU 10.0.2 ends now and then while the machine starts, by an assertion of its own (iotlb_to_section)."""


class Sturdy(Machine):
    """A machine that is started again when QEMU aborted; what goes wrong within it is told as ever.

    ``pulled`` says whether somebody has pulled the plug since it was started.
    """

    pulled = False

    def start(self) -> Self:
        """Start it and wait until its agent answers; raises MachineError when it doesn't."""
        self.pulled = False
        self._rest = b""  # of an answer in which it was cut off
        for left in reversed(range(STARTS)):
            try:
                return super().start()
            except MachineError:
                aborted = self._process is not None and self._process.wait(10) == -signal.SIGABRT
                if not (left and aborted):
                    raise
        raise AssertionError

    def read(self, path: str) -> bytes:
        """Return a file of the machine."""
        return base64.b64decode(self.run(f"base64 -w0 {path}", timeout=120))

    def kill(self) -> None:
        """Pull the plug from another thread, while somebody waits for an answer."""
        # First: whoever waits may notice the end before the computer outside has seen it.
        self.pulled = True
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)


class Watched(Sturdy):
    """A machine that writes each byte to the panel into a file outside, at once."""

    def __init__(self, disk: Path, log: Path) -> None:
        self._seen = log.with_suffix(".wire")
        self._taken = 0
        port = ("-chardev", f"file,id=wire,path={self._seen}", "-device", "virtserialport,chardev=wire,name=wire")
        super().__init__(disk, log, extra=port)

    def start(self) -> Self:
        """Start it, and take over the panel's bytes from the first one on."""
        super().start()
        self._taken = 0
        self.run("python3 /opt/vm/wire_stream.py")
        return self

    def wire(self, quiet: float = 0.7, timeout: float = 30) -> list[Sent]:
        """Return what was written to the panel since the last call; raises MachineError when it never rests."""
        last = self._seen.stat().st_size - 1
        while last != (last := self._seen.stat().st_size):
            super().wire(quiet, timeout)
        return self.sent()

    def sent(self) -> list[Sent]:
        """Return what came of the panel's bytes since the last call, also when the machine has ended."""
        records, size = sent_of(self._seen.read_bytes()[self._taken :])
        self._taken += size
        return records
