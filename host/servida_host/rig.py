"""The rig: the shipped console between mock pins and a fake I2C bus with a panel model, in virtual time.

Synchronous: no thread, no sleep.  A finger drives a pin of gpiozero's ``MockFactory``; the picture is what the panel
model shows.  Between them is what ships.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Self

from servida.board import BUTTON_PINS, HEIGHT, WIDTH
from servida.config import Loaded
from servida.console import Console
from servida.device.buttons import Buttons
from servida.device.display import Display, chip_named
from servida.device.entropy import Dice
from servida.device.store import Saved, Store
from servida.rules import Match, RuleSet, new_match
from servida.ui.keypad import Button
from servida_host import standing
from servida_host.bus import FakeI2C
from servida_host.chance import ScriptedBytes
from servida_host.clock import VirtualClock
from servida_host.fingers import Fingers
from servida_host.sh1106 import Sh1106
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from PIL import Image

    from servida.ui.state import App

PINS = {button: BUTTON_PINS[button.value] for button in Button}

TAP = 0.06
"""Seconds that a tap lasts, and the pause after it: a quick finger (a guess), longer than the keypad's figures."""

RESTLESS = 100
"""So many steps at one instant are a console that never rests: an error, not patience."""

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""The date at which virtual time begins unless another is named: a simulation must be repeatable."""

SUBSTITUTE_SEED = 0x5EED
"""Added to the seed for the substitute generator, which must not repeat the device's dice."""


class Rig:
    """A console on this computer, at rest when made.

    ``players`` begin a match at once; without them the state decides.  ``state`` is the folder of the store, by
    default a temporary one.  ``rules`` and ``language`` default to what the state holds.  Unless ``strict`` is
    off, a screen that draws off the panel or a letter without a glyph raises.  ``bounce`` is how many
    seconds the contacts may chatter after each press and release.  ``configured`` is what a ``servida.toml`` says.
    ``beginning`` is the date at which virtual time begins.
    """

    def __init__(
        self,
        *,
        rules: RuleSet | None = None,
        players: tuple[str, ...] = (),
        seed: int = 0,
        language: str | None = None,
        state: Path | None = None,
        bounce: float = 0.0,
        configured: Loaded | None = None,
        beginning: datetime = BEGINNING,
        strict: bool = True,
    ) -> None:
        self._strict = strict
        self._configured = configured or Loaded()
        config = self._configured.config
        self._temporary = tempfile.TemporaryDirectory(prefix="servida-") if state is None else None
        self._folder = Path(self._temporary.name) if self._temporary is not None else Path(state or "")
        self.clock = VirtualClock()
        self._beginning = beginning
        self.bus = FakeI2C(self.clock)
        self.panel = Sh1106() if config.panel == "sh1106" else Ssd1306(WIDTH, HEIGHT)
        self.source = ScriptedBytes(seed)
        self._substitute = ScriptedBytes(seed + SUBSTITUTE_SEED, "kernel")
        self._pins = {button: config.pins[button.value] for button in Button}
        self.fingers = Fingers(self._pins, bounce=bounce, seed=seed)
        self._wake: float | None = None
        self.console: Console | None = None
        self.switched_off = False
        self._let_go: dict[Button, float] = {}
        self.bus.attach(config.address, self.panel)
        self._start(self._prepare(rules, players, language))

    def _prepare(self, rules: RuleSet | None, players: tuple[str, ...], language: str | None) -> str:
        """Put what was asked for into the store, where the console will find it; return what the store has to say."""
        store = Store(self._folder, self._date)
        saved = store.load()
        settings = saved.settings or self._configured.config.settings
        chosen = replace(
            settings,
            language=language or settings.language,
            rules=rules or settings.rules,
            players=players or settings.players,
        )
        store.save_settings(chosen)
        if players:
            store.save_match(new_match(chosen.rules, players), None)
        store.close()
        return saved.fault

    def _date(self) -> datetime:
        """Return the date and time by the virtual clock."""
        return self._beginning + timedelta(seconds=self.now)

    def _start(self, found: str = "") -> None:
        self._store = Store(self._folder, self._date)
        saved: Saved = self._store.load()
        saved = replace(saved, fault=saved.fault or found)
        config = self._configured.config
        self._buttons = Buttons(self._pins, self.fingers.factory, lambda: None)
        self._display = Display(
            self.bus,
            width=WIDTH,
            height=HEIGHT,
            address=config.address,
            now=self.now,
            chip=chip_named(config.panel),
        )
        self.console = Console(
            saved,
            saved.settings or config.settings,
            buttons=self._buttons,
            glass=self._display,
            dice=Dice(self.source, self._substitute),
            store=self._store,
            power_off=self._switch_off,
            now=self.now,
            notices=self._configured.faults,
            strict=self._strict,
        )
        self._step()

    def _switch_off(self) -> None:
        self.switched_off = True

    def _step(self) -> None:
        if self.console is not None:
            self._wake = self.console.step(self.now)

    @property
    def now(self) -> float:
        """Virtual time in seconds since the rig was made."""
        return self.clock.now

    @property
    def state(self) -> Path | None:
        """The folder of the store; ``None`` when it is a temporary one that goes with the rig."""
        return self._folder if self._temporary is None else None

    @property
    def wake_at(self) -> float | None:
        """When the next thing happens by itself, in seconds; ``None`` when only a press can wake the console.

        It wants to be called, or a contact bounces.
        """
        if self.console is None:
            return None
        return min((at for at in (self._wake, self.fingers.due) if at is not None), default=None)

    def press(self, button: Button | str) -> None:
        """Put a finger on a button."""
        self.fingers.press(Button(button), self.now)
        self._step()

    def release(self, button: Button | str) -> None:
        """Take the finger away; a stuck button stays down."""
        self.fingers.release(Button(button), self.now)
        self._let_go[Button(button)] = self.now
        self._step()

    def tap(self, *buttons: Button | str) -> None:
        """Press and release these buttons, one after the other, each until the console is at rest."""
        for button in buttons:
            # A finger that has just let go is not back at once: the keypad would take it for a bounce.
            self.advance_to(self._let_go.get(Button(button), -TAP) + TAP)
            self.press(button)
            self.advance(TAP)
            self.release(button)
            self.advance(TAP)
            self.settle()

    def hold(self, buttons: Button | str | Iterable[Button | str], seconds: float) -> None:
        """Hold one button, or several at once ("1+5"), for so many seconds."""
        names = buttons.split("+") if isinstance(buttons, str) else buttons
        held = (names,) if isinstance(names, Button) else tuple(names)
        for button in held:
            self.press(button)
        self.advance(seconds)
        for button in held:
            self.release(button)
        self.advance(TAP)
        self.settle()

    def stick(self, button: Button | str) -> None:
        """Jam a button down."""
        self.fingers.stick(Button(button), self.now)
        self._step()

    def unstick(self, button: Button | str) -> None:
        """Free a jammed button."""
        self.fingers.unstick(Button(button), self.now)
        self._let_go[Button(button)] = self.now
        self._step()

    def chatter(self, button: Button | str, seconds: float) -> None:
        """Let a button's line make noise for so many seconds: a worn contact, or a wire that came off."""
        self.fingers.chatter(Button(button), seconds, self.now)

    def advance(self, seconds: float) -> None:
        """Let virtual time pass, calling the console whenever it wants to be called."""
        self.advance_to(self.now + seconds)

    def advance_to(self, moment: float) -> None:
        """Let virtual time pass until ``moment``; one that is past changes nothing."""
        steps = 0
        while self.wake_at is not None and self.wake_at <= moment:
            steps = steps + 1 if self.wake_at <= self.now else 0
            assert steps < RESTLESS, f"the console wants to be called at {self.wake_at} s again and again"
            self.clock.advance(max(self.wake_at - self.now, 0.0))
            self.fingers.elapse(self.now)
            self._step()
        self.clock.advance(max(moment - self.now, 0.0))
        self.fingers.elapse(self.now)

    def settle(self) -> None:
        """Let the console run until it is at rest: no animation, no answer awaited."""
        while self.console is not None and self.console.busy(self.now):
            assert self.wake_at is not None, "a busy console says when it wants to be called"
            self.advance_to(self.wake_at)

    def dice(self, *faces: int) -> None:
        """Let these be the next faces that the entropy source gives, left to right over the dice being rolled."""
        self.source.queue(faces)

    def stall_rng(self) -> None:
        """Let the hardware generator hang."""
        self.source.stalled = True

    def free_rng(self) -> None:
        """Let the hardware generator answer again."""
        self.source.stalled = False

    @property
    def plugged(self) -> bool:
        """Whether the panel is on its bus."""
        self.bus.try_lock()
        found = self.bus.scan()
        self.bus.unlock()
        return self._configured.config.address in found

    def unplug(self) -> None:
        """Pull the panel off its socket: it goes dark and answers nothing."""
        self.bus.detach(self._configured.config.address)
        self.panel.reset()
        self._step()

    def plug(self) -> None:
        """Put the panel back: powered, uninitialised, with noise in its memory."""
        self.bus.attach(self._configured.config.address, self.panel)
        self._step()

    def cut_power(self) -> None:
        """Pull the plug: the console is gone at this instant, with all that was not stored."""
        self._halt()
        self.panel.reset()

    def restore_power(self) -> None:
        """Put the plug back in: the console starts from what it stored."""
        if self.console is None:
            self.switched_off = False
            self._start()

    def _halt(self) -> None:
        if self.console is not None:
            self.console, self._wake = None, None
            self._buttons.close()
            self._store.close()

    def frame(self) -> Image.Image:
        """Return what the glass shows now, mode "1"."""
        return self.panel.image

    @property
    def app(self) -> App | None:
        """The app's state; ``None`` while the power is cut."""
        return None if self.console is None else self.console.app

    @property
    def words(self) -> str:
        """The texts of the picture drawn last, in the order of drawing."""
        return "" if self.console is None else " ".join(self.console.canvas.words)

    @property
    def screen(self) -> str:
        """The name of the screen, as a script's ``expect screen`` calls it."""
        return "dark" if self.app is None else self.app.screen.name

    @property
    def frames(self) -> int:
        """How many pictures were shown since the power came."""
        return 0 if self.console is None else self.console.frames

    @property
    def match(self) -> Match | None:
        """The match in progress, or the one that ended last."""
        return None if self.app is None else self.app.match

    @property
    def held(self) -> tuple[int, ...]:
        """Held positions from 1, ascending."""
        return () if self.app is None else standing.held(self.app)

    @property
    def rolls_left(self) -> int:
        """Rolls that the player whose turn it is has left."""
        return 0 if self.match is None else self.match.rolls_left

    @property
    def winner(self) -> str | None:
        """Who won: by points, by a served generala or by the roll-off; ``None`` while that is open."""
        return None if self.app is None else standing.winner(self.app)

    @property
    def tie(self) -> tuple[str, ...]:
        """Who is tied at the top of a match that has ended, until a roll-off decides."""
        return () if self.app is None else standing.tie(self.app)

    def close(self) -> None:
        """Free pins, store and the temporary folder."""
        self._halt()
        self.fingers.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
