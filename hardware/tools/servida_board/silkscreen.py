"""What is printed on the board: names, warnings, the modules' outlines and the dice above their buttons.

Runs inside KiCad's Python, like ``placing``.  Millimetres from the board's upper left corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pcbnew

from servida_board.circuit import DATE, TEST_POINTS, VERSION
from servida_board.dimensions import dimensions
from servida_board.places import places
from servida_board.placing import Kicad, vector

LINE = 0.15
"""Width of lines; the houses print 0.15 reliably."""

NAME = "SERVIDA"
LICENCE = "CERN-OHL-P-2.0"

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a die lie, in thirds of its half."""

DIE = 4.0
DIE_Y = 44.9

HIDDEN = ("J", "H", "TP", "SW", "BZ", "JP")
"""Parts whose reference is printed by hand or not at all."""

REFERENCES = {
    "R": (0.0, 1.75),
    "C1": (-2.9, 0.0),
    "C2": (-2.9, 0.0),
    "R7": (3.3, 0.0),
    "R8": (3.3, 0.0),
    "D4": (0.0, 2.3),
    "D2": (0.0, -2.3),
    "D3": (0.0, -2.3),
    "Q1": (0.0, 2.4),
    "D1": (0.0, 2.6),
}


@dataclass(frozen=True, slots=True)
class Print:
    """A side of the board to print on."""

    board: Kicad
    back: bool = False

    def _layer(self) -> int:
        return int(pcbnew.B_SilkS if self.back else pcbnew.F_SilkS)

    def text(self, words: str, x: float, y: float, size: float = 1.0, *, bold: bool = False, angle: int = 0) -> None:
        """Print words around a point."""
        text = pcbnew.PCB_TEXT(self.board)
        text.SetText(words)
        text.SetPosition(vector(x, y))
        text.SetLayer(self._layer())
        text.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(size), pcbnew.FromMM(size)))
        text.SetTextThickness(pcbnew.FromMM(max(0.12, size * (0.2 if bold else 0.14))))
        text.SetTextAngleDegrees(angle)
        text.SetMirrored(self.back)
        self.board.Add(text)

    def lines(self, *points: tuple[float, float], width: float = LINE) -> None:
        """Draw lines through these points."""
        for start, end in pairwise(points):
            shape = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_SEGMENT)
            shape.SetStart(vector(*start))
            shape.SetEnd(vector(*end))
            self._add(shape, width)

    def dot(self, x: float, y: float, radius: float) -> None:
        """Draw a filled disc."""
        shape = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_CIRCLE)
        shape.SetStart(vector(x, y))
        shape.SetEnd(vector(x + radius, y))
        shape.SetFilled(True)
        self._add(shape, 0.05)

    def corners(self, left: float, top: float, right: float, low: float, arm: float = 3.0) -> None:
        """Draw the four corners of a rectangle."""
        for x, dx in ((left, arm), (right, -arm)):
            for y, dy in ((top, arm), (low, -arm)):
                self.lines((x + dx, y), (x, y), (x, y + dy))

    def _add(self, shape: Kicad, width: float) -> None:
        shape.SetLayer(self._layer())
        shape.SetWidth(pcbnew.FromMM(width))
        self.board.Add(shape)


def draw(board: Kicad) -> None:
    """Print both sides."""
    _references(board)
    _front(Print(board))
    _back(Print(board, back=True))


def _references(board: Kicad) -> None:
    for footprint in board.GetFootprints():
        ref = footprint.GetReference()
        field = footprint.Reference()
        footprint.Value().SetVisible(False)
        if ref.startswith(HIDDEN):
            field.SetVisible(False)
            continue
        place = places()[ref]
        dx, dy = REFERENCES.get(ref, REFERENCES.get(ref[0], (0.0, 2.4)))
        if place.angle in (90, 270) and ref[0] in "RC":
            dx, dy = 0.0, -2.5 if ref in {"R9", "C5"} else 2.5
        field.SetPosition(vector(place.x + dx, place.y + dy))
        field.SetTextAngleDegrees(0)
        field.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(0.8), pcbnew.FromMM(0.8)))
        field.SetTextThickness(pcbnew.FromMM(0.12))


def _front(front: Print) -> None:
    size = dimensions()
    glass, modules = size["glass"], size["glass"]["modules"]
    cx, cy = glass["centre"]
    for kind, label, y in (("large", 'J2  2.42" SSD1309', 2.6), ("small", 'J3  0.96" SSD1306', 15.3)):
        module = modules[kind]
        left, top = module["outline_origin"]
        width, height = module["outline"][:2]
        front.corners(left, top, left + width, top + height, 1.9)
        front.text(label, cx, y, 0.9)
        px, py = module["header_first_pin"]
        for number, name in enumerate(("1", "2", "SCL", "SDA")):
            front.text(name, px + 2.54 * number, py + (2.3 if kind == "large" else -2.3), 0.8)
    half_w, half_h = (each / 2 for each in modules["small"]["active"])
    front.corners(cx - half_w, cy - half_h, cx + half_w, cy + half_h, 1.5)
    _dice(front, cx, cy + half_h)
    for number, net in enumerate(TEST_POINTS, start=1):
        place = places()[f"TP{number}"]
        front.text(net.lstrip("/").replace("BAT_5V", "BAT"), place.x, place.y + 2.0, 0.9)
    x, y = size["buttons"]["centres"]["roll"]
    front.text("ROLL", x, y + 5.2, 1.6, bold=True)
    x, y = size["piezo"]["centre"]
    front.text("piezo", x, y - 6.3, 0.9)
    front.text("+", x - 5.9, y, 1.0)
    front.text(NAME, 70.0, 68.6, 3.0, bold=True)
    front.text("a pocket Generala console", 70.0, 72.0, 1.0)
    front.text(f"{VERSION}  {DATE[:7]}", 70.0, 74.2, 1.0)
    front.text(LICENCE, 70.0, 76.4, 1.0)
    front.text("K", 73.3, 54.2, 0.8)


def _dice(front: Print, cx: float, below: float) -> None:
    """Print a die above each hold button, and from the small module's dice a line to it."""
    size = dimensions()
    small, large = (size["glass"]["modules"][kind]["active"][0] / 128 for kind in ("small", "large"))
    for number, pixel in enumerate(size["glass"]["die_centres_px"], start=1):
        x = size["buttons"]["centres"][str(number)][0]
        start = (cx + (pixel - 64) * small, below + 1.0)
        front.lines(start, (cx + (pixel - 64) * large, DIE_Y - DIE / 2 - 0.6))
        half = DIE / 2
        left, right, top, low = x - half, x + half, DIE_Y - half, DIE_Y + half
        front.lines((left, top), (right, top), (right, low), (left, low), (left, top), width=0.2)
        for dx, dy in PIPS[number]:
            front.dot(x + dx * half * 0.5, DIE_Y + dy * half * 0.5, 0.38)
        front.text(f"HOLD {number}", x, DIE_Y + 3.5, 0.9)


def _back(back: Print) -> None:
    size = dimensions()
    for ref, y in (("JP1", 5.8), ("JP2", 10.2)):
        back.text(f"{ref}  pin {ref[-1]}", 28.0, y - 2.2, 0.9)
        back.text("A", 31.2, y, 1.0, bold=True)
        back.text("B", 24.8, y, 1.0, bold=True)
    back.text("A + A:  GND VCC SCL SDA", 13.2, 12.6, 0.9)
    back.text("B + B:  VCC GND SCL SDA", 13.2, 14.4, 0.9)
    back.text("look at the module first", 13.2, 16.6, 0.9)
    left, top = size["battery"]["cell"]["origin"]
    width, height = size["battery"]["cell"]["size"][:2]
    back.corners(left, top, left + width, top + height - 0.6)
    back.text("lithium cell 3.7 V, protected", left + width / 2, top + 14, 1.3)
    back.text("cut all pins under it flush, insulate", left + width / 2, top + 19.5, 1.0)
    left, top = size["battery"]["booster"]["origin"]
    width, height = size["battery"]["booster"]["size"][:2]
    back.corners(left, top + 4, left + width, top + height)
    back.text("booster to 5 V", left + width / 2, top + 18, 1.0)
    for x, name in ((77.0, "5V"), (75.0, "-"), (73.0, "EN")):
        back.text(name, x, 46.5, 0.8)
    back.text("J4", 69.6, 42.5, 0.9)
    back.text("ON", 81.3, 43.3, 1.0, bold=True)
    back.text("OFF", 81.3, 49.6, 1.0, bold=True)
    left, top = size["pi"]["origin"]
    width, height = size["pi"]["size"][:2]
    back.corners(left, top, left + width, top + height, 6.0)
    back.text("Raspberry Pi Zero 2 W", 34.5, 67.2, 1.4)
    back.text("its parts face this board; 11 mm spacers", 34.5, 79.6, 1.0)
    back.text("1", 8.4, 62.9, 1.0, bold=True)
    back.text(f"{NAME} {VERSION}", 76.5, 66.0, 1.2, bold=True)
    back.text(LICENCE, 76.5, 68.4, 0.9)
    back.text("untested design", 76.5, 71.4, 0.9)
