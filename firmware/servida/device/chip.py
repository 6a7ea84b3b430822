"""What differs between the chips that a panel may have: how it is begun, and how a window of its memory is written.

It knows no bus and no picture; ``display`` has all that the chips share, and ``sh1106`` is the other chip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from servida.device.windows import Window


class Device(Protocol):
    """What is used of adafruit_bus_device's I2CDevice; entering takes the bus.  All raise OSError."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool: ...
    def readinto(self, buffer: bytearray) -> None:
        """Read the chip's status."""
        ...

    def write(self, buffer: bytes) -> None:
        """Send one transaction."""
        ...


class Driver(Protocol):
    """A panel that was initialised and is black: what is used of adafruit_ssd1306's SSD1306_I2C.  All raise OSError."""

    i2c_device: Device

    def contrast(self, contrast: int) -> None:
        """Set the contrast, 0 to 255."""
        ...

    def poweron(self) -> None:
        """Switch the display on."""
        ...

    def poweroff(self) -> None:
        """Switch the display off."""
        ...


@dataclass(frozen=True, slots=True)
class Chip:
    """``begin`` initialises a panel of (width, height) on a bus at an address; it raises ValueError where none answers.

    ``payloads`` are the transactions that fill a window from a picture in page order, so many columns wide.
    """

    begin: Callable[[int, int, object, int], Driver]
    payloads: Callable[[Window, bytes, int], Iterable[bytes]]
