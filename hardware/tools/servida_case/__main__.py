"""``python -m servida_case``: draws the case, checks it and writes what a printer takes.

Prints a table of checks; exit status 1 if one fails. ``--mutants`` breaks the case on purpose instead, and fails
when a fault is not found.
"""

from __future__ import annotations

import argparse
import copy
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import trimesh

from servida_board.checks import Result, report
from servida_case import checks
from servida_case.dimensions import HARDWARE, Measures
from servida_case.exploded import draw, on_stand, taken_apart
from servida_case.export import write
from servida_case.parts import printed
from servida_case.stamp import STAMP, digest

if TYPE_CHECKING:
    from build123d import Part

BOARD = HARDWARE / "out" / "board" / "servida.step"
Results = dict[str, list[str]]


def main(words: list[str] | None = None) -> int:
    """Draw and check the case; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m servida_case", description="Draw and check the printed case.")
    parser.add_argument("--board", type=Path, default=BOARD, help="STEP file of the board, if there (%(default)s)")
    parser.add_argument(
        "--step", type=Path, default=HARDWARE / "out" / "case", help="folder of STEP files (%(default)s)"
    )
    parser.add_argument("--write", action="store_true", help="write the STL files and the pictures that are committed")
    parser.add_argument("--mutants", action="store_true", help="break the case on purpose: every fault must be found")
    given = parser.parse_args(words)
    if given.mutants:
        return mutants()
    measures = Measures.read()
    parts = {name: make() for name, make in printed(measures).items()}
    with tempfile.TemporaryDirectory() as work:
        stl = HARDWARE / "case" / "stl" if given.write else Path(work)
        write(parts, stl, given.step)
        found = check(parts, measures, stl)
    if given.board.exists():
        found["no collision with the board's STEP file, screws pass it"] = checks.board_faults(
            parts, measures, given.board
        )
    if given.write:
        draw(taken_apart(parts, measures), HARDWARE / "case" / "exploded.png")
        draw(on_stand(parts, measures), HARDWARE / "case" / "stand.png")
        STAMP.write_text(digest(), "utf-8")
    sys.stdout.write(report([Result(name, tuple(faults)) for name, faults in found.items()]))
    if not given.board.exists():
        sys.stdout.write("-      the board's STEP file is missing: checked against the envelopes alone\n")
    return int(any(found.values()))


def check(parts: dict[str, Part], measures: Measures, stl: Path) -> Results:
    """Return what each check found, by its name."""
    meshes = {name: trimesh.load_mesh(stl / f"{name}.stl") for name in parts}
    rules = measures.own["printing"]
    return {
        "every part one watertight body": [f for name, mesh in meshes.items() for f in checks.body_faults(name, mesh)],
        f"walls of {rules['wall']} mm and more": [
            f for name, mesh in meshes.items() for f in checks.wall_faults(name, mesh, measures)
        ],
        f"no supports: {rules['overhang']:.0f} degrees, bridges up to {rules['bridge']:.0f} mm": [
            f for name, mesh in meshes.items() for f in checks.overhang_faults(name, mesh, measures)
        ],
        "no collision with the parts' envelopes, plugs pass": checks.collision_faults(parts, measures),
        "screws pass the bottom and bite in the lid": checks.screw_faults(parts, measures),
        "caps move freely by 0.3 mm, reach their switches, stay in": checks.cap_faults(parts, measures),
    }


MUTANTS: dict[str, tuple[str, str, str, object]] = {
    "a thin wall": ("own", "shell", "wall", 1.2),
    "a moved hole": ("shared", "holes", "case", [[4.0, 4.0], [84.0, 4.0], [84.0, 83.0], [4.0, 51.5]]),
    "a tight cap": ("own", "caps", "play", 0.1),
    "a long lid": ("shared", "glass", "lid_underside_z", 8.7),
    "a narrow plug opening": ("own", "openings", "usb", [9.0, 8.0]),
    "a wide card opening": ("own", "openings", "card_width", 24.0),
}
"""What is broken, and which number of which file becomes what."""


def mutants() -> int:
    """Build each broken case, hold it against the true measures and tell whether it was found."""
    true, missed = Measures.read(), 0
    for name, (file, table, key, value) in MUTANTS.items():
        wrong = Measures(copy.deepcopy(true.shared), copy.deepcopy(true.own))
        numbers = (wrong.own if file == "own" else wrong.shared)[table]
        if isinstance(numbers[key], dict):
            numbers[key]["centres"] = value
        else:
            numbers[key] = value
        parts = {part: make() for part, make in printed(wrong).items()}
        with tempfile.TemporaryDirectory() as work:
            write(parts, Path(work), Path(work))
            found = [fault for faults in check(parts, true, Path(work)).values() for fault in faults]
        missed += not found
        sys.stdout.write(f"{'found' if found else 'MISSED':<7}{name}: {found[0] if found else 'no check failed'}\n")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
