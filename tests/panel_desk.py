"""A bus, a panel and a display that believes in both, for the tests of the display."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from PIL import Image

from servida.board import HEIGHT, I2C_ADDRESS, WIDTH
from servida.device.display import Display
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306

BLACK = Image.new("1", (WIDTH, HEIGHT))


def picture(seed: int) -> Image.Image:
    return Image.frombytes("1", (WIDTH, HEIGHT), random.Random(seed).randbytes(WIDTH * HEIGHT // 8))


class Desk:
    """A bus, a panel that may be plugged in, and a display that believes in both."""

    def __init__(self, panel: Ssd1306 | None = None, *, plugged: bool = True, largest: int | None = None) -> None:
        self.panel = panel or Ssd1306(WIDTH, HEIGHT)
        self.bus = FakeI2C(VirtualClock())
        if plugged:
            self.plug()
        self.display = Display(self.bus, width=WIDTH, height=HEIGHT, address=I2C_ADDRESS, now=0.0, largest=largest)

    def plug(self) -> None:
        self.bus.attach(I2C_ADDRESS, self.panel)

    def unplug(self) -> None:
        self.bus.detach(I2C_ADDRESS)
        self.panel.reset()

    def state(self) -> tuple[bool, float | None, str]:
        return self.display.lost, self.display.retry_at, self.display.fault

    @property
    def glass(self) -> bytes:
        return self.panel.image.tobytes()

    def traffic(self) -> int:
        """Transactions since the last call."""
        count = len(self.bus.log)
        self.bus.log.clear()
        return count

    def cost(self, image: Image.Image, now: float) -> int:
        """Show a picture; return the bytes that it took on the wire."""
        before = self.bus.wire_bytes
        assert self.display.show(image, now)
        assert self.glass == image.tobytes()
        return self.bus.wire_bytes - before


@st.composite
def pictures(draw: st.DrawFn) -> Image.Image:
    """Pictures as screens are: boxes in other boxes, or noise."""
    image = Image.new("1", (WIDTH, HEIGHT), draw(st.integers(0, 1)))
    for _ in range(draw(st.integers(0, 8))):
        left, top = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
        right, low = draw(st.integers(left, WIDTH)), draw(st.integers(top, HEIGHT))
        box = Image.frombytes("1", (WIDTH, HEIGHT), random.Random(draw(st.integers(0, 5))).randbytes(1024))
        source = draw(st.sampled_from([Image.new("1", (WIDTH, HEIGHT)), Image.new("1", (WIDTH, HEIGHT), 1), box]))
        image.paste(source.crop((left, top, right, low)), (left, top))
    return image
