"""The model's wire side: power, control bytes, commands, and what acts between RAM and glass."""

import pytest
from PIL import Image, ImageChops

from panel_pictures import noise, packed, same
from panel_wire import UPRIGHT, commands, data, marks, showing
from servida_host.ssd1306 import Ssd1306
from servida_host.ssd1306_commands import UnknownCommand


@pytest.fixture
def blank() -> Ssd1306:
    """Upright, dark, horizontal addressing, pointer at the start."""
    return showing(bytes(1024))


# Power


def test_after_power_on_the_panel_is_dark_and_says_so() -> None:
    panel = Ssd1306()
    assert (panel.on, panel.powered, panel.contrast) == (False, False, 0x7F)
    assert panel.image.getbbox() is None
    assert panel.read(2) == b"\x40\x40"


def test_switched_on_without_ever_enabling_the_pump_it_stays_dark() -> None:
    panel = Ssd1306()
    panel.write(commands(0xAF, 0xA5))
    assert (panel.on, panel.powered) == (True, False)
    assert panel.image.getbbox() is None


def test_the_reset_values_are_those_of_the_data_sheet() -> None:
    told, untold = Ssd1306(), Ssd1306()
    told.write(commands(0x20, 0x02, 0x21, 0, 127, 0x22, 0, 7, 0xB0, 0x00, 0x10, 0x40, 0x81, 0x7F, 0xA0, 0xA4, 0xA6))
    told.write(commands(0xA8, 63, 0xC0, 0xD3, 0, 0xDA, 0x12, 0xD6, 0, 0x8D, 0x10, 0xAE, 0x2E))
    for panel in (told, untold):
        assert (panel.on, panel.powered, panel.scrolling, panel.contrast) == (False, False, False, 0x7F)
        panel.write(data(b"\x81" * 127 + b"\x42\x18"))  # more than a row, to see where it goes on
        panel.write(commands(0x20, 0x01, 0xB7, 0x05))
        panel.write(data(b"\x3c\x99"))
        panel.write(commands(0x8D, 0x14, 0xAF))
    assert same(told.image, untold.image)


def test_without_the_charge_pump_nothing_is_seen(blank: Ssd1306) -> None:
    blank.write(commands(0xA5))
    blank.write(commands(0x8D, 0x10))
    assert (blank.on, blank.powered) == (True, False)
    assert blank.image.getbbox() is None
    blank.write(commands(0x8D, 0x14))
    assert (blank.on, blank.powered) == (True, True)
    assert blank.image.getbbox() == (0, 0, 128, 64)


def test_off_hides_and_keeps_the_picture() -> None:
    panel = showing(packed(noise()))
    panel.write(commands(0xAE))
    assert (panel.on, panel.powered, panel.read(1)) == (False, False, b"\x40")
    assert panel.image.getbbox() is None
    panel.write(commands(0xAF))
    assert (panel.on, panel.powered, panel.read(1)) == (True, True, b"\x00")
    assert same(panel.image, noise())


def test_the_ram_wakes_up_with_the_same_noise() -> None:
    one, other = Ssd1306(), Ssd1306()
    for panel in (one, other):
        panel.write(commands(*UPRIGHT))
    assert same(one.image, other.image)
    lit = one.image.convert("L").histogram()[255]
    assert 3000 < lit < 5200


def test_power_off_and_on_forgets_everything() -> None:
    panel = showing(packed(noise()))
    panel.write(commands(0x81, 0x10, 0x45, 0xA7, 0xD3, 0x05, 0x21, 0x03))  # half a command at the end
    panel.reset()
    panel.write(commands(*UPRIGHT))
    fresh = Ssd1306()
    fresh.write(commands(*UPRIGHT))
    assert same(panel.image, fresh.image)
    assert panel.contrast == 0x7F


# Control bytes and commands


def test_one_transaction_may_mix_commands_and_data(blank: Ssd1306) -> None:
    blank.write(bytes([0x80, 0x21, 0x80, 0x05, 0x80, 0x7F, 0xC0, 0x11, 0x80, 0xE3, 0xC0, 0x22, 0x40, 0x33, 0x44]))
    assert marks(blank) == {(5, 0): 0x11, (6, 0): 0x22, (7, 0): 0x33, (8, 0): 0x44}


def test_a_control_byte_alone_and_nothing_at_all_do_nothing(blank: Ssd1306) -> None:
    for payload in (b"", b"\x00", b"\x40", b"\x80", b"\xc0"):
        blank.write(payload)
    assert marks(blank) == {}


def test_half_a_command_waits_for_the_next_transaction(blank: Ssd1306) -> None:
    for byte in (0x21, 0x05, 0x7F):
        blank.write(bytes([0x80, byte]))
    blank.write(commands(0x81))
    blank.write(data(b"\x11"))
    blank.write(commands(0x33))
    assert marks(blank) == {(5, 0): 0x11}
    assert blank.contrast == 0x33


@pytest.mark.parametrize("control", [0x01, 0x20, 0x41, 0xBF])
def test_a_control_byte_has_six_zeros(blank: Ssd1306, control: int) -> None:
    with pytest.raises(UnknownCommand, match=f"control byte {control:#04x}"):
        blank.write(bytes([control, 0xE3]))


KNOWN = {
    *(*range(0x28), 0x29, 0x2A, 0x2E, 0x2F, *range(0x40, 0x80), 0x81, 0x8D),
    *(0xA0, 0xA1, *range(0xA3, 0xA9), 0xAD, 0xAE, 0xAF, *range(0xB0, 0xB8), 0xC0, 0xC8),
    *(0xD3, 0xD5, 0xD6, 0xD9, 0xDA, 0xDB, 0xE3),
} - {0x24, 0x25}


@pytest.mark.parametrize("byte", sorted(set(range(256)) - KNOWN))
def test_an_unknown_command_is_named(blank: Ssd1306, byte: int) -> None:
    with pytest.raises(UnknownCommand, match=f"no command {byte:#04x}"):
        blank.write(commands(byte))


@pytest.mark.parametrize(("command", "argument"), [(0x20, 0x03), (0x20, 0xFF), (0xA8, 0x00), (0xA8, 14), (0xA8, 0xCE)])
def test_an_invalid_entry_is_named(blank: Ssd1306, command: int, argument: int) -> None:
    with pytest.raises(UnknownCommand, match=f"{command:#04x} .* {argument:#04x}"):
        blank.write(commands(command, argument))


@pytest.mark.parametrize(
    "stream",
    [
        (0x23, 0x3F),
        (0x26, 0x00, 0x00, 0x07, 0x07, 0x00, 0xFF),
        (0x27, 0x00, 0x00, 0x07, 0x07, 0x00, 0xFF),
        (0x29, 0x00, 0x00, 0x07, 0x07, 0x01),
        (0x2A, 0x00, 0x00, 0x07, 0x07, 0x01),
        (0xA3, 0x00, 0x40),
        (0xAD, 0x30),
        (0xD5, 0x80),
        (0xD9, 0xF1),
        (0xDB, 0x40),
        (0xE3,),
    ],
)
def test_what_a_still_picture_does_not_show_takes_its_arguments(stream: tuple[int, ...]) -> None:
    panel = showing(packed(noise()))
    panel.write(commands(*stream, 0x81, 0x55))
    assert panel.contrast == 0x55  # neither an argument too few nor one too many
    assert same(panel.image, noise())


def test_scrolling_is_told_and_not_shown() -> None:
    panel = showing(packed(noise()))
    panel.write(commands(0x27, 0, 0, 7, 7, 0, 0xFF, 0x2F))
    assert panel.scrolling
    assert same(panel.image, noise())
    panel.write(commands(0x2E))
    assert not panel.scrolling


@pytest.mark.parametrize("contrast", [0x00, 0x2F, 0xFF])
def test_contrast_is_a_register(blank: Ssd1306, contrast: int) -> None:
    blank.write(commands(0x81, contrast))
    assert blank.contrast == contrast


# Between RAM and glass


def test_inversion_acts_at_once_and_is_undone() -> None:
    panel = showing(packed(noise()))
    panel.write(commands(0xA7))
    assert same(panel.image, ImageChops.invert(noise()))
    panel.write(commands(0xA6))
    assert same(panel.image, noise())


@pytest.mark.parametrize("inversion", [0xA6, 0xA7])
def test_all_lit_ignores_the_ram_and_keeps_it(inversion: int) -> None:
    panel = showing(packed(noise()))
    panel.write(commands(inversion, 0xA5))
    assert same(panel.image, Image.new("1", (128, 64), 255))
    panel.write(commands(0xA4, 0xA6))
    assert same(panel.image, noise())


def test_column_remap_leaves_what_is_written_alone() -> None:
    panel = showing(packed(noise()))
    panel.write(commands(0xA0))
    assert same(panel.image, noise())
    panel.write(data(packed(noise())))
    assert same(panel.image, noise().transpose(Image.Transpose.FLIP_LEFT_RIGHT))


def test_scan_direction_turns_the_picture_at_once() -> None:
    panel = showing(packed(noise()))
    panel.write(commands(0xC0))
    assert same(panel.image, noise().transpose(Image.Transpose.FLIP_TOP_BOTTOM))


def test_every_image_is_a_new_one(blank: Ssd1306) -> None:
    blank.image.putpixel((0, 0), 255)
    assert blank.image.getbbox() is None
