"""A person's time with a rig: real seconds become virtual ones, strokes and the mouse become pins.

The virtual time follows the clock, so many times as fast, and stands still while the program does: when it was
stopped (Ctrl+Z) or the computer slept, it is called long after it wanted to be. Then the time that it overslept is no
time for the console, which neither has to make up for it step by step nor goes dark over it. So is the time that a
computer can't keep up with, which would otherwise have ever more to make up for. A person can stop the time, too, and
go on from one moment to the next.

It must not know Textual or the page, or how anything is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida_host.faces.fingers import Fingers

if TYPE_CHECKING:
    from collections.abc import Callable

    from servida.ui.keypad import Button
    from servida_host.console_rig import ConsoleRig
    from servida_host.faces.keys import Stroke

OVERSLEPT = 1.0
"""Seconds after the moment that was due from which the program must have stood still (a guess; a slow one is some
tenths of a second late)."""

SLOW = 0.1
"""Seconds of work at a stretch after which the time left behind is dropped, for a face must also draw (a guess)."""

SPEEDS = (0.25, 64.0)
"""The least and the most virtual seconds that may pass in a real one: enough to watch a frame, and to wait for a panel
to go dark."""

SPEED_RANGE = "{:g} to {:g}".format(*SPEEDS)
"""The same for messages."""

LISTS = frozenset({"setup", "menu", "settings", "help", "scoreboard", "coach"})
"""The screens on which a held button repeats, by the names that scripts give them."""


class Pace:
    """Joins a rig, fingers and ``clock``, which gives seconds and never runs backwards.

    ``speed`` is how many virtual seconds pass in a real one. ``watch`` is called after each moment at which something
    was due, so that it sees also what is over before a face has drawn it.
    """

    def __init__(
        self,
        rig: ConsoleRig,
        clock: Callable[[], float],
        speed: float = 1.0,
        watch: Callable[[], None] = lambda: None,
    ) -> None:
        self._rig, self._clock, self._watch = rig, clock, watch
        self._fingers = Fingers()
        self._driven: frozenset[Button] = frozenset()
        self._speed, self._paused = speed, False
        self._begin()

    def _begin(self) -> None:
        """Let the rig's time go on from what it is by now."""
        self._since, self._began = self._clock(), self._rig.now

    @property
    def _now(self) -> float:
        """The virtual time that the rig should have."""
        return self._began if self._paused else self._began + (self._clock() - self._since) * self._speed

    @property
    def down(self) -> frozenset[Button]:
        """The buttons that are down."""
        return self._driven

    @property
    def speed(self) -> float:
        """How many virtual seconds pass in a real one while the time isn't stopped."""
        return self._speed

    @property
    def paused(self) -> bool:
        """Whether the time is stopped."""
        return self._paused

    @property
    def _due(self) -> float | None:
        moments = (self._rig.wake_at, self._fingers.due)
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def wait(self) -> float | None:
        """Seconds until ``catch_up`` must be called, 0 or more; ``None`` when only a person changes something."""
        due = self._due
        return None if due is None or self._paused else max((due - self._now) / self._speed, 0.0)

    def catch_up(self) -> None:
        """Let happen what was due until now."""
        began, now, due = self._clock(), self._now, self._due
        if due is not None and now > due + OVERSLEPT * self._speed:
            self._since += (now - due) / self._speed
            now = due
        while (due := self._due) is not None and due <= now:
            self._happen(due)
            if self._clock() > began + SLOW:
                self._begin()
                return
        self._rig.advance_to(now)

    def _happen(self, due: float) -> None:
        self._rig.advance_to(due)
        self._fingers.elapse(due)
        self._drive()
        self._watch()

    def run_at(self, speed: float) -> None:
        """Let so many virtual seconds pass in a real one from now on."""
        self.catch_up()
        self._begin()
        self._speed = speed

    def pause(self) -> None:
        """Stop the time."""
        self.catch_up()
        self._begin()
        self._paused = True

    def resume(self) -> None:
        """Let the time go on from where it is."""
        if self._paused:
            self._begin()
            self._paused = False

    def step(self) -> None:
        """Go to the next moment at which something is due; without one nothing changes."""
        self.catch_up()
        if (due := self._due) is not None:
            self._happen(due)
        self._begin()

    def touch(self, button: Button) -> None:
        """Put a finger on a button that stays until it is taken away."""
        self.catch_up()
        self._fingers.touch(button)
        self._drive()

    def leave(self, button: Button) -> None:
        """Take that finger away at once."""
        self.catch_up()
        self._fingers.leave(button)
        self._drive()

    def hold(self, stroke: Stroke) -> None:
        """Put fingers on buttons for as long as a stroke says."""
        self.catch_up()
        self._fingers.hold(stroke, self._rig.now)
        self._drive()

    def strike(self, key: str, stroke: Stroke) -> None:
        """Take a stroke of a key."""
        self.catch_up()
        self._fingers.strike(key, stroke, self._rig.now, in_list=self._rig.screen in LISTS)
        self._drive()

    def point(self, button: Button) -> None:
        """Put the pointer's finger on a button."""
        self.catch_up()
        self._fingers.point(button, self._rig.now)
        self._drive()

    def lift(self) -> None:
        """Take the pointer's finger away."""
        self.catch_up()
        self._fingers.lift(self._rig.now)
        self._drive()

    def _drive(self) -> None:
        """Move the pins of the buttons on which a finger came down or left."""
        down = self._fingers.down
        for button in self._driven - down:
            self._rig.release(button)
        for button in sorted(down - self._driven, key=lambda button: button.value):
            self._rig.press(button)
        self._driven = down
