"""``servida console``: the console on a Raspberry Pi, in real time.

Lights the panel before it loads the game: what a player sees first is a splash, while gpiozero, sqlite3 and the
screens are still being imported (``live``). Then it calls ``Console.step`` whenever an edge or the console's own
deadline says so. The only module that owns the real clock.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import ExitStack
from math import inf
from typing import TYPE_CHECKING, Protocol

from servida.board import HEIGHT, I2C_ADDRESS, WIDTH
from servida.command import UsageError, complain
from servida.config_file import find_file, says_nothing
from servida.device.display import Display, chip_named
from servida.device.errors import DeviceError
from servida.device.folder import state_folder
from servida.device.machine import open_bus
from servida.splash import SPLASH

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from pathlib import Path

    from servida.config import Loaded
    from servida.device.supervisor import Supervisor

USUAL_PANEL = "ssd1306"
"""The panel of a console without a configuration."""


class Steps(Protocol):
    """What is driven: a console."""

    def step(self, now: float) -> float | None:
        """Do all that is due and return when to be called next."""
        ...

    @property
    def alive(self) -> bool:
        """Whether what goes on beside the steps does."""
        ...


class Alarm(Protocol):
    """What an edge sets and the loop waits for: a ``threading.Event``."""

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is set, or for so many seconds."""
        ...

    def clear(self) -> None:
        """Make it wait again."""
        ...


def drive(
    console: Steps, alarm: Alarm, clock: Callable[[], float], stopped: Callable[[], bool], supervisor: Supervisor
) -> None:
    """Step the console at every edge and every deadline until it is stopped; asleep in between.

    The supervisor hears that it runs after the first step, and from then on that it is alive, as long as it is: the
    buttons were read, the state answered and the panel's bus goes on. Raises ``DeviceError`` when nobody hears it.
    """
    ready = False
    while not stopped():
        alarm.clear()
        wake = console.step(clock())
        if not ready:
            supervisor.ready()
            ready = True
        now = clock()
        tell = supervisor.alive(now) if console.alive else now + supervisor.every
        until = min(tell, inf if wake is None else wake)
        alarm.wait(None if until == inf else max(until - now, 0.0))


def light_panel(panel: str, address: int) -> Display:
    """Return the display, its panel lit with the splash if it is there; raises ``DeviceError`` without a bus.

    It takes its time on the bus: were it left to a thread, the imports that follow would keep the interpreter from it.
    """
    now = time.monotonic()
    display = Display(open_bus(), width=WIDTH, height=HEIGHT, address=address, now=now, chip=chip_named(panel))
    display.show_packed(SPLASH, time.monotonic())
    return display


def light_as_configured(folder: Path) -> tuple[Display, Loaded]:
    """Return the display, lit as the configuration says, and that; raises ``DeviceError`` without a bus."""
    path = find_file(folder, os.environ)
    if path is not None and not says_nothing(path):
        from servida.config import load  # noqa: PLC0415  loads the rules, which are needed to read a file

        loaded = load(folder, os.environ)
        return light_panel(loaded.config.panel, loaded.config.address), loaded
    display = light_panel(USUAL_PANEL, I2C_ADDRESS)
    from servida.config import Loaded  # noqa: PLC0415  the same, after the panel is lit

    return display, Loaded()


def run_console(args: Namespace) -> int:
    """Run the console until SIGTERM or Ctrl+C; raises ``UsageError`` on a machine without bus or pins.

    An error that ends another thread, such as the one that waits for the buttons' edges, ends the console with a
    ``RuntimeError``: it would live on and hear no button, and whoever supervises it would never know.
    """
    alarm = threading.Event()
    stopping = threading.Event()
    ended: list[threading.ExceptHookArgs] = []

    def stop(*_: object) -> None:
        stopping.set()
        alarm.set()

    def end(thread: threading.ExceptHookArgs) -> None:
        ended.append(thread)
        stop()

    folder = state_folder(os.environ) if args.state is None else args.state
    with ExitStack() as open_things:
        open_things.callback(setattr, threading, "excepthook", threading.excepthook)
        threading.excepthook = end
        try:
            display, loaded = light_as_configured(folder)
            # Slow to load: after the panel is lit.
            from servida.device.supervisor import Supervisor  # noqa: PLC0415
            from servida.live import console_over  # noqa: PLC0415

            supervisor = Supervisor(os.environ)
            for fault in (display.fault, *loaded.faults):
                if fault:
                    complain(fault)
            console = open_things.enter_context(console_over(display, folder, loaded, alarm.set, time.monotonic))
        except DeviceError as error:
            raise UsageError(f"{error}; to play on this computer: servida sim") from error
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        try:
            drive(console, alarm, time.monotonic, stopping.is_set, supervisor)
        except DeviceError as error:
            raise UsageError(str(error)) from error
        for thread in ended:
            name = "?" if thread.thread is None else thread.thread.name
            raise RuntimeError(f"the thread {name} has ended") from thread.exc_value
    return 0
