"""The command `servida bench`: its options, and where its table goes.

`servida --help` loads this module to list the command, so peers and rig are loaded only when it is run.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from servida.command import Command
from servida_host.bench.catalogue import FIGURES, measure
from servida_host.bench.figure import Effort
from servida_host.bench.table import markdown, plain, report
from servida_host.marked import write_marked

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

NAME = "bench"
"""Of the command, and of the marks in a README between which its table stands."""

EXAMPLE = """\
example: servida bench --only packing --only traffic
         servida bench --idle-seconds 10 --json"""


def configure(parser: ArgumentParser) -> None:
    """Give the parser the options of `servida bench`."""
    told = "\n".join(f"  {name:8}  {summary}" for name, summary in FIGURES.items())
    parser.epilog = f"figures:\n{told}\n\n{EXAMPLE}"
    add = parser.add_argument
    add("--only", metavar="NAME", action="append", choices=FIGURES, help="this figure alone; may be given again")
    add("--json", action="store_true", help="print one JSON object instead of the table")
    add("--readme", metavar="FILE", type=Path, help="also write the table between the marks of this Markdown file")
    add("--idle-seconds", metavar="S", type=_seconds, default=60.0, help="how long to watch at rest (default: 60)")


def run(args: Namespace) -> int:
    """Measure, print, and return 0, met or not; raises UsageError for a README that has no place for the table."""
    if args.readme is not None:
        write_marked(args.readme, None, NAME)
    effort = replace(Effort(), idle_seconds=args.idle_seconds)
    found = tuple(measure(args.only or FIGURES, effort))
    sys.stdout.write(json.dumps(report(found), indent=2) + "\n" if args.json else plain(found))
    if args.readme is not None:
        write_marked(args.readme, markdown(found), NAME)
    return 0


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (isfinite(seconds) and seconds > 0):
        raise ArgumentTypeError(f"{text!r}: expected a number of seconds above 0")
    return seconds


command = Command(NAME, "Servida beside public peers: times, bytes, wake-ups, memory", configure, run)
