"""Going on from another file: the one that is there is set aside, never deleted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from servida.device.backup import write_to
from servida.device.disk import leftovers, make_folder, put, set_aside
from servida.device.errors import DeviceError
from servida.device.opening import FILE, Damaged, connect, is_damage, view

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path


def restore(folder: Path, file: Path, at: datetime) -> Path | None:
    """Make a copy of the file the store of the folder; return the name under which the one before is kept.

    ``at`` (UTC) dates that name.  Raises ``DeviceError``, and then nothing was replaced: for a file that is no sound
    store, and while a console uses the folder.
    """
    path = folder / FILE
    new = path.with_name(f"{FILE}.restored")
    try:
        # SQLite calls a folder and a file that may not be read by names that mislead.
        with file.open("rb"):
            pass
        with closing(view(file)) as base:
            make_folder(folder)
            _require_unused(path)
            write_to(base, new)
        aside = set_aside(path, "replaced", at) if leftovers(path) else None
        put(new, path)
    except Damaged as error:
        raise DeviceError(f"{file}: {error}; a sound store of Servida is needed") from error
    except OSError as error:
        raise DeviceError(f"{file}: can't be restored to {folder}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise DeviceError(f"{file}: can't be restored to {folder}: {error}") from error
    return aside


def _require_unused(path: Path) -> None:
    """Raise ``DeviceError`` while another process has the database open; a damaged one is used by nobody."""
    if not path.exists():
        return
    with closing(connect(str(path))) as base:
        try:
            # In this mode SQLite wants the file for itself alone, not just for a moment.
            base.execute("PRAGMA locking_mode=EXCLUSIVE")
            base.execute("BEGIN EXCLUSIVE")
            base.execute("ROLLBACK")
        except sqlite3.Error as error:
            if is_damage(error):
                return
            raise DeviceError(f"{path}: is in use ({error}); stop the console first") from error
