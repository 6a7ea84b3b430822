"""Opening the database: checked before it is trusted, set aside when it is damaged, a backup taken in its place.

Nothing is ever deleted, and a file that a later program wrote is left as it is.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from servida.device import backup
from servida.device.disk import copy, leftovers, make_folder, set_aside
from servida.device.errors import DeviceError
from servida.device.games import find
from servida.device.schema import SCHEMA, upgrade, version_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

FILE = "servida.sqlite3"

PATIENCE = 0.25
"""Seconds to wait for a lock that another process holds: the game must not stand still for longer."""

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
"""Primary result codes that tell of the file's content; SQLITE_ERROR does when tables or columns are missing."""

PAGES_BEFORE = slice(16, 20)
"""Where a rollback journal holds how many pages the database had (SQLite, file format, 3: the rollback journal)."""


class Damaged(ValueError):
    """A file that is no sound database of ours; says what is wrong with it."""


class Unfinished(Damaged):
    """A database without tables: its maker was cut off."""


def connect(name: str, *, uri: bool = False) -> sqlite3.Connection:
    """Open a database, each statement being its own transaction unless one is begun; raises ``sqlite3.Error``."""
    base = sqlite3.connect(name, isolation_level=None, timeout=PATIENCE, uri=uri)
    base.text_factory = bytes.decode  # SQLite's own error for text that is no UTF-8 bears no code
    return base


def open_base(folder: Path, at: datetime) -> tuple[sqlite3.Connection, str]:
    """Return the database in the folder, and what a person must be told about it.

    ``at`` (UTC) dates what is set aside.  Raises ``sqlite3.Error`` and ``OSError`` when the storage fails,
    ``DeviceError`` for a file that a later program wrote.
    """
    make_folder(folder)
    path = folder / FILE
    try:
        _check_unchanged(path)
    except Unfinished as nothing:
        if backup.backups(folder):
            return _recovered(folder, at, f"is {nothing}")
    except Damaged as damage:
        return _recovered(folder, at, f"is damaged ({damage})")
    return _for_writing(folder, at), ""


def open_memory() -> sqlite3.Connection:
    """Return an empty database in memory."""
    base = connect(":memory:")
    upgrade(base)
    return base


def view(path: Path) -> sqlite3.Connection:
    """Return a database for reading at this program's version, whose file is not changed by a byte.

    Raises ``FileNotFoundError``, ``Damaged``, ``sqlite3.Error``, and ``DeviceError`` for a file that a later program
    wrote.
    """
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    # Without a log beside it the file is all there is, and SQLite needs to write nothing in its folder.
    log = path.with_name(f"{path.name}-wal")
    how = "mode=ro" if log.exists() else "mode=ro&immutable=1"
    base = connect(f"{path.absolute().as_uri()}?{how}", uri=True)
    try:
        with _content_judged():
            _check(base)
            if version_of(base) < SCHEMA:
                base = _upgraded_copy(base)
            find(base)
            return base
    except BaseException:
        base.close()
        raise


def _upgraded_copy(base: sqlite3.Connection) -> sqlite3.Connection:
    """Return a copy in memory at this program's version, and close what was copied."""
    if version_of(base) == 0:
        (things,) = base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        raise Damaged("no store of Servida") if things else Unfinished("without tables")
    newer = connect(":memory:")
    with closing(base):
        base.backup(newer)
    upgrade(newer)
    return newer


def _check_unchanged(path: Path) -> None:
    """Raise ``Damaged`` when the file is not to be trusted; a connection that may write would clear its log away."""
    files = leftovers(path)
    if not files or (files == (path,) and not path.stat().st_size):
        raise Unfinished("missing or empty")
    if _is_being_made(path, files):
        raise Unfinished("empty: it was being made")
    if files[0] != path or not path.stat().st_size:
        raise Damaged("only its log is there")
    if path.with_name(f"{path.name}-journal").exists():
        with closing(connect(str(path))) as base, _content_judged():
            version_of(base)  # reading rolls back what a cut left half done, which a reader for reading only can't
    view(path).close()


def _is_being_made(path: Path, files: tuple[Path, ...]) -> bool:
    """Whether all there is is an empty file and the journal by which SQLite would make it empty again."""
    journal = path.with_name(f"{path.name}-journal")
    return files == (path, journal) and not path.stat().st_size and not any(journal.read_bytes()[PAGES_BEFORE])


def _for_writing(folder: Path, at: datetime) -> sqlite3.Connection:
    """Open a sound file, or a new one, and bring it to this program's version."""
    base = connect(str(folder / FILE))
    try:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        if 0 < version_of(base) < SCHEMA:
            backup.write(base, folder, at)
        upgrade(base)
    except BaseException:
        base.close()
        raise
    return base


def _check(base: sqlite3.Connection) -> None:
    (verdict,) = base.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise Damaged(" ".join(verdict.split()))


@contextmanager
def _content_judged() -> Iterator[None]:
    """Turn what tells of a bad content into ``Damaged``."""
    try:
        yield
    except sqlite3.Error as error:
        if is_damage(error):
            raise Damaged(str(error)) from error
        raise
    except Damaged:
        raise
    except ValueError as error:
        raise Damaged(str(error)) from error


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the error tells of the file's content, not of the storage."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGE


def _recovered(folder: Path, at: datetime, what: str) -> tuple[sqlite3.Connection, str]:
    """Set the file aside and go on from the newest good backup, or anew."""
    path = folder / FILE
    told = f"store {path}: {what}"
    if leftovers(path):
        told += f"; set aside as {set_aside(path, 'damaged', at).name}"
    newest = newest_good(folder)
    if newest is None:
        return _for_writing(folder, at), f"{told}; there is no good backup, all begins anew"
    copy(newest, path)
    return _for_writing(folder, at), f"{told}; the backup {newest.name} was taken"


def newest_good(folder: Path) -> Path | None:
    """Return the newest backup that can be gone on from."""
    for path in reversed(backup.backups(folder)):
        try:
            view(path).close()
        except (Damaged, DeviceError, sqlite3.Error, OSError):
            continue
        return path
    return None
