"""A machine that is no Pi: one line says what is missing."""

from __future__ import annotations

import sys
import warnings
from types import SimpleNamespace
from typing import TYPE_CHECKING

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from servida.device.errors import DeviceError
from servida.device.machine import open_bus, open_pins

if TYPE_CHECKING:
    from pathlib import Path


def test_no_bus(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"no I2C bus: .*/i2c-1 is missing"):
        open_bus(tmp_path)


@pytest.fixture
def node(tmp_path: Path) -> Path:
    (tmp_path / "i2c-1").write_text("")
    return tmp_path


def test_blinka_that_knows_no_such_board(node: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "board", SimpleNamespace())
    with pytest.raises(DeviceError, match="can't be used"):
        open_bus(node)


def test_bus_of_the_boards_pins(node: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "board", SimpleNamespace(SCL=3, SDA=2))
    monkeypatch.setitem(sys.modules, "busio", SimpleNamespace(I2C=lambda scl, sda: ("bus", scl, sda)))
    assert open_bus(node) == ("bus", 3, 2)


@pytest.fixture
def no_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)


@pytest.mark.usefixtures("no_factory")
def test_no_pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setitem(sys.modules, "gpiod", None)
    monkeypatch.delitem(sys.modules, "servida.device.gpiod_pins", raising=False)
    with pytest.raises(DeviceError, match="no GPIO pins"):
        open_pins(tmp_path)


@pytest.mark.usefixtures("no_factory")
def test_pins_of_the_character_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gpiod", reason="the character device is Linux's")
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setenv("GPIOZERO_GPIOD_CHIP", str(tmp_path / "chip"))
    with pytest.raises(DeviceError, match=r"no GPIO pins: GPIO chip .*/chip: can't be opened"):
        open_pins(tmp_path)


@pytest.mark.usefixtures("no_factory")
def test_pins_without_gpiod(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setitem(sys.modules, "gpiod", None)
    for module in ("gpiod_pins", "gpiod_chips", "gpiod_edges"):
        monkeypatch.delitem(sys.modules, f"servida.device.{module}", raising=False)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", MockFactory)
    factory = open_pins(tmp_path)
    assert isinstance(factory, MockFactory)
    assert capsys.readouterr().err == "servida: no gpiod: pins by MockFactory instead\n"
    factory.close()


@pytest.mark.usefixtures("no_factory")
def test_pins_of_gpiozeros_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("LG_WD", "elsewhere")
    factory = open_pins(tmp_path)
    assert isinstance(factory, MockFactory)
    factory.close()


@pytest.mark.usefixtures("no_factory")
def test_pins_that_gpiozero_falls_back_to_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall_back() -> None:
        warnings.warn("falling back from lgpio", gpiozero.PinFactoryFallback, stacklevel=1)

    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    monkeypatch.setattr(gpiozero.Device, "ensure_pin_factory", fall_back)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(DeviceError, match="no GPIO pins: falling back from lgpio"):
            open_pins(tmp_path)
