"""The console: joins buttons, app, display, dice and store, one step at a time.

``step(now)`` reads all levels, lets the keypad and the app answer, carries out the effects in their order (a
roll is stored before it is drawn) and shows the picture; it returns when it wants to be called next.  It owns
no clock, no thread and no device: time is an argument, and what touches the world is handed in.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from servida.device.errors import DeviceError
from servida.ui import app as ui
from servida.ui.events import (
    Advise,
    Advised,
    Building,
    CountDice,
    Counted,
    Decided,
    Describe,
    Described,
    Effect,
    Event,
    Examine,
    Examined,
    Failed,
    Keep,
    Landed,
    Light,
    PowerOff,
    Question,
    Roll,
    Save,
    Stored,
    Think,
    Woken,
)
from servida.ui.keypad import Keypad, deadline, update

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image

    from servida.device.entropy import Roll as Rolled
    from servida.device.store import Saved
    from servida.rules import RuleSet
    from servida.seams import Contacts, DiceSource, Glass, Storage, Strategist
    from servida.ui.frame import Canvas
    from servida.ui.settings import Settings

SLICE_PAUSE = 0.01
"""Seconds between two slices of computing, so that a press is never seen later than a slice lasts."""


class Console:
    """The whole console around what was saved, ready for its first ``step``.

    What the store has to say for itself the screen says until the next save, and once in full with the ``notices``
    over the first screen.  ``describe`` says what this console is.  ``power_off`` is given the picture for when the
    computer is off; it returns whether it is off already, and raises ``DeviceError`` where the system refuses.
    ``strict`` makes a screen that draws off the panel raise, for tests.
    """

    def __init__(
        self,
        saved: Saved,
        settings: Settings,
        *,
        buttons: Contacts,
        glass: Glass,
        dice: DiceSource,
        store: Storage,
        strategist: Strategist,
        describe: Callable[[], Described],
        power_off: Callable[[Image], bool],
        now: float,
        notices: tuple[str, ...] = (),
        strict: bool = False,
    ) -> None:
        self._buttons, self._glass, self._dice, self._store = buttons, glass, dice, store
        self._strategist = strategist
        self._describe, self._power_off, self._strict = describe, power_off, strict
        self._keypad = Keypad.start(buttons.read(), now=now)
        told = (*notices, saved.fault) if saved.fault else notices
        self.app, effects = ui.start(settings, saved.match, now, saved.rolloff, saved.fault, told, saved.levels)
        self.frames = 0
        self._rolls: tuple[Rolled, ...] = ()
        self._question: Question | None = None
        self._shown: bytes | None = None
        self.canvas: Canvas = ui.draw(self.app, now, strict=strict)
        self._answer(effects, now)

    def step(self, now: float) -> float | None:
        """Do all that is due at ``now`` (seconds, never backwards) and return when to be called next, or ``None``."""
        self._keypad, events = update(self._keypad, self._buttons.read(), now)
        self._question = None
        for event in (*events, Woken()):
            self._take(event, now)
        slice_at = now + SLICE_PAUSE if self._compute(now) else None
        self._show(now)
        self._look_after_glass(now)
        glass = self._glass
        times = (ui.wake_at(self.app, now), slice_at, deadline(self._keypad), glass.retry_at, glass.check_at)
        return min((time for time in times if time is not None), default=None)

    def _compute(self, now: float) -> bool:
        """Do one slice of what is needed, or answer the question; return whether there is more to do.

        Dice tumble undisturbed: whoever plays must not notice that something is computed.
        """
        rules = ui.studied(self.app) if self._question is None else self._question.match.rules
        if rules is None or self.app.off or ui.animates(self.app, now):
            return False
        share = self._strategist.progress(rules)
        if share is not None:
            more = self._build(rules, now)
            share = self._strategist.progress(rules)
            self._take(Building(share), now)
            return more or self._question is not None
        answer = None if self._question is None else self._answered(self._question)
        if answer is not None:
            self._take(answer, now)
        return answer is None and self._question is not None

    def _build(self, rules: RuleSet, now: float) -> bool:
        try:
            return self._strategist.work(rules)
        except DeviceError as error:
            self._take(Stored(str(error)), now)
            return self._strategist.progress(rules) is not None

    def _answered(self, question: Question) -> Event | None:
        """Return the answer; ``None`` where it takes another slice."""
        match question:
            case Think(game, level):
                choice = self._strategist.decide(game, level)
                return None if choice is None else Decided(game, choice)
            case Advise(game):
                return Advised(game, self._strategist.advise(game))
            case Examine(game):
                reviews = self._strategist.review(game)
                return None if reviews is None else Examined(game, reviews)
            case _:
                assert_never(question)

    def _look_after_glass(self, now: float) -> None:
        """Heal the panel at its own times; one that is lost has nothing to be checked."""
        glass = self._glass
        if glass.retry_at is not None and now >= glass.retry_at:
            glass.retry(now)
        if glass.check_at is not None and now >= glass.check_at:
            glass.check(now)

    @property
    def alive(self) -> bool:
        """Whether the panel's bus goes on, too: buttons and state do when ``step`` returns."""
        return not self._glass.hung

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
            case Save(match, rolloff, levels):
                rolls, self._rolls = self._rolls, ()
                return self._stored(lambda: self._store.save_match(match, rolloff, rolls, levels))
            case Keep(settings):
                return self._stored(lambda: self._store.save_settings(settings))
            case Light(contrast, on):
                self._glass.set_light(contrast, on=on, now=now)
                return None
            case CountDice():
                return self._counted()
            case Describe():
                return self._describe()
            case PowerOff():
                return self._switch_off(now)
            case Think() | Advise() | Examine():
                self._question = effect
                return None
            case _:
                assert_never(effect)

    def _switch_off(self, now: float) -> Event | None:
        """Say so and switch off; where the system refuses, the game goes on and the screen says so."""
        self._show(now)
        try:
            safe = self._power_off(ui.farewell(self.app).image)
        except DeviceError as error:
            # As if somebody had pressed, so that the panel shows it, and an idle console doesn't try without end.
            self.app = replace(self.app, off=False, touched=now)
            return Stored(str(error))
        self.app = replace(self.app, safe=safe)
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
        return Stored()

    def _show(self, now: float) -> None:
        """Draw, and send the picture when it differs from the one sent last."""
        self.canvas = ui.draw(self.app, now, strict=self._strict)
        picture = self.canvas.image.tobytes()
        if picture != self._shown:
            self._shown = picture
            self.frames += 1
            self._glass.show(self.canvas.image, now)
