"""Files that survive a pulled plug: flushed with their folder, replaced as a whole, set aside and never deleted.

A rename is durable only when the folder was flushed, too, and what it names only when the file was (FIELD:
write-file-atomic#64, lf-edge/eve#2630).  Everything here raises ``OSError``.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

TAILS = ("", "-wal", "-shm", "-journal")
"""What SQLite adds to the name of a file for those that belong to it."""

STAMP = "%Y%m%dT%H%M%SZ"
"""How a date stands in the name of a file; in UTC."""


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, have reached the card."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make the folder and those above it, unless they are there."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    flush(folder.parent)


def put(new: Path, target: Path) -> None:
    """Give a file that was written beside the target the target's name: after a cut one of them is there, whole."""
    flush(new)
    new.replace(target)
    flush(target.parent)


def copy(source: Path, target: Path) -> None:
    """Put a copy of a file at the target, whole or not at all."""
    new = target.with_name(f"{target.name}.new")
    shutil.copyfile(source, new)
    put(new, target)


def leftovers(path: Path) -> tuple[Path, ...]:
    """Return those of the database's files that are there, the database itself first."""
    files = (path.with_name(path.name + tail) for tail in TAILS)
    return tuple(file for file in files if file.exists())


def set_aside(path: Path, word: str, at: datetime) -> Path:
    """Rename a database and its companions to a name with that word and date, which is returned.

    The database goes first: companions without it are recognised as left over, while a database without them would
    look whole and lack the newest.
    """
    stem = f"{path.stem}-{word}-{at.strftime(STAMP)}"
    number, aside = 1, path.with_name(stem + path.suffix)
    while leftovers(aside):
        number += 1
        aside = path.with_name(f"{stem}-{number}{path.suffix}")
    for tail in TAILS:
        with suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    flush(path.parent)
    return aside
