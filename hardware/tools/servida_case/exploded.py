"""Draws the case taken apart, and the console on its stand: pictures for the guide, by a small rasteriser of its own.

Parallel view from the front, right and above. Each pixel keeps its nearest triangle; ink runs where the part or the
slope changes.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from build123d import Compound, Pos, Rot
from PIL import Image, ImageDraw, ImageFont

from servida_case.dimensions import BUTTONS, Block, Measures
from servida_case.envelopes import envelopes
from servida_case.parts import pillar, rounded, solid

if TYPE_CHECKING:
    from pathlib import Path

    from build123d import Part

Colour = tuple[int, int, int]

SCALE = 10.0
"""Pixels a millimetre before the picture is halved."""

AZIMUTH, ELEVATION = radians(-28.0), radians(27.0)
PAPER: Colour = (250, 248, 243)
INK: Colour = (38, 40, 48)
CREAM: Colour = (240, 228, 202)
SLATE: Colour = (92, 116, 134)
CORAL: Colour = (232, 116, 84)
RED: Colour = (206, 64, 58)
GREEN: Colour = (70, 142, 104)
GLASS: Colour = (44, 48, 64)
LEAF: Colour = (104, 160, 96)
SILVER: Colour = (198, 202, 208)
BLUE: Colour = (90, 128, 184)
STEEL: Colour = (150, 154, 160)


class Layer(NamedTuple):
    """Shapes of one colour: the words beside them, and by how many millimetres they are lifted."""

    words: str
    lift: float
    tint: Colour
    shapes: list[Part]


def taken_apart(parts: dict[str, Part], measures: Measures) -> list[Layer]:
    """Return each layer from above."""
    room = envelopes(measures, "large")
    boxes = {name: [solid(block) for block in blocks] for name, blocks in room.items()}
    board = [rounded(room["board"][0], measures.shared["board"]["corner_radius"])]
    for name in BUTTONS:
        place, buttons = measures.button(name), measures.shared["buttons"]
        board.append(solid(Block.around(place, buttons["body"], (0.0, buttons["body"][2]))))
        board.append(pillar((place[0], place[1]), buttons["actuator_diameter"], (0.0, buttons["height"])))
    head = measures.own["screw"]["head"]
    low = measures.outer.z[0]
    screws = [pillar(place, 2.5, (low, measures.screw_tip)) for place in measures.screws]
    screws += [pillar(place, head, (low, low + 1.2)) for place in measures.screws]
    pi = [boxes["Pi"][0], *boxes["Pi's screws"], boxes["Pi"][3]]
    high = measures.shared["pi"]["z"][1]
    for name in ("hdmi", "usb", "power"):
        opening, edge = measures.shared["openings"][name], measures.shared["board"]["size"][1]
        pi.append(solid(Block.around([opening["centre_x"], edge - 3.0], [opening["size"][0], 6.0], (high, high + 2.9))))
    return [
        Layer("lid, printed face down", 200.0, CREAM, [parts["top"]]),
        Layer("caps: each bears its die", 142.0, CORAL, [parts[f"cap-{name}"] for name in BUTTONS[:5]]),
        Layer("", 142.0, RED, [parts["cap-roll"]]),
        Layer("2.42 inch glass", 96.0, GLASS, boxes["large glass"]),
        Layer("board", 64.0, GREEN, board),
        Layer("Raspberry Pi Zero 2 W", 36.0, LEAF, pi),
        Layer("cell", 36.0, SILVER, boxes["cell"]),
        Layer("charger and booster", 36.0, BLUE, boxes["booster"]),
        Layer("bottom", 0.0, SLATE, [parts["bottom"]]),
        Layer("four screws M2.5 x 25", -44.0, STEEL, screws),
    ]


def on_stand(parts: dict[str, Part], measures: Measures) -> list[Layer]:
    """Return the closed console leaning on its stand, no words beside it."""
    stand, outer = measures.own["stand"], measures.outer
    glass = envelopes(measures, "large")["large glass"]
    angle = radians(stand["angle"])
    # The console's lower back edge comes to the foot of the slope, against the lips.
    to_foot = Pos(-outer.x[0], outer.y[1], -outer.z[0])
    lean = Pos(0, stand["air"] * cos(angle), stand["base"] + stand["lift"] + stand["air"] * sin(angle))
    place = lean * Rot(stand["angle"], 0, 0) * to_foot
    shapes = {
        SLATE: [parts["bottom"]],
        CREAM: [parts["top"]],
        CORAL: [parts[f"cap-{name}"] for name in BUTTONS[:5]],
        RED: [parts["cap-roll"]],
        GLASS: [solid(block) for block in glass],
    }
    console = [Layer("", 0.0, tint, [place * shape for shape in each]) for tint, each in shapes.items()]
    return [*console, Layer("", 0.0, STEEL, [parts["stand"]])]


def draw(layers: list[Layer], path: Path) -> None:
    """Write the picture as a PNG file."""
    turn = view()
    points, tints, owners = [], [], []
    for number, (_, lift, tint, shapes) in enumerate(layers):
        corners, faces = (Pos(0, 0, lift) * Compound(children=list(shapes))).tessellate(0.05, 0.3)
        seen = np.array([(v.X, v.Y, v.Z) for v in corners]) @ turn.T
        triangles = seen[np.array(faces)]
        points.append(triangles)
        tints.append(np.tile(tint, (len(triangles), 1)))
        owners.append(np.full(len(triangles), number))
    triangles = np.concatenate(points)
    low, high = triangles.reshape(-1, 3).min(axis=0), triangles.reshape(-1, 3).max(axis=0)
    margin, text = 8.0, 62.0 if any(layer.words for layer in layers) else 0.0
    size = (int((high[0] - low[0] + 2 * margin + text) * SCALE), int((high[1] - low[1] + 2 * margin) * SCALE))
    flat = triangles.copy()
    flat[:, :, 0] = (triangles[:, :, 0] - low[0] + margin) * SCALE
    flat[:, :, 1] = (high[1] - triangles[:, :, 1] + margin) * SCALE
    image, owner = raster(flat, triangles, np.concatenate(tints), np.concatenate(owners), size)
    picture = Image.fromarray(image).resize((size[0] // 2, size[1] // 2), Image.Resampling.LANCZOS)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(22)
    left = (high[0] - low[0] + 2 * margin) * SCALE / 2
    below = 0.0
    for y, x, words in sorted((*rightmost(owner, number), layer.words) for number, layer in enumerate(layers)):
        if not words:
            continue
        line = max(y, below + 32)
        below = line
        pen.line([(x + 5, y), (left - 14, line), (left - 4, line)], fill=(150, 148, 144), width=2)
        pen.text((left + 2, line), words, font=font, fill=INK, anchor="lm")
    picture.quantize(96, dither=Image.Dither.NONE).save(path, optimize=True)


def rightmost(owner: np.ndarray, number: int) -> tuple[float, float]:
    """Return where a layer's visible part ends at the right, in the halved picture: row, column."""
    rows, columns = np.nonzero(owner == number)
    last = columns.max()
    return float(rows[columns == last].mean()) / 2, float(last) / 2


def view() -> np.ndarray:
    """Return the matrix to (right, up, towards the viewer)."""
    a, e = AZIMUTH, ELEVATION
    right = (cos(a), sin(a), 0.0)
    towards = (sin(a) * cos(e), -cos(a) * cos(e), sin(e))
    return np.array([right, np.cross(towards, right), towards])


def raster(
    flat: np.ndarray, space: np.ndarray, tints: np.ndarray, owners: np.ndarray, size: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the picture's pixels, shaded by the slope and inked at edges, and whose each pixel is (-1: nobody's)."""
    width, height = size
    depth = np.full((height, width), -np.inf)
    index = np.full((height, width), -1)
    normals = np.cross(space[:, 1] - space[:, 0], space[:, 2] - space[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    normals /= np.maximum(lengths, 1e-12)[:, None]
    for number in np.flatnonzero((normals[:, 2] > 1e-6) & (lengths > 1e-9)):
        (ax, ay), (bx, by), (cx, cy) = flat[number, :, :2]
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-9:
            continue
        x0, x1 = int(min(ax, bx, cx)), int(max(ax, bx, cx)) + 2
        y0, y1 = int(min(ay, by, cy)), int(max(ay, by, cy)) + 2
        px, py = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
        v = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area
        w = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area
        za, zb, zc = flat[number, :, 2]
        z = za + v * (zb - za) + w * (zc - za)
        near = (v >= -1e-6) & (w >= -1e-6) & (v + w <= 1 + 1e-6) & (z > depth[y0:y1, x0:x1])
        depth[y0:y1, x0:x1][near] = z[near]
        index[y0:y1, x0:x1][near] = number
    light = np.array([-0.35, 0.62, 0.70])
    shade = 0.50 + 0.55 * np.clip(normals @ (light / np.linalg.norm(light)), 0, 1)
    colours = np.clip(tints * shade[:, None], 0, 255)
    hit = index >= 0
    image = np.where(hit[:, :, None], colours[index], np.array(PAPER))
    owner = np.where(hit, owners[index], -1)
    slope = np.where(hit[:, :, None], normals[index], 0.0)
    ink = np.zeros((height, width), bool)
    for axis in (0, 1):
        other, tilt, far = (np.roll(each, 1, axis=axis) for each in (owner, slope, depth))
        with np.errstate(invalid="ignore"):
            step = hit & (other >= 0) & (abs(depth - far) > np.where(slope[:, :, 2] > 0.5, 0.3, 1.5))
        line = (owner != other) | (hit & (other >= 0) & ((slope * tilt).sum(axis=2) < 0.86)) | step
        ink |= line | np.roll(line, -1, axis=axis)
    image[ink] = INK
    return image.astype(np.uint8), owner
