"""From the SSD1306's RAM to the pixels of the glass: rows, COM pins and how a module is wired.

Theory. The chip scans ROW 0 to ROW mux - 1. With C0h position i of the scan carries ROW (i + offset) mod 64,
with C8h ROW (mux - 1 - i + offset) mod 64; a ROW of mux or above is not driven (tables 10-1, 10-2). ROW r
shows RAM row (r + start line) mod 64. Position i leaves the chip at pin COM i if the pins are sequential; if
they are alternative, even positions take COM0 to COM31, odd ones COM32 to COM63; the left/right remap swaps
these halves (table 10-3).

Which pin goes to which row of the glass is not the chip's matter. A module is taken to be wired so that it
stands upright with what drivers send to one of its size: A1h, C8h, no offset, a multiplex ratio of its
height, and DAh 02h for strips more than twice as wide as high, 12h for the others (Adafruit's and luma.oled's
drivers agree on that). Its columns are centred on the 128 segments. Sent DAh 02h, a 128 × 64 module therefore
shows the halves of the picture interlaced, and with the settings of a 128 × 32 one only every other line, as
real ones do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from servida_host.ssd1306_commands import Registers

COLUMNS = 128
PAGES = 8
ROWS = 64
SIDE = 32
"""COM pins on either side of the chip."""

ROW_BYTES = COLUMNS // 8
DARK = bytes(ROW_BYTES)
LIT = b"\xff" * ROW_BYTES
INVERTED = bytes(byte ^ 0xFF for byte in range(256))


class Glass:
    """The panel of a module, 8 to 128 (even) by 16 to 64 pixels; raises ValueError for other sizes."""

    def __init__(self, width: int, height: int) -> None:
        if not (8 <= width <= COLUMNS and width % 2 == 0 and 16 <= height <= ROWS):
            raise ValueError(f"an SSD1306 drives 8 to 128 columns (even) and 16 to 64 rows, not {width} × {height}")
        self._left = (COLUMNS - width) // 2
        self._size = (width, height)
        alternative = width <= 2 * height
        self._pins = [_pin(height - 1 - y, alternative=alternative) for y in range(height)]

    def image(self, ram: bytes | bytearray, registers: Registers) -> Image.Image:
        """Give what is seen of this RAM with these registers: a new mode "1" image, lit pixels white."""
        if not (registers.on and registers.pump):
            return Image.new("1", self._size)
        lines = LIT * ROWS if registers.all_lit else _lines(ram)
        if registers.inverse and not registers.all_lit:
            lines = lines.translate(INVERTED)
        picture = b"".join(
            [
                DARK if row is None else lines[row * ROW_BYTES : (row + 1) * ROW_BYTES]
                for row in (_ram_row(pin, registers) for pin in self._pins)
            ]
        )
        width, height = self._size
        whole = Image.frombytes("1", (COLUMNS, height), picture)
        return whole.crop((self._left, 0, self._left + width, height))


def _lines(ram: bytes | bytearray) -> bytes:
    """Turn the RAM, eight rows a byte, into 64 rows of 16 bytes, from segment 127, on the left, to 0."""
    # Pillow turns whole pictures: the bytes first, as grey pixels, then the bits in them.
    columns = Image.frombytes("L", (COLUMNS, PAGES), bytes(ram)).transpose(Image.Transpose.ROTATE_90)
    bits = Image.frombytes("1", (ROWS, COLUMNS), columns.tobytes(), "raw", "1;R")
    return bits.transpose(Image.Transpose.TRANSPOSE).tobytes()


def _pin(position: int, *, alternative: bool) -> int:
    return position // 2 + SIDE * (position % 2) if alternative else position


def _ram_row(pin: int, registers: Registers) -> int | None:
    """Give the RAM row that a COM pin shows, or None when it is not driven."""
    if registers.sides_swapped:
        pin ^= SIDE
    position = pin % SIDE * 2 + pin // SIDE if registers.alternative_pins else pin
    if registers.scan_reversed:
        position = registers.multiplex - 1 - position
    row = (position + registers.offset) % ROWS
    if row >= registers.multiplex:
        return None
    if registers.zoomed:  # each row of the upper half fills two
        row //= 2
    return (row + registers.start_line) % ROWS
