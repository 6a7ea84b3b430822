"""Where on the board each part lies, and how its nets are laid.

Millimetres from the board's upper left corner, y down.  Places that the case must know come from ``dimensions``;
the others are the board's own affair.
"""

from __future__ import annotations

from dataclasses import dataclass

from servida_board.circuit import BUTTONS
from servida_board.dimensions import dimensions
from servida_board.router import Rule


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part lies: its anchor, or with ``pad`` that pad; turned counter-clockwise, on the back if asked for."""

    x: float
    y: float
    angle: int = 0
    back: bool = False
    pad: str = ""


PADS_OF_SWITCH = (3.25, 2.25)
"""From a switch's first pad to its middle (footprint SW_TH_Tactile_Omron_B3F-106x)."""


def places() -> dict[str, Place]:
    """Return the place of every part by its reference."""
    size = dimensions()
    modules = size["glass"]["modules"]
    pi, large, small = (each["header_first_pin"] for each in (size["pi"], modules["large"], modules["small"]))
    found = {
        "J1": Place(pi[0], pi[1], 270, back=True, pad="1"),
        "J2": Place(large[0], large[1], 90, pad="1"),
        "J3": Place(small[0], small[1], 90, pad="1"),
        "JP1": Place(28.0, 5.8, 180, back=True),
        "JP2": Place(28.0, 10.2, 180, back=True),
        "C1": Place(35.0, 4.0),
        "C2": Place(35.0, 6.6),
        "R7": Place(56.0, 4.0, 180),
        "R8": Place(56.0, 6.6, 180),
        "D4": Place(51.6, 8.3),
        "D2": Place(27.239, 48.0),
        "D3": Place(60.761, 48.0),
        "R6": Place(71.9, 53.5, 90),
        "C3": Place(12.2, 54.4, 90),
        "C4": Place(9.4, 54.4, 90),
        "J4": Place(77.0, 42.5, 180, back=True, pad="1"),
        "SW7": Place(size["switch"]["pin_row_x"], size["switch"]["centre_y"], 270, back=True, pad="2"),
        "Q1": Place(77.0, 48.0, 0),
        "R9": Place(73.2, 48.0, 90),
        "C5": Place(70.9, 48.0, 90),
        "R10": Place(80.8, 50.0, 90),
        "D1": Place(77.6, 54.2),
        "BZ1": Place(*size["piezo"]["centre"]),
        "R11": Place(25.2, 74.0, 90),
    }
    for number, button in enumerate(BUTTONS, start=1):
        x, y = size["buttons"]["centres"][button]
        found[f"SW{number}"] = Place(x - PADS_OF_SWITCH[0], y - PADS_OF_SWITCH[1], pad="1")
        if button != "roll":
            found[f"R{number}"] = Place(x - 5.587, y, 90)
    for number in range(1, 7):
        found[f"TP{number}"] = Place(6.5 + 7 * number, 83.0)
    holes = [*size["holes"]["case"]["centres"], *size["holes"]["pi"]["centres"], *modules["small"]["mounting_holes"]]
    for number, (x, y) in enumerate(holes, start=1):
        found[f"H{number}"] = Place(x, y)
    return found


SUPPLY = Rule(width=0.8, clearance=0.25, via=0.8)
BRANCH = Rule(width=0.5, clearance=0.2, via=0.8)
SIGNAL = Rule(width=0.25, clearance=0.2, via=0.6)

ORDER = (
    *((f"HOLD{number}", SIGNAL) for number in range(1, 6)),
    *((f"/HOLD{number}_KEY", SIGNAL) for number in range(1, 6)),
    ("/BAT_5V", SUPPLY),
    ("/BAT_OUT", SUPPLY),
    ("+5V", SUPPLY),
    ("/BAT_GATE", SIGNAL),
    ("/BAT_ON", SIGNAL),
    ("/BAT_EN", SIGNAL),
    ("/PANEL_1", BRANCH),
    ("/PANEL_2", BRANCH),
    ("SCL", SIGNAL),
    ("SDA", SIGNAL),
    ("+3V3", BRANCH),
    ("ROLL", SIGNAL),
    ("/ROLL_KEY", SIGNAL),
    ("PIEZO", SIGNAL),
    ("/PIEZO_OUT", SIGNAL),
)
"""The nets in the order in which ways are sought for them, the cramped ones first; ground is poured instead."""
