"""The console: joins buttons, app, display, dice and store, one step at a time.

``step(now)`` reads all levels, lets the keypad and the app answer, carries out the effects in their order (a
roll is stored before it is drawn) and shows the picture; it returns when it wants to be called next.  It owns
no clock, no thread and no device: time is an argument, and what touches the world is handed in.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, assert_never

from servida.device.errors import DeviceError
from servida.ui import app as ui
from servida.ui.events import (
    CountDice,
    Counted,
    Effect,
    Event,
    Failed,
    Keep,
    Landed,
    Light,
    PowerOff,
    Roll,
    Save,
    Stored,
    Woken,
)
from servida.ui.keypad import Button, Keypad, deadline, update

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image

    from servida.device.entropy import Roll as Rolled
    from servida.device.health import Failure
    from servida.device.store import Saved
    from servida.rules import Match, RollOff
    from servida.ui.frame import Canvas
    from servida.ui.settings import Settings


class Levels(Protocol):
    """Six buttons that can be read."""

    def read(self) -> frozenset[Button]:
        """Return the buttons that are down, or were pressed since the last reading."""
        ...


class Glass(Protocol):
    """A panel that may be missing: it never raises, it says when it wants to try again."""

    @property
    def retry_at(self) -> float | None:
        """When to call ``retry``, in seconds; ``None`` while the panel answers."""
        ...

    def show(self, image: Image, now: float) -> bool:
        """Send the picture; return whether the panel acknowledged it."""
        ...

    @property
    def check_at(self) -> float | None:
        """When to call ``check``, in seconds; ``None`` while there is nothing to look after."""
        ...

    def retry(self, now: float) -> bool:
        """Initialise a lost panel anew and send it the wanted picture."""
        ...

    def check(self, now: float) -> bool:
        """Look whether the panel is still lit, and send the picture again when it was not."""
        ...

    def set_light(self, contrast: int, *, on: bool, now: float) -> bool:
        """Set contrast (0..255) and power."""
        ...


class DiceSource(Protocol):
    """Where chance comes from."""

    @property
    def source(self) -> str:
        """The name of what serves now."""
        ...

    @property
    def wanted(self) -> str:
        """The name of what should serve."""
        ...

    @property
    def failure(self) -> Failure | None:
        """The health test because of which that one serves no more."""
        ...

    def roll(self, count: int) -> Rolled:
        """Roll so many dice."""
        ...


class Storage(Protocol):
    """What outlives a pulled plug; raises ``DeviceError``, and keeps what it was given until it can store it."""

    def save_match(self, match: Match | None, rolloff: RollOff | None, rolls: tuple[Rolled, ...]) -> None:
        """Make the match durable, and with it the rolls that were made since the last call."""
        ...

    def save_settings(self, settings: Settings) -> None:
        """Make the settings durable."""
        ...

    def face_counts(self) -> tuple[int, ...]:
        """Return how often each face 1..6 fell in all rolls."""
        ...


class Console:
    """The whole console around what was saved, ready for its first ``step``.

    ``fault`` is what the screen must say for as long as the console runs; what the store has to say for itself it
    says until the next save, and once in full with the ``notices`` over the first screen.  ``strict`` makes a
    screen that draws off the panel raise, for tests.
    """

    def __init__(
        self,
        saved: Saved,
        settings: Settings,
        *,
        buttons: Levels,
        glass: Glass,
        dice: DiceSource,
        store: Storage,
        power_off: Callable[[], None],
        now: float,
        fault: str = "",
        notices: tuple[str, ...] = (),
        strict: bool = False,
    ) -> None:
        self._buttons, self._glass, self._dice, self._store = buttons, glass, dice, store
        self._power_off, self._strict, self._fault = power_off, strict, fault
        self._keypad = Keypad.start(buttons.read(), now=now)
        told = (*notices, saved.fault) if saved.fault else notices
        self.app, effects = ui.start(settings, saved.match, now, saved.rolloff, saved.fault or fault, told)
        self.frames = 0
        self._rolls: tuple[Rolled, ...] = ()
        self._shown: bytes | None = None
        self.canvas: Canvas = ui.draw(self.app, now, strict=strict)
        self._answer(effects, now)

    def step(self, now: float) -> float | None:
        """Do all that is due at ``now`` (seconds, never backwards) and return when to be called next, or ``None``."""
        self._keypad, events = update(self._keypad, self._buttons.read(), now)
        for event in (*events, Woken()):
            self._take(event, now)
        self._show(now)
        self._look_after_glass(now)
        glass = self._glass
        times = (ui.wake_at(self.app, now), deadline(self._keypad), glass.retry_at, glass.check_at)
        return min((time for time in times if time is not None), default=None)

    def _look_after_glass(self, now: float) -> None:
        """Heal the panel at its own times; one that is lost has nothing to be checked."""
        glass = self._glass
        if glass.retry_at is not None and now >= glass.retry_at:
            glass.retry(now)
        if glass.check_at is not None and now >= glass.check_at:
            glass.check(now)

    def busy(self, now: float) -> bool:
        """Whether an animation runs or an answer is awaited."""
        return ui.busy_until(self.app, now) is not None

    def _take(self, event: Event, now: float) -> None:
        self.app, effects = ui.update(self.app, event, now)
        self._answer(effects, now)

    def _answer(self, effects: tuple[Effect, ...], now: float) -> None:
        todo = deque(effects)
        while todo:
            answer = self._do(todo.popleft(), now)
            if answer is not None:
                self.app, more = ui.update(self.app, answer, now)
                todo.extend(more)

    def _do(self, effect: Effect, now: float) -> Event | None:
        match effect:
            case Roll(count):
                rolled = self._dice.roll(count)
                self._rolls += (rolled,)
                return Landed(rolled.faces, rolled.substitute)
            case Save(match, rolloff):
                rolls, self._rolls = self._rolls, ()
                return self._stored(lambda: self._store.save_match(match, rolloff, rolls))
            case Keep(settings):
                return self._stored(lambda: self._store.save_settings(settings))
            case Light(contrast, on):
                self._glass.set_light(contrast, on=on, now=now)
                return None
            case CountDice():
                return self._counted()
            case PowerOff():
                return self._switch_off(now)
            case _:
                assert_never(effect)

    def _switch_off(self, now: float) -> Event | None:
        """Show the farewell and switch off; where the system refuses, the game goes on and the screen says so."""
        self._show(now)
        try:
            self._power_off()
        except DeviceError as error:
            self.app = replace(self.app, off=False)
            return Stored(str(error))
        return None

    def _counted(self) -> Event:
        dice, failure = self._dice, self._dice.failure
        failed = None if failure is None else Failed(failure.count, failure.window)
        try:
            counts = self._store.face_counts()
        except DeviceError as error:
            return Stored(str(error))
        return Counted(counts, dice.source, dice.wanted, failed)

    def _stored(self, save: Callable[[], None]) -> Stored:
        try:
            save()
        except DeviceError as error:
            return Stored(str(error))
        return Stored(self._fault)

    def _show(self, now: float) -> None:
        """Draw, and send the picture when it differs from the one sent last."""
        self.canvas = ui.draw(self.app, now, strict=self._strict)
        picture = self.canvas.image.tobytes()
        if picture != self._shown:
            self._shown = picture
            self.frames += 1
            self._glass.show(self.canvas.image, now)
