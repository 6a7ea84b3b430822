"""What a fairness report says to a player, and to a program: words in English, as the command line is, and values."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from servida.fairness import BAND, ENOUGH, FACES, FALSE_ALARMS, Question

if TYPE_CHECKING:
    from servida.fairness import Cell, Finding, Report

ASKED = {
    Question.FACES: ("faces", "each face comes as often as any other"),
    Question.PAIRS: ("pairs", "no die foretells the next one"),
    Question.POSITIONS: ("positions", "the five dice are alike and fair"),
    Question.HANDS: ("hands", "pairs, full houses, generalas come as often as they should"),
}
"""Each test by a name and by what it found when nothing was unusual."""

TOLD = 5
"""So many of the counts that are furthest off are told; more don't help."""


def words(report: Report, source: str) -> str:
    """Return the report on dice from ``source`` in words, without a line feed at the end."""
    what = f"{report.dice:,} dice from {source}"
    if report.p is None:
        return f"{what}: too few to tell; {ENOUGH * FACES:.0f} are needed for the first test."
    if report.unusual:
        lines = [f"{what}: UNUSUAL; of fair dice this is said at most {times_in(FALSE_ALARMS)}."]
    else:
        lines = [
            f"{what}: nothing unusual; a fair die does worse than this {times_in(report.p)}.",
            f"(Fair dice are called unusual at most {times_in(FALSE_ALARMS)}.)",
        ]
    lines += ["", *_counts(report.findings[0].cells), ""]
    for finding in report.findings:
        lines += _finding(finding)
    return "\n".join(lines)


def times_in(chance: float) -> str:
    """Return a chance 0..1 as a player says it: ``37 times in 100``, ``1 time in 5,000``."""
    if chance < 1e-6:
        return "less than 1 time in 1,000,000"
    if chance > 0.995:
        return "nearly always"
    if chance >= 0.1:
        return f"{chance * 100:.0f} times in 100"
    once = 1 / chance
    scale = 10 ** max(len(str(int(once))) - 2, 0)
    return f"1 time in {round(once / scale) * scale:,}"


def band(cell: Cell) -> tuple[int, int]:
    """Return the counts between which a fair one is expected: 3 standard deviations around."""
    reach = BAND * (cell.expected * (1 - cell.chance)) ** 0.5
    return max(round(cell.expected - reach), 0), round(cell.expected + reach)


def _counts(cells: tuple[Cell, ...]) -> list[str]:
    low, high = band(cells[0])
    width = max(len(f"{cell.count:,}") for cell in cells)
    rows = [f"  {cell.name}  {cell.count:>{width},}{'' if _inside(cell) else '  outside'}" for cell in cells]
    return [f"face, and how often it came (a fair one: {low:,} to {high:,}, but for 1 time in 370):", *rows]


def _inside(cell: Cell) -> bool:
    low, high = band(cell)
    return low <= cell.count <= high


def _finding(finding: Finding) -> list[str]:
    name, sound = ASKED[finding.question]
    if finding.p is None:
        return [f"{name}: too few dice to tell"]
    figures = f"chi-square {finding.statistic:,.1f} with {finding.freedom} degrees of freedom, p {finding.p:.2g}"
    if finding.too_even:
        return [f"{name}: TOO EVEN for chance ({figures})"]
    if not finding.uneven:
        return [f"{name}: {sound} ({figures})"]
    furthest = sorted(finding.cells, key=lambda cell: -abs(cell.deviation))[:TOLD]
    return [
        f"{name}: UNUSUAL ({figures}); fair dice do this {times_in(finding.p)}",
        *(
            f"  {_named(finding.question, cell)} came {cell.count:,} times; expected are {low:,} to {high:,}"
            for cell in furthest
            for low, high in [band(cell)]
            if not _inside(cell)
        ),
    ]


def _named(question: Question, cell: Cell) -> str:
    match question:
        case Question.FACES:
            return f"face {cell.name}"
        case Question.PAIRS:
            return f"{cell.name[0]} and then {cell.name[1]}"
        case Question.POSITIONS:
            place, face = cell.name.split(":")
            return f"die {place} showing {face}"
        case Question.HANDS:
            return cell.name
        case _:
            assert_never(question)


def as_json(report: Report, source: str) -> dict[str, object]:
    """Return the report as values for ``json``."""
    return {
        "source": source,
        "dice": report.dice,
        "unusual": [finding.question.value for finding in report.unusual],
        "p": report.p,
        "false_alarms": FALSE_ALARMS,
        "tests": [
            {
                "name": finding.question.value,
                "p": finding.p,
                "chi_square": finding.statistic,
                "degrees_of_freedom": finding.freedom,
                "unusual": "uneven" if finding.uneven else "too even" if finding.too_even else None,
                "cells": [
                    {"name": cell.name, "count": cell.count, "expected": cell.expected} for cell in finding.cells
                ],
            }
            for finding in report.findings
        ],
    }
