"""Makes the board file: parts on their places, tracks, ground on both sides.

The only module beside ``silkscreen`` that runs inside KiCad's Python (Debian: /usr/bin/python3, module pcbnew).
"""

from __future__ import annotations

import os
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import Any

import pcbnew

from servida_board.circuit import DATE, VERSION, Part, nets, parts
from servida_board.dimensions import dimensions
from servida_board.places import ORDER, SIGNAL, Place, places
from servida_board.router import Bar, Box, Router, Way
from servida_board.sheet import identifier

Kicad = Any
"""An object of KiCad's, whose module has no types."""

FOOTPRINTS = Path(os.environ.get("KICAD9_FOOTPRINT_DIR", "/usr/share/kicad/footprints"))

OFFSET = (100.0, 50.0)
"""Where the board's corner lies on the drawing sheet."""

EDGE = 0.5
"""Copper stays this far from the board's edge; the houses ask for 0.2 to 0.3 at a milled edge."""

SPOKES = 0.4
"""Tracks leave so much more room around a grounded pin, lest it hang on a single spoke of the ground."""

STRAPS = (((85.5, 46.5), (83.5, 46.5)), ((45.93, 59.23), (45.93, 57.6)))
"""From grounded pins that their neighbours cut off on one side to where the ground is whole."""

STITCH = 7.0
"""Distance of the vias that join the two grounds (a guess; the board carries 400 kHz)."""

LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)


def vector(x: float, y: float) -> Kicad:
    """Return a point of the board as KiCad counts it."""
    return pcbnew.VECTOR2I(pcbnew.FromMM(OFFSET[0] + x), pcbnew.FromMM(OFFSET[1] + y))


def spot(at: Kicad) -> tuple[float, float]:
    """Return a point of KiCad's as the board counts it."""
    return round(pcbnew.ToMM(at.x) - OFFSET[0], 4), round(pcbnew.ToMM(at.y) - OFFSET[1], 4)


def make(path: Path) -> Kicad:
    """Return a new board at this path with parts, tracks and ground; nothing is saved yet."""
    board = pcbnew.NewBoard(str(path))
    block = board.GetTitleBlock()
    block.SetTitle("Servida: carrier for a pocket Generala console")
    block.SetRevision(VERSION)
    block.SetDate(DATE)
    block.SetComment(0, "CERN-OHL-P-2.0")
    board.GetDesignSettings().SetAuxOrigin(vector(0, dimensions()["board"]["size"][1]))
    _outline(board)
    codes = _nets(board)
    where = places()
    for part in parts():
        _place(board, part, where[part.ref], codes)
    _keep_outs(board)
    router = _router(board)
    by_net = _pads_of(board)
    for start, end in STRAPS:
        router.shapes.append(Bar(start, end, 0.25, (0, 1), "GND"))
        for layer in (0, 1):
            _lay(board, Way("GND", (start, end), layer, 0.5), codes)
    for net, rule in ORDER:
        for way in router.lay(net, by_net[net], rule):
            _lay(board, way, codes)
    _stitch(board, router, codes)
    _pour(board, codes)
    return board


def _outline(board: Kicad) -> None:
    width, height = dimensions()["board"]["size"]
    radius = dimensions()["board"]["corner_radius"]
    near, far = radius * (1 - sqrt(0.5)), radius
    for x, y, right, low in ((0, 0, 1, 1), (width, 0, -1, 1), (width, height, -1, -1), (0, height, 1, -1)):
        arc = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_ARC)
        arc.SetArcGeometry(
            vector(x, y + low * far), vector(x + right * near, y + low * near), vector(x + right * far, y)
        )
        _draw(board, arc, pcbnew.Edge_Cuts, 0.1)
    for start, end in (
        ((far, 0), (width - far, 0)),
        ((width, far), (width, height - far)),
        ((width - far, height), (far, height)),
        ((0, height - far), (0, far)),
    ):
        line = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_SEGMENT)
        line.SetStart(vector(*start))
        line.SetEnd(vector(*end))
        _draw(board, line, pcbnew.Edge_Cuts, 0.1)


def _draw(board: Kicad, shape: Kicad, layer: int, width: float) -> None:
    shape.SetLayer(layer)
    shape.SetWidth(pcbnew.FromMM(width))
    board.Add(shape)


def _nets(board: Kicad) -> dict[str, Kicad]:
    found = {}
    for net in nets():
        found[net] = pcbnew.NETINFO_ITEM(board, net)
        board.Add(found[net])
    return found


def _place(board: Kicad, part: Part, place: Place, codes: dict[str, Kicad]) -> None:
    library, name = part.footprint.split(":")
    footprint = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
    footprint.SetReference(part.ref)
    footprint.SetValue(part.value)
    footprint.SetFPID(pcbnew.LIB_ID(library, name))
    footprint.SetPath(pcbnew.KIID_PATH(f"/{identifier(f'part {part.ref}')}"))
    footprint.SetSheetname("/")
    footprint.SetSheetfile("servida.kicad_sch")
    footprint.SetDNP(not part.fitted)
    footprint.SetExcludedFromBOM(not part.bought)
    board.Add(footprint)
    footprint.SetPosition(vector(place.x, place.y))
    if place.back:
        footprint.Flip(footprint.GetPosition(), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
    footprint.SetOrientationDegrees(place.angle)
    for pad in footprint.Pads():
        net = part.pins.get(pad.GetNumber())
        if net is not None:
            pad.SetNet(codes[net])
        elif pad.GetNumber() in part.pins:
            lone = pcbnew.NETINFO_ITEM(board, _lone_net(part, pad.GetNumber()))
            board.Add(lone)
            pad.SetNet(lone)
    if place.pad:
        first = next(pad for pad in footprint.Pads() if pad.GetNumber() == place.pad)
        footprint.Move(vector(place.x, place.y) - first.GetPosition())


def _lone_net(part: Part, pin: str) -> str:
    """Return the net that KiCad's netlist gives an open pin; its name holds the pin's, so it is read there."""
    return LONE_NETS.get((part.ref, pin), f"unconnected-({part.ref}-Pad{pin})")


LONE_NETS: dict[tuple[str, str], str] = {}
"""Filled by ``drawing`` from the exported netlist, since the names of pins are KiCad's to write."""


def _keep_outs(board: Kicad) -> None:
    """Keep copper away from the screws."""
    for x, y, radius in rings():
        zone = pcbnew.ZONE(board)
        zone.SetIsRuleArea(True)
        zone.SetDoNotAllowTracks(True)
        zone.SetDoNotAllowVias(True)
        zone.SetDoNotAllowCopperPour(True)
        zone.SetDoNotAllowPads(False)
        zone.SetDoNotAllowFootprints(False)
        zone.SetLayerSet(pcbnew.LSET.AllCuMask(2))
        zone.SetZoneName("screw")
        around = [step * pi / 12 for step in range(24)]
        _bound(zone, [(x + radius * cos(turn), y + radius * sin(turn)) for turn in around])
        board.Add(zone)


def _bound(zone: Kicad, corners: list[tuple[float, float]]) -> None:
    zone.Outline().NewOutline()
    for corner in corners:
        at = vector(*corner)
        zone.Outline().Append(at.x, at.y)


def rings() -> list[tuple[float, float, float]]:
    """Return middle and radius of what screws and their heads cover."""
    size = dimensions()
    found = [
        (*at, size["holes"][kind]["keepout"] / 2) for kind in ("case", "pi") for at in size["holes"][kind]["centres"]
    ]
    return found + [(*at, 2.1) for at in size["glass"]["modules"]["small"]["mounting_holes"]]


def _router(board: Kicad) -> Router:
    """Return a router whose grid runs through the header's pins and which knows pads and screws."""
    width, height = dimensions()["board"]["size"]
    pin, step = dimensions()["pi"]["header_first_pin"], 0.254
    before = (int(pin[0] / step), int(pin[1] / step))
    origin = (pin[0] - before[0] * step, pin[1] - before[1] * step)
    router = Router(origin, step, int((width - origin[0]) / step) + 1, int((height - origin[1]) / step) + 1, EDGE)
    router.shapes.extend(Bar((x, y), (x, y), radius) for x, y, radius in rings())
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            router.shapes.append(_shape(pad))
            if pad.GetNetname() == "GND" and pad.GetDrillSize().x > 0:
                at, reach = spot(pad.GetPosition()), pcbnew.ToMM(pad.GetSize().x) / 2
                layers = (0,) if footprint.GetReference() == "J1" else (0, 1)
                router.shapes.append(Bar(at, at, reach + SPOKES, layers, "GND"))
    return router


def _shape(pad: Kicad) -> Bar | Box:
    layers = tuple(number for number, layer in enumerate(LAYERS) if pad.IsOnLayer(layer))
    box = pad.GetBoundingBox()
    centre = spot(pad.GetPosition())
    half = (pcbnew.ToMM(box.GetWidth()) / 2, pcbnew.ToMM(box.GetHeight()) / 2)
    net = pad.GetNetname()
    if pad.GetShape() == pcbnew.PAD_SHAPE_CIRCLE:
        return Bar(centre, centre, half[0], layers or (0, 1), net, via=False)
    middle = spot(box.GetCenter())
    return Box(middle, half, layers or (0, 1), net, via=False)


def _pads_of(board: Kicad) -> dict[str, list[Bar | Box]]:
    found: dict[str, list[Bar | Box]] = {}
    for footprint in sorted(board.GetFootprints(), key=lambda each: each.GetReference()):
        for pad in footprint.Pads():
            found.setdefault(pad.GetNetname(), []).append(_shape(pad))
    return found


def _lay(board: Kicad, way: Way, codes: dict[str, Kicad]) -> None:
    if way.via:
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(vector(*way.corners[0]))
        via.SetWidth(pcbnew.FromMM(way.width))
        via.SetDrill(pcbnew.FromMM(0.4 if way.width > SIGNAL.via else 0.3))
        via.SetNet(codes[way.net])
        board.Add(via)
    for start, end in zip(way.corners, way.corners[1:], strict=False):
        track = pcbnew.PCB_TRACK(board)
        track.SetStart(vector(*start))
        track.SetEnd(vector(*end))
        track.SetWidth(pcbnew.FromMM(way.width))
        track.SetLayer(LAYERS[way.layer])
        track.SetNet(codes[way.net])
        board.Add(track)


def _stitch(board: Kicad, router: Router, codes: dict[str, Kicad]) -> None:
    """Join the grounds of both sides wherever a via has room on a coarse grid."""
    width, height = dimensions()["board"]["size"]
    columns, rows = int(width / STITCH), int(height / STITCH)
    for column in range(columns + 1):
        for row in range(rows + 1):
            x, y = 2.0 + column * (width - 4.0) / columns, 2.0 + row * (height - 4.0) / rows
            if all(shape.distance(x, y) > SIGNAL.via / 2 + 0.3 for shape in router.shapes):
                _lay(board, Way("GND", ((x, y),), 0, SIGNAL.via, via=True), codes)


def _pour(board: Kicad, codes: dict[str, Kicad]) -> None:
    width, height = dimensions()["board"]["size"]
    for layer in LAYERS:
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(codes["GND"])
        zone.SetZoneName("ground")
        zone.SetLocalClearance(pcbnew.FromMM(0.25))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THT_THERMAL)
        zone.SetThermalReliefGap(pcbnew.FromMM(0.3))
        zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.5))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        right, low = width - EDGE, height - EDGE
        _bound(zone, [(EDGE, EDGE), (right, EDGE), (right, low), (EDGE, low)])
        board.Add(zone)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
