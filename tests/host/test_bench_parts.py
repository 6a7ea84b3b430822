"""What the figures are made of: watchers, timing, and what is read from the kernel."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from adafruit_bus_device.i2c_device import I2CDevice
from PIL import Image

from servida_host.bench import idle, resting, start, starting
from servida_host.bench.adafruit_panel import AdafruitPanel
from servida_host.bench.resting import RealTime
from servida_host.bench.timing import in_turn
from servida_host.bench.watch import Stopwatch, Witness, bus_with, panel
from servida_host.clock import VirtualClock
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LIT = Image.new("1", (128, 64), 255)
DARK = Image.new("1", (128, 64))


def test_a_witness_keeps_what_each_instant_ended_with_and_no_repetition() -> None:
    glass, clock = panel(), VirtualClock()
    bus = bus_with(glass)
    driver = AdafruitPanel(bus)
    bus.detach(0x3C)
    witness = Witness(glass, clock)
    bus.attach(0x3C, witness)
    for seconds, picture in ((0.0, LIT), (0.0, DARK), (1.0, DARK), (1.0, LIT)):
        clock.advance(seconds)
        driver.show(picture)
    assert [picture.tobytes() for picture in witness.pictures] == [LIT.tobytes()]
    assert witness.read(1) == b"\x00"


def test_a_witness_does_not_count_what_was_there_before() -> None:
    glass, clock = panel(), VirtualClock()
    AdafruitPanel(bus_with(glass))
    witness = Witness(glass, clock)
    witness.write(b"\x00\x21\x00\x7f\x22\x00\x07")
    witness.write(b"\x40" + bytes(1024))
    assert witness.pictures == ()


def test_a_stopwatch_notes_the_last_byte() -> None:
    watch = Stopwatch()
    driver = AdafruitPanel(bus_with(watch))
    before = watch.heard_at
    driver.show(LIT)
    assert watch.heard_at > before > 0
    assert watch.read(2) == b"\x00\x00"


def test_both_sides_take_turns_of_about_the_same_length(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0
    calls: list[str] = []
    monkeypatch.setattr(time, "process_time_ns", lambda: now)

    def act(name: str, nanoseconds: int) -> Callable[[], None]:
        def take() -> None:
            nonlocal now
            now += nanoseconds
            calls.append(name)

        return take

    assert in_turn(act("we", 1000), act("they", 3100), 2) == ((1e-6, 1e-6), (3.1e-6, 3.1e-6))
    assert calls == ["we", "they", *["we", "we", "we", "they"] * 2]
    calls.clear()
    assert in_turn(act("we", 2000), act("they", 1000), 1) == ((2e-6,), (1e-6,))
    assert calls == ["we", "they", "we", "they", "they"]


def test_a_rig_in_real_time_is_called_when_it_wants_to_be() -> None:
    with ConsoleRig(players=("Ana",)) as rig:
        console = RealTime(rig, lambda: 1000.0)
        due = console.step(1000.0)
        assert rig.wake_at is not None
        assert due == rig.wake_at + 1000.0
        frames = rig.frames
        rig.press("roll")
        rig.release("roll")
        console.step(1001.0)
        assert (rig.now, rig.frames > frames) == (1.0, True)
        rig.cut_power()
        assert console.step(1002.0) is None


def test_context_switches_of_all_threads_are_added_up(tmp_path: Path) -> None:
    for thread, counts in ((7, (5, 1)), (8, (100, 20))):
        folder = tmp_path / "7" / "task" / str(thread)
        folder.mkdir(parents=True)
        text = f"Name:\tx\nvoluntary_ctxt_switches:\t{counts[0]}\nnonvoluntary_ctxt_switches:\t{counts[1]}\n"
        (folder / "status").write_text(text, encoding="ascii")
    assert idle.switches(7, tmp_path) == 126
    assert idle.switches(8, tmp_path) == 0
    assert idle.switches(os.getpid()) > 0


def test_peak_memory_and_processor_time_are_the_kernels(tmp_path: Path) -> None:
    folder = tmp_path / "7"
    folder.mkdir()
    (folder / "status").write_text("VmPeak:\t  9000 kB\nVmHWM:\t    30 kB\n", encoding="ascii")
    fields = " ".join(map(str, range(3, 30)))
    (folder / "stat").write_text(f"7 (py (x) 1) {fields}\n", encoding="ascii")
    assert start.peak_memory(7, tmp_path) == 30 * 1024
    assert start.ticks(7, tmp_path) == 14 + 15
    assert start.peak_memory(os.getpid()) > 2**20


def test_a_process_that_ends_instead_of_starting_is_named() -> None:
    with pytest.raises(idle.DidNotStart, match="before its first frame"):
        start.started(("-c", "raise SystemExit(3)"))
    with (
        pytest.raises(idle.DidNotStart, match="nobody ended with status 1 before it was ready"),
        idle.process("nobody"),
    ):
        pass


def test_the_buttons_process_is_ready_and_ended() -> None:
    with idle.process(resting.BUTTONS) as pid:
        assert idle.switches(pid) > 0
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def write(bus: starting.Bus, *payloads: bytes) -> None:
    device = I2CDevice(bus, 0x3C)
    for payload in payloads:
        with device:
            device.write(b"_" + payload + b"_", start=1, end=len(payload) + 1)


def test_the_first_frame_ends_when_the_game_shows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter((10, 20, 30))
    monkeypatch.setattr(time, "monotonic_ns", lambda: next(moments))
    monkeypatch.delitem(sys.modules, starting.GAME, raising=False)
    bus = starting.Bus()
    write(bus, b"\x00\xaf", b"\x40" + bytes(1024), b"\x40\x00\x01", b"\x00\xaf", b"\x40\x00")
    assert capsys.readouterr().out == ""
    monkeypatch.setitem(sys.modules, starting.GAME, starting)
    write(bus, b"\x00\xaf", b"\x40\x00", b"\x40\xff")
    assert capsys.readouterr().out == "20 30\n"


def test_a_console_that_shows_nothing_while_it_loads_has_one_first_frame(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "monotonic_ns", lambda: 10)
    monkeypatch.setitem(sys.modules, starting.GAME, starting)
    bus = starting.Bus()
    write(bus, b"\x40" + bytes(1024), b"\x40\x80")
    assert capsys.readouterr().out == "10 10\n"


def test_the_panel_that_starts_says_that_it_is_on() -> None:
    status = bytearray(b"\xff\xff")
    with I2CDevice(starting.Bus(), 0x3C) as device:
        device.readinto(status, end=1)
    assert status == b"\x00\xff"


def test_what_starts_is_loaded_without_anything_of_the_host() -> None:
    """It would be part of what is measured."""
    code = f"import runpy, sys; runpy.run_path({starting.__file__!r}, run_name='started')"
    code += "; print(sorted(name for name in sys.modules if name.startswith('servida_host')))"
    told = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "[]\n"
