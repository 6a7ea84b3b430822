"""A process at rest, to be watched from outside: the rig's console in real time, or six buttons of gpiozero.

Run as a program with one of the two names; it says on standard output when it is ready, and rests until it is killed.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

from gpiozero import Button
from gpiozero.pins.mock import MockFactory

from servida.board import BUTTON_PINS
from servida.device.supervisor import Supervisor
from servida.run import drive
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Callable

CONSOLE = "console"
BUTTONS = "buttons"

READY = "ready"


class RealTime:
    """A rig whose virtual time follows a clock, for the loop that ships."""

    def __init__(self, rig: ConsoleRig, clock: Callable[[], float]) -> None:
        self._rig = rig
        self._began = clock() - rig.now

    alive = True
    """Nothing goes on beside the steps."""

    def step(self, now: float) -> float | None:
        """Let happen what was due until now; return when to be called next."""
        self._rig.advance_to(now - self._began)
        wake = self._rig.wake_at
        return None if wake is None else wake + self._began


def rest_console() -> None:
    """Begin a match and wait at its first hand-over."""
    with ConsoleRig(players=("Ana", "Beto")) as rig:
        console = RealTime(rig, time.monotonic)
        print(READY, flush=True)  # noqa: T201  what whoever watches waits for
        drive(console, threading.Event(), time.monotonic, lambda: False, Supervisor({}))


def rest_buttons() -> None:
    """Wait for one of six buttons to be pressed."""
    factory = MockFactory()
    buttons = [Button(pin, pin_factory=factory) for pin in BUTTON_PINS.values()]
    print(READY, flush=True)  # noqa: T201  as above
    signal.pause()
    del buttons


if __name__ == "__main__":
    {CONSOLE: rest_console, BUTTONS: rest_buttons}[sys.argv[1]]()
