"""A fairness report as a picture: a bar for each count, against the band in which a fair one is expected.

The height of a bar is the count's distance from its expectation in standard deviations, so that all four tests share
one scale; the figures themselves stand in the report's words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from servida.fairness import BAND, Question
from servida.fairness_report import ASKED
from servida.ui.font import SMALL, lettering

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servida.fairness import Cell, Finding, Report

SIZE = (1280, 880)
"""Pixels; each letter pixel is two of them, in the tightest labels one."""

PAPER, INK, FAINT, STRIPE, FAIR, OFF = "#ffffff", "#202020", "#909090", "#dcecdc", "#4a7a9c", "#c0392b"

REACH = 6.0
"""Standard deviations from the middle of a panel to its edge; a count beyond ends at the edge, in red."""

MARGIN, TITLE, FOOT, PANEL = 24, 26, 22, 190
"""Pixels: around all, above the bars for the panel's title, below them for the labels, and the bars' own height."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """Where a test is drawn: left and top edge, width in pixels; its bars in so many groups."""

    question: Question
    left: int
    top: int
    width: int
    groups: int = 1


_HALF = SIZE[0] // 2
_ROW = TITLE + PANEL + FOOT + 28
_FIRST = 90

_PANELS = (
    _Panel(Question.FACES, MARGIN, _FIRST, _HALF - MARGIN * 3 // 2),
    _Panel(Question.HANDS, _HALF + MARGIN // 2, _FIRST, _HALF - MARGIN * 3 // 2),
    _Panel(Question.POSITIONS, MARGIN, _FIRST + _ROW, SIZE[0] - 2 * MARGIN, groups=5),
    _Panel(Question.PAIRS, MARGIN, _FIRST + 2 * _ROW, SIZE[0] - 2 * MARGIN, groups=6),
)


def picture(report: Report, source: str) -> Image.Image:
    """Return the report on dice from ``source`` as an RGB picture of ``SIZE``."""
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    _write(image, MARGIN, MARGIN, f"{report.dice:,} dice from {source}", scale=3)
    verdict = "UNUSUAL" if report.unusual else "nothing unusual" if report.p is not None else "too few to tell"
    _write(image, SIZE[0] - MARGIN, MARGIN, verdict, scale=3, ink=OFF if report.unusual else INK, anchor="r")
    legend = "green: where 369 of 370 fair counts end; the line is the expected count"
    _write(image, MARGIN, MARGIN + 34, legend, ink=FAINT)
    findings = {finding.question: finding for finding in report.findings}
    for panel in _PANELS:
        _draw(image, pen, panel, findings[panel.question])
    return image


def _draw(image: Image.Image, pen: ImageDraw.ImageDraw, panel: _Panel, finding: Finding) -> None:
    name, _ = ASKED[finding.question]
    unusual = finding.uneven or finding.too_even
    chance = "too few dice" if finding.p is None else f"p {finding.p:.2g}"
    _write(image, panel.left, panel.top, f"{name}: {chance}", ink=OFF if unusual else INK)
    top = panel.top + TITLE
    middle = top + PANEL // 2
    unit = PANEL / 2 / REACH
    right = panel.left + panel.width
    pen.rectangle((panel.left, middle - BAND * unit, right, middle + BAND * unit), fill=STRIPE)
    for left, width, cell in _slots(panel, finding.cells):
        high = max(min(cell.deviation, REACH), -REACH)
        colour = FAIR if abs(cell.deviation) <= BAND else OFF
        pen.rectangle((left + width * 0.15, middle - high * unit, left + width * 0.85, top + PANEL), fill=colour)
        label = cell.name.partition(":")[2] or cell.name
        _write(image, int(left + width / 2), top + PANEL + 5, label, scale=2 if len(label) == 1 else 1, anchor="m")
    pen.line((panel.left, middle, right, middle), fill=INK)


def _slots(panel: _Panel, cells: Sequence[Cell]) -> list[tuple[float, float, Cell]]:
    """Return left edge and width of each bar's place; groups are half a place apart."""
    each = len(cells) // panel.groups
    width = panel.width / (len(cells) + (panel.groups - 1) / 2)
    return [(panel.left + width * (i + i // each / 2), width, cell) for i, cell in enumerate(cells)]


def _write(image: Image.Image, x: int, y: int, text: str, *, scale: int = 2, ink: str = INK, anchor: str = "l") -> None:
    """Write in the console's own letters; ``anchor`` as on its canvas."""
    mask = lettering(text, SMALL, strict=False).picture
    mask = mask.resize((mask.width * scale, mask.height * scale), Image.Resampling.NEAREST)
    image.paste(ink, (x - {"l": 0, "m": mask.width // 2, "r": mask.width}[anchor], y), mask)
