"""``make vm``: starts the Pi and the PC, does all checks in them and writes what was seen to docs/verification.md.

    python tests/vm/run.py [--only NAME ...] [--document PATH]

Exit status 0 when every check holds. Three PCs begin as the installer has left the disk: one is played to the end of a
match, one is ill-treated, one is left alone.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

# The fingers and the texts of other tests are used here, too.
sys.path.insert(0, str(Path(__file__).parents[1]))

import checks
import ill_treated
from document import conclude
from hands import Hands, Twins
from machine import OUT, branch
from pi import jammed, pi
from report import Report
from servida.config import parse
from servida_host.console_rig import ConsoleRig
from sturdy import Sturdy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


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


@dataclass(frozen=True, slots=True)
class Step:
    """One check of a PC: its name on the command line, its text in the table, and what does it."""

    name: str
    text: str
    act: Callable[[Twins], str]
    holds: bool = True
    """Whether there is anything to hold: a console whose picture wanders draws, and is not idle."""


STARTED = Step("started", "shipped unit and rules: service active, no restart, nothing failed", checks.started)
FIRST = Step("first", "first picture and first presses are the rig's", checks.first_presses)

PLAYED = (
    Step("installer", "installer's first run, in the machine, by its user with sudo", checks.first_run),
    STARTED,
    Step("hardened", "systemd-analyze security of the installed unit: at most 1.5", checks.hardened),
    Step("installed", "installer again: nothing to change", checks.installed),
    FIRST,
    Step("match", "a match of two to its end by gpio-sim: pictures are the rig's", checks.whole_match),
    Step("dice", "dice from /dev/hwrng", checks.dice_of_the_device),
)
ILL_TREATED = (
    STARTED,
    Step("turns", "first turns of another match by gpio-sim: pictures are the rig's", checks.some_match),
    Step("kill", "killed (SIGKILL) in a match: back, match resumed", partial(ill_treated.comes_back, signal="KILL")),
    Step("crash", "crashed (SIGSEGV) in a match: back, match resumed", partial(ill_treated.comes_back, signal="SEGV")),
    Step(
        "hang",
        "hung (SIGSTOP) in a match: back by the watchdog, match resumed",
        partial(ill_treated.comes_back, signal="STOP"),
    ),
    Step("panel", "started without a panel: in the journal; plugged in, it shows the match", ill_treated.panel_missing),
    Step("full", "storage full: says so, plays on; with room again it stores", ill_treated.storage_full),
    Step("read-only", "root read-only: starts, plays in memory and says so", ill_treated.root_read_only),
)
LEFT_ALONE = (
    STARTED,
    FIRST,
    Step("lit", "idle console, lit, in the minute after a press: at most 10 context switches", checks.idle_lit),
    Step("dimmed", "dimmed console, its picture wandering", checks.idle_dimmed, holds=False),
    Step("dark", "idle console, dark: at most 10 context switches in 60 s", checks.idle_dark),
)
PCS = {"played": PLAYED, "ill-treated": ILL_TREATED, "left-alone": LEFT_ALONE}
"""The machines by what becomes of them: at the same time, since each mostly waits for its console."""


def pc(name: str, report: Report, steps: tuple[Step, ...]) -> None:
    """Do these checks in a PC of its own."""
    with (
        small_store() as store,
        ConsoleRig(state=store, configured=parse(checks.CARD, "servida.toml")) as rig,
        Sturdy(branch(OUT / "disk.raw", name), OUT / f"{name}.log") as machine,
    ):
        twins = Twins(Hands(machine), rig, store)
        for step in steps:
            (report.check if step.holds else report.fact)(step.text, partial(step.act, twins))


def main() -> int:
    """Run the checks named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="checks of the PC, or pi")
    parser.add_argument("--document", type=Path, help="write the table into this file, too")
    args = parser.parse_args()
    began = time.monotonic()
    reports = {name: Report(f"q35 {name}") for name in PCS}
    wanted = {
        name: tuple(step for step in steps if step.name in args.only or not args.only) for name, steps in PCS.items()
    }
    reports["pi"] = Report("raspi3ap")
    picture = jammed()
    with ThreadPoolExecutor(len(reports)) as beside:
        told = [beside.submit(pc, name, reports[name], steps) for name, steps in wanted.items() if steps]
        if not args.only or "pi" in args.only:
            told.append(beside.submit(pi, reports["pi"], picture))
    rows = [row for report in reports.values() for row in report.rows]
    return conclude(rows, told, "vm", args.document, time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
