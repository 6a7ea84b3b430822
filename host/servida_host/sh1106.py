"""A model of an SH1106 OLED module, which is what many a module sold as SSD1306 really is.

It speaks the same protocol as the SSD1306, with control bytes before commands and data, and differs in what they do:

- The memory is 132 columns by 8 pages; the usual glass of 128 columns shows those from 2 on.
- There is page addressing only.  After a byte of data the column pointer goes on, until it is 132: "the column address
  counter is incremented during each access until address 132 is accessed. The page address is not changed during this
  time" (data sheet, Sino Wealth V2.3, commands 1 and 2).  Data for column 132 are lost.
- The voltage comes from a converter that ADh 8Bh switches on, ADh 8Ah off; 8Bh is the value after reset.  "The panel
  display must be off while issuing this command" (command 11): otherwise the model raises.
- 20h to 22h, 8Dh and all scrolling commands do not exist and raise UnknownCommand.  A real chip ignores them, takes
  their arguments for commands, and shows a wrong picture.

What it decides where the data sheet is open: A0h and A1h act between memory and glass, at once; half a command waits
for the next transaction; the status that a read gives has D6 set while the display is off.

It knows the wire and the glass; it must not know who draws, or what.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from PIL import Image

from servida_host.ssd1306 import bodies
from servida_host.ssd1306_commands import UnknownCommand

COLUMNS = 132
PAGES = 8
ROWS = 64
SIDE = 32
"""COM pins on either side of the chip."""

LEFT = 2
"""First column of the memory that the glass shows."""

DARK = bytes(COLUMNS - 2 * LEFT)
LIT = b"\xff" * len(DARK)

PIXELS = {
    (bit, inverse): bytes(255 * ((byte >> bit & 1) ^ inverse) for byte in range(256))
    for bit in range(8)
    for inverse in (False, True)
}
"""What a byte of the memory shows in the row of a bit."""

DISPLAY_OFF = 0x40
NOISE = 1106
"""Seed of what the memory holds at power-on; a real one holds something else each time."""

ARGUMENTS = {
    **dict.fromkeys(range(0x20), 0),  # column pointer, low and high nibble
    **dict.fromkeys(range(0x30, 0x34), 0),  # voltage of the converter
    **dict.fromkeys(range(0x40, 0x80), 0),  # start line
    0x81: 1,  # contrast
    **dict.fromkeys((0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7), 0),  # segments, all lit, inverse
    0xA8: 1,  # multiplex ratio
    0xAD: 1,  # converter
    **dict.fromkeys((0xAE, 0xAF), 0),  # off and on
    **dict.fromkeys(range(0xB0, 0xB8), 0),  # page pointer
    **dict.fromkeys(range(0xC0, 0xD0), 0),  # scan direction
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD9: 1,  # precharge
    0xDA: 1,  # COM pins
    0xDB: 1,  # deselect level
    **dict.fromkeys((0xE0, 0xE3, 0xEE), 0),  # read-modify-write, nothing, its end
}
"""Every command byte and how many argument bytes follow it."""


@dataclass(slots=True)
class _Registers:
    """The registers that show from outside, with their values after reset."""

    column: int = 0
    page: int = 0
    start_line: int = 0
    contrast: int = 0x80
    columns_reversed: bool = False
    scan_reversed: bool = False
    all_lit: bool = False
    inverse: bool = False
    multiplex: int = 64
    offset: int = 0
    alternative_pins: bool = True
    converter: bool = True
    on: bool = False


class Sh1106:
    """A module of 128 × 64 pixels, wired as the usual ones are: it stands upright with A1h, C8h and DAh 12h."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Power off and on: registers at their reset values, noise in the memory, half a command forgotten."""
        self._registers = _Registers()
        self._ram = bytearray(random.Random(NOISE).randbytes(COLUMNS * PAGES))  # noqa: S311  (noise, no secret)
        self._command: int | None = None

    @property
    def image(self) -> Image.Image:
        """What the glass shows now: a new mode "1" image, lit pixels white."""
        size = (COLUMNS - 2 * LEFT, ROWS)
        if not self.powered:
            return Image.new("1", size)
        lines = b"".join(self._line(y) for y in range(ROWS))
        return Image.frombytes("L", size, lines).convert("1", dither=Image.Dither.NONE)

    def _line(self, y: int) -> bytes:
        """Return a row of the glass from above, a byte a pixel."""
        registers = self._registers
        position = ROWS - 1 - y
        if not registers.alternative_pins:
            position = position // 2 + SIDE * (position % 2)
        if registers.scan_reversed:
            position = registers.multiplex - 1 - position
        row = (position + registers.offset) % ROWS
        if row >= registers.multiplex:
            return DARK
        if registers.all_lit:
            return LIT
        row = (row + registers.start_line) % ROWS
        start = row // PAGES * COLUMNS + LEFT
        line = self._ram[start : start + COLUMNS - 2 * LEFT].translate(PIXELS[row % PAGES, registers.inverse])
        # The first segment is at the right: memory that is not reversed is seen from behind.
        return bytes(line if registers.columns_reversed else line[::-1])

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
        """Whether the panel has its voltage: switched on with the converter enabled."""
        return self._registers.on and self._registers.converter

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

    def _store(self, data: bytes) -> None:
        registers = self._registers
        fitting = data[: max(COLUMNS - registers.column, 0)]
        at = registers.page * COLUMNS + registers.column
        self._ram[at : at + len(fitting)] = fitting
        registers.column += len(fitting)

    def _interpret(self, byte: int) -> None:
        if self._command is not None:
            command, self._command = self._command, None
            self._set(command, byte)
        elif byte not in ARGUMENTS:
            raise UnknownCommand(f"the SH1106 has no command {byte:#04x}")
        elif ARGUMENTS[byte]:
            self._command = byte
        else:
            self._carry_out(byte)

    def _carry_out(self, command: int) -> None:
        """Do a command without an argument."""
        registers = self._registers
        match command & 0xF0:
            case 0x00:
                registers.column = registers.column & 0xF0 | command
            case 0x10:
                registers.column = (command & 0x0F) << 4 | registers.column & 0x0F
            case 0x40 | 0x50 | 0x60 | 0x70:
                registers.start_line = command & 0x3F
            case 0xB0:
                registers.page = command & 0x07
            case 0xC0:
                registers.scan_reversed = bool(command & 0x08)
            case _:
                self._switch(command)

    def _switch(self, command: int) -> None:
        registers = self._registers
        match command:
            case 0xA0 | 0xA1:
                registers.columns_reversed = command == 0xA1
            case 0xA4 | 0xA5:
                registers.all_lit = command == 0xA5
            case 0xA6 | 0xA7:
                registers.inverse = command == 0xA7
            case 0xAE | 0xAF:
                registers.on = command == 0xAF
            case _:
                pass  # the converter's voltage, read-modify-write: nothing that a still picture shows

    def _set(self, command: int, argument: int) -> None:
        """Do a command with its argument; raises UnknownCommand for one that is not allowed."""
        registers = self._registers
        match command:
            case 0x81:
                registers.contrast = argument
            case 0xA8:
                registers.multiplex = (argument & 0x3F) + 1
            case 0xAD:
                if argument not in (0x8A, 0x8B):
                    raise UnknownCommand(f"command 0xad has no argument {argument:#04x}: it is 0x8a or 0x8b")
                if registers.on:
                    raise UnknownCommand("command 0xad while the display is on: it must be off")
                registers.converter = argument == 0x8B
            case 0xD3:
                registers.offset = argument & 0x3F
            case 0xDA:
                registers.alternative_pins = bool(argument & 0x10)
            case _:
                pass  # timing
