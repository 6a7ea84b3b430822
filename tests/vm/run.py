"""``make vm``: starts the PC, does all checks in it and writes what was seen to docs/verification.md.

    python tests/vm/run.py [--only NAME ...] [--document PATH]

Exit status 0 when every check holds. The order is that of a first evening: installed, started, looked at, left alone,
played, and then ill-treated.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

# The fingers and the texts of other tests are used here, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

import checks
from document import write
from hands import Hands, Twins
from machine import OUT, Machine, MachineError, branch
from report import Report, table
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Callable


def pc(report: Report, only: tuple[str, ...]) -> None:
    """Do the checks of the PC, those of these names or all."""
    with Machine(branch(OUT / "disk.img", "pc"), OUT / "pc.log") as machine, ConsoleRig() as rig:
        hands = Hands(machine)
        twins = Twins(hands, rig)
        steps: dict[str, tuple[str, Callable[[], str]]] = {
            "started": ("service started by systemd, watched", lambda: checks.started(hands)),
            "installed": ("installer again: nothing to change", lambda: checks.installed(hands)),
            "first": ("first picture and first presses are the rig's", lambda: checks.first_presses(twins)),
            "match": ("first turns by gpio-sim, pictures are the rig's", lambda: checks.some_match(twins)),
            "dice": ("dice from /dev/hwrng", lambda: checks.dice_of_the_device(hands)),
            "kill": ("killed (SIGKILL): back, match resumed", lambda: checks.comes_back(twins, "KILL")),
            "crash": ("crashed (SIGSEGV): back, match resumed", lambda: checks.comes_back(twins, "SEGV")),
            "hang": ("hung (SIGSTOP): back by the watchdog, match resumed", lambda: checks.comes_back(twins, "STOP")),
            "rest": ("the match to its end, pictures are the rig's", lambda: checks.whole_match(twins)),
            "idle": ("idle console, dark, sleeps: at most 10 context switches in 60 s", lambda: checks.idle(twins)),
            "full": ("storage full: plays on", lambda: checks.storage_full(twins)),
            "read-only": ("root read-only: starts and says so", lambda: checks.root_read_only(hands)),
        }
        for name, (text, act) in steps.items():
            if not only or name in only:
                report.check(text, act)


def main() -> int:
    """Run the checks named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--document", type=Path, help="write the table into this file, too")
    args = parser.parse_args()
    report = Report("q35")
    try:
        pc(report, tuple(args.only))
    except (MachineError, subprocess.SubprocessError) as error:
        print(f"the machine: {error}", file=sys.stderr)  # noqa: T201  for a person
        return 2
    finally:
        print(table(report.rows), end="")  # noqa: T201  for a person
        if args.document:
            write(args.document, "vm", report.rows)
    return 0 if all(row.holds for row in report.rows) else 1


if __name__ == "__main__":
    sys.exit(main())
