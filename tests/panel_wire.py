"""What the panel tests say to a panel, and what they read off it."""

from __future__ import annotations

from panel_pictures import packed
from servida_host.ssd1306 import Ssd1306

UPRIGHT = bytes([0x8D, 0x14, 0xA1, 0xC8, 0xAF])
"""What it takes to see the RAM upright; all else is as after reset."""


def commands(*stream: int) -> bytes:
    return bytes([0x00, *stream])


def data(stream: bytes) -> bytes:
    return b"\x40" + stream


def showing(picture: bytes) -> Ssd1306:
    """A panel that shows these 1,024 bytes, its window whole and its pointer at the start."""
    panel = Ssd1306()
    panel.write(commands(*UPRIGHT, 0x20, 0x00))
    panel.write(data(picture))
    return panel


def marks(panel: Ssd1306) -> dict[tuple[int, int], int]:
    """Every byte that is not 0, by column and page."""
    shown = packed(panel.image)
    return {(at % 128, at // 128): byte for at, byte in enumerate(shown) if byte}
