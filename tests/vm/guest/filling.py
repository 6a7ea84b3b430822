"""Fills the file system of a console's store to its last byte, in the virtual machine and beside it.

python filling.py FOLDER
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

FILE = "servida.sqlite3"
FILLER = "filler"


def fill(folder: Path) -> None:
    """Leave no room in the folder's file system; the store's log is emptied first, lest its own room be used again."""
    with closing(sqlite3.connect(folder / FILE)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size, end = 1 << 30, 0
    with (folder / FILLER).open("wb", buffering=0) as file:
        while size:
            try:
                os.posix_fallocate(file.fileno(), end, size)
                end += size
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
                size //= 2
        os.fsync(file.fileno())


if __name__ == "__main__":
    fill(Path(sys.argv[1]))
