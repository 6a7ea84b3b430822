"""``make vm``: starts the Pi and the PC, does all checks in them and writes what was seen to docs/verification.md.

    python tests/vm/run.py [--only NAME ...] [--document PATH]

Exit status 0 when every check holds. The order is that of a first evening: installed, started, looked at, left alone,
played, and then ill-treated.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

# The fingers and the texts of other tests are used here, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

import checks
from document import write
from hands import Hands, Twins
from machine import OUT, Machine, MachineError, branch
from pi import jammed, pi
from report import Report, table
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


FACTS = ("dimmed",)
"""What is only told: a console whose picture wanders draws, and is not idle."""

STORE_SIZE = "8m"
"""Room for the rig's store, on a file system of its own so that it can be filled."""


@contextmanager
def small_store() -> Iterator[Path]:
    """Mount a small file system for the rig's store."""
    with tempfile.TemporaryDirectory(prefix="servida-vm-") as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={STORE_SIZE}", "servida", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def pc(report: Report, only: tuple[str, ...]) -> None:
    """Do the checks of the PC, those of these names or all."""
    with (
        small_store() as store,
        ConsoleRig(state=store) as rig,
        Machine(branch(OUT / "disk.img", "pc"), OUT / "pc.log") as machine,
    ):
        hands = Hands(machine)
        twins = Twins(hands, rig, store)
        steps: dict[str, tuple[str, Callable[[], str]]] = {
            "started": ("shipped unit and rules: service active, nothing failed", lambda: checks.started(hands)),
            "installed": ("installer again, in the machine: nothing to change", lambda: checks.installed(hands)),
            "first": ("first picture and first presses are the rig's", lambda: checks.first_presses(twins)),
            "match": ("first turns by gpio-sim: pictures are the rig's", lambda: checks.some_match(twins)),
            "kill": ("killed (SIGKILL) in a match: back, match resumed", lambda: checks.comes_back(twins, "KILL")),
            "crash": ("crashed (SIGSEGV) in a match: back, match resumed", lambda: checks.comes_back(twins, "SEGV")),
            "hang": (
                "hung (SIGSTOP) in a match: back by the watchdog, match resumed",
                lambda: checks.comes_back(twins, "STOP"),
            ),
            "full": ("storage full: says so, plays on; with room again it stores", lambda: checks.storage_full(twins)),
            "rest": ("the same match to its end: pictures are the rig's", lambda: checks.whole_match(twins)),
            "dice": ("dice from /dev/hwrng", lambda: checks.dice_of_the_device(hands)),
            "lit": (
                "idle console, lit, in the minute after a press: at most 10 context switches",
                lambda: checks.idle_lit(twins),
            ),
            "dimmed": ("dimmed console, its picture wandering", lambda: checks.idle_dimmed(twins)),
            "dark": (
                "idle console, dark: at most 10 context switches in 60 s",
                lambda: checks.idle_dark(twins),
            ),
            "read-only": (
                "root read-only: starts, plays in memory and says so",
                lambda: checks.root_read_only(hands),
            ),
        }
        for name, (text, act) in steps.items():
            if not only or name in only:
                (report.fact if name in FACTS else report.check)(text, act)


def main() -> int:
    """Run the checks named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--document", type=Path, help="write the table into this file, too")
    args = parser.parse_args()
    pi_report, pc_report = Report("raspi3ap"), Report("q35")
    try:
        with ThreadPoolExecutor(1) as beside:
            if not args.only or "pi" in args.only:
                told = beside.submit(pi, pi_report, jammed())
            if args.only != ["pi"]:
                pc(pc_report, tuple(args.only))
            if not args.only or "pi" in args.only:
                told.result()
    except (MachineError, subprocess.SubprocessError) as error:
        print(f"the machine: {error}", file=sys.stderr)  # noqa: T201  for a person
        return 2
    finally:
        rows = pc_report.rows + pi_report.rows
        print(table(rows), end="")  # noqa: T201  for a person
        if args.document:
            write(args.document, "vm", rows)
    return 0 if all(row.holds is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
