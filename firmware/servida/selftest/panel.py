"""The panel: whether it answers, what it shows of three patterns, and how fast its bus really is.

Only a person sees a panel. The patterns are such that they tell the common faults apart: all pixels lit shows dead
ones, a chequer shows rows that are swapped, and a frame at the very edge shows an SH1106 that is driven as an SSD1306,
whose picture is two columns off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from servida.board import HEIGHT, WIDTH
from servida.selftest.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

    from servida.device.display import Display

PART = "panel"

SHOWN = 1.5
"""Seconds that a pattern stays (a guess): long enough to look at it."""

FRAMES = 20
"""Whole pictures that are timed: half a second at 400 kHz."""

FRAME_BITS = 9 * 1036
"""Clocks of a whole picture on the wire: the window's command of 7 bytes, 1,025 of data, two addresses and two control
bytes less the one in each, nine clocks a byte (UM10204, 3.1.5)."""

SLOWEST = 0.75
"""Share of what the requested clock allows that must be measured. A core clock that is not pinned leaves 5/8 of it
(raspberrypi/firmware#1281); what a transaction costs beside the wire should take less than a tenth (a guess)."""

WIRES = "check SDA at position 3, SCL at 5, 3V3 at 1 and ground at 6; some modules are at address 0x3D (servida.toml)"


def pattern(name: str) -> Image.Image:
    """Return the pattern "lit", "chequer", "frame" or "dark"."""
    image = Image.new("1", (WIDTH, HEIGHT), 1 if name == "lit" else 0)
    draw = ImageDraw.Draw(image)
    if name == "chequer":
        for x in range(0, WIDTH, 16):
            for y in range(x // 16 % 2 * 8, HEIGHT, 16):
                draw.rectangle((x, y, x + 15, y + 7), fill=1)
    elif name == "frame":
        draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
        draw.line((0, 0, WIDTH - 1, HEIGHT - 1), fill=1)
    return image


def examine_panel(
    display: Display,
    *,
    requested: int | None,
    wanted: int,
    clock: Callable[[], float],
    pause: Callable[[float], object],
    tell: Callable[[str], None],
) -> Finding:
    """Return what is found on a display.

    ``requested`` is the bus's clock in Hz that the kernel asked for, ``None`` if it does not say; ``wanted`` the
    configuration's. ``clock`` gives seconds, ``pause`` waits for so many, ``tell`` tells the person what to look for.
    """
    if display.lost:
        return Finding(PART, display.fault, WIRES)
    for name, told in (
        ("lit", "every pixel is lit"),
        ("chequer", "the panel is chequered, each field 16 by 8 pixels"),
        ("frame", 'a line runs around the very edge; if its left or right is missing: panel = "sh1106"'),
    ):
        tell(f"look: {told}")
        display.show(pattern(name), clock())
        pause(SHOWN)
    began = clock()
    for number in range(FRAMES):
        display.show(pattern("lit" if number % 2 else "dark"), clock())
    took = clock() - began
    display.show(pattern("dark"), clock())
    if display.fault:
        return Finding(PART, f"it answered, then no more: {display.fault}", f"look for a loose wire; {WIRES}")
    return _judged(FRAMES / took if took else None, requested, wanted)


def _judged(rate: float | None, requested: int | None, wanted: int) -> Finding:
    measured = {"frames_per_second": rate, "requested_hz": requested, "configured_hz": wanted}
    speed = "too fast to time" if rate is None else f"{rate:.1f} whole pictures a second"
    if requested is None:
        return Finding(PART, f"{speed}; the kernel does not tell the clock that it asked for", measured=measured)
    found = f"{speed}, the bus is asked for {requested} Hz"
    if requested != wanted:
        return Finding(
            PART,
            f"{found}, the configuration wants {wanted} Hz",
            f"set dtparam=i2c_arm_baudrate={wanted} in config.txt (install.sh does for 400000), then reboot",
            measured,
        )
    possible = requested / FRAME_BITS
    if rate is not None and rate < SLOWEST * possible:
        return Finding(
            PART,
            f"{found}, which allows {possible:.1f}: the bus is slower than asked for",
            "set core_freq=250 in config.txt (install.sh does on a Zero 2 W and a Pi 3), then reboot",
            measured,
        )
    return Finding(PART, found, measured=measured)
