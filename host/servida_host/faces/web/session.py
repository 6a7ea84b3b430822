"""A person's session with one device: a rig, its pace, and the pages that look on.

Theory. Every page sees the same device, and none is told everything that happened: a page that is slow, hidden or new
wants what holds now. So the session only keeps a ``View`` of what holds and wakes its pages when it has changed; each
page fetches what it does not know yet (``page.py``). One loop runs everything; ``follow`` waits in it for the moment at
which something is due, and for ever when nothing is.

It must not know sockets, or how anything is spelled on the wire.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, assert_never

from servida.ui.keypad import Button
from servida.ui.spoken import spoken
from servida_host.faces.keys import Stroke
from servida_host.faces.pace import Pace
from servida_host.faces.web.gif import Reel
from servida_host.faces.web.journal import Journal
from servida_host.faces.web.messages import SPEEDS, Gif, Message, Refused, Speed, Tell, Time
from servida_host.meddling import meddle
from servida_host.record import Recording
from servida_host.script import action_text
from servida_host.steps import Bounce, Dice, Fault, Hold, Press, Release, Stick, Unstick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from servida.rules import Match
    from servida_host.console_rig import ConsoleRig
    from servida_host.faces.web.gif import Film
    from servida_host.meddling import Meddling


class Listener(Protocol):
    """A page."""

    def wake(self) -> None:
        """Look at the session: it may have changed."""
        ...


@dataclass(frozen=True, slots=True)
class Glass:
    """What is seen of the panel: rows of bits from the top, the first pixel highest; and how bright it is, 0..255."""

    pixels: bytes
    contrast: int
    lit: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """How device and session stand; ``stopped`` is the time when it is stopped, for else it changes all the time."""

    stopped: float | None
    speed: float
    down: tuple[Button, ...]
    powered: bool
    plugged: bool
    stuck: tuple[Button, ...]
    stalled: bool
    bounce: float
    queued: int
    screen: str
    off: bool
    gif: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class View:
    """What holds now; ``wired`` counts the transactions on the bus."""

    language: str
    glass: Glass
    standing: Standing
    match: Match | None
    written: int
    wired: int


class Session:
    """A rig that a person plays with through pages.

    ``clock`` gives seconds and never runs backwards; ``speed`` is how many virtual seconds pass in a real one.
    ``speeds`` are those that a page offers: the usual ones, and that with which the session began.
    """

    def __init__(self, rig: ConsoleRig, clock: Callable[[], float] = time.monotonic, speed: float = 1.0) -> None:
        self.rig = rig
        self.recording = Recording(rig)
        self.pace = Pace(rig, clock, speed, self._watch)
        self.speeds = sorted({*SPEEDS, speed})
        self.journal = Journal(rig)
        self.film: Film | None = None
        self._reel: Reel | None = None
        self._fingers: dict[Listener, frozenset[Button]] = {}
        self._stuck: frozenset[Button] = frozenset()
        self._language = ""
        self._moved = asyncio.Event()
        self.view = self._look()

    def join(self, page: Listener) -> None:
        """Let a page look on; it has no finger on a button."""
        self._fingers[page] = frozenset()

    def leave(self, page: Listener) -> None:
        """Let a page go, and lift its fingers; one that has not joined changes nothing."""
        for button in sorted(self._fingers.get(page, ()), key=lambda button: button.value):
            self._release(page, button)
        self._fingers.pop(page, None)
        self.beat()

    def do(self, page: Listener, message: Message) -> None:
        """Do what a page asks for; raises ``Refused`` when it can't be done now."""
        self.pace.catch_up()
        try:
            self._do(page, message)
        finally:
            self.beat()

    def beat(self) -> None:
        """Let happen what is due, and wake the pages if anything has changed."""
        self.pace.catch_up()
        self._watch()
        self._moved.set()
        view = self._look()
        if view != self.view:
            self.view = view
            for page in self._fingers:
                page.wake()

    @property
    def wait(self) -> float | None:
        """Seconds until ``beat`` must be called; ``None`` when only a person changes something."""
        return None if self.rig.switched_off and not self.pace.down else self.pace.wait

    async def follow(self) -> None:
        """Beat whenever something is due, until cancelled."""
        while True:
            self.beat()
            self._moved.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self.wait):
                    await self._moved.wait()

    def _look(self) -> View:
        rig = self.rig
        picture = rig.frame()
        powered = rig.program is not None
        if rig.app is not None:
            self._language = rig.app.settings.language
        standing = Standing(
            stopped=rig.now if self.pace.paused else None,
            speed=self.pace.speed,
            down=_ordered(self.pace.down),
            powered=powered,
            plugged=rig.plugged,
            stuck=_ordered(self._stuck),
            stalled=rig.source.stalled,
            bounce=rig.bounce,
            queued=rig.source.queued,
            screen=rig.screen,
            off=rig.switched_off,
            gif=self._reel is not None,
            spoken="" if rig.app is None else spoken(rig.app, rig.now),
        )
        lit = powered and rig.plugged and rig.panel.powered
        glass = Glass(picture.tobytes(), rig.panel.contrast, lit)
        return View(self._language, glass, standing, rig.match, self.journal.written, rig.bus.count)

    def _watch(self) -> None:
        """See what is new at this moment."""
        self.journal.look()
        if self._reel is not None:
            self._reel.take(self.rig.now, self.rig.frame())
            if self._reel.full:
                self._record(on=False)

    def _do(self, page: Listener, message: Message) -> None:
        match message:
            case Press(button):
                self._press(page, button)
            case Release(button):
                self._release(page, button)
            case Stroke():
                self.journal.write(action_text(Hold(message.buttons, message.seconds)))
                self.pace.hold(message)
            case Time():
                self._keep_time(message)
            case Speed(value):
                self.pace.run_at(value)
            case Gif(on):
                self._record(on=on)
            case Dice() | Fault() | Stick() | Unstick() | Bounce():
                self._meddle(message)
            case Tell():
                raise AssertionError("what a page wants to be told is the page's own matter")
            case _:
                assert_never(message)

    def _press(self, page: Listener, button: Button) -> None:
        if button in self._fingers[page]:
            return
        if not self._touched(button):
            self.journal.write(f"press {button.value}")
            self.pace.touch(button)
        self._fingers[page] |= {button}

    def _release(self, page: Listener, button: Button) -> None:
        if button not in self._fingers[page]:
            return
        self._fingers[page] -= {button}
        if not self._touched(button):
            self.journal.write(f"release {button.value}")
            self.pace.leave(button)

    def _touched(self, button: Button) -> bool:
        return any(button in fingers for fingers in self._fingers.values())

    def _keep_time(self, deed: Time) -> None:
        match deed:
            case Time.PAUSE:
                self.pace.pause()
            case Time.RESUME:
                self.pace.resume()
            case Time.STEP if not self.pace.paused:
                raise Refused("step: expected while the time is paused")
            case Time.STEP:
                self.pace.step()
            case _:
                assert_never(deed)

    def _record(self, *, on: bool) -> None:
        if on and self._reel is None:
            self._reel = Reel(self.rig.now, self.rig.frame())
        elif not on and self._reel is not None:
            self.film, self._reel = self._reel.ended(self.rig.now), None

    def _meddle(self, deed: Meddling) -> None:
        self.journal.write(action_text(deed))
        if isinstance(deed, Stick):
            self._stuck |= {deed.button}
        elif isinstance(deed, Unstick):
            self._stuck -= {deed.button}
        meddle(self.rig, deed)


def _ordered(buttons: Iterable[Button]) -> tuple[Button, ...]:
    return tuple(button for button in Button if button in frozenset(buttons))
