"""SCL and SDA of logged transactions as a Value Change Dump, for logic-analyser programs (PulseView, GTKWave).

Theory. A transaction is a row of slots, each one period of the clock long: the start condition, nine bits a byte,
the stop condition. Every slot has a low phase and a shorter high one; SDA moves early in the low phase, and in the
high one only to make a start or a stop:

         start       bit         stop
    SCL  ‾‾‾‾‾‾‾‾‾‾‾|______‾‾‾‾‾|______‾‾‾‾‾|‾‾‾‾‾‾
    SDA  ‾‾‾‾‾‾_____|___xxxxxxxx|___________|‾‾‾‾‾‾
               RISE     CHANGE  |  RISE     PERIOD

So drawn, all minimum times of UM10204 (revision 6, table 10) are kept at 100 kHz, 400 kHz and 1 MHz, the idle time
between a stop and the next start included, and a transaction lasts exactly what `wire.py` says it costs.

The format: IEEE 1364-2005, clause 18. Pure: transactions in, text out; it knows nothing of files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida_host.wire import FASTEST, octets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from servida_host.bus import Transaction

PERIOD = 20
"""Ticks of a slot: the unit in which the moments within it are given."""

CHANGE = 3
"""Ticks into a slot at which SDA takes the slot's level."""

RISE = 11
"""Ticks into a slot at which SCL rises; in the start's, where it is up already, SDA falls."""

SCL, SDA = "!", '"'
"""The names of the lines within the file."""

HEADER = """\
$version Servida, `servida sim --wire` $end
$comment the console's I2C bus at {hz} Hz $end
$timescale 1 ns $end
$scope module i2c $end
$var wire 1 {SCL} SCL $end
$var wire 1 {SDA} SDA $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
1{SCL}
1{SDA}
$end
"""


def dump(transactions: Iterable[Transaction], hz: int) -> Iterator[str]:
    """Give the text of the dump at a clock in Hz, piece by piece, a transaction at most at once.

    Transactions come in the order of the log. Each begins at its virtual time, or when the one before has left the
    wire. Raises ValueError for a clock that is not from 1 to FASTEST.
    """
    if not 1 <= hz <= FASTEST:
        raise ValueError(f"a bus clock of {hz} Hz: expected 1 to {FASTEST}")
    yield HEADER.format(hz=hz, SCL=SCL, SDA=SDA)
    free = 0
    for transaction in transactions:
        begin = max(free, round(transaction.at * 1e9))
        pieces = []
        for tick, change in _changes(transaction):
            free = begin + tick * 10**9 // (PERIOD * hz)
            pieces.append(f"#{free}\n{change}\n")
        yield "".join(pieces)
    # A time without a change, for programs that draw nothing after the last one.
    yield f"#{free + 10**9 // hz}\n"


def _changes(transaction: Transaction) -> Iterator[tuple[int, str]]:
    """Give the ticks since a transaction began, and what changes then; its last change ends it."""
    slot, level = 0, 0
    yield RISE, f"0{SDA}"
    yield PERIOD, f"0{SCL}"
    for bit in _bits(transaction):
        slot += PERIOD
        if bit != level:
            yield slot + CHANGE, f"{bit}{SDA}"
            level = bit
        yield slot + RISE, f"1{SCL}"
        yield slot + PERIOD, f"0{SCL}"
    slot += PERIOD
    if level:
        yield slot + CHANGE, f"0{SDA}"
    yield slot + RISE, f"1{SCL}"
    yield slot + PERIOD, f"1{SDA}"


def _bits(transaction: Transaction) -> Iterator[int]:
    """Give the levels of SDA from start to stop: bytes from the highest bit, each with its acknowledgement (0).

    The last byte of a reading is not acknowledged: so the master says that it wants no more (UM10204, 3.1.6).
    """
    sent = octets(transaction)
    for index, octet in enumerate(sent):
        yield from (octet >> place & 1 for place in range(7, -1, -1))
        refused = index == 0 and not transaction.acknowledged
        sated = transaction.reading and 0 < index == len(sent) - 1
        yield int(refused or sated)
