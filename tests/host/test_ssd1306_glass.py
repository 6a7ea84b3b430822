"""The model's glass side against the data sheet's tables, and the wiring of modules."""

import pytest
from PIL import Image

from panel_pictures import noise, packed, same
from servida_host.ssd1306 import Ssd1306

NUMBERED = bytes(
    sum(((8 * page + bit + 1) >> column & 1) << bit for bit in range(8)) if column < 7 else 0
    for page in range(8)
    for column in range(128)
)
"""A RAM in which every row spells its number plus 1 in its first seven pixels."""


def rows_shown(*commands: int) -> list[int | None]:
    """Which RAM row each row of a 128 × 64 module shows after these commands; None for a dark one."""
    panel = Ssd1306()
    panel.write(bytes([0x00, 0x8D, 0x14, 0xA1, 0xAF, 0x20, 0x00]))
    panel.write(b"\x40" + NUMBERED)
    panel.write(bytes([0x00, *commands]))
    image = panel.image
    numbers = [sum(bool(image.getpixel((x, y))) << x for x in range(7)) for y in range(64)]
    return [number - 1 if number else None for number in numbers]


# With DAh 12h a usual module has the scan's first position, "COM0" in tables 10-1 and 10-2, at its lower edge.
COMS = (0, 7, 8, 47, 48, 55, 56, 63)


@pytest.mark.parametrize(
    ("multiplex", "direction", "offset", "start_line", "ram_rows"),
    [
        # Table 10-1, the RAM rows at COM0, 7, 8, 47, 48, 55, 56 and 63
        (64, 0xC0, 0, 0, (0, 7, 8, 47, 48, 55, 56, 63)),
        (64, 0xC0, 8, 0, (8, 15, 16, 55, 56, 63, 0, 7)),
        (64, 0xC0, 0, 8, (8, 15, 16, 55, 56, 63, 0, 7)),
        (56, 0xC0, 0, 0, (0, 7, 8, 47, 48, 55, None, None)),
        (56, 0xC0, 8, 0, (8, 15, 16, 55, None, None, 0, 7)),
        (56, 0xC0, 0, 8, (8, 15, 16, 55, 56, 63, None, None)),
        # Table 10-2
        (64, 0xC8, 0, 0, (63, 56, 55, 16, 15, 8, 7, 0)),
        (64, 0xC8, 8, 0, (7, 0, 63, 24, 23, 16, 15, 8)),
        (64, 0xC8, 0, 8, (7, 0, 63, 24, 23, 16, 15, 8)),
        (48, 0xC8, 0, 0, (47, 40, 39, 0, None, None, None, None)),
        (48, 0xC8, 8, 0, (None, None, 47, 8, 7, 0, None, None)),
        (48, 0xC8, 0, 8, (55, 48, 47, 8, None, None, None, None)),
        (48, 0xC8, 8, 16, (None, None, 63, 24, 23, 16, None, None)),
    ],
)
def test_the_data_sheets_examples(
    multiplex: int, direction: int, offset: int, start_line: int, ram_rows: tuple[int | None, ...]
) -> None:
    shown = rows_shown(0xA8, multiplex - 1, direction, 0xD3, offset, 0x40 + start_line)
    assert tuple(shown[63 - com] for com in COMS) == ram_rows


# Table 10-3: which ROW leaves the chip at which pin, from its figures. The module is wired for condition 7.
SEQUENTIAL = list(range(64))
ALTERNATIVE = [row // 2 + 32 * (row % 2) for row in range(64)]
WIRED = {pin: y for y, pin in enumerate(reversed(ALTERNATIVE))}


@pytest.mark.parametrize(
    ("pins", "direction", "pin_of_row"),
    [
        (0x02, 0xC0, SEQUENTIAL),
        (0x22, 0xC0, SEQUENTIAL[32:] + SEQUENTIAL[:32]),
        (0x02, 0xC8, SEQUENTIAL[::-1]),
        (0x22, 0xC8, SEQUENTIAL[31::-1] + SEQUENTIAL[:31:-1]),
        (0x12, 0xC0, ALTERNATIVE),
        (0x32, 0xC0, [pin ^ 32 for pin in ALTERNATIVE]),
        (0x12, 0xC8, ALTERNATIVE[::-1]),
        (0x32, 0xC8, [pin ^ 32 for pin in ALTERNATIVE[::-1]]),
    ],
)
def test_the_eight_conditions_of_the_com_pins(pins: int, direction: int, pin_of_row: list[int]) -> None:
    shown = rows_shown(0xDA, pins, direction)
    assert [shown[WIRED[pin]] for pin in pin_of_row] == list(range(64))


def test_the_first_and_last_pins_of_condition_7() -> None:
    assert ALTERNATIVE[::-1][:3] == [63, 31, 62]
    assert ALTERNATIVE[::-1][-3:] == [1, 32, 0]


def test_sequential_pins_interlace_the_halves() -> None:
    shown = rows_shown(0xC8, 0xDA, 0xCF)  # 02h and bits that don't matter
    assert shown[::2] == list(range(32))
    assert shown[1::2] == list(range(32, 64))


def test_the_settings_of_a_128x32_module_light_every_other_line() -> None:
    shown = rows_shown(0xC8, 0xDA, 0x02, 0xA8, 31)
    assert shown[::2] == [None] * 32
    assert shown[1::2] == list(range(32))


def test_swapped_sides_exchange_the_lines_of_each_pair() -> None:
    shown = rows_shown(0xC8, 0xDA, 0x32)
    assert shown == [y ^ 1 for y in range(64)]


def test_zoom_shows_each_row_of_the_upper_half_twice() -> None:
    assert rows_shown(0xC8, 0xD6, 0x01) == [y // 2 for y in range(64)]
    assert rows_shown(0xC8, 0xD6, 0x01, 0xD6, 0x00) == list(range(64))


@pytest.mark.parametrize("start_line", range(64))
def test_the_start_line_turns_the_ram_round(start_line: int) -> None:
    assert rows_shown(0xC8, 0x40 + start_line) == [(y + start_line) % 64 for y in range(64)]


@pytest.mark.parametrize("light", [0xA5, 0xA7])
def test_rows_beyond_the_multiplex_ratio_stay_dark(light: int) -> None:
    panel = Ssd1306()
    panel.write(bytes([0x00, 0x8D, 0x14, 0xC8, 0xAF, 0x20, 0x00, 0xA8, 47, light]))
    panel.write(b"\x40" + bytes(1024))
    expected = Image.new("1", (128, 64))
    expected.paste(255, (0, 16, 128, 64))
    assert same(panel.image, expected)


@pytest.mark.parametrize(
    ("width", "height", "pins"),
    [(128, 64, 0x12), (128, 32, 0x02), (96, 16, 0x02), (72, 40, 0x12), (64, 48, 0x12), (64, 32, 0x12), (8, 16, 0x12)],
)
def test_each_module_stands_upright_with_the_settings_of_its_size(width: int, height: int, pins: int) -> None:
    panel = Ssd1306(width, height)
    left = (128 - width) // 2
    window = [0x21, left, left + width - 1, 0x22, 0, height // 8 - 1]
    panel.write(bytes([0x00, 0x8D, 0x14, 0xA1, 0xC8, 0xA8, height - 1, 0xDA, pins, 0xAF, 0x20, 0x00, *window]))
    picture = noise(width, height)
    panel.write(b"\x40" + packed(picture))
    assert same(panel.image, picture)


def test_off_a_module_is_as_large_as_on() -> None:
    assert Ssd1306(64, 32).image.size == (64, 32)


@pytest.mark.parametrize("size", [(0, 64), (129, 64), (130, 64), (127, 64), (128, 15), (128, 65)])
def test_other_sizes_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="{} × {}".format(*size)):
        Ssd1306(*size)
