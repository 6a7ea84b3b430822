"""The console in real time, with a clock and an alarm of the test's own."""

from __future__ import annotations

import signal
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from gpiozero.pins.mock import MockFactory

from servida import run
from servida.cli import main
from servida.command import UsageError
from servida.device.errors import DeviceError
from servida.device.store import Saved, Store
from servida.ui.settings import Settings
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from collections.abc import Iterator


class Alarm:
    """A ``threading.Event`` that never lets anybody wait, and writes down for how long it was asked to."""

    def __init__(self) -> None:
        self.waits: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout)
        return True

    def clear(self) -> None:
        self.waits.append(-1.0)


class Steps:
    def __init__(self, *answers: float | None) -> None:
        self.answers = list(answers)

    def step(self, now: float) -> float | None:
        assert now == 10.0
        return self.answers.pop(0)


def test_the_loop_sleeps_until_the_next_deadline_or_edge() -> None:
    steps = Steps(12.5, None, 9.0)
    alarm = Alarm()
    run.drive(steps, alarm, lambda: 10.0, lambda: not steps.answers)
    assert alarm.waits == [-1.0, 2.5, -1.0, None, -1.0, 0.0]


def test_where_the_games_are_kept() -> None:
    assert run.state_folder({"STATE_DIRECTORY": "/var/lib/servida:/other"}) == Path("/var/lib/servida")
    assert run.state_folder({}).name == "servida"


def test_a_store_that_cannot_be_read_is_replaced_by_memory_and_said(tmp_path: Path) -> None:
    (tmp_path / "servida.sqlite3").write_bytes(b"no store" * 100)
    store, saved, fault = run.open_store(tmp_path)
    assert saved == Saved()
    assert "can't be opened" in fault
    store.save_settings(Settings())
    store.close()


def test_without_a_bus_it_names_the_simulator(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise DeviceError("no I2C bus")

    monkeypatch.setattr(run, "open_bus", missing)
    assert main(["console"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "servida: no I2C bus; to play on this computer: servida sim\n"


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ssd1306]:
    """A Pi of mock pins and a fake bus whose console is stopped by the first wait."""
    panel = Ssd1306()
    bus = FakeI2C(VirtualClock())
    bus.attach(0x3C, panel)
    factory = MockFactory()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    monkeypatch.setattr(run, "open_bus", lambda: bus)
    monkeypatch.setattr(run, "open_pins", lambda _folder: factory)

    def drive(console: run.Steps, *_: object) -> None:
        console.step(0.0)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(run, "drive", drive)
    yield panel
    factory.close()
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_the_console_lights_the_panel_and_ends_at_sigterm(machine: Ssd1306, tmp_path: Path) -> None:
    assert run.run_console(Namespace(state=tmp_path)) == 0
    assert machine.on
    assert machine.image.getbbox() is not None
    with closing(Store(tmp_path)) as store:
        assert store.load() == Saved()


def test_a_store_that_fails_is_said_in_the_journal(
    machine: Ssd1306, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "servida.sqlite3").write_bytes(b"no store" * 100)
    assert run.run_console(Namespace(state=tmp_path)) == 0
    assert "playing on in memory" in capsys.readouterr().err
    assert machine.on


def test_a_default_folder_is_used_without_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing() -> None:
        raise DeviceError("no I2C bus")

    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(run, "open_bus", missing)
    with pytest.raises(UsageError):
        run.run_console(Namespace(state=None))
