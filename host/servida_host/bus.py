"""A fake I2C bus with the interface of ``busio.I2C``, for drivers that don't know the difference.

It keeps the lock's rules, answers for the attached devices, fails on demand with the errors that Linux gives,
and counts what every transaction would cost on the wire. It takes no virtual time and knows nothing of what
the bytes mean.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from servida_host.clock import VirtualClock

Readable: TypeAlias = bytes | bytearray | memoryview
Writable: TypeAlias = bytearray | memoryview

ABSENT = 121
"""EREMOTEIO, what Linux reports when nobody acknowledges an address; other systems have no name for it."""

BITS_PER_BYTE = 9
"""Eight bits and the acknowledgement (I2C specification UM10204, section 3.1.5)."""

BITS_PER_TRANSACTION = 2
"""The start and the stop condition, about a clock each."""


class Device(Protocol):
    """Anything that can be attached to the bus."""

    def write(self, payload: bytes) -> None:
        """Take the bytes of one write transaction, without the address."""
        ...

    def read(self, count: int) -> bytes:
        """Give as many bytes as a read transaction asks for."""
        ...


@dataclass(frozen=True, slots=True)
class Transaction:
    """One transaction as seen on the wire, from start to stop condition.

    ``at`` is virtual time in seconds; ``payload`` is what was sent, or what was read when ``reading``;
    ``acknowledged`` is False when the master got an error instead.
    """

    at: float
    address: int
    payload: bytes
    acknowledged: bool
    reading: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """An error to come: its errno, and how many bytes of the payload the device still receives before it."""

    errno: int
    delivered: int = 0


class FakeI2C:
    """The bus: attach devices by their seven-bit address, hand it to a driver in place of ``busio.I2C``.

    ``log`` holds every transaction and may be cleared at will: ``count``, their number, and ``wire_bytes``,
    all bytes with the address bytes, are kept apart from it. ``kept`` is how many of the last ones it holds at least
    once it forgets the older ones; while it is ``None``, none is forgotten.
    """

    def __init__(self, clock: VirtualClock) -> None:
        self.log: list[Transaction] = []
        self.kept: int | None = None
        self.count = 0
        self.wire_bytes = 0
        self._clock = clock
        self._devices: dict[int, Device] = {}
        self._faults: dict[int, Fault] = {}
        self._locked = False

    def attach(self, address: int, device: Device) -> None:
        """Plug a device in at a seven-bit address, 0x08 to 0x77; raises ValueError if it is taken."""
        if not 0x08 <= address <= 0x77:
            raise ValueError(f"I2C address {address:#04x} is reserved; devices live at 0x08 to 0x77")
        if address in self._devices:
            raise ValueError(f"I2C address {address:#04x} is taken by {self._devices[address]!r}")
        self._devices[address] = device

    def detach(self, address: int) -> None:
        """Pull the device at this address out; raises ValueError if there is none."""
        if self._devices.pop(address, None) is None:
            raise ValueError(f"no device at I2C address {address:#04x} to detach")

    def fail_next(self, error: int, *, delivered: int = 0) -> None:
        """Let the next transaction that has no fault yet fail with this errno, for example 121, 5 or 110.

        Of its payload the device gets the first ``delivered`` bytes: a cable pulled in mid-frame.
        """
        index = self.count
        while index in self._faults:
            index += 1
        self.fail_at(index, error, delivered=delivered)

    def fail_at(self, index: int, error: int, *, delivered: int = 0) -> None:
        """Let the transaction with this index, the ``count`` at its start, fail as ``fail_next`` says.

        Raises ValueError if it is past.
        """
        if index < self.count:
            raise ValueError(f"transaction {index} is past; the next one is {self.count}")
        self._faults[index] = Fault(error, delivered)

    def seconds(self, hz: float) -> float:
        """Give the seconds that all transactions so far take at this clock; raises ValueError for 0 Hz."""
        if not hz > 0:
            raise ValueError(f"the bus clock must be above 0 Hz, not {hz}")
        return (self.wire_bytes * BITS_PER_BYTE + self.count * BITS_PER_TRANSACTION) / hz

    def try_lock(self) -> bool:
        """Take the bus; False if somebody has it."""
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Give the bus back; harmless if nobody had it, as in Blinka."""
        self._locked = False

    def deinit(self) -> None:
        """Give the bus back for good, as ``busio.I2C`` does; what stands for a board gives it out again."""
        self.unlock()

    def scan(self) -> list[int]:
        """List the addresses that answer, in order; raises RuntimeError without the lock."""
        self._require_lock()
        return sorted(self._devices)

    def writeto(self, address: int, buffer: Readable, *, start: int = 0, end: int | None = None) -> None:
        """Write ``buffer[start:end]``; an empty one only asks whether the device is there.

        Raises OSError for an absent device or an injected fault, RuntimeError without the lock.
        """
        self._require_lock()
        payload = bytes(memoryview(buffer)[start:end])
        device = self._devices.get(address)
        fault = self._faults.pop(self.count, None)
        if fault is None and device is None:
            fault = Fault(ABSENT)
        received = payload if fault is None else payload[: fault.delivered]
        self._record(address, payload, 1 + len(received), acknowledged=fault is None, reading=False)
        if device is not None and (fault is None or received):
            device.write(received)
        if fault is not None:
            raise OSError(fault.errno, os.strerror(fault.errno))

    def readfrom_into(self, address: int, buffer: Writable, *, start: int = 0, end: int | None = None) -> None:
        """Fill ``buffer[start:end]`` from the device; raises as ``writeto`` does."""
        self._require_lock()
        view = memoryview(buffer)[start:end]
        device = self._devices.get(address)
        fault = self._faults.pop(self.count, None)
        if fault is None and device is not None:
            view[:] = device.read(len(view))
            self._record(address, bytes(view), 1 + len(view), acknowledged=True, reading=True)
            return
        error = ABSENT if fault is None else fault.errno
        self._record(address, b"", 1, acknowledged=False, reading=True)
        raise OSError(error, os.strerror(error))

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: Readable,
        in_buffer: Writable,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Write, then read; logged as two transactions, the repeated start counting as a stop and a start."""
        self.writeto(address, out_buffer, start=out_start, end=out_end)
        self.readfrom_into(address, in_buffer, start=in_start, end=in_end)

    def _require_lock(self) -> None:
        if not self._locked:
            raise RuntimeError("the I2C bus is used without its lock: call try_lock() first")

    def _record(self, address: int, payload: bytes, size: int, *, acknowledged: bool, reading: bool) -> None:
        self.log.append(Transaction(self._clock.now, address, payload, acknowledged, reading))
        self.count += 1
        self.wire_bytes += size
        # By halves: each would otherwise move all that are kept.
        if self.kept is not None and len(self.log) > 2 * self.kept:
            del self.log[: -self.kept]
