"""From strokes of keys and the mouse to fingers on buttons: which are down, and when that changes by itself.

Theory. A terminal tells that a key was struck, never that it came up, and while a key is held it strikes it again
and again: first after 0.25 to 0.7 s, then 10 to 40 times a second. So a stroke is a finger that leaves by itself
after the seconds in the table of keys, and the second stroke of the same key may be a person or the keyboard.

- A stroke within ``REPEAT`` of the one before is the keyboard's: nobody strikes so fast. A finger that is there
  stays until the repeats stop; one that has left does not come back. So a held key is one press, and a long one
  where the repeats begin before the tap is over.
- A stroke that comes after a pause in ``DOUBT`` may be the first repeat. It waits for ``REPEAT``: if another
  follows it was one, and a held SPACE does not roll a second time; otherwise the press is made, that much late.
- It must not become a long press instead, although a held button is one: the tap before has already been answered,
  and a long press in the menu would answer the question that the tap has just raised ("the match is lost").
- In a list the first repeat is a press of its own, at once, and the finger stays while the repeats come: the
  keypad then repeats it, as it does for a held button.
- Over a slow line repeats come in bursts, so once they are recognised a pause of up to ``BURST`` is not their end.

A mouse button tells when it comes up, so the pointer is a true finger. So are the fingers on a page, which tells of
keys that come up, too: these are there for exactly as long as it says.

Pure state in virtual seconds; it must not know the rig, Textual or the clock.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from servida.ui.keypad import Button
from servida_host.faces.keys import TAP, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterable

REPEAT = 0.12
"""Seconds between two strokes of one key up to which the keyboard made the second; the slowest usual rate is one
in 0.1 s (macOS: 0.09 s), the quickest finger needs 0.13 s (guesses)."""

DOUBT = (0.2, 1.0)
"""Seconds between two strokes of one key in which the second may be the first repeat (delays that systems set)."""

BURST = 0.4
"""Seconds between two repeats on a slow line (a guess)."""

LINGER = REPEAT + 0.01
"""Seconds that a finger is there at least after a stroke that may be followed by repeats: until one would have come."""

LIFT = 0.05
"""Seconds that a finger is away between two strokes of one key: more than the keypad needs to see it."""

STAY = 0.2
"""Seconds that a finger stays after the last repeat: longer than the pause to the next."""


class Fingers:
    """Nobody touches anything at first. All moments are in seconds, on any clock that never runs backwards."""

    def __init__(self) -> None:
        self._leaves: dict[Button, float] = {}
        self._pointed: dict[Button, float] = {}
        self._touched: frozenset[Button] = frozenset()
        self._key = ""
        self._struck = -inf
        self._repeating = False
        self._doubtful: tuple[float, Stroke] | None = None

    @property
    def down(self) -> frozenset[Button]:
        """The buttons with a finger on them."""
        return self._touched.union(self._leaves, self._pointed)

    @property
    def due(self) -> float | None:
        """When ``elapse`` must be called; ``None`` when only a stroke or the mouse changes something."""
        doubtful = () if self._doubtful is None else (self._doubtful[0],)
        return min((*self._leaves.values(), *doubtful), default=None)

    def strike(self, key: str, stroke: Stroke, now: float, *, in_list: bool = False) -> None:
        """Take a stroke of a key, by a person or by the keyboard; ``in_list`` says that a held button repeats."""
        pause = now - self._struck if key == self._key else inf
        self._key, self._struck = key, now
        self._repeating = pause <= (BURST if self._repeating else REPEAT)
        if self._repeating:
            self._doubtful = None
            self._stay(stroke.buttons, now)
            return
        self._decide(now)
        begins = now  # unless somebody has to wait: for a repeat, or for the finger of the stroke before
        if DOUBT[0] <= pause <= DOUBT[1] and not (in_list and Button.ROLL not in stroke.buttons):
            begins += REPEAT
        if pause < inf:
            begins = max(begins, *(self._leaves.get(button, -inf) + LIFT for button in stroke.buttons))
        if begins > now:
            self._doubtful = (begins, stroke)
        else:
            self._touch(stroke, now, at_least=LINGER if pause <= DOUBT[1] else 0.0)

    def point(self, button: Button, now: float) -> None:
        """Put the pointer's finger on a button."""
        self._pointed[button] = now

    def lift(self, now: float) -> None:
        """Take the pointer's finger away; it is there for a tap at least, so that it is seen."""
        for button, since in self._pointed.items():
            if since + TAP > now:
                self._leaves[button] = max(self._leaves.get(button, 0.0), since + TAP)
        self._pointed.clear()

    def touch(self, button: Button) -> None:
        """Put a finger on a button that stays until it is taken away."""
        self._touched |= {button}

    def leave(self, button: Button) -> None:
        """Take that finger away."""
        self._touched -= {button}

    def hold(self, stroke: Stroke, now: float) -> None:
        """Put fingers on buttons that leave by themselves; a person's stroke for certain."""
        self._touch(stroke, now)

    def elapse(self, now: float) -> None:
        """Let the time be ``now``: fingers leave, and what was doubtful is decided."""
        self._leaves = {button: leaves for button, leaves in self._leaves.items() if leaves > now}
        if self._doubtful is not None and self._doubtful[0] <= now:
            self._decide(now)

    def _decide(self, now: float) -> None:
        """No repeat followed: the stroke in doubt was a person's."""
        if self._doubtful is not None:
            self._touch(self._doubtful[1], now)
            self._doubtful = None

    def _touch(self, stroke: Stroke, now: float, at_least: float = 0.0) -> None:
        for button in stroke.buttons:
            self._leaves[button] = max(self._leaves.get(button, 0.0), now + max(stroke.seconds, at_least))

    def _stay(self, buttons: Iterable[Button], now: float) -> None:
        for button in buttons:
            if button in self._leaves:
                self._leaves[button] = max(self._leaves[button], now + STAY)
