"""Adafruit's driver as its examples use it: ``image()`` into the frame buffer, then ``show()``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from adafruit_ssd1306 import SSD1306_I2C

from servida.board import HEIGHT, I2C_ADDRESS, WIDTH

if TYPE_CHECKING:
    from PIL import Image

    from servida_host.bus import FakeI2C


class _Driver(Protocol):
    """What is used of SSD1306_I2C."""

    buffer: bytearray

    def image(self, img: Image.Image) -> None: ...
    def show(self) -> None: ...


class AdafruitPanel:
    """The panel of ``bus`` behind Adafruit's driver, initialised."""

    def __init__(self, bus: FakeI2C) -> None:
        self._driver: _Driver = SSD1306_I2C(WIDTH, HEIGHT, bus, addr=I2C_ADDRESS)

    def pack(self, image: Image.Image) -> None:
        """Turn a picture into the panel's bytes."""
        self._driver.image(image)

    @property
    def packed(self) -> bytes:
        """What the last picture was turned into."""
        return bytes(self._driver.buffer[1:])

    def show(self, image: Image.Image) -> None:
        """Pack a picture and send it, whole, as the driver always does."""
        self._driver.image(image)
        self._driver.show()
