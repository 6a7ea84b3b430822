"""Reads a binary STL file and says whether it is a closed body, with the standard library alone."""

from __future__ import annotations

import struct
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]


def triangles(path: Path) -> list[Triangle]:
    """Return the triangles of a file, in millimetres; raises ValueError when it is cut short."""
    data = path.read_bytes()
    if len(data) < 84 or len(data) != 84 + 50 * struct.unpack_from("<I", data, 80)[0]:
        raise ValueError(f"{path.name} is no whole binary STL file")
    return [
        (rounded(values[3:6]), rounded(values[6:9]), rounded(values[9:12]))
        for values in struct.iter_unpack("<12fH", data[84:])
    ]


def rounded(values: tuple[float, ...]) -> Point:
    """Return a corner to a tenth of a micrometre: neighbours' corners differ in the last bit of a float."""
    x, y, z = (round(value, 4) for value in values)
    return x, y, z


def open_edges(body: list[Triangle]) -> int:
    """Return how many edges lack the neighbour that runs the other way: none in a watertight body."""
    edges: Counter[tuple[Point, Point]] = Counter()
    for a, b, c in body:
        edges.update(((a, b), (b, c), (c, a)))
    return sum(1 for (a, b), count in edges.items() if edges[b, a] != count)


def volume(body: list[Triangle]) -> float:
    """Return the volume in mm³; negative when the triangles face inwards."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in body:
        total += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    return total / 6
