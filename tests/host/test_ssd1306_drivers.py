"""What the drivers of the world send must show right: Adafruit's for Python for real, the others as they are read.

The sequences are those of Adafruit_SSD1306.cpp (Arduino), luma.oled 3 (device/__init__.py), u8g2
(u8x8_d_ssd1306_128x64_noname.c) and tinusaur/ssd1306xled.
"""

import random
from collections.abc import Iterator

import pytest
from adafruit_ssd1306 import SSD1306_I2C
from PIL import Image, ImageChops

from panel_pictures import noise, packed, same
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306

TURNED = Image.Transpose.ROTATE_180


class Desk:
    """A bus with a panel of this size on it."""

    def __init__(self, width: int = 128, height: int = 64) -> None:
        self.bus = FakeI2C(VirtualClock())
        self.panel = Ssd1306(width, height)
        self.bus.attach(0x3C, self.panel)


def pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


# Adafruit's driver for Python


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (96, 16), (72, 40), (64, 48), (64, 32)])
def test_adafruit_shows_a_picture_on_every_size(size: tuple[int, int]) -> None:
    desk = Desk(*size)
    driver = SSD1306_I2C(*size, desk.bus)
    assert desk.panel.image.getbbox() is None
    for seed in (1, 2):
        driver.image(noise(*size, seed))
        driver.show()
        assert same(desk.panel.image, noise(*size, seed))


@pytest.mark.parametrize("size", [(64, 48), (64, 32)])
def test_adafruit_shows_it_page_by_page_too(size: tuple[int, int]) -> None:
    # It asks for mode 10h, which is horizontal, and places every page with B0, 00 and 10: see ssd1306.py. On wider
    # panels the driver starts in the wrong column, on the real ones as well.
    desk = Desk(*size)
    driver = SSD1306_I2C(*size, desk.bus, page_addressing=True)
    driver.image(noise(*size))
    driver.show()
    assert same(desk.panel.image, noise(*size))


def test_adafruit_sends_what_the_field_notes_say() -> None:
    desk = Desk()
    driver = SSD1306_I2C(128, 64, desk.bus)
    assert desk.bus.count == 36
    assert sum(len(transaction.payload) for transaction in desk.bus.log) == 1093
    before = desk.bus.seconds(400_000)
    desk.bus.log.clear()
    driver.show()
    assert len(desk.bus.log) == 7
    assert sum(len(transaction.payload) for transaction in desk.bus.log) == 1037
    assert desk.bus.seconds(400_000) - before == pytest.approx(0.0235, abs=0.0001)


def test_adafruit_dims_inverts_and_switches() -> None:
    desk = Desk()
    driver = SSD1306_I2C(128, 64, desk.bus)
    driver.image(noise())
    driver.show()
    assert desk.panel.contrast == 0xFF
    driver.contrast(7)
    assert desk.panel.contrast == 7
    driver.invert(1)
    assert same(desk.panel.image, ImageChops.invert(noise()))
    driver.invert(0)
    driver.poweroff()
    assert desk.panel.image.getbbox() is None
    driver.poweron()
    assert same(desk.panel.image, noise())


def test_adafruit_turns_the_picture_in_two_steps() -> None:
    desk = Desk()
    driver = SSD1306_I2C(128, 64, desk.bus)
    driver.image(noise())
    driver.show()
    driver.rotate(False)
    assert same(desk.panel.image, noise().transpose(Image.Transpose.FLIP_TOP_BOTTOM))
    driver.show()  # "you need to call show() for the seg remap to be visible"
    assert same(desk.panel.image, noise().transpose(TURNED))


def test_adafruit_with_external_voltage_leaves_a_pump_module_dark() -> None:
    desk = Desk()
    driver = SSD1306_I2C(128, 64, desk.bus, external_vcc=True)
    driver.fill(1)
    driver.show()
    assert desk.panel.on
    assert desk.panel.image.getbbox() is None


def test_a_replugged_panel_needs_more_than_show() -> None:
    desk = Desk()
    driver = SSD1306_I2C(128, 64, desk.bus)
    driver.image(noise())
    desk.bus.detach(0x3C)
    with pytest.raises(OSError, match="121"):
        driver.show()
    desk.panel.reset()
    desk.bus.attach(0x3C, desk.panel)
    driver.show()
    assert desk.panel.image.getbbox() is None
    again = SSD1306_I2C(128, 64, desk.bus)
    again.image(noise())
    again.show()
    assert same(desk.panel.image, noise())


def test_adafruit_finds_no_panel() -> None:
    with pytest.raises(ValueError, match="0x3c"):
        SSD1306_I2C(128, 64, FakeI2C(VirtualClock()))


# The others


def test_adafruit_for_arduino() -> None:
    panel = Ssd1306()

    def send(*commands: int) -> None:
        panel.write(bytes([0x00, *commands]))

    send(0xAE, 0xD5, 0x80, 0xA8)
    send(0x3F)
    send(0xD3, 0x00, 0x40, 0x8D)
    send(0x14)
    send(0x20, 0x00, 0xA1, 0xC8)
    for byte in (0xDA, 0x12, 0x81, 0xCF, 0xD9, 0xF1):
        send(byte)
    send(0xDB, 0x40, 0xA4, 0xA6, 0x2E, 0xAF)
    for seed in (1, 2):
        send(0x22, 0x00, 0xFF, 0x21, 0x00)
        send(0x7F)
        for piece in pieces(packed(noise(seed=seed)), 31):
            panel.write(b"\x40" + piece)
        assert same(panel.image, noise(seed=seed))


LUMA_INIT = (
    *(0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8),
    *(0xDA, 0x12, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6),
)


def test_luma_oled() -> None:
    panel = Ssd1306()
    panel.write(bytes([0x00, *LUMA_INIT]))
    panel.write(bytes([0x00, 0x81, 0xCF]))
    for picture in (Image.new("1", (128, 64)), noise(seed=1), noise(seed=2)):
        panel.write(bytes([0x00, 0x21, 0, 127, 0x22, 0, 7]))
        for piece in pieces(packed(picture), 32):
            panel.write(b"\x40" + piece)
        panel.write(bytes([0x00, 0xAF]))
        assert same(panel.image, picture)
    assert panel.contrast == 0xCF


U8G2_INIT = (
    *(0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8),
    *(0xDA, 0x12, 0x81, 0xCF, 0xD9, 0xF1, 0xDB, 0x40, 0x2E, 0xA4, 0xA6),
)


@pytest.mark.parametrize("mode", [0x00, 0x02])
def test_u8g2_places_tiles_in_any_order(mode: int) -> None:
    panel = Ssd1306()
    init = bytes(U8G2_INIT).replace(b"\x20\x00", bytes([0x20, mode]))
    panel.write(b"\x00" + init)
    panel.write(b"\x00\xaf")
    picture = packed(noise())
    tiles = [(page, x) for page in range(8) for x in range(0, 128, 8)]
    random.Random(1).shuffle(tiles)
    for page, x in tiles:
        panel.write(bytes([0x00, 0x10 | x >> 4, 0x00 | x & 15, 0xB0 | page]))
        panel.write(b"\x40" + picture[128 * page + x : 128 * page + x + 8])
    assert same(panel.image, noise())


def test_u8g2_flips_the_picture_with_the_next_one() -> None:
    panel = Ssd1306()
    panel.write(b"\x00" + bytes(U8G2_INIT))
    panel.write(b"\x00\xa0\xc0\xaf")
    for page, row in enumerate(pieces(packed(noise()), 128)):
        panel.write(bytes([0x00, 0x10, 0x00, 0xB0 | page]))
        for piece in pieces(row, 24):
            panel.write(b"\x40" + piece)
    assert same(panel.image, noise().transpose(TURNED))


def test_tinusaur_sends_every_init_byte_alone_and_fills_in_one_go() -> None:
    panel = Ssd1306()
    init = (
        *(0xAE, 0x20, 0x00, 0xB0, 0xC8, 0x00, 0x10, 0x40, 0x81, 0x3F, 0xA1, 0xA6, 0xA8, 0x3F, 0xA4),
        *(0xD3, 0x00, 0xD5, 0xF0, 0xD9, 0x22, 0xDA, 0x12, 0xDB, 0x20, 0x8D, 0x14, 0xAF),
    )
    for byte in init:
        panel.write(bytes([0x00, byte]))
    panel.write(bytes([0x00, 0xB0, 0x10, 0x00]))
    panel.write(b"\x40" + packed(noise(seed=1)))
    expected = noise(seed=1)
    assert same(panel.image, expected)
    panel.write(bytes([0x00, 0xB2, 0x14, 0x05]))
    panel.write(b"\x40" + packed(noise(6, 8)))
    expected.paste(noise(6, 8), (0x45, 16))
    assert same(panel.image, expected)
