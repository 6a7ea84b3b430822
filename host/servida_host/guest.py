"""A program that knows nothing of the rig: what it would find on a Pi leads to the rig's pins, bus and time.

Theory.  Three things tie such a program to a Pi.  ``gpiozero.Button(17)`` asks ``Device.pin_factory`` for its pins:
that becomes the rig's.  ``board.I2C()`` and ``busio.I2C(board.SCL, board.SDA)`` open a bus: both give the rig's.
And ``when_held`` waits in a thread on the wall clock: its stand-in keeps the same rule in virtual time.  Nothing else
is replaced; a program that sleeps, sleeps.  It must not know of pytest's fixtures: the plugin decides for how long.
"""

from __future__ import annotations

import sys
import weakref
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import busio
import gpiozero.mixins
from gpiozero import Device

from servida_host.rig import Panel, Rig, Sockets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pytest

    from servida_host.bus import FakeI2C

T = TypeVar("T")

SCL, SDA = 3, 2
"""The header's I2C pins (BCM numbers), as Blinka names them on every Raspberry Pi with 40 pins."""


class Hold:
    """What gpiozero's ``HoldThread`` is, without a thread: it knows when ``when_held`` is due."""

    def __init__(self, button: Any) -> None:  # noqa: ANN401  gpiozero is untyped
        self.factory = button.pin_factory
        self.holding = self
        self._button = weakref.ref(button)
        self._due: float | None = None

    def set(self) -> None:
        """Begin to wait: the button went down, as gpiozero says through ``holding``."""
        button = self._button()
        if button is not None:
            self._due = self.factory.ticks() + button.hold_time

    def stop(self) -> None:
        """Wait no more: the button is closed."""
        self._due = None

    @property
    def due(self) -> float | None:
        """When the button has been down for its ``hold_time``, in virtual seconds; ``None`` while it is up."""
        button = self._button()
        return None if button is None or button._inactive_event.is_set() else self._due  # noqa: SLF001  gpiozero's own

    def fire(self, now: float) -> None:
        """Call ``when_held``, and wait for the next time if it repeats."""
        button = self._button()
        if button is None:
            return
        self._due = now + button.hold_time if button.hold_repeat else None
        # The thread does just this.
        if button._held_from is None:  # noqa: SLF001
            button._held_from = now  # noqa: SLF001
        button._fire_held()  # noqa: SLF001


class Pi:
    """What stands where programs expect a Raspberry Pi; it is that of the rig that started last."""

    def __init__(self) -> None:
        self._sockets: Sockets | None = None
        self._holds: weakref.WeakSet[Hold] = weakref.WeakSet()
        self.board = ModuleType("board")
        self.board.__dict__.update(I2C=self.i2c, SCL=SCL, SDA=SDA, __getattr__=_missing_pin)

    def offer(self, patch: pytest.MonkeyPatch) -> None:
        """Be what ``import board`` finds and what ``busio.I2C`` opens."""
        patch.setitem(sys.modules, "board", self.board)
        patch.setattr(busio, "I2C", self.i2c)

    def power(self, patch: pytest.MonkeyPatch) -> None:
        """Be what gpiozero finds, too; its devices made from now on wait in virtual time."""
        self.offer(patch)
        patch.setattr(Device, "pin_factory", Device.pin_factory)
        patch.setattr(gpiozero.mixins, "HoldThread", self._hold)

    def plug(self, sockets: Sockets) -> None:
        """Lead to this rig from now on."""
        sockets.factory.ticks = lambda: sockets.clock.now
        Device.pin_factory = sockets.factory
        self._sockets = sockets

    def unplug(self) -> None:
        """Lead to no rig."""
        self._sockets = None

    def i2c(self, *_pins: object, **_options: object) -> FakeI2C:
        """Give the rig's bus, whatever pins and frequency are named; raises RuntimeError without a rig."""
        if self._sockets is None:
            raise RuntimeError("no rig is running, so board.I2C() has no bus: open it in what servida_rig boots")
        return self._sockets.bus

    def holds(self, sockets: Sockets) -> list[Hold]:
        """Return what waits on the pins of this rig."""
        return [hold for hold in self._holds if hold.factory is sockets.factory]

    def _hold(self, button: object) -> Hold:
        hold = Hold(button)
        self._holds.add(hold)
        return hold


def _missing_pin(name: str) -> object:
    raise AttributeError(f"the rig's board has I2C, SCL and SDA, not {name}: it gives pins to gpiozero only")


class Guest(Generic[T]):
    """A program on a rig, made a ``Program``; it may have ``step``, ``busy`` and ``close``, or not."""

    def __init__(self, program: T, sockets: Sockets, pi: Pi) -> None:
        self.program, self._sockets, self._pi = program, sockets, pi

    def step(self, now: float) -> float | None:
        """Call what was held long enough, then the program's ``step``; return when either wants to be called next."""
        for hold in self._pi.holds(self._sockets):
            if hold.due is not None and hold.due <= now:
                hold.fire(now)
        step = getattr(self.program, "step", None)
        wake = [None if step is None else step(now), *(hold.due for hold in self._pi.holds(self._sockets))]
        return min((at for at in wake if at is not None), default=None)

    def busy(self, now: float) -> bool:
        """Whether the program says that it goes on by itself; one that says nothing is at rest."""
        busy = getattr(self.program, "busy", None)
        return busy is not None and bool(busy(now))

    def close(self) -> None:
        """Call the program's ``close``, then free the pins that it left: a power cut asks no program."""
        close = getattr(self.program, "close", None)
        if close is not None:
            close()
        # gpiozero keeps no public list of its devices; it shuts them down by this one itself.
        reservations = self._sockets.factory._reservations  # noqa: SLF001
        for device in [reference() for references in reservations.values() for reference in references]:
            if device is not None:
                device.close()


class GuestRig(Rig[Guest[T]], Generic[T]):
    """A rig for any program, which ``boot`` returns; see ``Rig`` for its arguments and for what can be done to it."""

    def __init__(
        self,
        boot: Callable[[Sockets], T],
        pi: Pi,
        *,
        buttons: Mapping[str, int],
        panel: Panel | None,
        address: int,
        bounce: float,
        seed: int,
    ) -> None:
        def plug_in(sockets: Sockets) -> Guest[T]:
            pi.plug(sockets)
            return Guest(boot(sockets), sockets, pi)

        super().__init__(plug_in, buttons=buttons, panel=panel, address=address, bounce=bounce, seed=seed)

    @property
    def guest(self) -> T:
        """What ``boot`` returned; raises RuntimeError while the power is cut."""
        if self.program is None:
            raise RuntimeError("no program is running: the power is cut")
        return self.program.program

    def high(self, pin: int) -> bool:
        """Whether this output (BCM number) is high: what an LED, a relay or a buzzer there gets.

        Raises ValueError for a pin that the program has no output on.
        """
        found = self.fingers.factory.pin(pin)
        if found.function != "output":
            raise ValueError(f"pin {pin}: expected one that the program has made an output")
        return bool(found.state)
