"""The switch and the farewell: what is left for systemd, and what a panel shows that gets it later."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from servida.board import HEIGHT, I2C_ADDRESS, WIDTH
from servida.device import farewell
from servida.device.display import Display, chip_named
from servida.device.errors import DeviceError
from servida.device.power import WISH, Switch
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.sh1106 import Sh1106
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from pathlib import Path


def picture() -> Image.Image:
    image = Image.new("1", (WIDTH, HEIGHT))
    image.paste(1, (3, 5, 40, 60))
    return image


def display_of(panel: Ssd1306 | Sh1106, chip: str = "ssd1306", address: int = I2C_ADDRESS) -> Display:
    bus = FakeI2C(VirtualClock())
    bus.attach(address, panel)
    return Display(bus, width=WIDTH, height=HEIGHT, address=address, now=0.0, chip=chip_named(chip))


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_a_lit_panel_that_gets_the_farewell_later_shows_it(chip: str, tmp_path: Path) -> None:
    panel = Ssd1306() if chip == "ssd1306" else Sh1106()
    display = display_of(panel, chip, 0x3D)
    display.show(Image.new("1", (WIDTH, HEIGHT), 1), 0.0)
    assert not Switch(display, {"RUNTIME_DIRECTORY": str(tmp_path)}).off(picture())
    assert (tmp_path / WISH).exists()
    assert panel.image.getpixel((100, 10))
    # What the panel shows until then is not what it showed when the farewell was left.
    display.show(Image.new("1", (WIDTH, HEIGHT)), 1.0)
    display.show(Image.new("1", (WIDTH, HEIGHT), 1), 2.0)
    display.show(Image.effect_noise((WIDTH, HEIGHT), 99).convert("1"), 3.0)
    bus, address, *payloads = (tmp_path / farewell.FILE).read_text(encoding="ascii").splitlines()
    assert (bus, address) == ("/dev/i2c-1", str(0x3D))
    for payload in payloads:
        panel.write(bytes.fromhex(payload))
    assert panel.image.tobytes() == picture().tobytes()


def test_the_farewell_is_written_to_its_bus_and_address(tmp_path: Path) -> None:
    bus, asked = tmp_path / "bus", []
    bus.touch()
    farewell.leave(tmp_path, bus, 0x3D, [b"\x00\x21", b"\x40\xff"])
    farewell.say(tmp_path, lambda wire, request, address: asked.append((os.fstat(wire).st_ino, request, address)))
    assert asked == [(bus.stat().st_ino, farewell.I2C_SLAVE, 0x3D)]
    assert bus.read_bytes() == b"\x00\x21\x40\xff"


@pytest.mark.parametrize("end", ["poweroff", "halt"])
def test_a_bus_that_is_gone_is_said_at_the_end(end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    farewell.leave(tmp_path, tmp_path / "bus", 0x3D, [])
    assert farewell.main([end], tmp_path) == 1
    assert "farewell" in capsys.readouterr().err


def test_the_module_runs_by_itself_as_systemd_runs_it() -> None:
    # There is no console's farewell on this machine, so there is nothing to be said.
    ran = subprocess.run([sys.executable, "-I", "-m", "servida.device.farewell", "reboot"], check=False)
    assert ran.returncode == 0


def test_a_computer_that_comes_back_or_was_switched_off_by_others_says_nothing(tmp_path: Path) -> None:
    assert farewell.main(["poweroff"], tmp_path) == 0
    farewell.leave(tmp_path, tmp_path / "bus", 0x3D, [])
    assert farewell.main(["reboot"], tmp_path) == 0
    assert farewell.main([], tmp_path) == 0


def test_a_folder_that_takes_no_wish_is_named(tmp_path: Path) -> None:
    switch = Switch(display_of(Ssd1306()), {"RUNTIME_DIRECTORY": f"{tmp_path / 'missing'}:{tmp_path}"})
    with pytest.raises(DeviceError, match=r"switching off: .*/missing: No such file or directory; expected a folder"):
        switch.off(picture())


def test_without_a_folder_of_its_own_it_asks_systemd() -> None:
    display = display_of(Ssd1306())
    assert not Switch(display, {}, command=("true",)).off(picture())
    for command in (("false",), ("servida-no-such-command",)):
        with pytest.raises(DeviceError, match=f"switching off: {command[0]} failed"):
            Switch(display, {}, command=command).off(picture())


def test_payloads_of_a_picture_that_does_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\(64, 64\) pixels doesn't fit"):
        display_of(Ssd1306()).payloads(Image.new("1", (64, 64)))
