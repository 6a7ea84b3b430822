"""The printed parts as solids, where they lie in the closed case.

Knows the measures and build123d. Coordinates of the solids: x right, y UP (the negative of the files' y), z towards
the player. Every part prints without supports: faces that look down lean at most 45 degrees or bridge a short gap.
"""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin, tan
from typing import TYPE_CHECKING

from build123d import (
    Align,
    Axis,
    Box,
    BuildLine,
    BuildPart,
    BuildSketch,
    Cone,
    Cylinder,
    GridLocations,
    Locations,
    Part,
    Plane,
    Polyline,
    Pos,
    Rectangle,
    SlotCenterToCenter,
    chamfer,
    extrude,
    fillet,
    loft,
    make_face,
)

from servida_case.dimensions import BUTTONS, Block, Measures
from servida_case.letters import strokes

if TYPE_CHECKING:
    from collections.abc import Callable

UP = (Align.CENTER, Align.CENTER, Align.MIN)
THROUGH = 40.0
"""Longer than the case is in any direction across a wall."""


def solid(block: Block) -> Part:
    """Return a box of the files as a solid."""
    (x0, x1), (y0, y1), (z0, z1) = block.x, block.y, block.z
    return Pos((x0 + x1) / 2, -(y0 + y1) / 2, z0) * Box(x1 - x0, y1 - y0, z1 - z0, align=UP)


def pillar(place: tuple[float, float], diameter: float, z: tuple[float, float]) -> Part:
    """Return an upright cylinder."""
    return Pos(place[0], -place[1], z[0]) * Cylinder(diameter / 2, z[1] - z[0], align=UP)


def rounded(block: Block, radius: float) -> Part:
    """Return a box whose upright edges are round."""
    shape = solid(block)
    return fillet(shape.edges().filter_by(Axis.Z), radius)


def bar(start: tuple[float, float], end: tuple[float, float], width: float, z: tuple[float, float]) -> Part:
    """Return an upright wall with round ends between two places."""
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    with BuildPart() as made:
        with BuildSketch(Plane.XY.offset(z[0])), Locations(((x0 + x1) / 2, -(y0 + y1) / 2)):
            SlotCenterToCenter(length, width, rotation=degrees(atan2(y0 - y1, x1 - x0)))
        extrude(amount=z[1] - z[0])
    return made.part


def shell(measures: Measures, z: tuple[float, float], *, bevel: float, low: bool) -> Part:
    """Return the outer body between two heights, its outer edge bevelled below (`low`) or above."""
    outer = measures.outer
    body = rounded(Block(outer.x, outer.y, z), measures.corner + measures.own["shell"]["wall"])
    faces = body.faces().sort_by(Axis.Z)
    far = faces[0] if low else faces[-1]
    body = chamfer(far.edges(), bevel)
    joint_edges = body.faces().sort_by(Axis.Z)[-1 if low else 0].edges()
    return chamfer(joint_edges, measures.own["shell"]["joint_bevel"])


def ribs(measures: Measures, z: tuple[float, float]) -> list[Part]:
    """Return the ribs that join the bosses to the nearest walls."""
    room, width = measures.inner, measures.own["screw"]["rib"]
    found = []
    for x, y in measures.screws:
        wall_x = room.x[0] if x < sum(room.x) / 2 else room.x[1]
        found.append(bar((x, y), (wall_x, y), width, z))
        if min(y - room.y[0], room.y[1] - y) < 10:
            wall_y = room.y[0] if y < sum(room.y) / 2 else room.y[1]
            found.append(bar((x, y), (x, wall_y), width, z))
    return found


def bottom(measures: Measures) -> Part:
    """Return the bottom shell: floor, walls, bosses, openings and the battery's fences."""
    own, shared = measures.own, measures.shared
    outer, room = measures.outer, measures.inner
    screw, openings, switch = own["screw"], own["openings"], shared["switch"]
    top = measures.split - own["shell"]["joint"] / 2
    part = shell(measures, (outer.z[0], top), bevel=own["shell"]["bottom_bevel"], low=True)
    part -= rounded(Block(room.x, room.y, (room.z[0], THROUGH)), measures.corner)
    back = -shared["board"]["thickness"]
    for place in measures.screws:
        part += pillar(place, screw["boss"], (room.z[0], back))
    for rib in ribs(measures, (room.z[0], shared["envelope"]["back_z"])):
        part += rib
    for fence in fences(measures):
        part += solid(fence)
    for place in measures.screws:
        part -= pillar(place, screw["clearance"], (outer.z[0], back))
        head, hole = screw["head"] / 2, screw["clearance"] / 2
        part -= Pos(place[0], -place[1], outer.z[0]) * Cone(head, hole, head - hole, align=UP)
    for name, size in (("hdmi", openings["hdmi"]), ("usb", openings["usb"]), ("power", openings["usb"])):
        opening = shared["openings"][name]
        part -= solid(hole_in_wall(opening["centre_x"], size, opening["z"], (room.y[1] - 2, outer.y[1] + 1)))
    booster = shared["battery"]["booster"]
    part -= solid(
        hole_in_wall(booster["port_centre_x"], openings["port"], booster["port_z"], (outer.y[0] - 1, room.y[0] + 0.4))
    )
    card, half = shared["openings"]["card"], openings["card_width"] / 2
    notch = (card["centre_y"] - half, card["centre_y"] + half)
    edge = outer.x[0] + openings["card_depth"]
    part -= solid(Block((outer.x[0] - 1, edge), notch, (outer.z[0] - 1, openings["card_top_z"])))
    reach = (switch["knob_size"][0] + switch["knob_travel"]) / 2 + openings["knob_air"]
    slot = (switch["centre_y"] - reach, switch["centre_y"] + reach)
    part -= solid(Block((room.x[1] - 1, outer.x[1] + 1), slot, (switch["knob_z"][0] - openings["knob_air"], 0)))
    vents = own["vents"]
    pi = shared["pi"]
    with BuildPart() as slots:
        middle = (pi["origin"][0] + pi["size"][0] / 2, -(pi["origin"][1] + pi["size"][1] / 2))
        sketch = BuildSketch(Plane.XY.offset(outer.z[0]))
        with sketch, Locations(middle), GridLocations(vents["pitch"], 1, vents["count"], 1):
            SlotCenterToCenter(vents["length"], vents["width"], rotation=90)
        extrude(amount=own["shell"]["floor"])
    return part - slots.part


def hole_in_wall(centre_x: float, size: list[float], socket_z: list[float], y: tuple[float, float]) -> Block:
    """Return the cut for a plug's grip around a socket."""
    height = sum(socket_z) / 2
    return Block((centre_x - size[0] / 2, centre_x + size[0] / 2), y, (height - size[1] / 2, height + size[1] / 2))


def fences(measures: Measures) -> list[Block]:
    """Return the low walls around cell and booster, and the rails that lift the booster to its height."""
    battery, own, floor = measures.shared["battery"], measures.own["battery"], measures.inner.z[0]
    cell = Block.at(battery["cell"]["origin"], battery["cell"]["size"], battery["cell"]["z"])
    boost = Block.at(battery["booster"]["origin"], battery["booster"]["size"], battery["booster"]["z"])
    air, thick, top = own["air"], own["fence"], own["fence_top_z"]
    z, rail = (floor, top), own["rail"]
    (cx0, cx1), (cy0, cy1) = cell.x, cell.y
    (bx0, bx1), (_, by1) = boost.x, boost.y
    return [
        Block((cx0 - air - thick, cx0 - air), (cy0 + 2, cy1 - 10), z),
        Block((cx0 + 6, cx1 - 8), (cy0 - air - thick, cy0 - air), z),
        Block((cx0 + 6, cx1 - 6), (cy1 + air, cy1 + air + thick), z),
        Block((cx1 + air, cx1 + air + thick), (by1 + 4, cy1 - 2), z),
        Block((bx1 + air, bx1 + air + thick), (12.0, by1 - 6), z),
        Block((bx0 - air - thick, bx0 - air), (4.0, cy0 - 5), z),
        Block((bx0 + 4, bx1 - 2), (by1 + air, by1 + air + thick), z),
        Block((bx0 + 2, bx0 + 2 + rail), (3.0, by1 - 2), (floor, boost.z[0])),
        Block((bx1 - 2 - rail, bx1 - 2), (3.0, by1 - 2), (floor, boost.z[0])),
    ]


def top(measures: Measures, glass: str) -> Part:
    """Return the lid for the "large" or the "small" glass."""
    own, shared = measures.own, measures.shared
    outer, room, screw = measures.outer, measures.inner, own["screw"]
    low = measures.split + own["shell"]["joint"] / 2
    part = shell(measures, (low, outer.z[1]), bevel=own["shell"]["lid_bevel"], low=False)
    part -= rounded(Block(room.x, room.y, (low - 1, room.z[1])), measures.corner)
    for place in measures.screws:
        part += pillar(place, screw["boss"], (0.0, room.z[1]))
    for rib in ribs(measures, (shared["envelope"]["front_z"] + 0.5, room.z[1])):
        part += rib
    for place in measures.screws:
        part -= pillar(place, screw["pilot"], (0.0, measures.screw_tip + screw["beyond"]))
    part -= window(measures, glass)
    play = own["caps"]["play"]
    radius = shared["buttons"]["caps"]["corner_radius"]  # as the cap's: so the play is the same across a corner
    for name in BUTTONS:
        width, depth = measures.cap(name)
        hole = Block.around(
            measures.button(name), [width + 2 * play, depth + 2 * play], (room.z[1] - 1, outer.z[1] + 1)
        )
        part -= rounded(hole, radius)
    sound, piezo = own["sound"], shared["piezo"]["centre"]
    for dx, dy in ((0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)):
        place = (piezo[0] + dx * sound["pitch"], piezo[1] + dy * sound["pitch"])
        part -= pillar(place, sound["diameter"], (room.z[1] - 1, outer.z[1] + 1))
    for cut in engraving(measures, glass):
        part -= cut
    return part


def window(measures: Measures, glass: str) -> Part:
    """Return what is cut out for the glass: upright below, widening towards the player."""
    hole = measures.window(glass)
    bevel = measures.own["window"]["bevel"]
    upper = Block(hole.x, hole.y, (hole.z[0] - 1, hole.z[1]))
    width, depth = hole.x[1] - hole.x[0], hole.y[1] - hole.y[0]
    middle = (sum(hole.x) / 2, -sum(hole.y) / 2)
    with BuildPart() as funnel:
        with BuildSketch(Plane.XY.offset(hole.z[1] - bevel)), Locations(middle):
            Rectangle(width, depth)
        with BuildSketch(Plane.XY.offset(hole.z[1])), Locations(middle):
            Rectangle(width + 2 * bevel, depth + 2 * bevel)
        loft()
    return solid(upper) + funnel.part


def engraving(measures: Measures, glass: str) -> list[Part]:
    """Return the cuts in the lid's face: the name, a groove from each die to its button, one below the row."""
    own, cut = measures.own, measures.own["engraving"]
    z = (measures.lid_top - cut["depth"], measures.lid_top + 1)
    width = cut["stroke"]
    found = []
    letters = "SERVIDA"
    middle = sum(measures.outer.x) / 2
    for place, letter in enumerate(letters):
        left = middle + (place - (len(letters) - 1) / 2) * cut["letter_pitch"] - cut["letter"][0] / 2
        upper = cut["name_y"] - cut["letter"][1] / 2
        for line in strokes(letter):
            dots = [(left + x * cut["letter"][0], upper + y * cut["letter"][1]) for x, y in line]
            found += [bar(a, b, width, z) for a, b in pairwise(dots)]
    hole = measures.window(glass)
    start = hole.y[1] + own["window"]["bevel"] + cut["groove_from_cap"]
    hold = measures.cap("1")[1] / 2 + own["caps"]["play"]
    row = measures.button("1")[1]
    for name, die in zip(BUTTONS[:5], measures.dice(glass), strict=True):
        found.append(bar((die, start), (measures.button(name)[0], row - hold - cut["groove_from_cap"]), width, z))
    y = row + hold + cut["row_below_cap"]
    over = cut["row_overhang"]
    found.append(bar((measures.button("1")[0] - over, y), (measures.button("5")[0] + over, y), width, z))
    return found


PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "5": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "roll": ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
"""Where a die's pips lie, in steps of `pip_pitch`; the six lies on its side, as the cap does."""


def cap(measures: Measures, name: str) -> Part:
    """Return a button's cap, resting on its switch."""
    own, shared = measures.own["caps"], measures.shared["buttons"]
    place, (width, depth) = measures.button(name), measures.cap(name)
    low, high = shared["height"], measures.lid_top + shared["caps"]["above_lid"]
    wide = [width + 2 * own["flange_over_x"], depth + 2 * own["flange_over_y"]]
    part = rounded(Block.around(place, [width, depth], (low, high)), shared["caps"]["corner_radius"])
    part = chamfer(part.faces().sort_by(Axis.Z)[-1].edges(), own["bevel"])
    part += rounded(Block.around(place, wide, (low, low + own["flange"])), shared["caps"]["corner_radius"])
    for dx, dy in PIPS[name]:
        pip = (place[0] + dx * own["pip_pitch"], place[1] + dy * own["pip_pitch"])
        part -= pillar(pip, own["pip"], (high - own["pip_depth"], high + 1))
    return part


def stand(measures: Measures) -> Part:
    """Return the stand: two cheeks on which the console leans, a base, and lips that leave the plugs free."""
    own, outer = measures.own["stand"], measures.outer
    angle = radians(own["angle"])
    width = outer.x[1] - outer.x[0]
    rise = own["depth"] * tan(angle)
    lip, base = own["lip"], own["base"]
    foot_of_slope = base + own["lift"]
    out = own["lip_width"]
    foot = lip * sin(angle)
    # The profile, seen from the right: y runs from the player, z up. The lip's inner face is square to the slope.
    lean = [
        (-foot - out, 0.0),
        (own["depth"], 0.0),
        (own["depth"], foot_of_slope + rise - own["blunt"]),
        (own["depth"] - own["blunt"] / tan(angle), foot_of_slope + rise - own["blunt"]),
        (0.0, foot_of_slope),
        (-foot, foot_of_slope + lip * cos(angle)),
        (-foot - out, foot_of_slope + lip * cos(angle)),
    ]

    def slab(x: tuple[float, float], outline: list[tuple[float, float]]) -> Part:
        with BuildPart() as made:
            with BuildSketch(Plane.YZ.offset(x[0])):
                with BuildLine():
                    Polyline(*outline, close=True)
                make_face()
            extrude(amount=x[1] - x[0])
        return made.part

    cheek = own["cheek"]
    part = slab((0.0, cheek), lean) + slab((width - cheek, width), lean)
    part += solid(Block((0.0, width), (-own["depth"], 0.0), (0.0, base)))
    part += solid(Block((0.0, width), (-own["depth"], -own["depth"] + cheek), (0.0, base + rise * 0.5)))
    return part


def printed(measures: Measures) -> dict[str, Callable[[], Part]]:
    """Return what makes each printed part, by the name of its files."""
    parts: dict[str, Callable[[], Part]] = {
        "bottom": lambda: bottom(measures),
        "top": lambda: top(measures, "large"),
        "top-small": lambda: top(measures, "small"),
        "stand": lambda: stand(measures),
    }
    for name in BUTTONS:
        parts[f"cap-{name}"] = lambda name=name: cap(measures, name)  # type: ignore[misc]
    return parts


def turned_over(name: str) -> bool:
    """Tell whether a part prints with its face down: the lids do."""
    return name.startswith("top")
