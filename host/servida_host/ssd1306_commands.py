"""The SSD1306's command table: which bytes are commands, how many arguments each takes, what each sets.

Source: Solomon Systech SSD1306 rev 1.1, table 9-1 and chapter 10; later revisions for the charge pump (8Dh),
fading (23h) and zoom (D6h). It holds the chip's registers and knows nothing of the bus, the display RAM or
the glass.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

ARGUMENTS = {
    **dict.fromkeys(range(0x20), 0),  # column pointer, low and high nibble
    0x20: 1,  # addressing mode
    0x21: 2,  # column window
    0x22: 2,  # page window
    0x23: 1,  # fade and blink
    0x26: 6,  # scroll right
    0x27: 6,  # scroll left
    0x29: 5,  # scroll right and up
    0x2A: 5,  # scroll left and up
    0x2E: 0,  # stop scrolling
    0x2F: 0,  # scroll
    **dict.fromkeys(range(0x40, 0x80), 0),  # start line
    0x81: 1,  # contrast
    0x8D: 1,  # charge pump
    0xA0: 0,  # column 0 is segment 0
    0xA1: 0,  # column 127 is segment 0
    0xA3: 2,  # vertical scroll area
    0xA4: 0,  # show the RAM
    0xA5: 0,  # show all pixels lit
    0xA6: 0,  # normal
    0xA7: 0,  # inverse
    0xA8: 1,  # multiplex ratio
    0xAD: 1,  # current reference; of the SSD1306B, but sent to all by Adafruit's driver
    0xAE: 0,  # off
    0xAF: 0,  # on
    **dict.fromkeys(range(0xB0, 0xB8), 0),  # page pointer
    0xC0: 0,  # scan from COM0
    0xC8: 0,  # scan to COM0
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD6: 1,  # zoom
    0xD9: 1,  # precharge
    0xDA: 1,  # COM pins
    0xDB: 1,  # deselect level
    0xE3: 0,  # nothing
}
"""Every command byte and how many argument bytes follow it."""

MULTIPLEX_MIN = 16
"""Rows; smaller ratios are invalid entries (table 9-1, A8h)."""


class UnknownCommand(ValueError):
    """A byte that the data sheet does not define where it came; the message names it."""


class Addressing(Enum):
    """Where the RAM pointer goes after a byte of data (section 10.1.3)."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


@dataclass(slots=True)
class Registers:
    """The registers that show from outside, with their values after reset (section 8.5, table 9-1)."""

    addressing: Addressing = Addressing.PAGE
    column: int = 0
    column_start: int = 0
    column_end: int = 127
    page: int = 0
    page_start: int = 0
    page_end: int = 7
    start_line: int = 0
    multiplex: int = 64
    offset: int = 0
    zoomed: bool = False
    columns_reversed: bool = False
    scan_reversed: bool = False
    alternative_pins: bool = True
    sides_swapped: bool = False
    contrast: int = 0x7F
    all_lit: bool = False
    inverse: bool = False
    pump: bool = False
    on: bool = False
    scrolling: bool = False

    def carry_out(self, command: int, arguments: bytes) -> None:
        """Do one complete command; raises UnknownCommand for an argument that is an invalid entry.

        Bits that the table calls "don't care" are ignored: Adafruit's Arduino driver ends its page window at
        FFh.
        """
        first = arguments[0] if arguments else 0
        match command:
            case _ if command < 0x10:
                self.column = self.column & 0x70 | command
            case _ if command < 0x20:
                self.column = (command & 0x07) << 4 | self.column & 0x0F
            case 0x20:
                self.addressing = _addressing(first)
            case 0x21:
                self.column_start, self.column_end = (byte & 0x7F for byte in arguments)
                self.column = self.column_start
            case 0x22:
                self.page_start, self.page_end = (byte & 0x07 for byte in arguments)
                self.page = self.page_start
            case 0x2E | 0x2F:
                self.scrolling = command == 0x2F
            case _ if command & 0xC0 == 0x40:
                self.start_line = command & 0x3F
            case 0x81:
                self.contrast = first
            case 0x8D:
                self.pump = bool(first & 0x04)
            case 0xA0 | 0xA1:
                self.columns_reversed = command == 0xA1
            case 0xA4 | 0xA5:
                self.all_lit = command == 0xA5
            case 0xA6 | 0xA7:
                self.inverse = command == 0xA7
            case 0xA8:
                self.multiplex = _multiplex(first)
            case 0xAE | 0xAF:
                self.on = command == 0xAF
            case _ if command & 0xF8 == 0xB0:
                self.page = command & 0x07
            case 0xC0 | 0xC8:
                self.scan_reversed = command == 0xC8
            case 0xD3:
                self.offset = first & 0x3F
            case 0xD6:
                self.zoomed = bool(first & 0x01)
            case 0xDA:
                self.alternative_pins = bool(first & 0x10)
                self.sides_swapped = bool(first & 0x20)
            case _:
                pass  # current, timing, fading and scrolling set-ups: nothing that a still picture shows


def _addressing(argument: int) -> Addressing:
    try:
        return Addressing(argument & 0x03)
    except ValueError:
        raise UnknownCommand(
            f"command 0x20 has no addressing mode {argument:#04x}: its two low bits are 0, 1 or 2"
        ) from None


def _multiplex(argument: int) -> int:
    ratio = (argument & 0x3F) + 1
    if ratio < MULTIPLEX_MIN:
        raise UnknownCommand(f"command 0xa8 has no multiplex ratio {argument:#04x}: its six low bits are 15 to 63")
    return ratio
