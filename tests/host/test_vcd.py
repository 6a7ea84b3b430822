"""The dump of the wire, read back by a logic analyser that knows only the format and I2C's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic_analyser import decode, edges, shortest
from servida_host.bus import Transaction
from servida_host.console_rig import ConsoleRig
from servida_host.vcd import dump
from servida_host.wire import CLOCK, FASTEST, cost

if TYPE_CHECKING:
    from collections.abc import Iterator

MINIMUM = {
    100_000: {"tLOW": 4700, "tHIGH": 4000, "tSU;DAT": 250, "tHD;STA": 4000, "tSU;STO": 4000, "tBUF": 4700},
    400_000: {"tLOW": 1300, "tHIGH": 600, "tSU;DAT": 100, "tHD;STA": 600, "tSU;STO": 600, "tBUF": 1300},
    1_000_000: {"tLOW": 500, "tHIGH": 260, "tSU;DAT": 50, "tHD;STA": 260, "tSU;STO": 260, "tBUF": 500},
}
"""What UM10204 (revision 6, table 10) asks for, in ns; for tHD;DAT that is 0 at all three clocks."""

DRAWN = """\
#0
$dumpvars
1!
1"
$end
#5500
0"
#10000
0!
#15500
1!
#20000
0!
#21500
1"
#25500
1!
#30000
0!
"""
"""Idle, start, and the first two bits of 0x40 at 100 kHz: what a person would draw."""


def text(log: list[Transaction], hz: int = CLOCK) -> str:
    return "".join(dump(log, hz))


def read_back(log: list[Transaction], hz: int = CLOCK) -> None:
    """Assert that a dump tells of the log all that the wire does, and when."""
    found = decode(edges(text(log, hz)))
    assert len(found) == len(log)
    slot, free = 10**9 / hz, 0.0
    for seen, meant in zip(found, log, strict=True):
        payload = meant.payload if meant.acknowledged else b""
        assert seen.bytes == bytes([meant.address * 2 + meant.reading]) + payload
        acknowledgements = [meant.acknowledged, *(True for _ in payload)]
        if meant.reading and payload:
            acknowledgements[-1] = False
        assert seen.acknowledged == acknowledgements
        begun = max(free, meant.at * 1e9)
        assert begun < seen.start < begun + slot
        assert seen.stop == pytest.approx(begun + cost([meant], hz).seconds * 1e9, abs=2)
        free = seen.stop


def test_the_beginning_as_a_person_would_draw_it() -> None:
    _, _, body = text([Transaction(0.0, 0x20, b"", acknowledged=True)], 100_000).partition("$enddefinitions $end\n")
    assert body.startswith(DRAWN)


def test_a_bus_without_traffic() -> None:
    assert edges(text([])) == []
    assert text([]).endswith("$end\n#2500\n")


def test_a_write_a_reading_and_a_refusal() -> None:
    read_back(
        [
            Transaction(0.001, 0x3C, b"\x00\xff\xae", acknowledged=True),
            Transaction(0.001, 0x3C, b"\x00\xff", acknowledged=True, reading=True),
            Transaction(0.5, 0x3D, b"lost", acknowledged=False),
            Transaction(0.5, 0x3D, b"", acknowledged=False, reading=True),
        ]
    )


payloads = st.binary(max_size=8)
moments = st.sampled_from((0.0, 0.0, 1e-9, 1e-5, 1.2345678)) | st.floats(0, 1e-3)


@st.composite
def logs(draw: st.DrawFn) -> list[Transaction]:
    log: list[Transaction] = []
    at = 0.0
    for _ in range(draw(st.integers(0, 6))):
        at += draw(moments)
        address, answered, reading = draw(st.integers(0x08, 0x77)), draw(st.booleans()), draw(st.booleans())
        log.append(Transaction(at, address, draw(payloads), answered, reading))
    return log


@given(logs(), st.sampled_from((100_000, CLOCK, 1_000_000, FASTEST)) | st.integers(1000, FASTEST))
def test_any_log_is_read_back(log: list[Transaction], hz: int) -> None:
    read_back(log, hz)


@pytest.mark.parametrize("hz", MINIMUM)
def test_no_time_is_shorter_than_the_specification_allows(hz: int) -> None:
    log = [Transaction(0.0, 0x3C, bytes([value]), acknowledged=True, reading=value > 127) for value in range(256)]
    times = shortest(edges(text(log, hz)))
    assert times.pop("tHD;DAT") > 0
    assert times.keys() == MINIMUM[hz].keys()
    assert {name: time for name, time in times.items() if time < MINIMUM[hz][name]} == {}


@pytest.mark.parametrize("hz", [0, FASTEST + 1])
def test_no_such_clock(hz: int) -> None:
    with pytest.raises(ValueError, match=f"a bus clock of {hz} Hz: expected 1 to 5000000"):
        next(dump([], hz))


def test_a_transaction_at_a_time() -> None:
    log = [Transaction(float(at), 0x3C, b"\x40", acknowledged=True) for at in range(3)]
    asked: list[int] = []

    def noted() -> Iterator[Transaction]:
        for index, transaction in enumerate(log):
            asked.append(index)
            yield transaction

    pieces = dump(noted(), CLOCK)
    for count in range(4):
        next(pieces)
        assert len(asked) == count


def test_a_console_from_its_start_to_a_panel_lost_and_found() -> None:
    with ConsoleRig(players=("Ana",)) as rig:
        rig.tap("roll")
        rig.unplug()
        rig.advance(31.0)
        rig.plug()
        rig.advance(3.0)
        assert not all(transaction.acknowledged for transaction in rig.bus.log)
        assert any(transaction.reading and transaction.acknowledged for transaction in rig.bus.log)
        read_back(rig.bus.log)
