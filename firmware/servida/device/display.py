"""The panel on its bus, over its chip's driver: shows pictures, and gets over a panel that is missing or was lost.

What it wants the glass to show (picture, contrast, power) is kept here, so a panel that comes back gets all of it. It
never raises for the panel's sake: the game goes on in the dark. It must not know what the pictures mean.

The driver constructs, lights and dims; pictures go past its ``show`` as the windows that changed (``windows``). What
the panel holds is known once the panel acknowledged it, and no longer when anything fails: then it is initialised
anew, which leaves it black.

How adafruit_ssd1306 2.12 and adafruit_bus_device 5.2 behave, from their sources:

- Construction asks for the panel with an empty write and turns any OSError of it into ValueError; from then on a lost
  panel is OSError (121 no acknowledgement, 5 I/O, 110 timed out). It sends 36 transactions, 1,093 bytes
  and the addresses, sets horizontal addressing, which windows need, and ends by writing black to the whole memory.
- Only construction lights a panel that has lost power: pictures neither switch on nor start the charge pump, and
  the chip acknowledges them all the same. So a panel that nobody spoke to for a second is asked whether it is on
  before it gets anything, and one replugged meanwhile is lit by the next picture or light; when there is none, by
  the next check, up to 30 s later.
- It goes to full contrast and shows what is in the memory, after power-on noise, until black is through.
- It waits for the bus in ``while not try_lock(): sleep(0)``, forever if somebody else kept the lock.
- It centres a panel narrower than 128 columns on the chip's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

# At the top although it takes half of the time to import this module: the first thing a Display does is to use it.
from adafruit_ssd1306 import SSD1306_I2C

from servida.device.chip import Chip
from servida.device.short_writes import ShortWrites
from servida.device.windows import SHORTEST, choose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL import Image

    from servida.device.chip import Driver
    from servida.device.short_writes import Bus
    from servida.device.windows import Window


FIRST_PAUSE = 0.25
LONGEST_PAUSE = 0.5
"""Seconds until the first new attempt at a lost panel, and between the later ones."""

QUIET = 1.0
"""Seconds without an answer from a lit panel after which it is asked whether it is still on before it gets anything."""

REFRESH_EVERY = 30.0
"""Seconds after which all of a lit panel is sent again: interference can corrupt its memory (u8g2#441).

Due with the first picture or light later than this, and after so many seconds without any: an idle console wakes twice
a minute for it, and nothing on the glass is older than a minute.
"""

ROWS_PER_PAGE = 8

DISPLAY_OFF = 0x40
"""The status bit that is set while the display is off (SSD1306 data sheet, table 9-2)."""

COLUMNS = 128
"""Columns of the SSD1306."""


def _begin(width: int, height: int, i2c: object, address: int) -> Driver:
    driver: Driver = SSD1306_I2C(width, height, i2c, addr=address)
    return driver


def _payloads(window: Window, picture: bytes, width: int) -> Iterator[bytes]:
    yield window.command((COLUMNS - width) // 2)
    yield window.data(picture, width)


SSD1306 = Chip(_begin, _payloads)
"""The usual chip."""


def chip_named(name: str) -> Chip:
    """Return the chip "ssd1306" or "sh1106"; raises KeyError for another."""
    if name == "sh1106":
        from servida.device.sh1106 import SH1106  # noqa: PLC0415  most consoles have the other

        return SH1106
    return {"ssd1306": SSD1306}[name]


class Display:
    """A panel of ``width`` × ``height`` pixels at ``address`` of ``i2c``, a ``busio.I2C`` or the like.

    Lights it at once if it is there. Times are in seconds on the caller's clock; every method returns whether the
    panel acknowledged all that it was sent, or had no need of anything. ``largest`` limits the payload of a transaction
    in bytes (8 or more, else ValueError), for kernels on which long ones time out (raspberrypi/linux#865). ``chip`` is
    the panel's.
    """

    def __init__(
        self,
        i2c: Bus,
        *,
        width: int,
        height: int,
        address: int,
        now: float,
        largest: int | None = None,
        chip: Chip = SSD1306,
    ) -> None:
        if largest is not None and largest < SHORTEST:
            raise ValueError(f"a largest transaction of {largest} bytes: expected {SHORTEST} or more")
        self._i2c: object = i2c if largest is None else ShortWrites(i2c, largest)
        self._chip = chip
        self._size = (width, height)
        self._address = address
        self._picture = bytes(width * height // ROWS_PER_PAGE)
        self._held: bytes | None = None
        self._contrast = 255
        self._on = True
        self._switched: bool | None = None
        self._driver: Driver | None = None
        self._tells_power = False
        self._doubted = False
        self._pause = FIRST_PAUSE
        self._retry_at: float | None = None
        self._heard_at = self._refreshed_at = now
        self._fault = ""
        self._attempt(self._light, now)

    @property
    def address(self) -> int:
        """The panel's seven-bit address."""
        return self._address

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
    def hung(self) -> bool:
        """Never: all is done when a method returns."""
        return False

    @property
    def check_at(self) -> float | None:
        """When ``check`` is worth calling, maybe in the past; None while the panel is lost or meant to be off."""
        if self.lost or not self._on:
            return None
        due = self._refreshed_at + REFRESH_EVERY
        return due if due <= self._heard_at else self._heard_at + REFRESH_EVERY

    def show(self, image: Image.Image, now: float) -> bool:
        """Show this picture; it is kept for a panel that is lost or off.

        Raises ValueError for a picture of another size, or of another mode than "1".
        """
        return self.show_packed(self._packed(image), now)

    def show_packed(self, picture: bytes, now: float) -> bool:
        """Show a picture in page order (``pack``); raises ValueError for one of another size."""
        if len(picture) != len(self._picture):
            raise ValueError(f"a picture of {len(picture)} bytes doesn't fit the panel: expected {len(self._picture)}")
        self._picture = picture
        return self._attempt(self._send, now)

    def payloads(self, image: Image.Image) -> tuple[bytes, ...]:
        """Return the transactions that show a whole picture on a panel that is lit, for whoever speaks to it later.

        Raises ValueError as ``show`` does.
        """
        width, height = self._size
        picture = self._packed(image)
        (whole,) = choose(None, picture, width, height // ROWS_PER_PAGE)
        return tuple(self._chip.payloads(whole, picture, width))

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
        """Look after a panel that is meant to be lit: refresh it when it is time, begin anew when it was replugged."""
        if self.lost or not self._on:
            return self.retry(now)
        return self._attempt(self._look_after, now, ask=True)

    def _packed(self, image: Image.Image) -> bytes:
        # Here because a panel can be lit, with a packed picture, before Pillow is loaded.
        from servida.device.pack import panel_bytes  # noqa: PLC0415

        if image.size != self._size:
            raise ValueError(f"a picture of {image.size} pixels doesn't fit the panel: expected {self._size}")
        return panel_bytes(image)

    def _attempt(self, act: Callable[[Driver, float], None], now: float, *, ask: bool = False) -> bool:
        """Do this to the panel, or all that initialisation takes if it has to be initialised, and keep the outcome.

        A panel quiet for a while, or any if ``ask``, is asked first whether it is still on.
        """
        if self._retry_at is not None and now < self._retry_at:
            return False
        try:
            driver = self._driver
            if driver is None or ((ask or now > self._heard_at + QUIET) and self._went_out(driver)):
                self._begin(now)
            else:
                act(driver, now)
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
        self._driver = None
        try:
            driver = self._chip.begin(*self._size, self._i2c, self._address)
        except ValueError as error:
            raise OSError(str(error)) from error
        self._held, self._refreshed_at = bytes(len(self._picture)), now
        self._switched = None
        self._light(driver, now)
        self._send(driver, now)
        try:
            self._tells_power = _says_off(driver) != self._on
        except OSError:
            # A module without reading is as good; one that is gone by now fails at the next picture.
            self._tells_power = False
        else:
            self._doubted, doubted = not self._tells_power, self._doubted
            if self._doubted and not doubted:
                # Its contacts bounced and it began anew in between, or it never tells: the next time decides.
                raise OSError(f"says that it is {'off' if self._on else 'on'} after it was switched")
        self._driver = driver

    def _light(self, driver: Driver, _now: float) -> None:
        """Set the contrast, and the power if it isn't as it should be.

        A panel that has lost its power says that it is on when it is switched on again, though nothing but beginning
        anew lights it: nobody would ever notice.
        """
        driver.contrast(self._contrast)
        if self._switched is not self._on:
            (driver.poweron if self._on else driver.poweroff)()
            self._switched = self._on

    def _send(self, driver: Driver, _now: float) -> None:
        """Send the windows in which the panel doesn't hold the picture, or all of it when nothing is known."""
        width, height = self._size
        windows = choose(self._held, self._picture, width, height // ROWS_PER_PAGE)
        self._held = None
        for window in windows:
            with driver.i2c_device as device:
                for payload in self._chip.payloads(window, self._picture, width):
                    device.write(payload)
        self._held = self._picture

    def _look_after(self, driver: Driver, now: float) -> None:
        if now >= self._refreshed_at + REFRESH_EVERY:
            self._held, self._refreshed_at = None, now
            self._light(driver, now)
            self._send(driver, now)
        elif not self._tells_power:
            # Enough to learn that the panel has gone, if not that it came back.
            self._light(driver, now)

    def _went_out(self, driver: Driver) -> bool:
        """Whether a panel that tells says that it is off though it is meant to be on, as after its power was cut."""
        return self._on and self._tells_power and _says_off(driver)


def _says_off(driver: Driver) -> bool:
    """Whether the panel's status register says that the display is off."""
    status = bytearray(1)
    with driver.i2c_device as device:
        device.readinto(status)
    return bool(status[0] & DISPLAY_OFF)
