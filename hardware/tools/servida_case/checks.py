"""The checks of the case: each takes shapes and measures and returns what is wrong, in sentences.

Knows build123d's solids and trimesh's meshes. How the two less plain ones measure:

- Wall: from points spread over the surface (a fixed seed) a ray goes straight into the material; the way to the
  other side is the wall. The sides of an engraving do not count; what remains under it does.
- Overhang: every face that looks down more than 45 degrees must be the ceiling of a bridge: from each point of it,
  in one of 24 directions, material stands on both sides no farther apart than a bridge may be.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

import numpy as np
import trimesh
from build123d import Pos, import_step

from servida_case.dimensions import BUTTONS, GLASSES, Block, Measures
from servida_case.envelopes import envelopes
from servida_case.parts import pillar, rounded, solid

if TYPE_CHECKING:
    from pathlib import Path

    from build123d import Part, Solid

POINTS = 3000
"""Points a part; the narrowest wall that matters is many times wider than their spacing."""

TOUCH = 0.02
"""Volume in mm³ below which two shapes only touch, and millimetres that facets may take from a wall."""

FACETS = 0.06
"""How much flatter the facets of a cone may lie than the cone itself: five degrees."""

LIFT = 0.15
"""KiCad stands the parts on copper and mask, 0.08 above the plate: the caps ride up as much, in their play."""


def body_faults(name: str, mesh: trimesh.Trimesh) -> list[str]:
    """Return what keeps a mesh from being one closed body."""
    found = []
    if not (mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0):
        found.append(f"{name} is not watertight")
    if mesh.body_count != 1:
        found.append(f"{name} falls into {mesh.body_count} bodies")
    return found


def wall_faults(name: str, mesh: trimesh.Trimesh, measures: Measures) -> list[str]:
    """Return where a wall is thinner than it may be."""
    least = measures.own["printing"]["wall"]
    points, faces = sample(mesh, POINTS)
    normals = mesh.face_normals[faces]
    engraved = measures.own["engraving"]["depth"] + 0.1
    face = points[:, 2] < engraved if name.startswith("top") else points[:, 2] > mesh.bounds[1][2] - engraved
    counts = ~(face & (abs(normals[:, 2]) < 0.99))
    points, normals = points[counts], normals[counts]
    ways = distances(mesh, points - normals * 1e-3, -normals)
    thin = ways < least - TOUCH
    if not thin.any():
        return []
    worst = int(np.argmin(ways))
    where = ", ".join(f"{value:.1f}" for value in points[worst])
    return [f"{name}: {thin.sum()} of {len(ways)} points below {least}, the thinnest {ways[worst]:.2f} at ({where})"]


def overhang_faults(name: str, mesh: trimesh.Trimesh, measures: Measures) -> list[str]:
    """Return where a part would need supports."""
    rules = measures.own["printing"]
    limit = -cos(radians(rules["overhang"])) - FACETS
    low = mesh.triangles[:, :, 2].max(axis=1) < 0.01
    steep = (mesh.face_normals[:, 2] < limit) & ~low
    if not steep.any():
        return []
    ceiling = mesh.submesh([steep], append=True, repair=False)
    points, _ = sample(ceiling, 400)
    points = points - (0, 0, 0.05)
    spans = np.full(len(points), np.inf)
    for step in range(12):
        angle = step * pi / 12
        way = np.tile((cos(angle), sin(angle), 0.0), (len(points), 1))
        spans = np.minimum(spans, distances(mesh, points, way, 0.0) + distances(mesh, points, -way, 0.0))
    bad = spans > rules["bridge"]
    if not bad.any():
        return []
    where = ", ".join(f"{value:.1f}" for value in points[int(np.argmax(spans))])
    return [f"{name}: {bad.sum()} of {len(points)} points of ceilings hang freely, for example ({where})"]


def sample(mesh: trimesh.Trimesh, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return points spread over the surface by area, and their triangles; the same ones each time."""
    points, faces = trimesh.sample.sample_surface(mesh, count, seed=1)
    return np.asarray(points), np.asarray(faces)


def distances(mesh: trimesh.Trimesh, points: np.ndarray, ways: np.ndarray, start: float = 5e-3) -> np.ndarray:
    """Return how far it is from each point to the mesh, beyond `start`; infinity where nothing is met."""
    found = np.full(len(points), np.inf)
    places, rays, _ = mesh.ray.intersects_location(points, ways, multiple_hits=True)
    lengths = np.linalg.norm(places - points[rays], axis=1)
    far = lengths >= start
    np.minimum.at(found, rays[far], lengths[far])
    return found


def shared_volume(one: Part | Solid, other: Part | Solid) -> float:
    """Return the volume in mm³ that two shapes have in common."""
    a, b = one.bounding_box(), other.bounding_box()
    if any(
        high <= low
        for low, high in (
            (max(a.min.X, b.min.X), min(a.max.X, b.max.X)),
            (max(a.min.Y, b.min.Y), min(a.max.Y, b.max.Y)),
            (max(a.min.Z, b.min.Z), min(a.max.Z, b.max.Z)),
        )
    ):
        return 0.0
    common = one.intersect(other)
    if common is None:
        return 0.0
    shapes = common if isinstance(common, (list, tuple)) else [common]
    return float(sum(shape.volume for shape in shapes))


def collision_faults(parts: dict[str, Part], measures: Measures) -> list[str]:
    """Return which printed part stands where another part needs room."""
    found = []
    corner = measures.shared["board"]["corner_radius"]
    for glass in GLASSES:
        lid = "top" if glass == "large" else "top-small"
        for name, blocks in envelopes(measures, glass).items():
            for printed in ("bottom", lid):
                shapes = [rounded(block, corner) if name == "board" else solid(block) for block in blocks]
                common = sum(shared_volume(parts[printed], shape) for shape in shapes)
                if common > TOUCH:
                    found.append(f"{printed} and {name} share {common:.2f} mm³")
        if (common := shared_volume(parts["bottom"], parts[lid])) > TOUCH:
            found.append(f"bottom and {lid} share {common:.2f} mm³")
    return sorted(set(found))


def board_faults(parts: dict[str, Part], measures: Measures, step: Path) -> list[str]:
    """Return where the board's STEP file meets the case or its screws."""
    loaded = import_step(step)
    solids = loaded.solids()
    plate = max(solids, key=lambda each: each.volume).bounding_box()
    width, depth = measures.shared["board"]["size"]
    found = []
    if abs(plate.size.X - width) > 0.05 or abs(plate.size.Y - depth) > 0.05:
        found.append(f"the board is {plate.size.X:.2f} x {plate.size.Y:.2f}, not {width} x {depth}")
    place = Pos(-plate.min.X, -plate.max.Y, -plate.max.Z)
    placed = [place * each for each in solids]
    shaft = measures.own["screw"]["clearance"] - 0.2
    for screw in measures.screws:
        rod = pillar(screw, shaft, (measures.outer.z[0], 0.0))
        if any(shared_volume(rod, each) > TOUCH for each in placed):
            found.append(f"the screw at {screw} does not pass the board")
    for name in ("bottom", "top", "top-small", *(f"cap-{button}" for button in BUTTONS)):
        part = Pos(0, 0, LIFT) * parts[name] if name.startswith("cap") else parts[name]
        common = sum(shared_volume(part, each) for each in placed)
        if common > TOUCH:
            found.append(f"{name} and the board share {common:.2f} mm³")
    return found


def screw_faults(parts: dict[str, Part], measures: Measures) -> list[str]:
    """Return what keeps a screw from passing the bottom and biting in the lid."""
    own = measures.own["screw"]
    found = []
    bite = measures.screw_tip
    if bite < own["engagement"]:
        found.append(f"the screws reach {bite:.1f} into the lid, not {own['engagement']}")
    if measures.lid_top - bite - own["beyond"] < measures.own["printing"]["wall"]:
        found.append("the screws' holes come too near to the lid's face")
    for x, y in measures.screws:
        rod = pillar((x, y), 2.5, (measures.outer.z[0], 0.0))
        if shared_volume(rod, parts["bottom"]) > TOUCH:
            found.append(f"the screw at ({x}, {y}) does not pass the bottom")
        for lid in ("top", "top-small"):
            thread = pillar((x, y), 2.5, (0.5, bite)) - pillar((x, y), own["pilot"], (0.5, bite))
            if shared_volume(thread, parts[lid]) < 0.95 * thread.volume:
                found.append(f"the screw at ({x}, {y}) finds no thread in {lid}")
            if shared_volume(pillar((x, y), own["pilot"] - 0.1, (0.0, bite)), parts[lid]) > TOUCH:
                found.append(f"the screw at ({x}, {y}) finds no hole in {lid}")
    return found


def cap_faults(parts: dict[str, Part], measures: Measures) -> list[str]:
    """Return which cap jams, falls out, misses its switch or vanishes in the lid."""
    shared, own = measures.shared["buttons"], measures.own["caps"]
    travel = shared["travel"] + 0.1
    play = 0.3 - 0.01
    up = measures.lid_underside - shared["height"] - own["flange"]
    found = []
    if up < 0.2:
        found.append(f"the caps have {up:.2f} below the lid: a lid printed 0.2 too low would hold the switches down")
    if shared["caps"]["above_lid"] - travel < 0.5:
        found.append("a pressed cap ends less than 0.5 above the lid")
    for name in BUTTONS:
        part = parts[f"cap-{name}"]
        if abs(part.bounding_box().min.Z - shared["height"]) > 0.01:
            found.append(f"cap {name} does not stand on its switch")
        pressed = Block.around(measures.button(name), shared["body"], (0.0, shared["body"][2]))
        for lid in ("top", "top-small"):
            for dx, dy, dz in ((1, 1, 0), (-1, 1, 0), (1, -1, 0), (-1, -1, 0), (0, 0, -1), (0, 0, 1)):
                moved = Pos(dx * play, dy * play, -travel if dz < 0 else (up - 0.01) * dz) * part
                if shared_volume(moved, parts[lid]) > TOUCH:
                    found.append(f"cap {name} jams in {lid} when moved by ({dx}, {dy}, {dz})")
                if shared_volume(moved, solid(pressed)) > TOUCH:
                    found.append(f"cap {name} meets its switch's body")
            if shared_volume(Pos(play, play, up + 1.0) * part, parts[lid]) < 1.0:
                found.append(f"cap {name} falls out of {lid}")
    for one, other in pairwise(BUTTONS[:5]):
        if shared_volume(Pos(play, 0, 0) * parts[f"cap-{one}"], Pos(-play, 0, 0) * parts[f"cap-{other}"]) > TOUCH:
            found.append(f"caps {one} and {other} meet")
    return found
