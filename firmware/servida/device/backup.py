"""Backups of the database: complete, flushed, a bounded number of them, the oldest giving way.

They are numbered, because the clock of a Pi without a network may run backwards from one start to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.device.disk import STAMP, make_folder, put

if TYPE_CHECKING:
    import sqlite3
    from datetime import datetime
    from pathlib import Path

FOLDER = "backups"

KEPT = 3
"""So many backups are kept (lead's call): two more than needed, should the newest be damaged, too."""


def backups(folder: Path) -> tuple[Path, ...]:
    """Return the backups in the state folder, the oldest first."""
    return tuple(sorted((folder / FOLDER).glob("[0-9]*.sqlite3"), key=_number))


def write(base: sqlite3.Connection, folder: Path, at: datetime) -> Path:
    """Write a backup of a sound database and remove the oldest ones; ``at`` (UTC) stands in its name.

    Raises ``sqlite3.Error`` and ``OSError``.
    """
    make_folder(folder / FOLDER)
    before = backups(folder)
    number = _number(before[-1]) + 1 if before else 1
    target = folder / FOLDER / f"{number:06}-{at.strftime(STAMP)}.sqlite3"
    write_to(base, target)
    for old in before[: max(len(before) - KEPT + 1, 0)]:
        old.unlink()
    return target


def write_to(base: sqlite3.Connection, target: Path) -> None:
    """Write a copy of a database to a file, whole or not at all; raises ``sqlite3.Error`` and ``OSError``."""
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)  # left by a cut
    # One file without a log, read through every page: a page that can't be read stops it here.
    base.execute("VACUUM INTO ?", (str(new),))
    put(new, target)


def _number(path: Path) -> int:
    digits, _, _ = path.name.partition("-")
    return int(digits.partition(".")[0])
