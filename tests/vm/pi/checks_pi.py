"""What is checked in QEMU's Raspberry Pi, whose devices the kernel's own drivers serve: told as lines ``ROW`` in JSON.

Nothing can be pressed there: QEMU's GPIO has outputs only.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 300.0
"""Seconds that a console may take until it is ready, on an emulated processor beside others."""

WATCHED = 30
"""Seconds of the shipped unit's watchdog."""

ROLLS = 40


def expect(holds: object, seen: str) -> None:
    """Raise ``AssertionError`` with what was seen unless it holds."""
    if not holds:
        raise AssertionError(seen)


def text(path: str) -> str:
    """Return a file of the kernel's."""
    return Path(path).read_bytes().decode(errors="replace").strip("\0\n ")


def drivers() -> str:
    """The board is the Zero 2 W, and the kernel's own drivers serve its bus and its generator."""
    model = text("/proc/device-tree/model")
    bus = text("/sys/class/i2c-adapter/i2c-1/name")
    driver = Path("/sys/class/i2c-adapter/i2c-1/device/driver").resolve().name
    behind = text("/sys/class/misc/hw_random/rng_current")
    seen = f"{model}; /dev/i2c-1 is {bus} by {driver}; /dev/hwrng is {behind}; Linux {os.uname().release}"
    expect("Zero 2 W" in model and driver == "i2c-bcm2835" and "rng" in behind and Path("/dev/i2c-1").exists(), seen)
    return seen


def dice() -> str:
    """The console's own dice come from the hardware generator, and its health tests pass."""
    from servida.device.entropy import Dice, HwRng, KernelRng
    from servida.device.pool import Pool

    pool = Pool(HwRng(deadline=None))
    try:
        began = time.monotonic()
        while True:
            try:
                pool.read(1)
            except TimeoutError:
                expect(time.monotonic() < began + PATIENCE, "no tested byte")
                continue
            break
        tested = time.monotonic() - began
        thrown = Dice(pool, KernelRng())
        rolls = [thrown.roll(5) for _ in range(ROLLS)]
        expect(
            not any(roll.substitute for roll in rolls), f"{sum(roll.substitute for roll in rolls)} by the substitute"
        )
        expect({roll.source for roll in rolls} == {"hwrng"}, str(rolls))
        expect(pool.failure is None, str(pool.failure))
    finally:
        pool.close()
    faces = {face for roll in rolls for face in roll.faces}
    return f"{ROLLS} rolls of 5, all from /dev/hwrng; faces {sorted(faces)}; start-up tests passed after {tested:.1f} s"


def pins() -> str:
    """Our factory finds the header's chip by its label and gets six inputs with a pull-up and edges."""
    import gpiozero

    from servida.board import BUTTON_PINS
    from servida.device.gpiod_chips import find_chip
    from servida.device.gpiod_pins import GpiodFactory

    path = find_chip()
    label = text(f"/sys/bus/gpio/devices/{Path(path).name}/of_node/compatible").split("\0")[0]
    with GpiodFactory() as factory:
        buttons = [gpiozero.DigitalInputDevice(pin, pull_up=True, pin_factory=factory) for pin in BUTTON_PINS.values()]
        for button in buttons:
            button.pin.when_changed = lambda *_: None
        levels = {button.pin.info.name: button.pin.state for button in buttons}
        for button in buttons:
            button.close()
    return f"{path} ({label}) by its label; six inputs with pull-up and edges; the emulated levels are {levels}"


def console() -> str:
    """The console starts, tells systemd's socket that it is ready and lives on; a missing panel it names."""
    port = "/run/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(port)
        named = {"NOTIFY_SOCKET": port, "WATCHDOG_USEC": str(WATCHED * 1_000_000)}
        with subprocess.Popen(
            [sys.executable, "-m", "servida", "console"], stderr=subprocess.PIPE, env={**os.environ, **named}
        ) as process:
            assert process.stderr is not None
            try:
                began = time.monotonic()
                heard = [_heard(notified, process, PATIENCE)]
                ready = time.monotonic() - began
                # Twice more: it isn't only ready, it goes on.
                heard += [_heard(notified, process, WATCHED) for _ in range(2)]
                expect(process.poll() is None, f"it ended with {process.returncode}")
            finally:
                process.send_signal(signal.SIGTERM)
                said = process.stderr.read().decode().strip()
    status = process.returncode
    seen = f"stderr: {said}; ready after {ready:.0f} s; told {heard}; SIGTERM: exit status {status}"
    expect("READY=1" in heard[0] and any("WATCHDOG=1" in each for each in heard) and status == 0, seen)
    expect(("panel" in said) is not PANEL, seen)
    return seen


def _heard(notified: socket.socket, process: subprocess.Popen[bytes], patience: float) -> str:
    until = time.monotonic() + patience
    while not select.select([notified], [], [], 0.5)[0]:
        expect(process.poll() is None, f"it ended with {process.returncode}")
        expect(time.monotonic() < until, f"nothing heard for {patience} s")
    return notified.recv(4096).decode().replace("\n", " ")


PANEL = "servida_panel" in text("/proc/cmdline")
"""Whether QEMU was started with something on the bus where the panel is."""


def main() -> None:
    """Do the checks and tell each."""
    checks: dict[str, Callable[[], str]] = {
        "Debian's drivers serve the board's devices": drivers,
        "dice from the emulated board's own generator": dice,
        "our pin factory on the board's own chip": pins,
        "panel missing at the start: said, and the console lives on": console,
    }
    if PANEL:
        checks = {"with something on the bus: the console starts and complains of nothing": console}
    for name, act in checks.items():
        began = time.monotonic()
        try:
            row: dict[str, object] = {"name": name, "holds": True, "seen": act()}
        except Exception as error:  # noqa: BLE001  told outside
            where = traceback.extract_tb(error.__traceback__)[-1]
            row = {"name": name, "holds": False, "seen": f"{error!r} at {where.filename}:{where.lineno}"}
        row["seconds"] = time.monotonic() - began
        print(f"ROW {json.dumps(row)}", flush=True)  # noqa: T201  the serial line


main()
