"""A tally counter for a door: how many people are inside, on a 128 × 32 panel.

One button counts in, one counts out; held for two seconds, the second begins again at zero.  A lamp is lit while the
house is full.  It is an ordinary program for a Raspberry Pi: gpiozero for pins, Adafruit's driver for the panel.
"""

from __future__ import annotations

import time
from signal import pause
from typing import TYPE_CHECKING, Any

import adafruit_ssd1306
from gpiozero import LED, Button

if TYPE_CHECKING:
    from collections.abc import Callable

IN, OUT, FULL = 17, 27, 22
"""BCM pins of the two buttons (to ground) and of the lamp."""

QUIET = 0.03
"""Seconds for which a contact must have been quiet before it counts: what comes sooner is a bounce (a guess)."""

SEGMENTS = ((2, 0, 8, 2), (10, 2, 2, 12), (10, 16, 2, 12), (2, 28, 8, 2), (0, 16, 2, 12), (0, 2, 2, 12), (2, 14, 8, 2))
"""The seven bars of a figure, a to g as on every pocket calculator: x, y, width, height in pixels."""

LIT = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")
"""Which bars the figures 0 to 9 light."""


class Contact:
    """A button that counts once for each push, however its contact bounces."""

    def __init__(self, pin: int, count: Callable[[], None], now: Callable[[], float]) -> None:
        self.button = Button(pin, hold_time=2)
        self.button.when_pressed = self._pressed
        self.button.when_released = self._released
        self._count, self._now = count, now
        self._changed = now() - QUIET

    def _pressed(self) -> None:
        before, self._changed = self._changed, self._now()
        if self._changed - before >= QUIET:
            self._count()

    def _released(self) -> None:
        self._changed = self._now()


class Tally:
    """Counts people; ``room`` is how many the house takes."""

    def __init__(self, i2c: Any, *, room: int = 100, now: Callable[[], float] = time.monotonic) -> None:  # noqa: ANN401
        self.people, self._room, self._lost = 0, room, False
        self._panel = adafruit_ssd1306.SSD1306_I2C(128, 32, i2c)
        self._lamp = LED(FULL)
        self._in = Contact(IN, lambda: self._change(self.people + 1), now)
        self._out = Contact(OUT, lambda: self._change(self.people - 1), now)
        self._out.button.when_held = lambda: self._change(0)
        self._change(0)

    def _change(self, people: int) -> None:
        self.people = max(people, 0)
        self._lamp.value = self.people >= self._room
        self._draw()

    def _draw(self) -> None:
        try:
            if self._lost:
                # This wipes what was drawn before, so it comes first.
                self._panel.init_display()
            self._panel.fill(0)
            for place, figure in enumerate(f"{self.people:3}"):
                for bar in LIT[int(figure)] if figure != " " else "":
                    x, y, width, height = SEGMENTS["abcdefg".index(bar)]
                    self._panel.fill_rect(76 + 18 * place + x, 1 + y, width, height, 1)
            self._panel.fill_rect(0, 28, min(self.people * 64 // self._room, 64), 3, 1)
            self._panel.show()
            self._lost = False
        except OSError:
            # The panel is off its bus: go on counting, and set it up anew at the next count.
            self._lost = True

    def close(self) -> None:
        """Free the pins."""
        for device in (self._in.button, self._out.button, self._lamp):
            device.close()


def main() -> None:
    """Count until somebody presses Ctrl+C."""
    import board  # noqa: PLC0415  it exists on a Pi only

    Tally(board.I2C())
    pause()


if __name__ == "__main__":
    main()
