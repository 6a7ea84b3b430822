"""``servida console``: the console on a Raspberry Pi, in real time.

Opens the devices, then calls ``Console.step`` whenever an edge or the console's own deadline says so.  The only module
that owns the real clock.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from servida.board import BUTTON_PINS, HEIGHT, I2C_ADDRESS, WIDTH
from servida.command import UsageError
from servida.console import Console
from servida.device.buttons import Buttons
from servida.device.display import Display
from servida.device.entropy import Dice, HwRng, KernelRng
from servida.device.errors import DeviceError
from servida.device.machine import open_bus, open_pins, power_off
from servida.device.store import Saved, Store
from servida.ui.keypad import Button
from servida.ui.settings import Settings

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping


class Steps(Protocol):
    """What is driven: a console."""

    def step(self, now: float) -> float | None:
        """Do all that is due and return when to be called next."""
        ...


class Alarm(Protocol):
    """What an edge sets and the loop waits for: a ``threading.Event``."""

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is set, or for so many seconds."""
        ...

    def clear(self) -> None:
        """Make it wait again."""
        ...


def drive(console: Steps, alarm: Alarm, clock: Callable[[], float], stopped: Callable[[], bool]) -> None:
    """Step the console at every edge and every deadline until it is stopped; asleep in between."""
    while not stopped():
        alarm.clear()
        wake = console.step(clock())
        alarm.wait(None if wake is None else max(wake - clock(), 0.0))


def state_folder(environment: Mapping[str, str]) -> Path:
    """Return where the games are kept: systemd's state directory, else the user's data folder."""
    if "STATE_DIRECTORY" in environment:
        return Path(environment["STATE_DIRECTORY"].split(":")[0])
    import platformdirs  # noqa: PLC0415  not needed under systemd

    return platformdirs.user_data_path("servida")


def open_store(folder: Path) -> tuple[Store, Saved, str]:
    """Return the store, what it held, and the fault to show when it is one in memory only."""
    try:
        store = Store(folder)
        return store, store.load(), ""
    except DeviceError as error:
        return Store(None), Saved(), str(error)


def run_console(args: Namespace) -> int:
    """Run the console until SIGTERM or Ctrl+C; raises ``UsageError`` on a machine without bus or pins."""
    folder = args.state if args.state is not None else state_folder(os.environ)
    alarm = threading.Event()
    stopping = threading.Event()

    def stop(*_: object) -> None:
        stopping.set()
        alarm.set()

    try:
        bus = open_bus()
        store, saved, fault = open_store(folder)
        pins = open_pins(folder)
        buttons = Buttons({button: BUTTON_PINS[button.value] for button in Button}, pins, alarm.set)
    except DeviceError as error:
        raise UsageError(f"{error}; to play on this computer: servida sim") from error
    if fault:
        print(f"servida: {fault}; playing on in memory", file=sys.stderr)  # noqa: T201  systemd's journal
    now = time.monotonic()
    console = Console(
        saved,
        saved.settings or Settings(),
        buttons=buttons,
        glass=Display(bus, width=WIDTH, height=HEIGHT, address=I2C_ADDRESS, now=now),
        dice=Dice(HwRng(), KernelRng()),
        store=store,
        power_off=power_off,
        now=now,
        fault=fault,
    )
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    drive(console, alarm, time.monotonic, stopping.is_set)
    buttons.close()
    store.close()
    return 0
