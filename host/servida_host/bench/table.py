"""Comparisons as text: the table for a terminal or a README, and the object for a program."""

from __future__ import annotations

import platform
from dataclasses import asdict
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from servida_host.bench.figure import Unit
from servida_host.marked import table_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servida_host.bench.figure import Comparison, Spread

HEAD = ("figure", "Servida", "against", "theirs", "ratio", "wanted", "met")

SCALES = {
    Unit.SECONDS: ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")),
    Unit.BYTES: ((1.0, "B"),),
    Unit.MEMORY: ((1e6, "MB"),),
    Unit.FRAMES: ((1.0, "frames/s"),),
    Unit.SWITCHES: ((1.0, "a minute"),),
}
"""The names that a person reads, each with its size; the last one also serves what is smaller."""

CPU = Path("/proc/cpuinfo")


def amount(value: float, unit: Unit) -> str:
    """Return a value with its unit, to about three figures."""
    size, name = _scale(value, unit)
    return f"{_figures(value / size)} {name}"


def range_of(found: Spread, unit: Unit) -> str:
    """Return the median with its unit and, where the samples differ, the quartiles in brackets."""
    told = amount(found.median, unit)
    size, _ = _scale(found.median, unit)
    lower, upper = (_figures(value / size) for value in (found.lower, found.upper))
    return told if lower == upper else f"{told} ({lower}–{upper})"


def _scale(value: float, unit: Unit) -> tuple[float, str]:
    scales = SCALES[unit]
    return next((scale for scale in scales if value >= scale[0]), scales[-1])


def _figures(value: float) -> str:
    value = round(value, 6)  # 15e-6 / 1e-6 is no whole number
    if value == int(value) or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio(share: float) -> str:
    """Return ours over theirs as a fraction of one (1/17) or a multiple (1.2 ×)."""
    if share in (0, inf):
        return "–"
    return f"{_figures(share)} ×" if share >= 1 else f"1/{_figures(1 / share)}"


def _row(each: Comparison) -> tuple[str, ...]:
    met = {None: "–", True: "yes", False: "**no**"}[each.met]
    ours, theirs = (range_of(side, each.unit) for side in (each.ours, each.theirs))
    return (each.what, ours, each.against, theirs, ratio(each.share), each.wanted.words if each.wanted else "–", met)


def markdown(found: Sequence[Comparison]) -> str:
    """Return the table in Markdown; below it why what is not met is not, and what it was measured on."""
    lines = table_lines(HEAD, map(_row, found))
    missed = list(dict.fromkeys(f"- {each.what}: {each.note}" for each in found if each.met is False))
    told = f"*Medians and quartiles of `make bench` on {machine()}.*"
    return "\n".join([*lines, "", *missed, *([""] if missed else []), told]) + "\n"


def plain(found: Sequence[Comparison]) -> str:
    """Return the table for a terminal, a note on each row, and how many of the wanted figures are met."""
    rows = [HEAD, *(tuple(cell.strip("*") for cell in _row(each)) for each in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    notes = dict.fromkeys(f"{each.what}: {each.note}" for each in found if each.note)
    wanted = [each for each in found if each.met is not None]
    missed = [f"NOT MET: {each.what}, {each.against}" for each in wanted if not each.met]
    total = f"{len(wanted) - len(missed)} of {len(wanted)} wanted figures met, on {machine()}"
    return "\n".join([*lines, "", *notes, "", *missed, total]) + "\n"


def report(found: Sequence[Comparison]) -> dict[str, object]:
    """Return what a program reads: values in seconds, bytes, frames a second or context switches a minute."""
    rows = []
    for each in found:
        row = asdict(each)
        row |= {"unit": each.unit.value, "wanted": each.wanted and each.wanted.words}
        rows.append(row | {"share": None if each.share == inf else each.share, "met": each.met})
    return {"machine": machine(), "rows": rows}


def machine() -> str:
    """Return processor, system and Python in one line."""
    return f"{_processor()}, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    try:
        lines = CPU.read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
    return names[-1] if names else platform.machine()
