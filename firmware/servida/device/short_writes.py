"""An I2C bus for kernels on which long writes time out (raspberrypi/linux#865): it sends the panel's data in pieces.

Everything else goes through as it is, so that a driver which knows no limit keeps it, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Bus(Protocol):
        """What an SSD1306's driver uses of ``busio.I2C``."""

        def try_lock(self) -> bool:
            """Take the bus; False if somebody has it."""
            ...

        def unlock(self) -> None:
            """Give the bus back."""
            ...

        def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
            """Write ``buffer[start:end]`` in one transaction; raises OSError."""
            ...

        def readfrom_into(self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None) -> None:
            """Fill ``buffer[start:end]`` in one transaction; raises OSError."""
            ...


DATA = 0x40
"""The control byte after which all that follows goes into the panel's memory (SSD1306 data sheet, 8.1.5.2)."""


class ShortWrites:
    """The bus with payloads of ``largest`` bytes at most; the chip's memory pointer goes on between the pieces."""

    def __init__(self, bus: Bus, largest: int) -> None:
        self._bus = bus
        self._largest = largest
        self.try_lock = bus.try_lock
        self.unlock = bus.unlock
        self.readfrom_into = bus.readfrom_into

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        """Write ``buffer[start:end]``, data in as many transactions as it takes; raises what the bus does."""
        payload = bytes(memoryview(buffer)[start:end])
        if len(payload) <= self._largest or payload[0] != DATA:
            self._bus.writeto(address, payload)
            return
        step = self._largest - 1
        for at in range(1, len(payload), step):
            self._bus.writeto(address, payload[:1] + payload[at : at + step])
