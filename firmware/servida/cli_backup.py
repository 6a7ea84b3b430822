"""`servida backup` and `servida restore`: all that the console keeps, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from servida.cli_history import add_state, folder_of, opened_archive
from servida.command import Command, UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

_BACKUP = """\
The console also keeps the last backups that it made itself, in the folder `backups` beside its store.

example: servida backup generala.sqlite3"""

_RESTORE = """\
The file is checked first. What is there now is kept under another name.

example: servida restore generala.sqlite3 --state /var/lib/servida"""


def _configure_backup(parser: ArgumentParser) -> None:
    parser.epilog = _BACKUP
    parser.add_argument("file", metavar="FILE", type=Path, help="where to write the copy; an older copy gives way")
    add_state(parser)


def _configure_restore(parser: ArgumentParser) -> None:
    parser.epilog = _RESTORE
    parser.add_argument("file", metavar="FILE", type=Path, help="what `servida backup` or the console wrote")
    add_state(parser)


def _backup(args: Namespace) -> int:
    import sqlite3  # noqa: PLC0415  loaded when it is used

    from servida.device.backup import write_to  # noqa: PLC0415  as above
    from servida.device.errors import DeviceError  # noqa: PLC0415  as above
    from servida.device.opening import FILE, view  # noqa: PLC0415  as above

    if args.file.is_dir():
        raise UsageError(f"{args.file}: is a folder; name a file in it")
    if not args.file.parent.is_dir():
        raise UsageError(f"{args.file}: there is no folder {args.file.parent}")
    if args.file.exists():
        try:
            view(args.file).close()
        except (ValueError, sqlite3.Error, OSError, DeviceError) as error:
            hint = "choose another name"
            raise UsageError(f"{args.file}: is there already and no backup of Servida ({error}); {hint}") from error
    with opened_archive(args) as archive:
        if args.file.exists() and args.file.samefile(folder_of(args) / FILE):
            raise UsageError(f"{args.file}: is what the console itself writes; choose another name")
        try:
            write_to(archive.base, args.file)
        except (sqlite3.Error, OSError) as error:
            raise UsageError(f"{args.file}: can't be written: {error}") from error
    return 0


def _restore(args: Namespace) -> int:
    from datetime import UTC, datetime  # noqa: PLC0415  loaded when it is used

    from servida.device.errors import DeviceError  # noqa: PLC0415  as above
    from servida.device.restore import restore  # noqa: PLC0415  as above

    try:
        aside = restore(folder_of(args), args.file, datetime.now(UTC))
    except DeviceError as error:
        raise UsageError(str(error)) from error
    if aside is not None:
        print(f"what was there before is kept as {aside}")  # noqa: T201  the answer
    return 0


backup = Command("backup", "a copy of all that the console keeps", _configure_backup, _backup)
restore = Command("restore", "go on from a backup", _configure_restore, _restore)
