"""Which windows of the panel's memory to write, so that the fewest bytes go over the wire.

A window is a rectangle of columns and pages, written by two transactions: a command that sets it, and the data that
fill it row by row. ``Window.cost`` counts what that takes on the wire, the address of each transaction included; on
a bus that limits its transactions the data cost an address and a control byte more a piece.

``choose`` finds the windows in ``cover``, which counts ``OVERHEAD`` and the data for each: exact where no limit splits
the data. Never more bytes are sent than the whole panel takes in one window: 1,034 for 128×64 pixels, where the
``show`` of adafruit_ssd1306 sends 1,037 and seven addresses. That holds with any limit: were k windows to take k pieces
more than the whole, they would have more data than it, and cost more without a limit, too. What changed is found by
arithmetic on whole pictures as integers, since a loop over bytes would take longer than the bytes it saves.

Pure: it knows the SSD1306's commands (data sheet, section 10.1) and no bus.
"""

from __future__ import annotations

from dataclasses import dataclass

from servida.device.cover import cover

PAGES = 8
"""Pages of the chip's memory: as many as a byte has bits, which the search relies on."""

SHORTEST = 8
"""Payload bytes that a largest transaction must allow: a window's command has seven."""

_ADDRESS = 1
_CONTROL = 1
_COMMAND = 7

OVERHEAD = _ADDRESS + _COMMAND + _ADDRESS + _CONTROL
"""Bytes on the wire that a window costs beyond its data."""

_CHANGED = bytes([0] + [1] * 255)


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the panel's memory; columns and pages count from 0, the last ones belong to it."""

    first_column: int
    last_column: int
    first_page: int
    last_page: int

    @property
    def size(self) -> int:
        """How many bytes fill it."""
        return (self.last_column - self.first_column + 1) * (self.last_page - self.first_page + 1)

    def cost(self, largest: int | None = None) -> int:
        """Return the bytes on the wire, addresses included; ``largest`` limits the payload of a transaction."""
        pieces = 1 if largest is None else -(-self.size // (largest - _CONTROL))
        return _ADDRESS + _COMMAND + pieces * (_ADDRESS + _CONTROL) + self.size

    def command(self, left: int = 0) -> bytes:
        """Return the payload that sets it, on a panel whose first column is the chip's column ``left``."""
        columns = self.first_column + left, self.last_column + left
        return bytes((0x00, 0x21, *columns, 0x22, self.first_page, self.last_page))

    def data(self, picture: bytes, width: int) -> bytes:
        """Return the payload that fills it from a picture in page order, ``width`` columns wide."""
        rows = [
            picture[page * width + self.first_column : page * width + self.last_column + 1]
            for page in range(self.first_page, self.last_page + 1)
        ]
        return b"".join((b"\x40", *rows))


def choose(known: bytes | None, wanted: bytes, width: int, pages: int) -> tuple[Window, ...]:
    """Return the windows to write to a panel that holds ``known`` so that it holds ``wanted``; none if it does.

    Pictures are in page order; ``known`` is ``None`` for a panel of which nothing is known. Raises ValueError for a
    picture that isn't ``width`` columns by ``pages`` (1 to 8) pages.
    """
    if not 1 <= pages <= PAGES:
        raise ValueError(f"a panel of {pages} pages: expected 1 to {PAGES}")
    if any(len(picture) != width * pages for picture in (known or wanted, wanted)):
        raise ValueError(f"expected pictures of {width} × {pages} bytes, not {len(known or wanted)} and {len(wanted)}")
    if known is None:
        return (Window(0, width - 1, 0, pages - 1),)
    if known == wanted:
        return ()
    return tuple(Window(*box) for box in cover(_changed_columns(known, wanted, width), OVERHEAD))


def _changed_columns(known: bytes, wanted: bytes, width: int) -> bytes:
    """Return a byte a column whose bits are the pages, from the lowest, in which the two differ."""
    changed = (int.from_bytes(known) ^ int.from_bytes(wanted)).to_bytes(len(wanted)).translate(_CHANGED)
    rows = (changed[start : start + width] for start in range(0, len(changed), width))
    return sum(int.from_bytes(row) << page for page, row in enumerate(rows)).to_bytes(width)
