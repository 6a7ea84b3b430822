"""Where data goes: windows, pointers and addressing modes of the model."""

import pytest

from panel_pictures import noise, packed, same
from panel_wire import UPRIGHT, commands, data, marks, showing
from servida_host.ssd1306 import Ssd1306


@pytest.fixture
def blank() -> Ssd1306:
    """Upright, dark, horizontal addressing, pointer at the start."""
    return showing(bytes(1024))


def test_horizontal_addressing_stays_in_its_window(blank: Ssd1306) -> None:
    blank.write(commands(0x21, 126, 127, 0x22, 2, 3))
    blank.write(data(bytes([1, 2, 3])))
    blank.write(data(bytes([4, 5])))  # the fifth byte is back at the window's start
    assert marks(blank) == {(126, 2): 5, (127, 2): 2, (126, 3): 3, (127, 3): 4}


def test_vertical_addressing_goes_down_first(blank: Ssd1306) -> None:
    blank.write(commands(0x20, 0x01, 0x21, 10, 11, 0x22, 6, 7))
    blank.write(data(bytes([1, 2, 3])))
    blank.write(data(bytes([4, 5])))
    assert marks(blank) == {(10, 6): 5, (10, 7): 2, (11, 6): 3, (11, 7): 4}


def test_a_window_may_be_one_column_wide(blank: Ssd1306) -> None:
    blank.write(commands(0x21, 5, 5, 0x22, 2, 3))
    blank.write(data(bytes([1, 2, 3])))
    assert marks(blank) == {(5, 2): 3, (5, 3): 2}


def test_a_window_may_be_one_page_high(blank: Ssd1306) -> None:
    blank.write(commands(0x20, 0x01, 0x21, 4, 5, 0x22, 2, 2))
    blank.write(data(bytes([1, 2, 3])))
    assert marks(blank) == {(4, 2): 3, (5, 2): 2}


def test_page_addressing_is_the_reset_mode_and_stays_in_its_page() -> None:
    panel = Ssd1306()
    panel.write(commands(*UPRIGHT))
    for page in range(8):
        panel.write(commands(0xB0 + page, 0x00, 0x10))
        panel.write(data(bytes(128)))
    panel.write(commands(0xB3, 0x0E, 0x17))
    panel.write(data(bytes([1, 2, 3, 4])))
    assert marks(panel) == {(126, 3): 1, (127, 3): 2, (0, 3): 3, (1, 3): 4}


def test_page_addressing_knows_no_column_window(blank: Ssd1306) -> None:
    blank.write(commands(0x21, 20, 21, 0x20, 0x02, 0xB1, 0x00, 0x10))
    blank.write(data(bytes(19) + bytes([1, 2, 3, 4, 5])))
    assert marks(blank) == {(19, 1): 1, (20, 1): 2, (21, 1): 3, (22, 1): 4, (23, 1): 5}


def test_the_pointers_nibbles_are_set_apart(blank: Ssd1306) -> None:
    blank.write(commands(0x05, 0x13))
    blank.write(data(b"\x01"))
    blank.write(commands(0x1A, 0x09))  # only three bits of the upper nibble are column
    blank.write(data(b"\x02"))
    assert marks(blank) == {(0x35, 0): 1, (0x29, 0): 2}


@pytest.mark.parametrize("mode", [0x00, 0x01, 0x02])
def test_the_pointer_commands_work_in_every_mode(blank: Ssd1306, mode: int) -> None:
    blank.write(commands(0x20, mode, 0xB5, 0x08, 0x14))
    blank.write(data(b"\x01"))
    assert marks(blank) == {(0x48, 5): 1}


def test_a_window_may_be_set_before_the_mode(blank: Ssd1306) -> None:
    blank.write(commands(0x20, 0x02, 0x21, 4, 5, 0x22, 6, 7, 0x20, 0x00))
    blank.write(data(bytes([1, 2, 3])))
    assert marks(blank) == {(4, 6): 1, (5, 6): 2, (4, 7): 3}


def test_a_pointer_beyond_its_window_comes_in_from_the_other_side(blank: Ssd1306) -> None:
    blank.write(commands(0x21, 0, 1, 0x22, 0, 1, 0x0F, 0x17, 0xB1))
    blank.write(data(bytes([1, 2, 3, 4])))
    assert marks(blank) == {(127, 1): 1, (0, 1): 2, (1, 1): 3, (0, 0): 4}


def test_the_same_when_vertical(blank: Ssd1306) -> None:
    blank.write(commands(0x20, 0x01, 0x21, 0, 1, 0x22, 0, 1, 0xB7))
    blank.write(data(bytes([1, 2, 3, 4])))
    assert marks(blank) == {(0, 7): 1, (0, 0): 2, (0, 1): 3, (1, 0): 4}


def test_dont_care_bits_are_ignored(blank: Ssd1306) -> None:
    blank.write(commands(0x20, 0xFC, 0x21, 0x80, 0xFF, 0x22, 0xF8, 0xFF, 0xA8, 0xFF, 0xD3, 0xC0, 0xDA, 0xDF))
    blank.write(data(packed(noise())))
    assert same(blank.image, noise())
    blank.write(commands(0x8D, 0xFB))
    assert not blank.powered
