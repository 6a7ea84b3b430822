"""``make vm-cuts``: cuts the power of the console again and again, and writes what was seen to docs/verification.md.

    python tests/vm/cuts.py [--only NAME ...] [--seed N] [--document PATH]

Exit status 0 when every check holds. The plug is pulled in one machine while another one's log is written and cut.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

# The players and the texts of other tests are used here, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

from document import conclude
from kills import pull_the_plug
from report import Report
from write_log import control_loses, nothing_lost

if TYPE_CHECKING:
    from collections.abc import Callable


def main() -> int:
    """Run the checks named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--seed", type=int, default=8, help="of the moments of the cuts and of the players")
    parser.add_argument("--cuts", type=int, default=20, metavar="N", help="so often QEMU is killed")
    parser.add_argument("--document", type=Path, help="write the table into this file, too")
    args = parser.parse_args()
    report = Report("q35")
    steps: dict[str, tuple[str, Callable[[], str]]] = {
        "kill": ("QEMU killed at random moments of a match", lambda: pull_the_plug(args.cuts, args.seed)),
        "log": ("dm-log-writes, store as shipped: nothing lost", lambda: nothing_lost(args.seed)),
        "control": ("dm-log-writes, synchronous=OFF: must lose", lambda: control_loses(args.seed)),
    }
    began = time.monotonic()
    with ThreadPoolExecutor(2) as beside:
        told = [
            beside.submit(report.check, *step) for name, step in steps.items() if not args.only or name in args.only
        ]
    rows = sorted(report.rows, key=lambda row: row.name)
    return conclude(rows, told, "vm-cuts", args.document, time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
