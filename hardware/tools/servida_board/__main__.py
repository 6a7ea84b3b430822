"""``python -m servida_board``: checks the carrier board, and with KiCad makes everything that a board house takes.

Prints a table of checks; exit status 1 if one fails.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from servida_board import kicad
from servida_board.checks import Result, report, results
from servida_board.dimensions import HARDWARE

HEAVY = {
    "schematic: KiCad's rules, 0 faults": kicad.schematic_faults,
    "board: KiCad's rules and parity, 0 faults": kicad.board_faults,
    "schematic's netlist as firmware/servida/board.py": kicad.netlist_faults,
}


def main(words: list[str] | None = None) -> int:
    """Check the design, and export it if asked to."""
    parser = argparse.ArgumentParser(prog="python -m servida_board", description="Check and export the carrier board.")
    parser.add_argument("--kicad", action="store_true", help="run KiCad's own checks too")
    parser.add_argument("--out", type=Path, help="write gerbers, drawings, parts list … into this folder; needs KiCad")
    parser.add_argument("--publish", type=Path, help="copy what is committed of them into this folder")
    parser.add_argument("--folder", type=Path, default=HARDWARE / "board", help="folder of the design (%(default)s)")
    given = parser.parse_args(words)
    try:
        found = check(given.folder, kicad=given.kicad or given.out is not None)
        if given.out:
            kicad.export(given.folder, given.out)
            found.append(Result("outputs complete", tuple(kicad.output_faults(given.out))))
            if given.publish:
                kicad.publish(given.out, given.publish)
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f"{' '.join(error.cmd[:4])}: {(error.stderr or error.stdout).strip()}\n")
        return 2
    except (OSError, ValueError, KeyError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(report(found))
    return int(any(result.faults for result in found))


def check(folder: Path, *, kicad: bool) -> list[Result]:
    """Return what the checks found in a folder of a design, with ``kicad`` KiCad's own checks among them."""
    found = results(folder)
    if kicad:
        with tempfile.TemporaryDirectory() as work:
            found += [Result(name, tuple(each(folder, Path(work)))) for name, each in HEAVY.items()]
    return found


if __name__ == "__main__":
    sys.exit(main())
