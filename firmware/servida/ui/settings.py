"""What the owner of the console has chosen: language, brightness, idle times, and the last table of players.

Knows the allowed values; must not know where they are stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from servida.rules import DEFAULT, RuleSet

if TYPE_CHECKING:
    from servida.strategy.advice import Level

Value = TypeVar("Value")

LANGUAGES = ("es", "en", "pt")
"""Languages with a catalogue, the default first."""

BRIGHTNESS = (16, 64, 112, 160, 207)
"""SSD1306 contrast (command 81h, 0..255) of brightness 1..5; never the maximum of 255, which ages an OLED
fastest (mklements/OLED_Stats#32).  207 is what the Adafruit driver's neighbours use as their usual value; the
steps between are a guess."""

DIMMED = 1
"""Contrast of the dimmed panel: the lowest that is not off on common modules (a guess, see FIELD figures)."""

DIM_AFTER = (30, 60, 120, 0)
"""Seconds without a press before the panel dims; 0 is never."""

DARK_AFTER = (120, 300, 900, 0)
"""Seconds without a press before the panel goes dark; 0 is never."""

OFF_AFTER = (0, 900, 1800, 3600)
"""Seconds without a press before the console switches itself off; 0 is never, and the default: it can't be woken."""

NAME_LENGTH = 10
"""Longest player name: ten letters of the large font fit the glass."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The console's settings: ``brightness`` 1..5; ``dim_after``, ``dark_after``, ``off_after`` in seconds (0: never).

    ``levels`` are those of the computers among the players, as ``ui.seats`` has them; with ``hints`` the coach may be
    asked.
    """

    language: str = LANGUAGES[0]
    brightness: int = 4
    dim_after: int = 60
    dark_after: int = 300
    rules: RuleSet = DEFAULT
    players: tuple[str, ...] = ("", "")
    levels: tuple[Level | None, ...] = ()
    hints: bool = False
    off_after: int = 0

    @property
    def contrast(self) -> int:
        """The panel's contrast while it is lit, 0..255."""
        return BRIGHTNESS[self.brightness - 1]


def turned(values: tuple[Value, ...], value: Value, step: int) -> Value:
    """Return the value ``step`` places after this one, around; the first when it is not among them."""
    return values[(values.index(value) + step) % len(values)] if value in values else values[0]
