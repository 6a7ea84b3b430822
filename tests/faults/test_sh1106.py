"""The SH1106: its model, which refuses what is not its, and a console that knows it has one."""

from __future__ import annotations

import pytest
from adafruit_ssd1306 import SSD1306_I2C
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from match_sheets import SHEETS
from panel_pictures import noise, packed, same
from servida.config import Config, Loaded
from servida.device.display import Display
from servida.device.sh1106 import SH1106, payloads
from servida.device.windows import Window
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.console_rig import ConsoleRig
from servida_host.play import play
from servida_host.script import parse
from servida_host.sh1106 import COLUMNS, LEFT, PAGES, Sh1106
from servida_host.ssd1306_commands import UnknownCommand

ADDRESS = 0x3C
HAS_SH1106 = Loaded(Config(panel="sh1106"))
UPRIGHT = (0xA1, 0xC8, 0xAF)


def lit(*commands: int, picture: Image.Image | None = None) -> Sh1106:
    """A panel that got these commands after a picture was written page by page."""
    panel = Sh1106()
    rows = packed(picture or noise())
    for page in range(PAGES):
        panel.write(bytes((0x00, 0xB0 | page, LEFT, 0x10)))
        panel.write(b"\x40" + rows[128 * page : 128 * page + 128])
    panel.write(bytes((0x00, *commands)))
    return panel


def test_a_picture_written_from_column_two_stands_upright() -> None:
    assert same(lit(*UPRIGHT).image, noise())


def test_one_written_from_column_zero_is_shifted_by_two() -> None:
    panel = lit(*UPRIGHT)
    for page in range(PAGES):
        panel.write(bytes((0x00, 0xB0 | page, 0x00, 0x10)))
        panel.write(b"\x40" + packed(noise(seed=1))[128 * page : 128 * page + 128])
    shown = panel.image.crop((0, 0, 126, 64))
    assert same(shown, noise(seed=1).crop((2, 0, 128, 64)))


def test_it_is_dark_until_it_is_on_and_when_its_converter_is_off() -> None:
    assert lit(0xA1, 0xC8).image.getbbox() is None
    assert lit(0xAD, 0x8A, *UPRIGHT).image.getbbox() is None
    assert not lit(0xAD, 0x8A, *UPRIGHT).powered
    assert lit(0xAD, 0x8A, 0xAD, 0x8B, *UPRIGHT).powered


@pytest.mark.parametrize(
    ("commands", "turned"),
    [
        ((0xA0, 0xC8, 0xAF), Image.Transpose.FLIP_LEFT_RIGHT),
        ((0xA1, 0xC0, 0xAF), Image.Transpose.FLIP_TOP_BOTTOM),
        ((0xAF,), Image.Transpose.ROTATE_180),
    ],
)
def test_directions_turn_the_picture(commands: tuple[int, ...], turned: Image.Transpose) -> None:
    assert same(lit(*commands).image, noise().transpose(turned))


def test_it_inverts_lights_up_and_scrolls() -> None:
    plain = packed(noise())
    assert packed(lit(*UPRIGHT, 0xA7).image) == bytes(255 - byte for byte in plain)
    assert packed(lit(*UPRIGHT, 0xA5).image) == b"\xff" * 1024
    assert packed(lit(*UPRIGHT, 0x48).image) == plain[128:] + plain[:128]
    assert packed(lit(*UPRIGHT, 0xD3, 0x08).image) == plain[128:] + plain[:128]
    assert packed(lit(*UPRIGHT, 0xA8, 0x1F).image)[:512] != plain[:512]
    assert not same(lit(*UPRIGHT, 0xDA, 0x02).image, noise())


@pytest.mark.parametrize("unknown", [0x20, 0x21, 0x22, 0x26, 0x2E, 0x2F, 0x34, 0x8D, 0xA2, 0xA3, 0xB8, 0xD6, 0xFF])
def test_what_is_no_command_of_its_raises(unknown: int) -> None:
    with pytest.raises(UnknownCommand, match=f"the SH1106 has no command {unknown:#04x}"):
        lit(unknown)


def test_the_converter_is_switched_by_two_bytes_only_and_while_the_display_is_off() -> None:
    with pytest.raises(UnknownCommand, match="command 0xad has no argument 0x14"):
        lit(0xAD, 0x14)
    with pytest.raises(UnknownCommand, match="command 0xad while the display is on"):
        lit(0xAF, 0xAD, 0x8B)


def test_half_a_command_waits_and_a_reset_forgets_it() -> None:
    panel = lit(0x81)
    panel.write(b"\x00\x17")
    assert panel.contrast == 0x17
    panel.write(b"\x00\x81")
    panel.reset()
    panel.write(b"\x00\xaf")
    assert (panel.contrast, panel.on, panel.read(2)) == (0x80, True, b"\x00\x00")
    assert Sh1106().read(1) == b"\x40"


def test_the_pointer_stays_at_the_end_of_its_page() -> None:
    panel = lit(*UPRIGHT, picture=Image.new("1", (128, 64)))
    panel.write(bytes((0x00, 0xB0, 0x01, 0x18)))
    panel.write(b"\x40" + b"\xff" * 200)
    assert panel.image.getbbox() == (127, 0, 128, 8)
    panel.write(b"\x40\xff")
    assert panel.image.getbbox() == (127, 0, 128, 8)


def test_a_driver_for_the_ssd1306_is_refused() -> None:
    bus = FakeI2C(VirtualClock())
    bus.attach(ADDRESS, Sh1106())
    with pytest.raises(UnknownCommand, match="0x20"):
        SSD1306_I2C(128, 64, bus)


def display(bus: FakeI2C, now: float = 0.0) -> Display:
    return Display(bus, width=128, height=64, address=ADDRESS, now=now, chip=SH1106)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_the_display_shows_on_it_what_it_is_told(seeds: list[int]) -> None:
    panel, bus = Sh1106(), FakeI2C(VirtualClock())
    bus.attach(ADDRESS, panel)
    wanted = display(bus)
    for now, seed in enumerate(seeds):
        picture = noise()
        picture.paste(noise(24, 24, seed), (30 * seed, 9 * seed))
        assert wanted.show(picture, now)
        assert same(panel.image, picture)


def test_the_display_lights_it_again_when_it_comes_back() -> None:
    panel, bus = Sh1106(), FakeI2C(VirtualClock())
    wanted = display(bus)
    assert not wanted.show(noise(), 0.0)
    bus.attach(ADDRESS, panel)
    assert wanted.retry(1.0)
    assert same(panel.image, noise())
    panel.reset()
    wanted.set_light(60, on=True, now=5.0)
    assert same(panel.image, noise())
    assert panel.contrast == 60
    wanted.set_light(60, on=False, now=6.0)
    assert not panel.on


@given(st.data())
def test_a_window_is_written_page_by_page(data: st.DataObject) -> None:
    columns = sorted((data.draw(st.integers(0, 127)), data.draw(st.integers(0, 127))))
    pages = sorted((data.draw(st.integers(0, 7)), data.draw(st.integers(0, 7))))
    window = Window(columns[0], columns[1], pages[0], pages[1])
    panel, picture = lit(*UPRIGHT, picture=Image.new("1", (128, 64))), packed(noise())
    for payload in payloads(window, picture, 128):
        panel.write(payload)
    inside = [columns[0] <= at % 128 <= columns[1] and pages[0] <= at // 128 <= pages[1] for at in range(len(picture))]
    assert packed(panel.image) == bytes(byte if is_in else 0 for byte, is_in in zip(picture, inside, strict=True))
    assert COLUMNS == 132


@pytest.mark.parametrize("name", ["solitaire", "panel"])
def test_a_match_is_played_on_it(name: str) -> None:
    options = dict(zip(SHEETS[name].options[::2], SHEETS[name].options[1::2], strict=True))
    with ConsoleRig(players=tuple(options["--players"].split(",")), configured=HAS_SH1106) as rig:
        for step in parse(SHEETS[name].text, name):
            assert play(rig, [step], lambda _name, _image: None) is None
            if rig.panel.powered and rig.console is not None and rig.plugged:
                assert same(rig.frame(), rig.console.canvas.image)
