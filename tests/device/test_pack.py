"""Packing against the definition of the page format, pixel by pixel."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from servida.device.pack import panel_bytes


def naive(image: Image.Image) -> bytes:
    packed = bytearray(image.width * image.height // 8)
    for y in range(image.height):
        for x in range(image.width):
            if image.getpixel((x, y)):
                packed[y // 8 * image.width + x] |= 1 << y % 8
    return bytes(packed)


@st.composite
def images(draw: st.DrawFn) -> Image.Image:
    width, pages = draw(st.integers(1, 40)), draw(st.integers(1, 4))
    size = width, 8 * pages
    bits = draw(st.binary(min_size=(width + 7) // 8 * size[1], max_size=(width + 7) // 8 * size[1]))
    return Image.frombytes("1", size, bits)


@given(images())
def test_packing_is_that_of_the_definition(image: Image.Image) -> None:
    assert panel_bytes(image) == naive(image)


@pytest.mark.parametrize(
    ("pixel", "at", "bit"), [((0, 0), 0, 1), ((0, 7), 0, 128), ((127, 8), 255, 1), ((5, 63), 7 * 128 + 5, 128)]
)
def test_single_pixels_of_a_panel(pixel: tuple[int, int], at: int, bit: int) -> None:
    image = Image.new("1", (128, 64))
    image.putpixel(pixel, 1)
    packed = panel_bytes(image)
    assert len(packed) == 1024
    assert [(i, byte) for i, byte in enumerate(packed) if byte] == [(at, bit)]


@pytest.mark.parametrize(
    ("mode", "height", "message"),
    [("L", 64, "mode 'L' and height 64"), ("1", 60, "mode '1' and height 60")],
)
def test_a_picture_that_has_no_pages_is_refused(mode: str, height: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        panel_bytes(Image.new(mode, (128, height)))
