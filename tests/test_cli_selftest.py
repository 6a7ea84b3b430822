"""`servida selftest` on a machine that is no Pi, and over the rig's models."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from gpiozero.pins.mock import MockFactory

from servida import cli_selftest, run
from servida.cli import main
from servida.device import machine
from servida.device.entropy import HwRng
from servida.device.errors import DeviceError
from servida.selftest import panel
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def laptop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a bus, pins, generator or sensors; its folder of games."""

    def no_bus() -> None:
        raise DeviceError("no I2C bus")

    def no_pins(_: Path) -> None:
        raise DeviceError("no GPIO pins")

    monkeypatch.setattr(run, "open_bus", no_bus)
    monkeypatch.setattr(machine, "open_pins", no_pins)
    monkeypatch.setattr("servida.device.entropy.HwRng", lambda **_: HwRng(tmp_path / "hwrng"))
    monkeypatch.setattr(cli_selftest, "SYS", tmp_path / "sys")
    games = tmp_path / "games"
    games.mkdir()
    return games


def test_on_a_laptop_it_says_what_is_not_there_and_how_to_mend_it(
    laptop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["selftest", "--state", str(laptop)]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    rows = [line.split()[:2] for line in out.splitlines() if not line.startswith(" ")]
    failed = ["panel", "buttons", "entropy", "temperature", "throttling"]
    assert [name for name, verdict in rows if verdict == "FAIL"] == failed
    assert [name for name, verdict in rows if verdict == "ok"] == ["storage"]
    assert out.count("to mend it: ") == len(failed)
    assert "no such device: no I2C bus" in out
    assert "no such device: no GPIO pins" in out


def test_one_part_in_json_for_a_program(laptop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", "storage", "--state", str(laptop), "--json"]) == 0
    (part,) = json.loads(capsys.readouterr().out)["parts"]
    assert (part["part"], part["ok"], part["mend"]) == ("storage", True, "")
    assert part["measured"]["free_bytes"] > 0
    assert str(laptop) in part["found"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["screen"], "there is no part 'screen'; there are panel buttons entropy storage computer"),
        (["--seconds", "0"], "argument --seconds: '0': expected a number above 0, up to 3600"),
        (["--seconds", "nan"], "argument --seconds: 'nan': expected a number above 0, up to 3600"),
    ],
)
def test_what_it_can_not_do(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", *arguments]) == 2
    assert capsys.readouterr().err == f"servida: {told}\n"


@pytest.mark.usefixtures("laptop")
def test_panel_and_buttons_of_a_machine_that_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bus, factory = FakeI2C(VirtualClock()), MockFactory()
    bus.attach(0x3D, Ssd1306())
    monkeypatch.setattr(run, "open_bus", lambda: bus)
    monkeypatch.setattr(machine, "open_pins", lambda _: factory)
    monkeypatch.setattr(panel, "SHOWN", 0.0)
    folder = tmp_path / "configured"
    folder.mkdir()
    (folder / "servida.toml").write_text("address = 0x3D\n", encoding="utf-8")
    assert main(["selftest", "panel", "buttons", "--seconds", "0.001", "--state", str(folder)]) == 1
    factory.close()
    out, err = capsys.readouterr()
    assert out.startswith("panel        ok   ")
    assert out.count("no press within 0.001 s") == 6
    assert "press roll" in err
