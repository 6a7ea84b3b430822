"""``python -m servida_board.mutants``: breaks the design on purpose, in copies, and tells whether the checks see it.

The faults that KiCad has to find; those that are found without it are in ``tests/hardware``.  Needs kicad-cli.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from servida_board.__main__ import check
from servida_board.dimensions import HARDWARE

Change = Callable[[str], str]


def _swap(one: str, two: str) -> Change:
    """Return a change that exchanges two names wherever they stand in quotes."""
    names = {one: two, two: one}
    return lambda text: re.sub(f'"({re.escape(one)}|{re.escape(two)})"', lambda found: f'"{names[found[1]]}"', text)


def _move(ref: str, x: float) -> Change:
    """Return a change that moves a part of the board to the right, its tracks staying behind."""

    def change(text: str) -> str:
        start = text.rindex("(footprint", 0, text.index(f'"Reference" "{ref}"'))
        found = re.compile(r"\(at ([\d.]+)").search(text, start)
        assert found is not None, f"{ref} has no place"
        return text[: found.start(1)] + str(float(found[1]) + x) + text[found.end(1) :]

    return change


def _first(pattern: str, new: str) -> Change:
    return lambda text: re.sub(pattern, new, text, count=1)


MUTANTS: dict[str, tuple[str, Change]] = {
    "two nets swapped in the schematic": ("servida.kicad_sch", _swap("HOLD1", "HOLD2")),
    "two nets swapped on the board": ("servida.kicad_pcb", _swap("SDA", "SCL")),
    "a wire of the schematic taken away": ("servida.kicad_sch", _first(r"\(wire .*\n", "")),
    "a case hole moved by 0.2": ("servida.kicad_pcb", _move("H1", 0.2)),
    "a button moved by 0.2": ("servida.kicad_pcb", _move("SW3", 0.2)),
    "a track made too thin": ("servida.kicad_pcb", _first(r"\(width 0\.25\)", "(width 0.1)")),
    "a resistor of another value": ("servida.kicad_sch", _first(r'"Value" "100k"', '"Value" "10k"')),
    "a fault of the board excluded": (
        "servida.kicad_pro",
        _first(r'"drc_exclusions": \[\]', '"drc_exclusions": ["x"]'),
    ),
}


def main() -> int:
    """Try every mutant; exit status 1 if one passes the checks."""
    passed = 0
    for name, (file, change) in MUTANTS.items():
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(shutil.copytree(HARDWARE / "board", Path(folder) / "board"))
            text = (copy / file).read_text(encoding="utf-8")
            assert change(text) != text, f"{name}: nothing to change"
            (copy / file).write_text(change(text), encoding="utf-8")
            found = [result.name for result in check(copy, kicad=True) if result.faults]
        passed += not found
        sys.stdout.write(f"{'found' if found else 'PASSED'}  {name}: {'; '.join(found) or 'by nothing'}\n")
    return int(passed > 0)


if __name__ == "__main__":
    sys.exit(main())
