"""Random streams against the model cut elsewhere, and random windows against a model that goes byte by byte."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from panel_pictures import packed, same
from servida_host.ssd1306 import Ssd1306
from servida_host.ssd1306_commands import ARGUMENTS

if TYPE_CHECKING:
    from collections.abc import Callable

Stream = list[tuple[bool, int]]
"""Bytes, each with whether it is data."""

VISIBLE = bytes([0x00, 0x8D, 0x14, 0xA4, 0xA6, 0xAF])


@st.composite
def commands(draw: st.DrawFn, allowed: list[int]) -> Stream:
    command = draw(st.sampled_from(allowed))
    # Small numbers often, so that windows are narrow and pointers meet their edges.
    arguments = [draw(st.integers(0, 5) | st.integers(0, 255)) for _ in range(ARGUMENTS[command])]
    if command == 0x20:
        arguments = [draw(st.sampled_from([0x00, 0x01, 0x02, 0x10]))]
    if command == 0xA8:
        arguments = [draw(st.integers(15, 63))]
    return [(False, byte) for byte in (command, *arguments)]


def streams(allowed: list[int]) -> st.SearchStrategy[Stream]:
    data = st.binary(min_size=1, max_size=300).map(lambda block: [(True, byte) for byte in block])
    parts = st.lists(commands(allowed) | data, max_size=30)
    return parts.map(lambda streams: [item for stream in streams for item in stream])


def whole(stream: Stream) -> list[bytes]:
    """A transaction for every run of commands or of data."""
    payloads: list[bytes] = []
    for number, (is_data, byte) in enumerate(stream):
        if number and stream[number - 1][0] == is_data:
            payloads[-1] += bytes([byte])
        else:
            payloads.append(bytes([0x40 if is_data else 0x00, byte]))
    return payloads


def cut(stream: Stream, ends: Callable[[], bool]) -> list[bytes]:
    """Transactions that end wherever it pleases, of bytes that each have a control byte, but for the last run."""
    payloads = [b""]
    for is_data, byte in stream:
        payloads[-1] += bytes([0xC0 if is_data else 0x80, byte])
        if ends():
            payloads.append(b"")
    return payloads


@given(streams(sorted(ARGUMENTS)), st.data())
def test_where_transactions_end_does_not_matter(stream: Stream, data: st.DataObject) -> None:
    one, other = Ssd1306(), Ssd1306()
    for payload in whole(stream):
        one.write(payload)
    for payload in cut(stream, lambda: data.draw(st.booleans())):
        other.write(payload)
    assert (one.contrast, one.on, one.powered, one.scrolling) == (
        other.contrast,
        other.on,
        other.powered,
        other.scrolling,
    )
    assert same(one.image, other.image)
    for panel in (one, other):
        panel.write(VISIBLE)
        panel.write(b"\x40\x55\xaa")
    assert same(one.image, other.image)


@dataclass
class Slow:
    """The RAM and its pointer, one byte at a time, as section 10.1.3 tells it."""

    ram: dict[tuple[int, int], int] = field(default_factory=dict)
    mode: int = 2
    column: int = 0
    page: int = 0
    columns: tuple[int, int] = (0, 127)
    pages: tuple[int, int] = (0, 7)
    reversed: bool = False

    def command(self, command: int, *arguments: int) -> None:
        if command == 0x20:
            self.mode = arguments[0] % 4
        elif command == 0x21:
            self.columns = (arguments[0] % 128, arguments[1] % 128)
            self.column = self.columns[0]
        elif command == 0x22:
            self.pages = (arguments[0] % 8, arguments[1] % 8)
            self.page = self.pages[0]
        elif command in (0xA0, 0xA1):
            self.reversed = command == 0xA1
        elif command >= 0xB0:
            self.page = command - 0xB0
        elif command >= 0x10:
            self.column = (command - 0x10) % 8 * 16 + self.column % 16
        else:
            self.column = self.column // 16 * 16 + command

    def data(self, byte: int) -> None:
        segment = 127 - self.column if self.reversed else self.column
        self.ram[segment, self.page] = byte
        at_column_end = self.column == (127 if self.mode == 2 else self.columns[1])
        at_page_end = self.page == self.pages[1]
        next_column = (self.columns[0] if self.mode < 2 else 0) if at_column_end else (self.column + 1) % 128
        next_page = self.pages[0] if at_page_end else (self.page + 1) % 8
        if self.mode == 1:
            self.page = next_page
            self.column = next_column if at_page_end else self.column
        else:
            self.column = next_column
            self.page = next_page if at_column_end and self.mode == 0 else self.page


POINTER = [*range(0x20), 0x20, 0x21, 0x22, 0xA0, 0xA1, *range(0xB0, 0xB8)]


@given(streams([0x20, 0x21, 0x22, 0xA0, 0xA1] * 6 + POINTER))
def test_every_byte_lands_where_the_slow_model_puts_it(stream: Stream) -> None:
    panel, slow = Ssd1306(), Slow()
    panel.write(bytes([0x00, 0xC8, 0x20, 0x00]))
    panel.write(b"\x40" + bytes(1024))
    panel.write(bytes([0x00, 0x20, 0x02]))
    for payload in whole(stream):
        panel.write(payload)
    items = iter(stream)
    for is_data, byte in items:
        if is_data:
            slow.data(byte)
        else:
            slow.command(byte, *(next(items)[1] for _ in range(ARGUMENTS[byte])))
    panel.write(VISIBLE)
    shown = packed(panel.image)
    lit = {(127 - at % 128, at // 128): byte for at, byte in enumerate(shown) if byte}
    assert lit == {place: byte for place, byte in slow.ram.items() if byte}
