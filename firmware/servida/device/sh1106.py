"""The SH1106, which is often sold as an SSD1306: the same picture, another memory and other commands.

From its data sheet (Sino Wealth, V2.3): the memory has 132 columns, of which a 128-column glass shows the middle ones
(luma.examples#164: a picture shifted by two); there is page addressing only, and the column pointer stands still at the
end of a page, so every page needs its own pointer; the voltage comes from a converter switched by ADh 8Bh while the
display is off.  The commands 20h, 21h, 22h and 8Dh of the SSD1306 are none of its.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adafruit_bus_device.i2c_device import I2CDevice

from servida.device.chip import Chip
from servida.device.windows import PAGES, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from servida.device.chip import Device

COLUMNS = 132
"""Columns of the memory; a narrower panel shows the middle ones."""

BEGINNING = (
    (0xAE,),  # off, as the converter's command asks for
    (0xD5, 0x80),  # clock: what modules are sold with
    (0xA8, 0x3F),  # 64 rows
    (0xD3, 0x00),  # no offset
    (0x40,),  # from row 0
    (0xAD, 0x8B),  # the converter comes on with the display
    (0xA1,),  # columns from the right, rows from below:
    (0xC8,),  # the usual module stands upright then
    (0xDA, 0x12),  # alternative row pins
    (0xD9, 0x22),  # precharge
    (0xDB, 0x35),  # deselect level
    (0xA4,),  # show the memory
    (0xA6,),  # lit is 1
)
"""Commands of initialisation with their arguments; what has no remark is the value after reset."""


class Sh1106:
    """A panel that was initialised and is off and black; raises ValueError where none answers."""

    def __init__(self, i2c: object, address: int) -> None:
        self.i2c_device: Device = I2CDevice(i2c, address)
        for command in BEGINNING:
            self._send(*command)
        # All of the memory: the glass of some modules shows a column more.
        for page in range(PAGES):
            with self.i2c_device as device:
                device.write(_pointer(page, 0))
                device.write(b"\x40" + bytes(COLUMNS))

    def contrast(self, contrast: int) -> None:
        """Set the contrast, 0 to 255."""
        self._send(0x81, contrast)

    def poweron(self) -> None:
        """Switch the display on."""
        self._send(0xAF)

    def poweroff(self) -> None:
        """Switch the display off."""
        self._send(0xAE)

    def _send(self, *command: int) -> None:
        with self.i2c_device as device:
            device.write(bytes((0x00, *command)))


def _pointer(page: int, column: int) -> bytes:
    return bytes((0x00, 0xB0 | page, column & 0x0F, 0x10 | column >> 4))


def payloads(window: Window, picture: bytes, width: int) -> Iterator[bytes]:
    """Give the transactions that fill a window, two a page: the pointer, and the data."""
    left = (COLUMNS - width) // 2 + window.first_column
    for page in range(window.first_page, window.last_page + 1):
        yield _pointer(page, left)
        row = page * width
        yield b"\x40" + picture[row + window.first_column : row + window.last_column + 1]


def _begin(_width: int, _height: int, i2c: object, address: int) -> Sh1106:
    return Sh1106(i2c, address)


SH1106 = Chip(_begin, payloads)
"""The chip as a display takes it."""
