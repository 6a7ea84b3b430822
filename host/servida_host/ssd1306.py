"""A byte-exact model of an SSD1306 OLED module: what a driver sends comes in, what the glass shows comes out.

Theory. Every I2C write is a list of control bytes, each with a body (data sheet section 8.1.5). Co = 1 makes
the body one byte, after which another control byte follows; Co = 0 makes it the rest of the transaction.
D/C# = 0 makes it commands, 1 data for the RAM. The arguments of a command are command bytes too and may come
in later transactions: half a command waits.

    data ─► column pointer ─ A0/A1 ─► RAM segment ────────────────────────────► column of the glass
            page pointer ───────────► RAM row ─ 40–7F ─► ROW ─ C0/C8, D3, A8 ─► scan ─ DA ─► row of the glass

What the model decides where the data sheet (Solomon Systech, rev 1.1) is open or drivers disagree:
- A0/A1 changes where data goes when it is written and leaves the RAM alone: "This command only affects
  subsequent data input. Data already stored in GDDRAM will have no changes" (10.1.8). All else that turns,
  moves or inverts the picture acts between RAM and glass, at once.
- B0–B7 and 00–1F move the one RAM pointer in every addressing mode. Table 9-1 says "only for page addressing
  mode", but u8g2 and Tinusaur's driver set horizontal mode and place their data with these commands, and
  chips obey (olikraus/u8g2#1362). 21h and 22h set window and pointer in every mode and may precede 20h.
- In page mode the pointer goes through the whole row and back to column 0, as figure 10-1 draws it.
- An all-lit panel (A5h) is lit when inverse, too: it "ignores RAM content".
- Rows beyond the multiplex ratio are not driven: dark also when inverse or all lit (tables 10-1 and 10-2).
- Scrolling needs the chip's clock, which the model hasn't got: the commands are accepted, ``scrolling``
  tells, and the picture stands as it does at the moment of 2Fh. So with fading and blinking (23h).
- The panel's voltage comes from the chip's charge pump, as on modules with four pins: no pump, no picture.
- An unknown command, an invalid argument and a control byte with other bits set raise UnknownCommand; the
  data sheet prohibits them, "as unexpected results can occur".

It knows the wire and the glass; it must not know who draws, or what.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from servida_host.ssd1306_commands import ARGUMENTS, Addressing, Registers, UnknownCommand
from servida_host.ssd1306_glass import COLUMNS, PAGES, Glass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

CONTINUATION = 0x80
"""Co: one byte follows, then another control byte."""

DATA = 0x40
"""D/C#: what follows is data for the RAM."""

DISPLAY_OFF = 0x40
"""The only defined bit of the status register (table 9-2)."""

NOISE = 1306
"""Seed of what the RAM holds at power-on; a real one holds something else each time."""


def bodies(payload: bytes) -> Iterator[tuple[bool, bytes]]:
    """Give the bodies of a write transaction and whether each is data; raises UnknownCommand for a control byte."""
    at = 0
    while at < len(payload):
        control = payload[at]
        if control & ~(CONTINUATION | DATA):
            raise UnknownCommand(f"control byte {control:#04x}: its low six bits must be 0")
        end = at + 2 if control & CONTINUATION else len(payload)
        yield bool(control & DATA), payload[at + 1 : end]
        at = end


class Ssd1306:
    """A module of ``width`` × ``height`` pixels, wired as the usual ones of its size are.

    Raises ValueError for a size that no SSD1306 can drive.
    """

    def __init__(self, width: int = 128, height: int = 64) -> None:
        self._glass = Glass(width, height)
        self.reset()

    def reset(self) -> None:
        """Power off and on: registers at their reset values, noise in the RAM, half a command forgotten."""
        self._registers = Registers()
        self._ram = bytearray(random.Random(NOISE).randbytes(COLUMNS * PAGES))  # noqa: S311  (noise, no secret)
        self._command = 0
        self._arguments = bytearray()
        self._missing = 0

    @property
    def image(self) -> Image.Image:
        """What the glass shows now: a new mode "1" image, lit pixels white."""
        return self._glass.image(self._ram, self._registers)

    @property
    def contrast(self) -> int:
        """The contrast register, 0 to 255."""
        return self._registers.contrast

    @property
    def on(self) -> bool:
        """Whether the display was switched on (AFh)."""
        return self._registers.on

    @property
    def powered(self) -> bool:
        """Whether the panel has its voltage: switched on with the charge pump enabled."""
        return self._registers.on and self._registers.pump

    @property
    def scrolling(self) -> bool:
        """Whether scrolling was started (2Fh) and not stopped (2Eh)."""
        return self._registers.scrolling

    def write(self, payload: bytes) -> None:
        """Take the bytes of one write transaction, without the address; raises UnknownCommand."""
        for is_data, body in bodies(payload):
            if is_data:
                self._store(body)
            else:
                for byte in body:
                    self._interpret(byte)

    def read(self, count: int) -> bytes:
        """Give the status register ``count`` times: bit 6 is set while the display is off."""
        return bytes([0 if self._registers.on else DISPLAY_OFF]) * count

    def _interpret(self, byte: int) -> None:
        if self._missing:
            self._arguments.append(byte)
            self._missing -= 1
        else:
            if byte not in ARGUMENTS:
                raise UnknownCommand(f"the SSD1306 has no command {byte:#04x}")
            self._command = byte
            self._arguments.clear()
            self._missing = ARGUMENTS[byte]
        if not self._missing:
            self._registers.carry_out(self._command, bytes(self._arguments))

    def _store(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            if self._registers.addressing is Addressing.VERTICAL:
                at += self._store_down(data[at : at + PAGES])
            else:
                at += self._store_right(data[at : at + COLUMNS])

    def _store_right(self, data: bytes) -> int:
        """Store what fits between the pointer and the end of its row; gives how much that was."""
        registers = self._registers
        in_page = registers.addressing is Addressing.PAGE
        start, end = (0, COLUMNS - 1) if in_page else (registers.column_start, registers.column_end)
        column = registers.column
        # A pointer placed beyond the window counts on to the last column and comes in from the left.
        count = min(len(data), (end if column <= end else COLUMNS - 1) - column + 1)
        row = COLUMNS * registers.page
        if registers.columns_reversed:
            left = row + COLUMNS - column - count
            self._ram[left : left + count] = data[:count][::-1]
        else:
            self._ram[row + column : row + column + count] = data[:count]
        if column + count - 1 != end:
            registers.column = (column + count) % COLUMNS
            return count
        registers.column = start
        if not in_page:
            registers.page = _following(registers.page, registers.page_start, registers.page_end, PAGES)
        return count

    def _store_down(self, data: bytes) -> int:
        """Store what fits between the pointer and the lower end of its column; gives how much that was."""
        registers = self._registers
        page, end = registers.page, registers.page_end
        count = min(len(data), (end if page <= end else PAGES - 1) - page + 1)
        segment = COLUMNS - 1 - registers.column if registers.columns_reversed else registers.column
        self._ram[segment + COLUMNS * page : segment + COLUMNS * (page + count - 1) + 1 : COLUMNS] = data[:count]
        if page + count - 1 != end:
            registers.page = (page + count) % PAGES
            return count
        registers.page = registers.page_start
        registers.column = _following(registers.column, registers.column_start, registers.column_end, COLUMNS)
        return count


def _following(pointer: int, start: int, end: int, size: int) -> int:
    return start if pointer == end else (pointer + 1) % size
