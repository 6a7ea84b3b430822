"""Pictures for the panel tests, packed for the wire one pixel at a time, so that no clever code is tested by itself."""

from __future__ import annotations

import random

from PIL import Image


def noise(width: int = 128, height: int = 64, seed: int = 0) -> Image.Image:
    """A picture without any symmetry."""
    grey = random.Random(seed).choices((0, 255), k=width * height)
    return Image.frombytes("L", (width, height), bytes(grey)).convert("1")


def packed(image: Image.Image) -> bytes:
    """The picture in pages of eight rows, a byte a column, bit 0 on top (data sheet, figure 8-14)."""
    return bytes(
        sum(bool(image.getpixel((x, 8 * page + bit))) << bit for bit in range(8))
        for page in range(image.height // 8)
        for x in range(image.width)
    )


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures have the same size, mode and pixels."""
    return (one.mode, one.size, one.tobytes()) == (other.mode, other.size, other.tobytes())
