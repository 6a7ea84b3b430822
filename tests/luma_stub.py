"""Stand-ins for luma.oled and smbus2, which only `make bench` installs: what is used of them, after their sources.

luma.core 2.6 ``i2c`` opens ``smbus2.SMBus(port)`` and sends frames by ``i2c_rdwr``; luma.oled 3.16 ``ssd1306.display``
sets the window in one command and sends all 1,024 bytes.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from servida.device.pack import panel_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image


class Message:
    """smbus2.i2c_msg"""

    def __init__(self, address: int, payload: bytes) -> None:
        self.addr = address
        self.payload = payload

    def __bytes__(self) -> bytes:
        return self.payload


class Serial:
    """luma.core.interface.serial.i2c"""

    def __init__(self, *, port: int, address: int) -> None:
        self.address = address
        self.bus = SMBUS2.SMBus(port)

    def command(self, *codes: int) -> None:
        self.bus.write_i2c_block_data(self.address, 0x00, list(codes))

    def data(self, data: Sequence[int]) -> None:
        self.bus.i2c_rdwr(Message(self.address, bytes((0x40, *data))))


class Interface(Protocol):
    """What a device is given to send by."""

    def command(self, *codes: int) -> None: ...
    def data(self, data: Sequence[int]) -> None: ...


class Device:
    """luma.oled.device.ssd1306"""

    def __init__(self, serial: Interface, *, width: int, height: int) -> None:
        self.serial = serial
        self.size = (width, height)
        serial.command(0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xDA, 0x12)
        serial.command(0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6)
        serial.command(0x81, 0xCF)
        serial.data([0] * 1024)
        serial.command(0xAF)

    def display(self, image: Image.Image) -> None:
        assert image.size == self.size
        self.serial.command(0x21, 0x00, 0x7F, 0x22, 0x00, 0x07)
        self.serial.data(list(panel_bytes(image)))


def refuses(port: int) -> None:
    raise AssertionError(f"the real /dev/i2c-{port} must not be opened")


SMBUS2 = ModuleType("smbus2")
SMBUS2.SMBus = refuses  # type: ignore[attr-defined]


def modules() -> dict[str, ModuleType]:
    """Return the stand-ins by the names under which they are imported."""
    names = ("luma", "luma.core", "luma.core.interface", "luma.core.interface.serial", "luma.oled", "luma.oled.device")
    found = {name: ModuleType(name) for name in names}
    found["luma.core.interface.serial"].i2c = Serial  # type: ignore[attr-defined]
    found["luma.oled.device"].ssd1306 = Device  # type: ignore[attr-defined]
    return found | {"smbus2": SMBUS2}
