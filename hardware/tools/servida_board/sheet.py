"""A sheet of a schematic, to which symbols, wires and words are added one by one.

Coordinates are in units of 2.54 mm, KiCad's grid, from the sheet's upper left corner, x to the right and y down.
Knows KiCad's file format and nothing of the circuit.  Every identifier is derived from a counter, so that the same
drawing gives the same file.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from servida_board.libraries import pins, symbol
from servida_board.sexpr import quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from servida_board.circuit import Part

GRID = 2.54

PROJECT = "servida"

SPACE = uuid.UUID("5e411da0-0000-4000-8000-000000000000")
"""From which the identifiers of this project are derived."""

Point = tuple[float, float]

_OUT: dict[int, Point] = {0: (-1, 0), 180: (1, 0), 90: (0, 1), 270: (0, -1)}
"""Angle of a pin to the direction in which a wire leaves it (y down)."""

_WORDS: dict[Point, int] = {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}
"""Direction of a wire to the angle of the words at its end."""


def identifier(name: str) -> str:
    """Return the identifier that belongs to this name in this project."""
    return str(uuid.uuid5(SPACE, name))


@dataclass(frozen=True, slots=True)
class Turn:
    """How a symbol lies: turned counter-clockwise by degrees, then mirrored about the sheet's x or y axis."""

    angle: int = 0
    mirror: str = ""

    def apply(self, x: float, y: float) -> Point:
        """Return where a point of the symbol (y up) comes to lie, relative to its anchor (y down)."""
        for _ in range(self.angle // 90):
            x, y = -y, x
        if self.mirror == "x":
            y = -y
        elif self.mirror == "y":
            x = -x
        return x, -y


UPRIGHT = Turn()


@dataclass(frozen=True, slots=True)
class Lead:
    """The end of a pin on the sheet, and the direction in which a wire leaves it."""

    at: Point
    out: Point


@dataclass(slots=True)
class Sheet:
    """What has been drawn so far."""

    libraries: dict[str, str] = field(default_factory=dict)
    items: list[str] = field(default_factory=list)
    wires: list[tuple[Point, Point]] = field(default_factory=list)
    joints: set[Point] = field(default_factory=set)
    powers: int = 0

    def _id(self) -> str:
        return identifier(f"sheet {len(self.items)}")

    def symbol(
        self, part: Part, at: Point, turn: Turn = UPRIGHT, *, ref: Point = (1, -1), value: Point = (1, 1)
    ) -> Mapping[str, Lead]:
        """Place a part and return its leads by pin number; ``ref`` and ``value`` are the places of its words."""
        self.libraries[part.symbol] = symbol(part.symbol)
        text = [
            _property("Reference", part.ref, _plus(at, ref), turn),
            _property("Value", part.value, _plus(at, value), turn),
            _property("Footprint", part.footprint, at, hidden=True),
            _property("Datasheet", "", at, hidden=True),
            _property("Description", "", at, hidden=True),
        ]
        own = identifier(f"part {part.ref}")
        numbers = [pin.number for pin in pins(part.symbol)]
        self.items.append(
            f'(symbol (lib_id "{part.symbol}") {_at(at, turn.angle)} {_mirror(turn)} (unit 1) (exclude_from_sim no)'
            f" (in_bom {_yes(yes=part.bought)}) (on_board yes) (dnp {_yes(yes=not part.fitted)}) (uuid {own})\n  "
            + "\n  ".join(text)
            + "".join(f'\n  (pin "{number}" (uuid {identifier(f"pin {part.ref} {number}")}))' for number in numbers)
            + f'\n  (instances (project "{PROJECT}" (path "/{ROOT}" (reference {quote(part.ref)}) (unit 1)))))'
        )
        return {pin.number: _lead(at, turn, pin.x, pin.y, pin.angle) for pin in pins(part.symbol)}

    def wire(self, *points: Point) -> None:
        """Draw a wire through these points."""
        self.wires.extend(pairwise(points))

    def junction(self, at: Point) -> None:
        """Join the wires that meet here."""
        self.joints.add(at)
        self.items.append(f"(junction (at {_mm(at)}) (diameter 0) (color 0 0 0 0) (uuid {self._id()}))")

    def open(self, at: Point) -> None:
        """Say that this pin is left open on purpose."""
        self.items.append(f"(no_connect (at {_mm(at)}) (uuid {self._id()}))")

    def name(self, net: str, at: Point, angle: int = 0) -> None:
        """Name the wire here: a word above it for a net with a slash, else a flag that points away from the wire.

        ``angle`` is where the word runs: 0 right, 90 up, 180 left, 270 down.
        """
        side = "right" if angle in (180, 270) else "left"
        if net.startswith("/"):
            kind, justify = f"label {quote(net[1:])}", f"(justify {side} bottom)"
        else:
            kind, justify = f"global_label {quote(net)} (shape passive)", f"(justify {side})"
        self.items.append(f"({kind} {_at(at, angle)} (effects (font (size 1.27 1.27)) {justify}) (uuid {self._id()}))")

    def power(self, net: str, at: Point, angle: int = 0) -> None:
        """Put the symbol of a supply here; ``angle`` 180 turns it upside down."""
        lib = f"power:{net}"
        self.libraries[lib] = symbol(lib)
        self.powers += 1
        ref = f"#PWR{self.powers:02}"
        below = (net == "GND") != (angle == 180)
        word = _plus(at, (0, 1.5 if below else -1.5))
        self.items.append(
            f'(symbol (lib_id "{lib}") {_at(at, angle)} (unit 1) (exclude_from_sim no) (in_bom yes) (on_board yes)'
            f" (dnp no) (uuid {identifier(f'part {ref}')})\n  "
            + _property("Reference", ref, at, hidden=True)
            + "\n  "
            + _property("Value", net, word, centred=True, hidden=net == "GND")
            + f'\n  (pin "1" (uuid {identifier(f"pin {ref}")}))'
            f'\n  (instances (project "{PROJECT}" (path "/{ROOT}" (reference "{ref}") (unit 1)))))'
        )

    def end(self, lead: Lead, net: str | None, length: float = 1) -> None:
        """Lead a pin out by so many units and end it in its net's name, supply symbol or a cross."""
        if net is None:
            self.open(lead.at)
            return
        to = _plus(lead.at, (lead.out[0] * length, lead.out[1] * length))
        if length:
            self.wire(lead.at, to)
        if net in {"GND", "+3V3", "+5V"}:
            towards = lead.out[1]
            upside_down = (net == "GND" and towards < 0) or (net != "GND" and towards > 0)
            self.power(net, to, 180 if upside_down else 0)
        else:
            self.name(net, to, _WORDS[lead.out])

    def words(self, text: str, at: Point, size: float = 1.6, *, bold: bool = False) -> None:
        """Write words, left aligned, hanging from ``at``."""
        weight = " (bold yes)" if bold else ""
        self.items.append(
            f"(text {quote(text)} (exclude_from_sim no) {_at(at)} (effects (font (size {size} {size}){weight})"
            f" (justify left top)) (uuid {self._id()}))".replace("\n", "\\n")
        )

    def block(self, title: str, start: Point, end: Point) -> None:
        """Frame a block of the schematic and give it a title."""
        self.items.append(
            f"(rectangle (start {_mm(start)}) (end {_mm(end)}) (stroke (width 0.2) (type dash) (color 120 120 120 1))"
            f" (fill (type none)) (uuid {self._id()}))"
        )
        self.words(title, _plus(start, (0.6, 0.6)), 2.2, bold=True)

    def text(self, title: str, revision: str, date: str, comments: tuple[str, ...]) -> str:
        """Return the file."""
        block = f"(title_block (title {quote(title)}) (date {quote(date)}) (rev {quote(revision)})" + "".join(
            f" (comment {number} {quote(comment)})" for number, comment in enumerate(comments, start=1)
        )
        libraries = "\n".join(self.libraries[name] for name in sorted(self.libraries))
        items = "\n".join((*self.items, *self._wires()))
        return (
            f'(kicad_sch (version 20250114) (generator "servida_board") (generator_version "9.0") (uuid {ROOT})'
            f' (paper "A3")\n{block})\n(lib_symbols\n{libraries})\n{items}\n'
            '(sheet_instances (path "/" (page "1"))) (embedded_fonts no))\n'
        )

    def _wires(self) -> Iterator[str]:
        """Yield the wires, cut at the junctions: KiCad joins them at their ends only."""
        for number, (start, end) in enumerate(self.wires):
            inside = [joint for joint in self.joints if _between(start, joint, end)]
            stops = sorted([start, end, *inside], reverse=start > end)
            for part, (one, two) in enumerate(pairwise(stops)):
                own = identifier(f"wire {number} {part}")
                yield f"(wire (pts {_xy(one)} {_xy(two)}) (stroke (width 0) (type default)) (uuid {own}))"


ROOT = identifier("root sheet")
"""The identifier of the only sheet."""


def _lead(at: Point, turn: Turn, x: float, y: float, angle: int) -> Lead:
    out = _OUT[angle]
    dx, dy = turn.apply(x, y)
    ox, oy = turn.apply(out[0], -out[1])
    return Lead(_plus(at, (dx / GRID, dy / GRID)), (ox, oy))


def _property(
    name: str, value: str, at: Point, turn: Turn = UPRIGHT, *, hidden: bool = False, centred: bool = False
) -> str:
    """Return a property; its angle and side are the symbol's own, which is undone so that words run to the right."""
    hide = " (hide yes)" if hidden else ""
    flipped = turn.mirror == "y" or turn.angle == 180
    justify = "" if centred else f" (justify {'right' if flipped else 'left'})"
    return (
        f"(property {quote(name)} {quote(value)} {_at(at, turn.angle % 180)}"
        f" (effects (font (size 1.27 1.27)){justify}{hide}))"
    )


def _between(start: Point, at: Point, end: Point) -> bool:
    """Return whether a point lies on a level or upright line between two others, its ends excluded."""
    across = (end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0])
    inside = all(min(start[i], end[i]) <= at[i] <= max(start[i], end[i]) for i in (0, 1))
    return across == 0 and inside and at not in (start, end)


def _plus(one: Point, two: Point) -> Point:
    return one[0] + two[0], one[1] + two[1]


def _mm(at: Point) -> str:
    return f"{round(at[0] * GRID, 4):g} {round(at[1] * GRID, 4):g}"


def _xy(at: Point) -> str:
    return f"(xy {_mm(at)})"


def _at(at: Point, angle: int = 0) -> str:
    return f"(at {_mm(at)} {angle})"


def _mirror(turn: Turn) -> str:
    return f"(mirror {turn.mirror})" if turn.mirror else ""


def _yes(*, yes: bool) -> str:
    return "yes" if yes else "no"
