"""The rig: any program with pins and a bus, between mock pins and a fake I2C bus with a panel model, in virtual time.

Synchronous: no thread, no sleep.  A finger drives a pin of gpiozero's ``MockFactory``; the picture is what the panel
model shows.  Between them is the program, unmodified.  It is plugged into ``Sockets`` each time the power comes on
and called whenever it wants to be; one that lives by gpiozero's callbacks alone never wants to be.  The rig must not
know which program it is: the game's console is one among others (``console_rig.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeAlias, TypeVar

from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.fingers import Fingers
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import TracebackType

    from gpiozero.pins.mock import MockFactory
    from PIL import Image

TAP = 0.06
"""Seconds that a tap lasts, and the pause after it: a quick finger (a guess), longer than the keypad's figures."""

PINS = range(28)
"""BCM numbers on a Pi's header (BCM2835 peripherals, GPIO 0 to 27)."""

RESTLESS = 100
"""So many steps at one instant are a program that never rests: an error, not patience."""

ADDRESS = 0x3C
"""Seven-bit address of most SSD1306 modules (data sheet, 8.1.5: SA0 low)."""


class Program(Protocol):
    """What runs on a rig while the power is on."""

    def step(self, now: float) -> float | None:
        """Do what is due at ``now`` (seconds); return when to be called next, ``None`` when only a pin wakes it."""
        ...

    def busy(self, now: float) -> bool:
        """Whether it goes on by itself: an animation runs, or an answer is awaited."""
        ...

    def close(self) -> None:
        """Free pins and files: the power is gone."""
        ...


class Panel(Protocol):
    """A display on the bus, with a picture that can be looked at."""

    @property
    def image(self) -> Image.Image:
        """What the glass shows, mode "1"."""
        ...

    @property
    def contrast(self) -> int:
        """How bright it shines, 0..255."""
        ...

    def reset(self) -> None:
        """Lose the power, and with it all registers."""
        ...

    def write(self, payload: bytes) -> None:
        """Take the bytes of one write transaction."""
        ...

    def read(self, count: int) -> bytes:
        """Give as many bytes as a read transaction asks for."""
        ...


@dataclass(frozen=True, slots=True)
class Sockets:
    """What a program is plugged into: gpiozero's pins, the I2C bus and the time."""

    factory: MockFactory
    bus: FakeI2C
    clock: VirtualClock


Listener: TypeAlias = "Callable[..., None]"
"""Hears what is done to a rig just before its program feels it: the verb, then a button or numbers (seconds, faces)."""

P = TypeVar("P", bound=Program)


def _check(buttons: Mapping[str, int], bounce: float) -> None:
    for name, pin in buttons.items():
        if pin not in PINS:
            raise ValueError(f"button {name}: pin {pin}; expected a BCM number of {PINS[0]} to {PINS[-1]}")
    if len(set(buttons.values())) < len(buttons):
        raise ValueError(f"buttons: {dict(buttons)}; expected a pin of its own for each")
    if bounce < 0:
        raise ValueError(f"bounce: {bounce} s; expected 0 or more")


class Rig(Generic[P]):
    """A program on this computer; ``boot`` starts it, now and whenever the power comes back.

    ``buttons`` gives each button's name its BCM pin, to be pulled to ground by a finger.  ``panel`` is what answers
    at ``address``, by default a 128 × 64 SSD1306.  ``bounce`` is how many seconds the contacts may chatter after
    each press and release, by patterns that ``seed`` chooses.  Raises ValueError for pins that the header hasn't got,
    two buttons on one pin, and a bounce below 0.
    """

    def __init__(
        self,
        boot: Callable[[Sockets], P],
        *,
        buttons: Mapping[str, int],
        panel: Panel | None = None,
        address: int = ADDRESS,
        bounce: float = 0.0,
        seed: int = 0,
    ) -> None:
        _check(buttons, bounce)
        self._boot, self._address = boot, address
        self.clock = VirtualClock()
        self.bus = FakeI2C(self.clock)
        self.panel = Ssd1306() if panel is None else panel
        self.fingers = Fingers(buttons, bounce=bounce, seed=seed)
        self._let_go: dict[str, float] = {}
        self._wake: float | None = None
        self.listeners: list[Listener] = []
        self.program: P | None = None
        self.bus.attach(address, self.panel)
        self._start()

    def _start(self) -> None:
        self.program = self._boot(Sockets(self.fingers.factory, self.bus, self.clock))
        self._step()

    def _step(self) -> None:
        if self.program is not None:
            self._wake = self.program.step(self.now)

    def _tell(self, verb: str, *what: str | float) -> None:
        for listener in self.listeners:
            listener(verb, *what)

    @property
    def now(self) -> float:
        """Virtual time in seconds since the rig was made."""
        return self.clock.now

    @property
    def bounce(self) -> float:
        """How many seconds the contacts may chatter after each press and release."""
        return self.fingers.bounce

    @bounce.setter
    def bounce(self, seconds: float) -> None:
        self.fingers.bounce = seconds
        self._tell("bounce", float(seconds))

    @property
    def wake_at(self) -> float | None:
        """When the next thing happens by itself, in seconds; ``None`` when only a press can wake the program.

        It wants to be called, or a contact bounces.
        """
        if self.program is None:
            return None
        return min((at for at in (self._wake, self.fingers.due) if at is not None), default=None)

    def press(self, button: str) -> None:
        """Put a finger on a button; an unknown name raises ``UnknownButton``, as it does everywhere here."""
        self.fingers.press(button, self.now)
        self._tell("press", button)
        self._step()

    def release(self, button: str) -> None:
        """Take the finger away; a stuck button stays down."""
        self.fingers.release(button, self.now)
        self._tell("release", button)
        self._let_go[button] = self.now
        self._step()

    def tap(self, *buttons: str) -> None:
        """Press and release these buttons, one after the other, each until the program is at rest."""
        for button in buttons:
            # A finger that has just let go is not back at once: a keypad would take it for a bounce.
            self.advance_to(self._let_go.get(button, -TAP) + TAP)
            self.press(button)
            self.advance(TAP)
            self.release(button)
            self.advance(TAP)
            self.settle()

    def hold(self, buttons: str | Iterable[str], seconds: float) -> None:
        """Hold one button, or several at once ("1+5"), for so many seconds."""
        held = tuple(buttons.split("+") if isinstance(buttons, str) else buttons)
        for button in held:
            self.press(button)
        self.advance(seconds)
        for button in held:
            self.release(button)
        self.advance(TAP)
        self.settle()

    def stick(self, button: str) -> None:
        """Jam a button down."""
        self.fingers.stick(button, self.now)
        self._tell("stick", button)
        self._step()

    def unstick(self, button: str) -> None:
        """Free a jammed button."""
        self.fingers.unstick(button, self.now)
        self._tell("unstick", button)
        self._let_go[button] = self.now
        self._step()

    def chatter(self, button: str, seconds: float) -> None:
        """Let a button's line make noise for so many seconds: a worn contact, or a wire that came off."""
        self.fingers.chatter(button, seconds, self.now)
        self._tell("chatter", button, float(seconds))

    def advance(self, seconds: float) -> None:
        """Let virtual time pass, calling the program whenever it wants to be called; raises ValueError below 0 s."""
        if seconds < 0:
            raise ValueError(f"advance: {seconds} s; time goes on only")
        self.advance_to(self.now + seconds)

    def advance_to(self, moment: float) -> None:
        """Let virtual time pass until ``moment``; one that is past changes nothing."""
        if moment >= self.now:
            self._tell("at", float(moment))
        steps = 0
        while self.wake_at is not None and self.wake_at <= moment:
            steps = steps + 1 if self.wake_at <= self.now else 0
            assert steps < RESTLESS, f"the program wants to be called at {self.wake_at} s again and again"
            self.clock.advance_to(self.wake_at)
            self.fingers.elapse(self.now)
            self._step()
        self.clock.advance_to(moment)
        self.fingers.elapse(self.now)

    def settle(self) -> None:
        """Let the program run until it is at rest: no animation, no answer awaited."""
        while self.program is not None and self.program.busy(self.now):
            assert self.wake_at is not None, "a busy program says when it wants to be called"
            self.advance_to(self.wake_at)

    @property
    def plugged(self) -> bool:
        """Whether the panel is on its bus."""
        self.bus.try_lock()
        found = self.bus.scan()
        self.bus.unlock()
        return self._address in found

    def unplug(self) -> None:
        """Pull the panel off its socket: it goes dark and answers nothing."""
        self._tell("unplug")
        self.bus.detach(self._address)
        self.panel.reset()
        self._step()

    def plug(self) -> None:
        """Put the panel back: powered, uninitialised, with noise in its memory."""
        self._tell("plug")
        self.bus.attach(self._address, self.panel)
        self._step()

    def cut_power(self) -> None:
        """Pull the plug: the program is gone at this instant, with all that was not stored."""
        self._tell("cut")
        self._halt()
        self.panel.reset()

    def restore_power(self) -> None:
        """Put the plug back in: the program starts from what it stored."""
        self._tell("restore")
        if self.program is None:
            self._start()

    def _halt(self) -> None:
        if self.program is not None:
            self.program.close()
            self.program, self._wake = None, None

    def frame(self) -> Image.Image:
        """Return what the glass shows now, mode "1"."""
        return self.panel.image

    def close(self) -> None:
        """Free the program and the pins."""
        self._halt()
        self.fingers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
