"""What a dimmed console shows while it waits for players: one small picture that wanders, to spare the OLED.

Only where nobody reads the screen (title, hand-over, result); dice and lines stay as they are
(mklements/OLED_Stats#32: burnt-in text after months).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.ui.art import mini_die
from servida.ui.font import SMALL, measure

if TYPE_CHECKING:
    from servida.ui.frame import Canvas
    from servida.ui.screen import World

STAY = 30.0
"""Seconds in one place (a guess: rare enough to let the processor sleep, the spacing of the full refresh)."""

WANDERERS = ("title", "handover", "result")
"""Names of the screens that give way to the wandering picture."""

SPOTS = ((0, 0), (72, 30), (30, 12), (96, 4), (8, 34), (52, 22), (84, 18), (20, 26))
"""Places in pixels that share no pixel between neighbours in time and cover the glass evenly."""


def draw_idle(canvas: Canvas, world: World) -> None:
    """Draw a small die, and under it whose turn it is, where the time says."""
    spot = _moves(world.now, world.quiet_since) % len(SPOTS)
    x, y = SPOTS[spot]
    name = world.mover if world.match is not None and world.match.outcome is None else "Servida"
    x = min(x, 128 - measure(name, SMALL))
    canvas.blit(mini_die(spot % 6 + 1), x, y)
    canvas.text(x, y + 12, name)


def next_move(now: float, quiet_since: float) -> float:
    """Return when the picture wanders next, in seconds; always later than ``now``."""
    return quiet_since + STAY * (_moves(now, quiet_since) + 1)


def _moves(now: float, quiet_since: float) -> int:
    """Count the moves so far by the very sums that ``next_move`` gives, so that waking at one has made it."""
    count = int((now - quiet_since) / STAY)
    return count + 1 if quiet_since + STAY * (count + 1) <= now else count
