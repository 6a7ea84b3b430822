"""`servida audit`: whether every stored face follows from its bytes, and every match from the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.cli_history import add_state, opened_archive
from servida.command import Command, UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from servida.audit import Audit

_EPILOG = """\
Each roll's faces are computed once more from the bytes that were stored with it, compared with those in the
match, and every match is replayed through the rules.  Exit status 1 when something does not agree; the first
such thing is named.

example: servida audit
         servida audit --state /var/lib/servida --json"""


def _configure(parser: ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add_state(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(args: Namespace) -> int:
    found = _found(args)
    if args.json:
        import json  # noqa: PLC0415  seldom needed

        print(json.dumps({"matches": found.matches, "rolls": found.rolls, "fault": found.fault}))  # noqa: T201  the answer
    elif found.fault is None:
        print(f"all agrees: {_many(found.matches, 'match', 'es')}, {_many(found.rolls, 'roll', 's')}")  # noqa: T201  the answer
    else:
        print(f"DOES NOT AGREE: {found.fault}")  # noqa: T201  the answer
    return 0 if found.fault is None else 1


def _found(args: Namespace) -> Audit:
    from servida.audit import Audit, audit  # noqa: PLC0415  sqlite3 is loaded when it is used
    from servida.device.errors import DeviceError  # noqa: PLC0415  as above
    from servida.device.history import matches, rolls  # noqa: PLC0415  as above
    from servida.device.opening import Damaged  # noqa: PLC0415  as above

    try:
        with opened_archive(args) as archive:
            # One view of all, though a console may be storing a roll at this moment.
            archive.base.execute("BEGIN")
            try:
                return audit(list(matches(archive)), list(rolls(archive)))
            except DeviceError as error:  # a row that can't be read
                return Audit(0, 0, str(error))
    except UsageError as error:
        # A store is checked when it is opened, the match in progress with it; that it is none is no disagreement.
        if error.__cause__ is not None and isinstance(error.__cause__.__cause__, Damaged):
            return Audit(0, 0, str(error.__cause__))
        raise


def _many(count: int, what: str, plural: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else plural}"


command = Command(
    "audit", "whether the stored rolls follow from their bytes, and the matches from the rules", _configure, _run
)
