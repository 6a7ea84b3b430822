"""What a peer does with a picture, behind one method, on the same fake bus as Servida.

``adafruit_panel.py`` and ``luma_panel.py`` are the peers; this is the seam, and the check that they do their work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from servida_host.bench.watch import bus_with, panel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PIL import Image

    from servida_host.bus import FakeI2C


class Shows(Protocol):
    """A peer's driver, its panel already initialised."""

    def show(self, image: Image.Image) -> None:
        """Send this picture as the peer does by default."""
        ...


class Packs(Protocol):
    """A peer's way from a picture to the bytes of the panel's memory."""

    def pack(self, image: Image.Image) -> None:
        """Turn this picture into bytes."""
        ...

    @property
    def packed(self) -> bytes:
        """What the last picture was turned into."""
        ...


class WrongPicture(RuntimeError):
    """A peer whose panel doesn't show what it was given, so that nothing about it can be compared."""


def bytes_sent(peer: Callable[[FakeI2C], Shows], pictures: Iterable[Image.Image]) -> tuple[int, ...]:
    """Return for each picture how many bytes the peer sends, addresses among them.

    Raises WrongPicture when its panel model then shows another one.
    """
    glass = panel()
    bus = bus_with(glass)
    driver = peer(bus)
    counts = []
    for picture in pictures:
        before = bus.wire_bytes
        driver.show(picture)
        counts.append(bus.wire_bytes - before)
        if glass.image.tobytes() != picture.tobytes():
            raise WrongPicture(f"{driver!r} shows another picture than it was given")
    return tuple(counts)
