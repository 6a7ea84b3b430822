"""Devices that are put on a fake bus in the panel's place: one that keeps the pictures, one that keeps the time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from servida.board import HEIGHT, I2C_ADDRESS, WIDTH
from servida_host.bus import Device, FakeI2C
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306
from servida_host.wire import PIXELS

if TYPE_CHECKING:
    from PIL import Image


class Glass(Device, Protocol):
    """A panel model, whichever chip it is."""

    @property
    def image(self) -> Image.Image:
        """What it shows now."""
        ...


class Witness:
    """A panel of which every picture is kept: what the glass showed at the end of each instant with pixels.

    A picture that is on the glass already and is sent again, as a refresh does, is no other picture.
    """

    def __init__(self, panel: Glass, clock: VirtualClock) -> None:
        self._panel, self._clock = panel, clock
        self._before = panel.image.tobytes()
        self._shown: dict[float, Image.Image] = {}

    def write(self, payload: bytes) -> None:
        """Take a write transaction."""
        self._panel.write(payload)
        if payload[:1] == PIXELS:
            self._shown[self._clock.now] = self._panel.image

    def read(self, count: int) -> bytes:
        """Answer a read transaction as the panel does."""
        return self._panel.read(count)

    @property
    def pictures(self) -> tuple[Image.Image, ...]:
        """The pictures in the order in which they were seen, neighbours different."""
        pictures, before = [], self._before
        for picture in self._shown.values():
            if picture.tobytes() != before:
                pictures.append(picture)
                before = picture.tobytes()
        return tuple(pictures)


class Stopwatch:
    """A panel that only notes when the last byte came: processor time of this process in nanoseconds."""

    def __init__(self) -> None:
        self.heard_at = 0

    def write(self, payload: bytes) -> None:
        """Take a write transaction and note the time."""
        del payload
        self.heard_at = time.process_time_ns()

    def read(self, count: int) -> bytes:
        """Answer with zeros: switched on, nothing wrong."""
        return bytes(count)


def bus_with(device: Device) -> FakeI2C:
    """Return a bus on which nothing but this device answers, at the panel's address."""
    bus = FakeI2C(VirtualClock())
    bus.attach(I2C_ADDRESS, device)
    return bus


def panel() -> Ssd1306:
    """Return a model of the console's panel, just powered."""
    return Ssd1306(WIDTH, HEIGHT)
