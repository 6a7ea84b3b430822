"""The table of keys of the terminal face: what each does, and how the help tells it.

The only place that knows the keyboard; the page has its keys from here, too, by a browser's names (`web/keys.py`). A
stroke of a key stands for fingers on buttons; what comes of a stroke over time, and of a key that is held, is told in
`fingers.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from servida.ui.keypad import Button, Timing

TAP = 0.08
"""Seconds that a button is down for a stroke, for terminals tell of no key that comes up: a quick finger."""

LONG = Timing().long + 0.1
"""Seconds that ROLL is down for a long press."""

CHORD = Timing().chord + 0.1
"""Seconds that buttons 1 and 5 are down for the menu."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """Fingers on these buttons for so many seconds."""

    buttons: tuple[Button, ...]
    seconds: float = TAP


class Deed(Enum):
    """What a key does to the face and not to the console."""

    PICTURE = "picture"
    WIRE = "wire"
    HELP = "help"
    SUSPEND = "suspend"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Keys, by Textual's names, and what each does.

    ``shown`` and ``brief`` are for the line of help (a row without ``brief`` is not in it), ``told`` for the help.
    """

    deeds: dict[str, Stroke | Deed]
    shown: str
    brief: str
    told: str


KEY_ROWS = (
    KeyRow(
        {button.value: Stroke((button,)) for button in Button if button is not Button.ROLL},
        "1–5",
        "hold",
        "the five buttons under the dice",
    ),
    KeyRow(
        dict.fromkeys(("space", "r", "enter"), Stroke((Button.ROLL,))),
        "space",
        "roll",
        "ROLL, pressed; also r and Enter",
    ),
    KeyRow(
        dict.fromkeys(("R", "shift+space"), Stroke((Button.ROLL,), LONG)),
        "R",
        "long",
        f"ROLL, held for {LONG:.1f} seconds",
    ),
    KeyRow(
        dict.fromkeys(("m", "M"), Stroke((Button.ONE, Button.FIVE), CHORD)),
        "m",
        "menu",
        "1 and 5 held together for a second: the menu",
    ),
    KeyRow(dict.fromkeys(("s", "S"), Deed.PICTURE), "s", "picture", "saves the glass as a PNG in this folder"),
    KeyRow(dict.fromkeys(("w", "W"), Deed.WIRE), "w", "", "shows or hides what the last picture took"),
    KeyRow(dict.fromkeys(("question_mark", "h", "H", "f1"), Deed.HELP), "?", "help", "this help"),
    KeyRow(
        dict.fromkeys(("q", "Q", "ctrl+c", "ctrl+q"), Deed.LEAVE),
        "q",
        "quit",
        "leaves; also Ctrl+C",
    ),
    KeyRow({"ctrl+z": Deed.SUSPEND}, "^Z", "", "stops the program and time; fg goes on"),
)
"""All keys, in the order in which the help tells them."""

DEEDS: dict[str, Stroke | Deed] = {key: deed for row in KEY_ROWS for key, deed in row.deeds.items()}
"""What a key does, by its name."""

NOTES = """\
The mouse presses and holds the drawn buttons.
Holding a key down is one press: a keyboard's
repeats never roll again. In lists 1–5 repeat.
R makes the long press."""
"""What the help adds to the table."""
