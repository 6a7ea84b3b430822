"""A person's time with a rig: real seconds become virtual ones, strokes and the mouse become pins.

The virtual time follows the clock and stands still while the program does: when it was stopped (Ctrl+Z) or the
computer slept, it is called long after it wanted to be. Then the time that it overslept is no time for the console,
which neither has to make up for it step by step nor goes dark over it.

It must not know Textual, or how anything is drawn.
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

LISTS = frozenset({"setup", "menu", "settings", "help", "scoreboard", "coach"})
"""The screens on which a held button repeats, by the names that scripts give them."""


class Pace:
    """Joins a rig, fingers and ``clock``, which gives seconds and never runs backwards."""

    def __init__(self, rig: ConsoleRig, clock: Callable[[], float]) -> None:
        self._rig, self._clock = rig, clock
        self._fingers = Fingers()
        self._driven: frozenset[Button] = frozenset()
        self._began = clock() - rig.now

    @property
    def down(self) -> frozenset[Button]:
        """The buttons that are down."""
        return self._driven

    @property
    def _due(self) -> float | None:
        moments = (self._rig.wake_at, self._fingers.due)
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def wait(self) -> float | None:
        """Seconds until ``catch_up`` must be called, 0 or more; ``None`` when only a person changes something."""
        due = self._due
        return None if due is None else max(due - (self._clock() - self._began), 0.0)

    def catch_up(self) -> None:
        """Let happen what was due until now."""
        now = self._clock() - self._began
        due = self._due
        if due is not None and now > due + OVERSLEPT:
            self._began += now - due
            now = due
        while (due := self._fingers.due) is not None and due <= now:
            self._rig.advance_to(due)
            self._fingers.elapse(due)
            self._drive()
        self._rig.advance_to(now)

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
