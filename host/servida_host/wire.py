"""What transactions take on the wire: their bytes, and the seconds that these last at a clock.

Pure: it knows what the bus logs, by which byte a write for the panel's memory begins, and the command by which an
SSD1306 is told where the next data go; nothing of pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from servida_host.bus import BITS_PER_BYTE, BITS_PER_TRANSACTION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from servida_host.bus import Transaction

CLOCK = 400_000
"""Hz of I2C's Fast-mode (UM10204), the fastest that the SSD1306 is specified for."""

FASTEST = 5_000_000
"""Hz of its Ultra Fast-mode, the fastest there is (UM10204)."""

PIXELS = b"\x40"
"""The control byte before data for the panel's memory (SSD1306 data sheet, section 8.1.5)."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What transactions take: bytes with the address bytes, and seconds with start and stop conditions."""

    bytes: int
    seconds: float


def octets(transaction: Transaction) -> bytes:
    """Return the bytes that went over the wire: address with the direction bit, then the payload.

    The log doesn't tell how far a transaction came that failed; it is taken as refused at its address, as by a
    panel that is missing.
    """
    address = bytes((transaction.address << 1 | transaction.reading,))
    return address + transaction.payload if transaction.acknowledged else address


def cost(transactions: Iterable[Transaction], hz: float) -> Cost:
    """Add up what transactions take at a clock in Hz; raises ValueError if that is not above 0."""
    if not hz > 0:
        raise ValueError(f"the bus clock must be above 0 Hz, not {hz}")
    sizes = [len(octets(transaction)) for transaction in transactions]
    return Cost(sum(sizes), (sum(sizes) * BITS_PER_BYTE + len(sizes) * BITS_PER_TRANSACTION) / hz)


def last_frame(log: Sequence[Transaction]) -> tuple[Transaction, ...]:
    """Return what the last picture took: all that was sent in the instant of the last pixels, or nothing."""
    for _, group in groupby(reversed(log), attrgetter("at")):
        instant = tuple(group)
        if any(transaction.payload[:1] == PIXELS and not transaction.reading for transaction in instant):
            return instant[::-1]
    return ()


def windows(transactions: Iterable[Transaction]) -> tuple[tuple[int, int, int, int], ...]:
    """Return the windows of the panel's memory that were set: first and last column, first and last page.

    They are those of commands ``21 c0 c1 22 p0 p1`` (data sheet, 10.1.4 and 10.1.5) in one write that was taken, as
    Servida's driver sends them; a panel that is addressed in another way has none.
    """
    found = []
    for transaction in transactions:
        match tuple(transaction.payload):
            case (0x00, 0x21, first, last, 0x22, top, bottom) if transaction.acknowledged and not transaction.reading:
                found.append((first, last, top, bottom))
    return tuple(found)
