"""The chance of every total as a picture: a bar a total, the mean and the middle half marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from servida.ui.font import SMALL, lettering

if TYPE_CHECKING:
    from servida.strategy.distribution import Spread

SIZE = (1280, 640)
"""Pixels; each letter pixel is two of them, or three in the title."""

PAPER, INK, FAINT, STRIPE, BAR, MEAN = "#ffffff", "#202020", "#909090", "#dcecdc", "#4a7a9c", "#c0392b"

LEFT, RIGHT, TOP, BOTTOM = 96, 1256, 110, 580
"""Pixels: the edges of the field of bars."""

TAIL = 0.0005
"""What is left away on either side, so that totals which nobody will see don't squeeze the others."""


_STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
"""Round chances, of which five of the last are all of it."""


def picture(total: Spread, name: str) -> Image.Image:
    """Return the spread of totals under the rule set of that name as an RGB picture of ``SIZE``."""
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    low, high = total.quantile(TAIL), total.quantile(1 - TAIL)
    most = max(total.chances.values())
    wide = (RIGHT - LEFT) / (high - low + 1)

    def across(points: float) -> float:
        return LEFT + (points - low + 0.5) * wide

    _write(image, 24, 24, f"{name}: totals of one player, played as well as can be", scale=3)
    quarters = total.quantile(0.25), total.quantile(0.75)
    legend = f"red: the mean, {total.mean:.2f}; green: the middle half, {quarters[0]} to {quarters[1]}"
    _write(image, 24, 58, legend, ink=FAINT)
    pen.rectangle((across(quarters[0] - 0.5), TOP, across(quarters[1] + 0.5), BOTTOM), fill=STRIPE)
    step = _step(most)
    for mark in range(1, int(most / step) + 1):
        y = BOTTOM - (BOTTOM - TOP) * mark * step / most
        pen.line((LEFT, y, RIGHT, y), fill=FAINT)
        _write(image, LEFT - 8, int(y) - 7, f"{mark * step:.1%}", anchor="r")
    for points, chance in total.chances.items():
        if low <= points <= high:
            top = BOTTOM - (BOTTOM - TOP) * chance / most
            left, right = round(across(points - 0.5)), round(across(points + 0.5))
            pen.rectangle((left, top, max(right - 2, left), BOTTOM), fill=BAR)
    pen.line((across(total.mean), TOP, across(total.mean), BOTTOM), fill=MEAN, width=2)
    pen.line((LEFT, BOTTOM, RIGHT, BOTTOM), fill=INK)
    every = 20 if high - low <= 400 else 100
    for points in range(-(-low // every) * every, high + 1, every):
        pen.line((across(points), BOTTOM, across(points), BOTTOM + 6), fill=INK)
        _write(image, int(across(points)), BOTTOM + 14, str(points), anchor="m")
    return image


def _step(most: float) -> float:
    """Return the distance of the lines across, a round chance: at most five fit."""
    return next(step for step in _STEPS if most / step <= 5)


def _write(image: Image.Image, x: int, y: int, text: str, *, scale: int = 2, ink: str = INK, anchor: str = "l") -> None:
    """Write in the console's own letters; ``anchor`` as on its canvas."""
    mask = lettering(text, SMALL, strict=False).picture
    mask = mask.resize((mask.width * scale, mask.height * scale), Image.Resampling.NEAREST)
    image.paste(ink, (x - {"l": 0, "m": mask.width // 2, "r": mask.width}[anchor], y), mask)
