"""Cuts a log of writes at many places and looks what is left of the games each time.

The log is that of the kernel's dm-log-writes. It is cut after every write that flushed the disk's cache or went past
it, right before each of them, and after every third entry. Each time what came before is put on a copy of the file
system as it was before the first write, the kernel mounts it, and a console starts from it.
"""

from __future__ import annotations

import os
import struct
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aftermath import Fault, Shown, judge

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAGIC = 0x6A736677736872
"""First word of the log (Linux, drivers/md/dm-log-writes.c, WRITE_LOG_MAGIC)."""

FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
"""Flags of an entry (the same file, LOG_FLUSH_FLAG and so on)."""

SUPERBLOCK = 1024
STATE, INCOMPATIBLE = 0x3A, 0x60
CLEAN, NEEDS_RECOVERY = 1, 4
"""Where ext4's superblock is and holds its state and incompatible features (Linux, fs/ext4/ext4.h)."""

EVERY = 3
"""After so many entries the log is cut in any case (issue 8)."""

TOLD = 5
"""So many faults are told in full; the others are counted."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log: its flags, where it was written, in bytes, and what; of a mark its name."""

    flags: int
    place: int
    data: bytes


@dataclass
class Found:
    """The outcome: how many cuts there were, in how many a journal had to be replayed, and how often which fault."""

    entries: int = 0
    flushes: int = 0
    cuts: int = 0
    recovered: int = 0
    marks: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    first: list[str] = field(default_factory=list)

    def add(self, entry: int, fault: Fault) -> None:
        """Count a fault at a cut after so many entries."""
        self.faults[fault.kind] = self.faults.get(fault.kind, 0) + 1
        if len(self.first) < TOLD:
            self.first.append(f"cut after entry {entry}, mark {self.marks}: {fault.kind}: {fault}")

    def __str__(self) -> str:
        """Return the figures in words."""
        faults = ", ".join(f"{kind} at {count}" for kind, count in sorted(self.faults.items())) or "nothing"
        return (
            f"{self.marks} marks and {self.flushes} flushes among {self.entries} entries; {self.cuts} cuts, "
            f"{self.recovered} with a journal to replay; lost or damaged: {faults}"
        )


def entries(path: Path) -> Iterator[Entry]:
    """Yield the entries of a log; raises ``ValueError`` when it is none."""
    with path.open("rb") as log:
        magic, _, count, size = struct.unpack("<QQQI", log.read(28))
        if magic != MAGIC:
            raise ValueError(f"{path}: begins with {magic:#x}; expected the magic of dm-log-writes, {MAGIC:#x}")
        log.seek(size)
        for _ in range(count):
            head = log.read(size)
            sector, sectors, flags, length = struct.unpack_from("<QQQQ", head)
            if flags & MARK:
                yield Entry(flags, 0, head[32 : 32 + length].rstrip(b"\0"))
            else:
                yield Entry(flags, sector * size, b"" if flags & DISCARD else log.read(sectors * size))


@contextmanager
def mounted(image: Path, place: Path) -> Iterator[None]:
    """Let the kernel mount an image, as the card is mounted; its journal is replayed by that."""
    done = subprocess.run(
        ["mount", "-t", "ext4", "-o", "loop,noatime", image, place], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Fault("not mountable", done.stderr.strip())
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def word(image: Path, place: int) -> int:
    """Return a field of 2 bytes of the superblock."""
    with image.open("rb") as file:
        file.seek(SUPERBLOCK + place)
        return int.from_bytes(file.read(2), "little")


def look(image: Path, copy: Path, place: Path, folder: str, shown: Shown) -> bool:
    """Mount a copy of the image and judge what is in it; return whether the journal was replayed for that."""
    subprocess.run(["cp", "--sparse=always", image, copy], check=True)
    replayed = bool(word(copy, INCOMPATIBLE) & NEEDS_RECOVERY)
    with mounted(copy, place):
        judge(place / folder, shown)
    if (state := word(copy, STATE)) != CLEAN:
        raise Fault("file system", f"state {state} after it was unmounted")
    return replayed


def replay(base: Path, log: Path, lines: list[dict[str, Any]], folder: str, room: Path) -> Found:
    """Do all cuts of a log.

    ``base`` is the file system before the first write, ``lines`` are what ``guest/cut_player.py`` wrote down and
    marked, ``folder`` is the store's within the file system. ``room`` is an empty directory, best in memory.
    """
    found, shown = Found(), Shown()
    image, copy, place = room / "image", room / "copy", room / "mounted"
    place.mkdir()
    subprocess.run(["cp", "--sparse=always", base, image], check=True)
    last = -1

    def cut(after: int) -> None:
        nonlocal last
        if after == last:
            return
        last = after
        found.cuts += 1
        try:
            found.recovered += look(image, copy, place, folder, shown)
        except Fault as fault:
            found.add(after, fault)

    with image.open("r+b", buffering=0) as file:
        for number, entry in enumerate(entries(log), start=1):
            found.entries = number
            barrier = bool(entry.flags & (FLUSH | FUA))
            found.flushes += barrier
            if barrier:
                cut(number - 1)
            if not entry.flags & MARK:
                os.pwrite(file.fileno(), entry.data, entry.place)
            elif entry.data.startswith(b"s"):
                found.marks += 1
                shown.add(lines[found.marks - 1])
            if barrier or number % EVERY == 0:
                cut(number)
    cut(found.entries)
    return found
