"""A process that is `servida console` on a fake bus and mock pins, and says when its first frames were on the bus.

Run as a program with the folder of the store; it prints two monotonic times in nanoseconds, of the last byte of what it
shows while it loads and of the first one that the game shows, and plays on until it is killed. Run by its path, so
that nothing of the package is loaded with it: what it imports before the frame is part of what is measured.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from servida.cli import main
from servida.device import machine

if TYPE_CHECKING:
    from pathlib import Path

PIXELS = b"\x40"

GAME = "servida.console"
"""The module without which nothing of the game can be shown."""


class Bus:
    """A ``busio.I2C`` with a panel that takes everything, and tells when it was sent its first pictures.

    Not the rig's ``FakeI2C``, which takes longer to load than this.
    """

    def __init__(self) -> None:
        self._first: int | None = None
        self._told = False

    def try_lock(self) -> bool:
        """Take the bus."""
        return True

    def unlock(self) -> None:
        """Give it back."""

    def writeto(self, address: int, buffer: bytes | bytearray, *, start: int = 0, end: int | None = None) -> None:
        """Take a write transaction; the driver's own blank picture is no frame."""
        del address
        payload = bytes(buffer[start:end])
        if self._told or payload[:1] != PIXELS or (self._first is None and not any(payload[1:])):
            return
        now = time.monotonic_ns()
        self._told = GAME in sys.modules
        if not self._told or self._first is None:
            self._first = now
        if self._told:
            print(self._first, now, flush=True)  # noqa: T201  what whoever measures waits for

    def readfrom_into(self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None) -> None:
        """Answer with zeros: switched on, nothing wrong."""
        del address
        buffer[start:end] = bytes(len(buffer[start:end]))


def start(folder: str) -> int:
    """Run the console as systemd does, but for bus and pins."""

    def mock_pins(folder: Path) -> object:
        del folder
        from gpiozero.pins.mock import MockFactory  # noqa: PLC0415  when the console wants its pins

        return MockFactory()

    machine.open_bus = lambda *_: Bus()
    machine.open_pins = mock_pins
    return main(["console", "--state", folder])


if __name__ == "__main__":
    sys.exit(start(sys.argv[1]))
