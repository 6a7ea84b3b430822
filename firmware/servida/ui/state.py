"""The app's state: the match, the screen that shows it, the screens opened over it, and the light."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from servida.ui.screen import Screen, World
from servida.ui.screens.dark import Dark

if TYPE_CHECKING:
    from servida.rules import Match, RollOff
    from servida.ui.keypad import Button
    from servida.ui.seats import Levels
    from servida.ui.settings import Settings


class Glow(Enum):
    """How the panel is lit."""

    BRIGHT = "bright"
    DIM = "dim"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Glance:
    """A press of button 1 or 5 and what was on the screen before it, to be restored when it was half a chord."""

    button: Button
    base: Screen
    over: tuple[Screen, ...]
    match: Match | None
    settings: Settings


@dataclass(frozen=True, slots=True)
class App:
    """The whole state of the console.

    ``base`` is the screen of the game, ``over`` those opened over it, ``touched`` the time of the last press in
    seconds, ``swallowed`` the buttons whose present press only woke the panel, ``stuck`` those that are jammed.
    ``off`` says that the console is switched off, ``safe`` that the plug may be pulled.
    ``levels`` are those of the match's computers, ``share`` is how much of what an answer waits for is ready.
    """

    settings: Settings
    base: Screen
    over: tuple[Screen, ...] = ()
    match: Match | None = None
    rolloff: RollOff | None = None
    touched: float = 0.0
    glow: Glow = Glow.BRIGHT
    swallowed: frozenset[Button] = frozenset()
    stuck: frozenset[Button] = frozenset()
    glances: tuple[Glance, ...] = ()
    substitute: bool = False
    fault: str = ""
    off: bool = False
    safe: bool = False
    levels: Levels = ()
    share: float | None = None

    @property
    def screen(self) -> Screen:
        """The screen that is shown, or would be if the panel were not dark."""
        if self.off or self.glow is Glow.DARK:
            return Dark(self.off, self.safe)
        return self.over[-1] if self.over else self.base

    def world(self, now: float) -> World:
        """Return what the screens may know at this moment."""
        faults = (self.substitute, self.fault, self.stuck)
        seats = (self.levels, self.share)
        return World(now, self.settings, self.match, self.rolloff, *faults, self.touched, *seats)
