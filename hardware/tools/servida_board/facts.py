"""What the committed board file says, read without KiCad: pads and their nets, holes, outline, printed words.

Millimetres from the board's upper left corner, as in ``dimensions.toml``.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import TYPE_CHECKING

from servida_board.sexpr import Node, read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad or hole: part, number (empty for a bare hole), net (empty for none), middle, drill and smallest radius."""

    ref: str
    number: str
    net: str
    at: Point
    drill: float
    plated: bool
    radius: float


@dataclass(frozen=True, slots=True)
class Words:
    """What is printed on the board, and around which point."""

    text: str
    at: Point


@dataclass(frozen=True, slots=True)
class Facts:
    """The board in the terms of the checks."""

    pads: tuple[Pad, ...]
    size: Point
    layers: tuple[str, ...]
    prints: tuple[Words, ...]
    unfitted: frozenset[str]
    grounds: frozenset[str]

    def net_pins(self) -> dict[str, frozenset[tuple[str, str]]]:
        """Return for each net with a name of ours the pins on it, as (reference, pin)."""
        found: dict[str, set[tuple[str, str]]] = {}
        for pad in self.pads:
            if pad.net and not pad.net.startswith("unconnected-"):
                found.setdefault(pad.net, set()).add((pad.ref, pad.number))
        return {net: frozenset(pins) for net, pins in sorted(found.items())}

    def net_of(self, ref: str, number: str) -> str:
        """Return the net of a pin; empty if there is no such pin or it is left open."""
        for pad in self.pads:
            if (pad.ref, pad.number) == (ref, number):
                return "" if pad.net.startswith("unconnected-") else pad.net
        return ""

    def middle(self, ref: str) -> Point:
        """Return the middle of a part's numbered pads; raises ``ValueError`` if it has none."""
        spots = [pad.at for pad in self.pads if pad.ref == ref and pad.number]
        if not spots:
            raise ValueError(f"{ref}: no such part on the board")
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def holes(self) -> list[tuple[Point, float]]:
        """Return middle and drill of the holes without copper, from left to right."""
        return sorted((pad.at, pad.drill) for pad in self.pads if pad.drill and not pad.plated)


def board_facts(path: Path) -> Facts:
    """Read a ``.kicad_pcb``; raises ``ValueError`` if it is none or ``KeyError`` if something is missing in it."""
    board = read(path)
    corners = list(_outline(board))
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    size = (max(x for x, _ in corners) - left, max(y for _, y in corners) - top)
    footprints = list(board.all("footprint"))
    return Facts(
        pads=tuple(pad for footprint in footprints for pad in _pads(footprint, left, top)),
        size=(round(size[0], 4), round(size[1], 4)),
        layers=tuple(_copper(board)),
        prints=tuple(_words(board, left, top)),
        unfitted=frozenset(
            footprint.property("Reference") for footprint in footprints if "dnp" in footprint.one("attr")
        ),
        grounds=frozenset(zone.word("layer") for zone in board.all("zone") if zone.word("net_name") == "GND"),
    )


def _copper(board: Node) -> Iterator[str]:
    for layer in board.one("layers")[1:]:
        if isinstance(layer, Node) and isinstance(layer[1], str) and layer[1].endswith(".Cu"):
            yield layer[1]


def _words(board: Node, left: float, top: float) -> Iterator[Words]:
    for text in board.all("gr_text"):
        if isinstance(text[1], str) and "SilkS" in text.word("layer"):
            x, y = text.numbers("at")[:2]
            yield Words(text[1], (round(x - left, 3), round(y - top, 3)))


def _outline(board: Node) -> Iterator[Point]:
    for kind in ("gr_line", "gr_arc"):
        for shape in board.all(kind):
            if shape.word("layer") == "Edge.Cuts":
                for end in ("start", "mid", "end"):
                    if any(shape.all(end)):
                        x, y = shape.numbers(end)
                        yield x, y


def _pads(footprint: Node, left: float, top: float) -> Iterator[Pad]:
    x, y, *turn = footprint.numbers("at")
    angle = radians(turn[0] if turn else 0)
    for pad in footprint.all("pad"):
        px, py = pad.numbers("at")[:2]
        drill = pad.numbers("drill") if any(pad.all("drill")) else (0.0,)
        yield Pad(
            ref=footprint.property("Reference"),
            number=str(pad[1]),
            net=pad.word("net", 2),
            at=(
                round(x + px * cos(angle) + py * sin(angle) - left, 3),
                round(y - px * sin(angle) + py * cos(angle) - top, 3),
            ),
            drill=drill[0] if drill else 0.0,
            plated=pad[2] != "np_thru_hole",
            radius=min(pad.numbers("size")) / 2,
        )
