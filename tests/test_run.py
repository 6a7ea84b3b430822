"""The console in real time, with a clock and an alarm of the test's own."""

from __future__ import annotations

import signal
import threading
import time
from argparse import Namespace
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from gpiozero.pins.mock import MockFactory

from servida import live, run
from servida.board import I2C_ADDRESS
from servida.cli import main
from servida.config import Config
from servida.console import Console
from servida.device.errors import DeviceError
from servida.device.pack import panel_bytes
from servida.device.store import Saved, Store
from servida.device.supervisor import Supervisor
from servida.splash import SPLASH
from servida.ui.parts import BOTTOM
from servida.ui.screens.notice import Notice
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.console_rig import ConsoleRig
from servida_host.sh1106 import Sh1106
from servida_host.ssd1306 import Ssd1306
from tables import begun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PIL import Image


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

    alive = True

    def step(self, now: float) -> float | None:
        assert now == 10.0
        return self.answers.pop(0)


class Watching(Supervisor):
    """A supervisor that wants to hear every 15 s, and writes down what it hears."""

    def __init__(self) -> None:
        super().__init__({"WATCHDOG_USEC": "30000000"})
        self.heard: list[str] = []

    def _tell(self, state: str) -> None:
        self.heard.append(state)


def test_the_loop_sleeps_until_the_next_deadline_or_edge() -> None:
    steps = Steps(12.5, None, 9.0)
    alarm = Alarm()
    run.drive(steps, alarm, lambda: 10.0, lambda: not steps.answers, Supervisor({}))
    assert alarm.waits == [-1.0, 2.5, -1.0, None, -1.0, 0.0]


def test_the_loop_tells_its_supervisor_that_it_lives_and_wakes_for_it() -> None:
    steps = Steps(12.5, None, 100.0)
    alarm, supervisor = Alarm(), Watching()
    run.drive(steps, alarm, lambda: 10.0, lambda: not steps.answers, supervisor)
    assert supervisor.heard == ["READY=1", "WATCHDOG=1"]
    assert alarm.waits == [-1.0, 2.5, -1.0, 15.0, -1.0, 15.0]


def test_the_supervisor_hears_nothing_of_a_console_whose_panel_s_bus_hangs() -> None:
    steps = Steps(None)
    steps.alive = False
    alarm, supervisor = Alarm(), Watching()
    run.drive(steps, alarm, lambda: 10.0, lambda: not steps.answers, supervisor)
    assert supervisor.heard == ["READY=1"]
    assert alarm.waits == [-1.0, 15.0]


def test_a_console_that_is_never_stepped_is_never_ready() -> None:
    supervisor = Watching()
    run.drive(Steps(), Alarm(), lambda: 10.0, lambda: True, supervisor)
    assert supervisor.heard == []


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


@dataclass
class Machine:
    """A Pi of mock pins and a fake bus, whose console is stopped by the first wait; what it was given to be driven."""

    panel: Ssd1306
    bus: FakeI2C
    splash: Image.Image | None = None
    console: Console | None = None
    drive: Callable[[run.Steps], None] = field(default=lambda console: console.step(time.monotonic()))


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    panel = Ssd1306()
    bus = FakeI2C(VirtualClock())
    bus.attach(0x3C, panel)
    factory = MockFactory()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    machine = Machine(panel, bus)
    monkeypatch.setattr(run, "open_bus", lambda: bus)

    def open_pins(_folder: Path) -> MockFactory:
        machine.splash = panel.image
        return factory

    def drive(console: run.Steps, *_: object) -> None:
        assert isinstance(console, Console)
        machine.console = console
        machine.drive(console)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(live, "open_pins", open_pins)
    monkeypatch.setattr(run, "drive", drive)
    yield machine
    factory.close()
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_the_console_lights_the_panel_and_ends_at_sigterm(machine: Machine, tmp_path: Path) -> None:
    assert run.run_console(Namespace(state=tmp_path)) == 0
    assert machine.panel.on
    assert machine.panel.image.getbbox() is not None
    with closing(Store(tmp_path)) as store:
        assert store.load() == Saved()


def test_the_panel_shows_the_splash_before_the_pins_are_opened(machine: Machine, tmp_path: Path) -> None:
    run.run_console(Namespace(state=tmp_path))
    assert machine.splash is not None
    assert panel_bytes(machine.splash) == SPLASH


def test_a_panel_that_is_missing_is_said_in_the_journal_and_the_game_begins(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.bus.detach(0x3C)
    assert run.run_console(Namespace(state=tmp_path)) == 0
    assert capsys.readouterr().err.startswith("servida: panel at 0x3c: ")
    assert machine.console is not None


def test_the_splash_is_the_title_without_its_words(machine: Machine, tmp_path: Path) -> None:
    run.run_console(Namespace(state=tmp_path))
    title = machine.panel.image
    title.paste(0, (0, BOTTOM, 128, 64))
    rows = panel_bytes(title)
    expected = [rows[at : at + 128].hex() for at in range(0, len(rows), 128)]
    assert [SPLASH[at : at + 128].hex() for at in range(0, len(SPLASH), 128)] == expected


def test_it_is_built_as_the_configuration_says_and_shows_what_is_wrong_with_it(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    panel = Sh1106()
    machine.bus.attach(0x3D, panel)
    path = tmp_path / "servida.toml"
    path.write_text('panel = "sh1106"\naddress = 0x3D\nlanguage = "pt"\nclock = 1\n', encoding="utf-8")
    run.run_console(Namespace(state=tmp_path))
    told = f"{path}:4: clock = 1: give a whole number from 10000 to 1000000 Hz"
    assert capsys.readouterr().err == f"servida: {told}\n"
    assert machine.console is not None
    assert machine.console.app.screen == Notice("Servida", (told,))
    assert machine.console.app.settings.language == "pt"
    assert panel.on
    assert panel.image.getbbox() is not None
    assert not machine.panel.on


def test_a_file_on_the_boot_partition_is_read_and_one_that_is_missing_is_said(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "boot" / "servida.toml"
    monkeypatch.setenv("SERVIDA_CONFIG", str(path))
    run.run_console(Namespace(state=tmp_path))
    assert machine.console is not None
    told = f"{path}: No such file or directory; expected a configuration"
    assert machine.console.app.screen == Notice("Servida", (told,))
    path.parent.mkdir()
    path.write_text('language = "pt"\n', encoding="utf-8")
    run.run_console(Namespace(state=tmp_path / "other"))
    assert machine.console.app.settings.language == "pt"
    assert machine.console.app.over == ()


def test_a_file_of_comments_is_not_read_before_the_panel_is_lit(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object) -> None:
        raise AssertionError("the configuration was read")

    (tmp_path / "servida.toml").write_text("# nothing\n", encoding="utf-8")
    monkeypatch.setattr("servida.config.load", read)
    run.run_console(Namespace(state=tmp_path))
    assert machine.panel.on


def test_the_match_that_was_stored_goes_on(machine: Machine, tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        store.save_match(begun(), None)
    run.run_console(Namespace(state=tmp_path))
    assert machine.console is not None
    assert machine.console.app.match == begun()


def test_a_store_that_fails_is_said_in_the_journal_and_on_the_screen(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert run.run_console(Namespace(state=tmp_path / "file")) == 0
    told = capsys.readouterr().err
    assert told.startswith("servida: store ")
    assert machine.console is not None
    assert machine.console.app.fault in told
    assert machine.console.app.fault


def test_without_pins_it_names_the_simulator_and_the_splash_does_not_stay(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_folder: Path) -> None:
        raise DeviceError("no GPIO pins")

    monkeypatch.setattr(live, "open_pins", missing)
    assert main(["console", "--state", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "servida: no GPIO pins; to play on this computer: servida sim\n"
    assert not machine.panel.on


def test_an_error_of_the_bus_thread_ends_the_console(machine: Machine, tmp_path: Path) -> None:
    error = RuntimeError("the bus is used without its lock")
    reached = threading.Event()

    def broken(*_: object, **__: object) -> None:
        reached.set()
        raise error

    def drive(console: run.Steps) -> None:
        vars(machine.bus)["writeto"] = broken
        console.step(time.monotonic())
        assert reached.wait(30.0)
        while True:
            console.step(time.monotonic())

    machine.drive = drive
    with pytest.raises(RuntimeError) as raised:
        run.run_console(Namespace(state=tmp_path))
    assert raised.value is error


def test_an_error_that_ends_another_thread_ends_the_console(machine: Machine, tmp_path: Path) -> None:
    error = OSError("the line has gone")
    before = threading.excepthook

    def read_edges() -> None:
        raise error

    def drive(_: run.Steps) -> None:
        thread = threading.Thread(target=read_edges, name="gpio-edges")
        thread.start()
        thread.join()

    machine.drive = drive
    with pytest.raises(RuntimeError, match="the thread gpio-edges has ended") as raised:
        run.run_console(Namespace(state=tmp_path))
    assert raised.value.__cause__ is error
    assert threading.excepthook is before


def test_such_an_error_stops_the_loop(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stops: list[bool] = []

    def drive(_: run.Steps, alarm: run.Alarm, __: object, stopped: Callable[[], bool], ___: object) -> None:
        thread = threading.Thread(target=lambda: 1 / 0, name="pool")
        thread.start()
        thread.join()
        stops.append(stopped() and alarm.wait(0.0))

    monkeypatch.setattr(run, "drive", drive)
    with pytest.raises(RuntimeError, match="the thread pool has ended"):
        run.run_console(Namespace(state=tmp_path))
    assert stops == [True]
    assert machine.panel.on


def test_a_supervisor_that_does_not_listen_is_named(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.drive = lambda _: Supervisor({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready()
    assert main(["console", "--state", str(tmp_path)]) == 2
    assert f"NOTIFY_SOCKET={tmp_path / 'nobody'}: No such file" in capsys.readouterr().err


def test_a_default_folder_is_used_without_state(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "games"))
    assert run.run_console(Namespace(state=None)) == 0
    assert machine.panel.on
    assert list((tmp_path / "games").iterdir())


def test_without_a_configuration_the_panel_is_the_one_of_an_empty_configuration() -> None:
    assert (Config().panel, Config().address) == (run.USUAL_PANEL, I2C_ADDRESS)


def test_a_console_at_rest_wakes_twice_a_minute_and_in_the_dark_never() -> None:
    with ConsoleRig(players=("Ana", "Beto")) as rig:
        rig.tap("roll")
        began, wakes = rig.now, []
        while rig.wake_at is not None:
            rig.advance_to(rig.wake_at)
            wakes.append(rig.now - began)
        assert rig.screen == "dark"
    minutes = Counter(int(wake // 60) for wake in wakes)
    assert set(minutes.values()) == {2}
