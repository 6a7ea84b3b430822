"""luma.oled as its documentation uses it, ``ssd1306(i2c(port=1))``, on a fake bus.

Its ``i2c`` opens the bus by itself, with smbus2, and only then sends a frame in one transaction; given a bus it sends
32 bytes at a time. So the fake stands in for smbus2's, and luma is measured at its best. The peers' packages are
installed by `make bench` only, so they are imported where they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from servida.board import HEIGHT, I2C_ADDRESS, I2C_BUS, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from servida_host.bus import FakeI2C


class _Device(Protocol):
    """What is used of luma's ssd1306."""

    def display(self, image: Image.Image) -> None: ...


class _Message(Protocol):
    """What is used of smbus2's i2c_msg."""

    addr: int

    def __bytes__(self) -> bytes: ...


class _SmBus:
    """smbus2.SMBus as far as luma uses it, its transactions going to the fake bus."""

    def __init__(self, bus: FakeI2C) -> None:
        self._bus = bus

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """Write a register byte and data: one transaction."""
        self._write(address, bytes((register, *data)))

    def i2c_rdwr(self, *messages: _Message) -> None:
        """Write each message; luma gives one at a time and never reads."""
        for message in messages:
            self._write(message.addr, bytes(message))

    def close(self) -> None:
        """Nothing to close."""

    def _write(self, address: int, payload: bytes) -> None:
        self._bus.try_lock()
        try:
            self._bus.writeto(address, payload)
        finally:
            self._bus.unlock()


def _ssd1306(serial: object) -> _Device:
    from luma.oled.device import ssd1306  # noqa: PLC0415  a peer

    device: _Device = ssd1306(serial, width=WIDTH, height=HEIGHT)
    return device


class LumaPanel:
    """The panel of ``bus`` behind luma.oled, initialised."""

    def __init__(self, bus: FakeI2C) -> None:
        import smbus2  # noqa: PLC0415  a peer's
        from luma.core.interface.serial import i2c  # noqa: PLC0415  a peer

        theirs, smbus2.SMBus = smbus2.SMBus, lambda _port: _SmBus(bus)
        try:
            serial = i2c(port=I2C_BUS, address=I2C_ADDRESS)
        finally:
            smbus2.SMBus = theirs
        self._device = _ssd1306(serial)

    def show(self, image: Image.Image) -> None:
        """Pack a picture and send it as luma does."""
        self._device.display(image)


class LumaPacking:
    """luma.oled on an interface that drops everything, so that nothing but its packing takes time."""

    def __init__(self) -> None:
        self._sent: Sequence[int] = ()
        self._device = _ssd1306(self)

    def command(self, *_bytes: int) -> None:
        """Drop commands."""

    def data(self, data: Sequence[int]) -> None:
        """Keep the data as they come: a list, which a bus would yet have to turn into bytes."""
        self._sent = data

    def cleanup(self) -> None:
        """Nothing to clean up."""

    def pack(self, image: Image.Image) -> None:
        """Turn a picture into the panel's bytes."""
        self._device.display(image)

    @property
    def packed(self) -> bytes:
        """What the last picture was turned into."""
        return bytes(self._sent)
