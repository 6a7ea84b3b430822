import pytest
from adafruit_bus_device.i2c_device import I2CDevice

from servida_host.bus import FakeI2C, Transaction
from servida_host.clock import VirtualClock

ADDRESS = 0x3C


class Echo:
    """Remembers what was written and counts up when read."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, payload: bytes) -> None:
        self.written.append(payload)

    def read(self, count: int) -> bytes:
        return bytes(range(1, count + 1))


class Bench:
    """A locked bus with one device."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.bus = FakeI2C(self.clock)
        self.device = Echo()
        self.bus.attach(ADDRESS, self.device)
        assert self.bus.try_lock()


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_write_reaches_the_device_and_the_log(bench: Bench) -> None:
    bench.clock.advance(2.5)
    bench.bus.writeto(ADDRESS, b"\x00\xae")
    assert bench.device.written == [b"\x00\xae"]
    assert bench.bus.log == [Transaction(2.5, ADDRESS, b"\x00\xae", acknowledged=True)]


def test_a_write_may_be_cut_from_a_buffer(bench: Bench) -> None:
    bench.bus.writeto(ADDRESS, bytearray(b"abcdef"), start=1, end=4)
    bench.bus.writeto(ADDRESS, memoryview(b"abcdef"), start=4)
    assert bench.device.written == [b"bcd", b"ef"]


def test_a_read_fills_the_part_asked_for(bench: Bench) -> None:
    buffer = bytearray(6)
    bench.bus.readfrom_into(ADDRESS, buffer, start=1, end=4)
    bench.bus.readfrom_into(ADDRESS, buffer, start=4)
    assert buffer == b"\x00\x01\x02\x03\x01\x02"
    assert bench.bus.log[0] == Transaction(0.0, ADDRESS, b"\x01\x02\x03", acknowledged=True, reading=True)


def test_write_then_read_does_both(bench: Bench) -> None:
    buffer = bytearray(4)
    bench.bus.writeto_then_readfrom(ADDRESS, b"abc", buffer, out_start=1, out_end=2, in_start=1, in_end=3)
    assert bench.device.written == [b"b"]
    assert buffer == b"\x00\x01\x02\x00"
    assert [transaction.reading for transaction in bench.bus.log] == [False, True]
    bench.bus.writeto_then_readfrom(ADDRESS, b"ab", buffer)
    assert bench.device.written == [b"b", b"ab"]
    assert buffer == b"\x01\x02\x03\x04"


def test_nothing_goes_without_the_lock(bench: Bench) -> None:
    bench.bus.unlock()
    with pytest.raises(RuntimeError, match="lock"):
        bench.bus.writeto(ADDRESS, b"a")
    with pytest.raises(RuntimeError, match="lock"):
        bench.bus.readfrom_into(ADDRESS, bytearray(1))
    with pytest.raises(RuntimeError, match="lock"):
        bench.bus.writeto_then_readfrom(ADDRESS, b"a", bytearray(1))
    with pytest.raises(RuntimeError, match="lock"):
        bench.bus.scan()
    assert (bench.device.written, bench.bus.log, bench.bus.count) == ([], [], 0)


def test_the_lock_has_one_owner(bench: Bench) -> None:
    assert not bench.bus.try_lock()
    bench.bus.unlock()
    bench.bus.unlock()
    assert bench.bus.try_lock()


def test_scan_finds_what_is_plugged_in(bench: Bench) -> None:
    bench.bus.attach(0x20, Echo())
    assert bench.bus.scan() == [0x20, ADDRESS]
    bench.bus.detach(ADDRESS)
    assert bench.bus.scan() == [0x20]


def test_the_whole_range_of_devices_addresses_is_open(bench: Bench) -> None:
    bench.bus.attach(0x08, Echo())
    bench.bus.attach(0x77, Echo())
    assert bench.bus.scan() == [0x08, ADDRESS, 0x77]


@pytest.mark.parametrize("address", [0x07, 0x78, ADDRESS])
def test_reserved_and_taken_addresses_are_refused(bench: Bench, address: int) -> None:
    with pytest.raises(ValueError, match=f"{address:#04x}"):
        bench.bus.attach(address, Echo())


def test_what_is_not_there_can_not_be_detached(bench: Bench) -> None:
    with pytest.raises(ValueError, match="0x3d"):
        bench.bus.detach(0x3D)


def test_an_absent_device_is_errno_121(bench: Bench) -> None:
    bench.bus.detach(ADDRESS)
    with pytest.raises(OSError, match="121"):
        bench.bus.writeto(ADDRESS, b"abc")
    with pytest.raises(OSError, match="121"):
        bench.bus.readfrom_into(ADDRESS, bytearray(2))
    assert bench.bus.log == [
        Transaction(0.0, ADDRESS, b"abc", acknowledged=False),
        Transaction(0.0, ADDRESS, b"", acknowledged=False, reading=True),
    ]
    assert bench.bus.wire_bytes == 2  # the address, twice, and nobody answered


@pytest.mark.parametrize("error", [121, 5, 110])
def test_a_fault_fails_one_transaction(bench: Bench, error: int) -> None:
    bench.bus.fail_next(error)
    with pytest.raises(OSError, match=str(error)) as caught:
        bench.bus.writeto(ADDRESS, b"a")
    assert caught.value.errno == error
    bench.bus.writeto(ADDRESS, b"b")
    assert bench.device.written == [b"b"]


def test_a_fault_may_come_in_mid_transaction(bench: Bench) -> None:
    bench.bus.fail_next(5, delivered=2)
    with pytest.raises(OSError, match="5"):
        bench.bus.writeto(ADDRESS, b"abcd")
    assert bench.device.written == [b"ab"]
    assert bench.bus.wire_bytes == 3


def test_a_fault_needs_no_device(bench: Bench) -> None:
    bench.bus.detach(ADDRESS)
    bench.bus.fail_next(110, delivered=1)
    with pytest.raises(OSError, match="110"):
        bench.bus.writeto(ADDRESS, b"ab")


def test_reads_fail_too(bench: Bench) -> None:
    bench.bus.fail_next(110)
    with pytest.raises(OSError, match="110"):
        bench.bus.readfrom_into(ADDRESS, bytearray(1))


def test_two_faults_in_a_row_and_one_by_index(bench: Bench) -> None:
    bench.bus.fail_next(121)
    bench.bus.fail_next(5)
    bench.bus.fail_at(3, 110)
    errors = []
    for _ in range(5):
        try:
            bench.bus.writeto(ADDRESS, b"a")
        except OSError as error:
            errors.append(error.errno)
        else:
            errors.append(None)
    assert errors == [121, 5, None, 110, None]
    assert bench.device.written == [b"a", b"a"]
    with pytest.raises(ValueError, match="transaction 4 is past; the next one is 5"):
        bench.bus.fail_at(4, 5)


def test_every_byte_on_the_wire_costs_nine_bits(bench: Bench) -> None:
    bench.bus.writeto(ADDRESS, bytes(1025))
    bench.bus.readfrom_into(ADDRESS, bytearray(2))
    bench.bus.writeto(ADDRESS, b"")
    bench.bus.log.clear()
    assert (bench.bus.count, bench.bus.wire_bytes) == (3, 1026 + 3 + 1)
    assert bench.bus.seconds(1) == 9 * 1030 + 3 * 2
    assert bench.bus.seconds(400_000) == (9 * 1030 + 3 * 2) / 400_000
    with pytest.raises(ValueError, match="0 Hz"):
        bench.bus.seconds(0)


def test_a_bus_may_forget_what_is_old(bench: Bench) -> None:
    bench.bus.kept = 3
    for byte in range(20):
        bench.bus.writeto(ADDRESS, bytes((byte,)))
        kept = [each.payload[0] for each in bench.bus.log]
        assert kept == list(range(byte + 1))[-len(kept) :]
        assert min(byte + 1, 3) <= len(kept) <= 6
    assert bench.bus.count == 20


def test_bus_device_finds_it_by_an_empty_write(bench: Bench) -> None:
    bench.bus.unlock()
    device = I2CDevice(bench.bus, ADDRESS)
    with device:
        device.write(b"abc", start=1)
    assert bench.device.written == [b"", b"bc"]
    assert bench.bus.try_lock()


def test_bus_device_says_value_error_when_nobody_answers(bench: Bench) -> None:
    bench.bus.unlock()
    with pytest.raises(ValueError, match="No I2C device at address: 0x3d"):
        I2CDevice(bench.bus, 0x3D)
    assert [transaction.reading for transaction in bench.bus.log] == [False, True]
    assert bench.bus.try_lock()
