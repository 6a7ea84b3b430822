"""``python -m servida_hardware``: makes board, wiring and case anew, checks them and ends with one table of all checks.

Each step is a program of its own, since KiCad's Python, build123d's and the project's are three. Exit status 1 if a
check fails; if none does, the stamp of ``servida_hardware.stamp`` is written. Needs what ``make hardware`` installs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass

from servida_board.dimensions import HARDWARE
from servida_hardware import stamp

ROOT = HARDWARE.parent

MARKS = ("holds", "FAILS")
"""How a step's line begins that tells of a check; indented lines below it are its faults."""


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the design and the command that makes and checks it.

    ``check`` is what the table says of a command that prints no checks itself, or that breaks off.
    """

    part: str
    check: str
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: part, check, whether it holds, and the lines of its faults."""

    part: str
    check: str
    holds: bool
    faults: tuple[str, ...] = ()


STEPS = (
    Step("board", "drawn anew from its description", ("/usr/bin/python3", "-m", "servida_board.drawing", "--check")),
    Step(
        "board",
        "checked and exported",
        (sys.executable, "-m", "servida_board", "--out", "hardware/out/board", "--publish", "hardware/board"),
    ),
    Step("wiring", "checked and drawn", (sys.executable, "-m", "servida_hardware.wiring", "--draw")),
    Step("case", "drawn and checked", (".venv-case/bin/python", "-m", "servida_case", "--write")),
    Step("guide", "tables are fresh", (sys.executable, "-m", "servida_hardware.guide", "--check")),
    Step("all", "light checks in tests/hardware", (sys.executable, "-m", "pytest", "-q", "tests/hardware")),
)
"""In this order: the case is held against the board's STEP file, the light checks against what was written."""


def rows(step: Step, output: str, status: int) -> list[Row]:
    """Return what a step's output says; a step that fails without naming a check becomes a row of its own."""
    found: list[Row] = []
    for line in output.splitlines():
        mark, _, check = line.partition(" ")
        if mark in MARKS:
            found.append(Row(step.part, check.strip(), mark == "holds"))
        elif found and line.startswith("   "):
            last = found.pop()
            found.append(Row(last.part, last.check, last.holds, (*last.faults, line.strip())))
    if status and all(row.holds for row in found):
        found.append(
            Row(step.part, step.check, holds=False, faults=(f"exit status {status}", *output.splitlines()[-5:]))
        )
    return found or [Row(step.part, step.check, holds=True)]


def run(step: Step) -> list[Row]:
    """Run a step from the top of the checkout; what it prints is passed on when it fails."""
    paths = os.pathsep.join(str(ROOT / path) for path in ("hardware/tools", "firmware", "host"))
    environment = {**os.environ, "PYTHONPATH": paths}
    start = time.monotonic()
    try:
        done = subprocess.run(  # noqa: S603  our words
            step.command,
            cwd=ROOT,
            env=environment,
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output, status = done.stdout, done.returncode
    except OSError as error:
        output, status = str(error), 127
    sys.stdout.write(f"{step.part}: {step.check}, {time.monotonic() - start:.0f} s\n" + (output if status else ""))
    sys.stdout.flush()
    return rows(step, output, status)


def table(found: list[Row]) -> str:
    """Return the table of all checks, each fault under its check, and one line that sums it up."""
    text = "\n"
    for row in found:
        text += f"{row.part:<8}{'holds' if row.holds else 'FAILS':<7}{row.check}\n"
        text += "".join(f"{'':15}  {fault}\n" for fault in row.faults)
    failed = sum(not row.holds for row in found)
    return (
        text + f"{len(found)} checks, {failed} of them FAIL\n" if failed else text + f"{len(found)} checks, all hold\n"
    )


def main() -> int:
    """Run all steps and print the table; a step that fails does not keep the later ones from running."""
    found = [row for step in STEPS for row in run(step)]
    sys.stdout.write(table(found))
    if not all(row.holds for row in found):
        return 1
    try:
        stamp.STAMP.write_text(stamp.digest() + "\n", encoding="utf-8")
    except OSError as error:
        sys.stdout.write(f"no stamp was written: {error}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
