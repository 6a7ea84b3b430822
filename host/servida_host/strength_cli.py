"""`servida strength`: the command; the table of the README is its.

`servida --help` loads this module to list the command, so numpy and the levels are loaded only when it is run.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from servida.command import Command, above_zero
from servida_host.marked import write_marked

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

NAME = "strength"
"""Of the command, and of the marks in a README between which its table stands."""

MOST_SCALE = 10
"""An hour; more than its matches would not fit into memory."""

WIDTHS = (46, 15, 9, 33, 17, 3)
"""Of the columns in a terminal."""

EXAMPLE = """\
example: servida strength
         servida strength --scale 0.01 --json"""


def _line(row: Sequence[str]) -> str:
    return "  ".join(f"{cell:{width}}" for cell, width in zip(row, WIDTHS, strict=True)).rstrip()


def _configure(parser: ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    add = parser.add_argument
    help_scale = "so many times the usual matches (default: 1)"
    add("--scale", metavar="X", type=above_zero(MOST_SCALE), default=1.0, help=help_scale)
    add("--json", action="store_true", help="print one JSON object instead of the table")
    add("--readme", metavar="FILE", type=Path, help="also write the table between the marks of this Markdown file")


def _run(args: Namespace) -> int:
    """Measure, print row by row, and return 0 if all is as wanted, else 1."""
    from servida_host.bench.table import machine  # noqa: PLC0415  see above
    from servida_host.strength import HEAD, Effort, cells, markdown, measure  # noqa: PLC0415  see above

    if args.readme is not None:
        write_marked(args.readme, None, NAME)
    start, found = time.process_time(), []
    if not args.json:
        print(_line(HEAD))  # noqa: T201  the answer
    for each in measure(Effort().scaled(args.scale)):
        found.append(each)
        if not args.json:
            print(_line(cells(each)), flush=True)  # noqa: T201  the answer
    if args.json:
        print(json.dumps({"machine": machine(), "rows": [asdict(each) for each in found]}))  # noqa: T201  the answer
    if args.readme is not None:
        write_marked(args.readme, markdown(found, time.process_time() - start), NAME)
    return 0 if all(each.met for each in found) else 1


command = Command(NAME, "how strong the computers are, measured in many matches", _configure, _run)
