from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida_host.bus import FakeI2C, Transaction
from servida_host.clock import VirtualClock
from servida_host.console_rig import ConsoleRig
from servida_host.wire import CLOCK, Cost, cost, last_frame, octets, windows

ADDRESS = 0x3C


class Memory:
    """A device that takes anything and answers zeros."""

    def write(self, payload: bytes) -> None:
        pass

    def read(self, count: int) -> bytes:
        return bytes(count)


def sent(at: float, payload: bytes, *, reading: bool = False) -> Transaction:
    return Transaction(at, ADDRESS, payload, acknowledged=True, reading=reading)


def test_the_address_goes_first_with_its_direction() -> None:
    assert octets(sent(0.0, b"\x00\xae")) == b"\x78\x00\xae"
    assert octets(sent(0.0, b"\x43", reading=True)) == b"\x79\x43"
    assert octets(Transaction(0.0, ADDRESS, b"\x00\xae", acknowledged=False)) == b"\x78"


def test_a_full_frame_of_adafruits_driver() -> None:
    """Six commands and 1,025 bytes, seven times an address: 42.5 of them a second, as the issue says."""
    frame = [sent(1.0, b"\x80\xae")] * 6 + [sent(1.0, b"\x40" + bytes(1024))]
    assert cost(frame, CLOCK) == Cost(1044, (1044 * 9 + 7 * 2) / 400_000)
    assert round(1 / cost(frame, CLOCK).seconds, 1) == 42.5


def test_nothing_costs_nothing() -> None:
    assert cost((), 1.0) == Cost(0, 0.0)


@pytest.mark.parametrize("hz", [0, -1, float("nan")])
def test_a_clock_that_stands(hz: float) -> None:
    with pytest.raises(ValueError, match=f"above 0 Hz, not {hz}"):
        cost((), hz)


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.binary(max_size=40))), st.integers(1, 10**7))
def test_the_bus_counts_the_same(deeds: list[tuple[bool, bool, bytes]], hz: int) -> None:
    bus = FakeI2C(VirtualClock())
    bus.attach(ADDRESS, Memory())
    assert bus.try_lock()
    for reading, present, payload in deeds:
        address = ADDRESS if present else ADDRESS + 1
        with suppress(OSError):
            if reading:
                bus.readfrom_into(address, bytearray(payload))
            else:
                bus.writeto(address, payload)
    assert cost(bus.log, hz) == Cost(bus.wire_bytes, bus.seconds(hz))


def test_the_last_frame_is_all_that_went_at_that_instant() -> None:
    before, window, pixels = sent(1.0, b"\x40\x01"), sent(2.0, b"\x00\x21\x00\x07"), sent(2.0, b"\x40\x01\x02")
    assert last_frame([before, window, pixels]) == (window, pixels)
    assert last_frame([before, pixels, window]) == (pixels, window)


def test_neither_light_nor_status_is_a_frame() -> None:
    """A status byte may look like the control byte before pixels."""
    frame, light, status = sent(1.0, b"\x40\x01"), sent(2.0, b"\x80\x81"), sent(3.0, b"\x40", reading=True)
    assert last_frame([frame, light, status]) == (frame,)
    assert last_frame([light, status]) == ()
    assert last_frame([]) == ()


def test_the_last_frame_of_a_rig() -> None:
    with ConsoleRig(players=("Ana",)) as rig:
        rig.tap("roll")
        rig.advance(0.1)
        before, frames = len(rig.bus.log), rig.frames
        rig.press("1")
        assert rig.frames == frames + 1
        assert last_frame(rig.bus.log) == tuple(rig.bus.log[before:])


def test_the_windows_are_those_that_were_set() -> None:
    log = [
        Transaction(0.0, 0x3C, bytes((0x00, 0x21, 3, 90, 0x22, 1, 4)), True, False),
        Transaction(0.0, 0x3C, b"\x40\xff", True, False),
        Transaction(0.0, 0x3C, bytes((0x00, 0x21, 0, 127, 0x22, 0, 7)), False, False),
        Transaction(0.0, 0x3C, bytes((0x00, 0x21, 0, 127, 0x22, 0, 7)), True, True),
        Transaction(0.0, 0x3C, bytes((0x00, 0x81, 0x7F)), True, False),
        Transaction(0.0, 0x3C, b"", True, False),
    ]
    assert windows(log) == ((3, 90, 1, 4),)
