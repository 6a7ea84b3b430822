"""The panel on its bus, over Adafruit's driver: shows pictures, and gets over a panel that is missing or was lost.

What it wants the glass to show (picture, contrast, power) is kept here, so a panel that comes back gets all of it. It
never raises for the panel's sake: the game goes on in the dark. It must not know what the pictures mean.

How adafruit_ssd1306 2.12 and adafruit_bus_device 5.2 behave, from their sources:

- Construction asks for the panel with an empty write and turns any OSError of it into ValueError; from then on a lost
  panel is OSError (121 no acknowledgement, 5 I/O, 110 timed out). It sends 36 transactions, 1,093 bytes
  and the addresses.
- Only construction lights a panel that has lost power: ``show()`` neither switches on nor starts the charge pump, and
  the chip acknowledges it all the same. A panel replugged between two pictures thus stays dark, and no error tells.
- It goes to full contrast and shows what is in the memory, after power-on noise, until the first picture is through.
- It waits for the bus in ``while not try_lock(): sleep(0)``, forever if somebody else kept the lock.
- ``power`` is what it sent last, no reading of the panel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

# At the top although it takes half of the time to import this module: the first thing a Display does is to use it.
from adafruit_ssd1306 import SSD1306_I2C

from servida.device.pack import panel_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from PIL import Image

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 0.5
"""Seconds until the first new attempt at a lost panel, and between the later ones."""

CHECK_EVERY = 2.0
"""Seconds between two looks at a lit panel that gets no new pictures: so long can one replugged meanwhile stay dark."""

REFRESH_EVERY = 30.0
"""Seconds after which a check sends the picture again: interference can corrupt the panel's memory (u8g2#441)."""

DISPLAY_OFF = 0x40
"""The status bit that is set while the display is off (SSD1306 data sheet, table 9-2)."""


class _Device(Protocol):
    """What is used of adafruit_bus_device's I2CDevice; entering takes the bus."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool: ...
    def readinto(self, buffer: bytearray) -> None: ...


class _Driver(Protocol):
    """What is used of SSD1306_I2C; ``buffer`` is a control byte and the picture in page order."""

    buffer: bytearray
    i2c_device: _Device

    def show(self) -> None: ...
    def contrast(self, contrast: int) -> None: ...
    def poweron(self) -> None: ...
    def poweroff(self) -> None: ...


class Display:
    """A panel of ``width`` × ``height`` pixels at ``address`` of ``i2c``, a ``busio.I2C`` or the like.

    Lights it at once if it is there. Times are in seconds on the caller's clock; every method returns whether the
    panel acknowledged all that it was sent, or had no need of anything.
    """

    def __init__(self, i2c: object, *, width: int, height: int, address: int, now: float) -> None:
        self._i2c = i2c
        self._size = (width, height)
        self._address = address
        self._picture: bytes | None = None
        self._contrast = 255
        self._on = True
        self._driver: _Driver | None = None
        self._tells_power = False
        self._pause = FIRST_PAUSE
        self._retry_at: float | None = None
        self._heard_at = self._sent_at = now
        self._fault = ""
        self._attempt(self._light, now)

    @property
    def lost(self) -> bool:
        """Whether the panel didn't answer when it was last spoken to."""
        return self._retry_at is not None

    @property
    def fault(self) -> str:
        """One line on why it is lost, for a person; empty while it answers."""
        return self._fault

    @property
    def retry_at(self) -> float | None:
        """When ``retry`` is worth calling; None while the panel answers."""
        return self._retry_at

    @property
    def check_at(self) -> float | None:
        """When ``check`` is worth calling; None while the panel is lost or meant to be off."""
        return None if self.lost or not self._on else self._heard_at + CHECK_EVERY

    def show(self, image: Image.Image, now: float) -> bool:
        """Show this picture; it is kept for a panel that is lost or off.

        Raises ValueError for a picture of another size, or of another mode than "1".
        """
        if image.size != self._size:
            raise ValueError(f"a picture of {image.size} pixels doesn't fit the panel: expected {self._size}")
        self._picture = panel_bytes(image)
        return self._attempt(self._send, now)

    def set_light(self, contrast: int, *, on: bool, now: float) -> bool:
        """Set the contrast (0 to 255, else ValueError) and whether the panel is on at all."""
        if not 0 <= contrast <= 255:
            raise ValueError(f"contrast {contrast}: expected 0 to 255")
        if on and not self._on:
            # Nobody sees a dark panel lose its state, so it is initialised anew whenever it is needed again.
            self._driver = None
        self._contrast, self._on = contrast, on
        return self._attempt(self._light, now)

    def retry(self, now: float) -> bool:
        """Initialise a lost panel anew, with its picture and light; before ``retry_at`` this does nothing."""
        return not self.lost or self._attempt(self._light, now)

    def check(self, now: float) -> bool:
        """Look after a panel that is meant to be lit, so that one replugged unnoticed is initialised anew."""
        if self.lost or not self._on:
            return self.retry(now)
        return self._attempt(self._look_after, now)

    def _attempt(self, act: Callable[[_Driver, float], None], now: float) -> bool:
        """Do this to the panel, or all that initialisation takes if it has to be initialised, and keep the outcome."""
        if self._retry_at is not None and now < self._retry_at:
            return False
        try:
            if self._driver is None:
                self._begin(now)
            else:
                act(self._driver, now)
        except OSError as error:
            self._driver = None
            self._fault = f"panel at {self._address:#04x}: {error}; expected it to acknowledge"
            self._retry_at = now + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            return False
        self._heard_at = now
        self._fault, self._retry_at, self._pause = "", None, FIRST_PAUSE
        return True

    def _begin(self, now: float) -> None:
        try:
            driver: _Driver = SSD1306_I2C(*self._size, self._i2c, addr=self._address)
        except ValueError as error:
            raise OSError(str(error)) from error
        self._light(driver, now)
        self._send(driver, now)
        try:
            self._tells_power = _says_off(driver) != self._on
        except OSError:
            # A module without reading is as good; one that is gone by now fails at the next picture.
            self._tells_power = False
        self._driver = driver

    def _light(self, driver: _Driver, _now: float) -> None:
        driver.contrast(self._contrast)
        if self._on:
            driver.poweron()
        else:
            driver.poweroff()

    def _send(self, driver: _Driver, now: float) -> None:
        if self._picture is not None:
            driver.buffer[1:] = self._picture
            driver.show()
        self._sent_at = now

    def _look_after(self, driver: _Driver, now: float) -> None:
        if self._tells_power and _says_off(driver):
            self._begin(now)
        elif now >= self._sent_at + REFRESH_EVERY:
            self._light(driver, now)
            self._send(driver, now)
        elif not self._tells_power:
            # Enough to learn that the panel has gone, if not that it came back.
            self._light(driver, now)


def _says_off(driver: _Driver) -> bool:
    """Whether the panel's status register says that the display is off, as after its power was cut."""
    status = bytearray(1)
    with driver.i2c_device as device:
        device.readinto(status)
    return bool(status[0] & DISPLAY_OFF)
