"""The storage: whether what is written to the games' folder is on the card, and what is there can be read."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from typing import TYPE_CHECKING

from servida.device.disk import flush
from servida.device.errors import DeviceError
from servida.device.mounts import require_partition
from servida.device.opening import FILE, view
from servida.selftest.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PART = "storage"

PROBE = "selftest.tmp"

SIZE = 65_536
"""Bytes that are written: as many as a long match takes with its rolls (a guess)."""

LEAST = 10_000_000
"""Bytes that should be free: some ten thousand matches, and room for the backups (a guess)."""

MENDS = {
    errno.ENOENT: "make the folder, or install: sudo firmware/deploy/install.sh",
    errno.EROFS: "the file system is read-only: mount the data partition (fstab), or look for a worn card (dmesg)",
    errno.ENOSPC: "make room: df -h",
    errno.EACCES: "run it as the console does: sudo -u servida servida selftest",
}


def examine_storage(folder: Path, clock: Callable[[], float]) -> Finding:
    """Return what is found on the folder of the games; ``clock`` gives seconds."""
    probe = folder / PROBE
    try:
        require_partition(folder)
        took = _write_and_read(probe, clock)
        free = shutil.disk_usage(folder).free
        if (folder / FILE).exists():
            view(folder / FILE).close()
    except DeviceError as error:
        return Finding(PART, f"{folder}: {error}", "mount it (sudo mount -a), or look for a worn card: dmesg")
    except (ValueError, sqlite3.Error) as error:
        return Finding(
            PART,
            f"{folder / FILE}: {error}",
            "the console sets it aside and takes its newest backup; else servida restore",
        )
    except OSError as error:
        mend = MENDS.get(error.errno or 0, "look for a worn card: dmesg; put in another one")
        return Finding(PART, f"{folder}: {error.strerror or error}", mend)
    measured = {"write_and_flush_ms": round(1000 * took, 1), "free_bytes": free}
    found = (
        f"{folder}: {SIZE // 1024} KiB written, flushed and read in {1000 * took:.0f} ms; {free // 1_000_000} MB free"
    )
    if free < LEAST:
        return Finding(PART, found, "make room: df -h", measured)
    return Finding(PART, found, measured=measured)


def _write_and_read(probe: Path, clock: Callable[[], float]) -> float:
    """Return the seconds that it takes until random bytes are on the card; raises ``OSError`` when others come back."""
    written = os.urandom(SIZE)
    try:
        began = clock()
        probe.write_bytes(written)
        flush(probe)
        flush(probe.parent)
        took = clock() - began
        if probe.read_bytes() != written:
            raise OSError(errno.EIO, "what was written is not what is read")
        return took
    finally:
        probe.unlink(missing_ok=True)
