"""Reads the two files of measures: hardware/dimensions.toml, shared with the board, and hardware/case/parameters.toml.

Knows the files' places and nothing of shapes. Millimetres; x runs right, y DOWN, z towards the player, the board's
front is z = 0.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HARDWARE = Path(__file__).parents[2]
SHARED = HARDWARE / "dimensions.toml"
OWN = HARDWARE / "case" / "parameters.toml"

BUTTONS = ("1", "2", "3", "4", "5", "roll")
GLASSES = ("large", "small")


@dataclass(frozen=True, slots=True)
class Block:
    """A box along the axes, in millimetres; each pair is (lower, upper)."""

    x: tuple[float, float]
    y: tuple[float, float]
    z: tuple[float, float]

    @classmethod
    def at(cls, origin: list[float], size: list[float], z: list[float] | tuple[float, float]) -> Block:
        """Return the box whose upper left corner is `origin`, `size` wide and deep."""
        return cls((origin[0], origin[0] + size[0]), (origin[1], origin[1] + size[1]), (z[0], z[1]))

    @classmethod
    def around(cls, centre: list[float], size: list[float], z: list[float] | tuple[float, float]) -> Block:
        """Return the box with this centre, `size` wide and deep."""
        return cls.at([centre[0] - size[0] / 2, centre[1] - size[1] / 2], size, z)

    def grown(self, by: float) -> Block:
        """Return the box with each face moved outwards."""
        (x0, x1), (y0, y1), (z0, z1) = self.x, self.y, self.z
        return Block((x0 - by, x1 + by), (y0 - by, y1 + by), (z0 - by, z1 + by))


@dataclass(frozen=True, slots=True)
class Measures:
    """All numbers of the case: `shared` and `own` are the tables of the two files."""

    shared: dict[str, Any]
    own: dict[str, Any]

    @classmethod
    def read(cls, shared: Path = SHARED, own: Path = OWN) -> Measures:
        """Read both files; raises OSError or tomllib.TOMLDecodeError."""
        return cls(tomllib.loads(shared.read_text("utf-8")), tomllib.loads(own.read_text("utf-8")))

    @property
    def inner(self) -> Block:
        """The room inside: from the floor to the lid, between the walls."""
        width, depth = self.shared["board"]["size"]
        air = self.own["shell"]["air"]
        return Block((-air, width + air), (-air, depth + air), (self.shared["floor"]["z"], self.lid_underside))

    @property
    def outer(self) -> Block:
        """The closed case without the caps."""
        shell, room = self.own["shell"], self.inner
        wall = shell["wall"]
        return Block(
            (room.x[0] - wall, room.x[1] + wall),
            (room.y[0] - wall, room.y[1] + wall),
            (room.z[0] - shell["floor"], room.z[1] + shell["lid"]),
        )

    @property
    def corner(self) -> float:
        """Radius of the room's corners; the outer one is wider by the wall."""
        return float(self.shared["board"]["corner_radius"] + self.own["shell"]["air"])

    @property
    def lid_underside(self) -> float:
        """Where the lid begins."""
        return float(self.shared["glass"]["lid_underside_z"])

    @property
    def lid_top(self) -> float:
        """The face that the player sees."""
        return self.lid_underside + float(self.own["shell"]["lid"])

    @property
    def split(self) -> float:
        """Where the shells part: the middle of the gap between them."""
        return float(self.shared["switch"]["knob_z"][1] + self.own["shell"]["split_above_knob"])

    @property
    def screws(self) -> list[tuple[float, float]]:
        """The places of the four screws."""
        return [(x, y) for x, y in self.shared["holes"]["case"]["centres"]]

    @property
    def screw_tip(self) -> float:
        """How far a screw reaches up when its head is flush with the case's underside."""
        return self.outer.z[0] + float(self.own["screw"]["length"])

    def button(self, name: str) -> list[float]:
        """Return the place of a button: "1" to "5" or "roll"."""
        place: list[float] = self.shared["buttons"]["centres"][name]
        return place

    def cap(self, name: str) -> list[float]:
        """Return how wide and deep a cap is where the player sees it."""
        size: list[float] = self.shared["buttons"]["caps"]["roll" if name == "roll" else "hold"]
        return size

    def window(self, glass: str) -> Block:
        """Return what is cut out of the lid for this glass: "large" or "small"."""
        shared = self.shared["glass"]
        return Block.around(shared["centre"], shared["window"][glass], (self.lid_underside, self.lid_top))

    def dice(self, glass: str) -> list[float]:
        """Return the x of the five dice on this glass."""
        shared = self.shared["glass"]
        pixel = shared["modules"][glass]["active"][0] / shared["resolution"][0]
        middle = shared["resolution"][0] / 2
        return [shared["centre"][0] + (column - middle) * pixel for column in shared["die_centres_px"]]
