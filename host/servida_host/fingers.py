"""Fingers on six buttons: gpiozero's mock pins, pulled to ground as long as a finger or a fault keeps them down.

A plain ``MockPin`` goes up whenever its pull is set, so a button that was down when the console starts would be up.

A contact that bounces changes at once, and then back and forth by a pattern from a seed; at its end it is as finger and
faults have it. A new change of the same button ends the pattern of the one before. Whoever owns the time calls
``elapse`` at each of these edges, which ``due`` names; times are in virtual seconds.
"""

from __future__ import annotations

import random
from operator import itemgetter
from typing import TYPE_CHECKING

from gpiozero.pins.mock import MockFactory, MockPin

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_EDGES = 8
"""Edges of a bounce after the first (a guess; switches show from none to some ten)."""

SHORTEST = 0.0001
"""Seconds between two edges of a noisy line at the least."""

LONGEST = 0.012
"""Seconds between two edges of a noisy line at the most: shorter than any release that means something."""


def bounced(chance: random.Random, longest: float, *, level: bool) -> list[tuple[float, bool]]:
    """Return what a contact does within ``longest`` seconds after it changed to this level, and to which it returns."""
    if not longest:
        return []
    times = sorted(chance.uniform(0.0, longest) for _ in range(2 * chance.randint(0, MOST_EDGES // 2)))
    return [(at, level is bool(i % 2)) for i, at in enumerate(times)]


class UnknownButton(ValueError):
    """A button that this rig hasn't got; the message names it and those that there are."""


class FingerPin(MockPin):  # type: ignore[misc]  # gpiozero is untyped
    """A mock pin with a finger on it or not."""

    down = False

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.down:
            self.drive_low()

    def _call_when_changed(self) -> None:
        # A plain mock pin gives the time of this computer's clock, whatever clock its factory has.
        super(MockPin, self)._call_when_changed(self.factory.ticks(), self._state)


class Fingers:
    """The buttons of a program at their pins (BCM numbers); ``factory`` is what gpiozero gets.

    ``bounce`` is how many seconds a contact may chatter after each change, ``seed`` chooses the patterns.
    """

    def __init__(self, pins: Mapping[str, int], *, bounce: float = 0.0, seed: int = 0) -> None:
        self.factory = MockFactory(pin_class=FingerPin)
        self._pins = pins
        self.bounce = bounce
        self._chance = random.Random(seed)  # noqa: S311  a simulation must be repeatable
        self._touched: frozenset[str] = frozenset()
        self._stuck: frozenset[str] = frozenset()
        self._edges: list[tuple[float, str, bool]] = []

    @property
    def due(self) -> float | None:
        """When ``elapse`` must be called; ``None`` while every contact is at rest."""
        return min((at for at, _, _ in self._edges), default=None)

    def down(self, button: str) -> bool:
        """Whether a finger or a fault keeps this button down, whatever its contact does just now."""
        return button in self._touched or button in self._stuck

    def press(self, button: str, now: float) -> None:
        """Put a finger on a button."""
        self._change(button, self._touched | {button}, self._stuck, now)

    def release(self, button: str, now: float) -> None:
        """Take the finger away; a stuck button stays down."""
        self._change(button, self._touched - {button}, self._stuck, now)

    def stick(self, button: str, now: float) -> None:
        """Jam a button down."""
        self._change(button, self._touched, self._stuck | {button}, now)

    def unstick(self, button: str, now: float) -> None:
        """Free a jammed button; a finger on it is taken away, too."""
        self._change(button, self._touched - {button}, self._stuck - {button}, now)

    def chatter(self, button: str, seconds: float, now: float) -> None:
        """Let a button's line make noise for so many seconds: a worn contact, or a wire that came off."""
        end = now + seconds
        edges = []
        while (now := now + self._chance.uniform(SHORTEST, LONGEST)) < end:
            edges.append((now, self._chance.random() < 0.5))
        self._plan(button, [*edges, (end, self.down(button))])

    def elapse(self, now: float) -> None:
        """Let the edges happen that are due until now, in their order."""
        due = sorted((edge for edge in self._edges if edge[0] <= now), key=itemgetter(0))
        self._edges = [edge for edge in self._edges if edge[0] > now]
        for _, button, level in due:
            self._drive(button, level=level)

    def _change(self, button: str, touched: frozenset[str], stuck: frozenset[str], now: float) -> None:
        if button not in self._pins:
            raise UnknownButton(f"button {button!r}: there are {' '.join(self._pins)}")
        before = self.down(button)
        self._touched, self._stuck = touched, stuck
        after = self.down(button)
        if after is before:
            return
        self._drive(button, level=after)
        self._plan(button, [(now + at, level) for at, level in bounced(self._chance, self.bounce, level=after)])

    def _plan(self, button: str, edges: list[tuple[float, bool]]) -> None:
        self._edges = [edge for edge in self._edges if edge[1] is not button]
        self._edges += [(at, button, level) for at, level in edges]

    def _drive(self, button: str, *, level: bool) -> None:
        """Give a line its level; True is down."""
        pin = self.factory.pin(self._pins[button])
        pin.down = level
        if level:
            pin.drive_low()
        else:
            pin.drive_high()

    def close(self) -> None:
        """Free the pins."""
        self.factory.close()
