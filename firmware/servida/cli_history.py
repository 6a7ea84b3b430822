"""`servida history` and `servida export`: what was played, for a person and for other programs.

They only read, so a console may be running; what reading takes is loaded when it is used.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from servida.command import Command, UsageError, whole

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from servida.device.history import Archive

_HISTORY = """\
example: servida history
         servida history 12 --json
         servida history --state /var/lib/servida"""

_EXPORT = """\
A .json file holds every match with its notation, its sheets and every roll with the bytes it came from; a
.csv file has a row a move.

example: servida export games.csv"""


MOST = 999_999_999
"""The highest number of a match that may be asked for: more than anybody will play."""


def add_state(parser: ArgumentParser) -> None:
    """Add the option that names the folder."""
    where = "where the games are kept (default: your data folder)"
    parser.add_argument("--state", metavar="DIR", type=Path, help=where)


def _configure_history(parser: ArgumentParser) -> None:
    parser.epilog = _HISTORY
    help_number = "this match in notation and as a score sheet; without it, all matches in a line each"
    parser.add_argument("number", nargs="?", type=whole(1, MOST), metavar="N", help=help_number)
    add_state(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _configure_export(parser: ArgumentParser) -> None:
    parser.epilog = _EXPORT
    parser.add_argument("file", metavar="FILE.json|.csv", type=Path, help="where to write the whole history")
    add_state(parser)


def folder_of(args: Namespace) -> Path:
    """Return the folder that the options mean."""
    from servida.device.folder import state_folder  # noqa: PLC0415  as below

    return state_folder(os.environ) if args.state is None else Path(args.state)


@contextmanager
def opened_archive(args: Namespace) -> Iterator[Archive]:
    """Give the store of that folder for reading; raises ``UsageError`` when there is none."""
    from servida.device.errors import DeviceError  # noqa: PLC0415  sqlite3 is loaded when it is used
    from servida.device.history import Archive  # noqa: PLC0415  as above

    try:
        with Archive(folder_of(args)) as archive:
            yield archive
    except DeviceError as error:
        hint = "" if args.state is not None else "; --state DIR names another folder"
        raise UsageError(f"{error}{hint}") from error


def _history(args: Namespace) -> int:
    import json  # noqa: PLC0415  seldom needed

    from servida import history_data, history_text  # noqa: PLC0415  sqlite3 is loaded when it is used
    from servida.device.history import matches  # noqa: PLC0415  as above

    with opened_archive(args) as archive:
        stored = list(matches(archive))
        if args.number is None:
            lines = history_text.listing(stored) if stored else ["no matches yet"]
            every = {"matches": [history_data.summary(each) for each in stored]}
            print(json.dumps(every, ensure_ascii=False) if args.json else "\n".join(lines))  # noqa: T201  the answer
            return 0
        chosen = [each for each in stored if each.number == args.number]
        if not chosen:
            has = f"{stored[0].number} to {stored[-1].number}" if stored else "none yet"
            raise UsageError(f"there is no match {args.number}; the history has {has}")
        if args.json:
            print(json.dumps(history_data.in_full(archive, chosen[0]), ensure_ascii=False))  # noqa: T201  the answer
            return 0
        try:
            print(history_text.in_full(chosen[0]), end="")  # noqa: T201  the answer
        except ValueError as error:
            raise UsageError(f"match {args.number} can't be read: {error}") from error
    return 0


def _export(args: Namespace) -> int:
    from servida import history_data  # noqa: PLC0415  sqlite3 is loaded when it is used

    kinds = {".json": history_data.as_json, ".csv": history_data.as_csv}
    if args.file.suffix not in kinds:
        raise UsageError(f"{args.file}: the name must end in .json or .csv")
    with opened_archive(args) as archive:
        try:
            text = kinds[args.file.suffix](archive)
        except ValueError as error:
            raise UsageError(f"a match can't be read: {error}; a .json file takes it as it is") from error
    try:
        args.file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{args.file}: can't be written: {error.strerror}") from error
    return 0


history = Command("history", "the matches played; one in notation and as a score sheet", _configure_history, _history)
export = Command("export", "the whole history as JSON or CSV", _configure_export, _export)
