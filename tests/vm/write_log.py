"""A disk that loses what was never flushed: matches are played on dm-log-writes, whose log is then cut everywhere.

dm-log-writes writes down what reached the disk in the order in which it is sure to be there: what was in the disk's
cache comes right before the flush that emptied it, and a write that goes past the cache comes when it is done. So a
log that is cut is a disk whose power was.

The matches are played in the machine, by the console that is installed there, in virtual time; the log is cut and
mounted outside, which is some twenty times as fast.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from machine import OUT, UNPACED, branch
from replay import Found, replay
from report import expect
from sturdy import Sturdy

SIZE, LOG_SIZE = "32M", "1G"
"""Of the store's file system, and of the log: two matches write less than a tenth of it."""

FEATURES = ("-b", "4096", "-O", "^huge_file", "-E", "lazy_itable_init=0,lazy_journal_init=0")
"""The root of Raspberry Pi OS (pi-gen, export-image/prerun.sh), with what mkfs leaves to the first hour done."""

PYTHON = "PYTHONPATH=/home/pi/servida/tests /opt/servida/current/bin/python"

LONGEST = 1800.0
"""Seconds allowed for the matches, in an emulated machine beside others."""

MATCHES = 2
"""The second begins over the first one's store, which is backed up by that."""


def disks(name: str) -> tuple[Path, Path, Path]:
    """Return an empty file system for a store, a copy of it, and an empty log, as files."""
    store, base, log = (OUT / f"{name}-{what}.raw" for what in ("store", "base", "log"))
    for path, size in ((store, SIZE), (log, LOG_SIZE)):
        path.unlink(missing_ok=True)
        subprocess.run(["truncate", "-s", size, path], check=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", *FEATURES, store], check=True)
    subprocess.run(["cp", "--sparse=always", store, base], check=True)
    return store, base, log


def play_and_cut(name: str, how: str, seed: int) -> tuple[Found, str]:
    """Play matches with ``synchronous`` being ``how``, cut the log of their writes, and return what was found.

    With it comes what the player said of itself.
    """
    store, base, log = disks(name)
    extra = [word for path in (store, log) for word in ("-drive", f"if=virtio,format=raw,cache=unsafe,file={path}")]
    with Sturdy(branch(OUT / "disk.raw", name), OUT / f"{name}.log", extra=tuple(extra), pace=UNPACED) as machine:
        machine.run("systemctl stop servida", timeout=300)
        machine.run("modprobe dm-log-writes && mkdir -p /games", timeout=120)
        machine.run(
            'dmsetup create games --table "0 $(blockdev --getsz /dev/vdb) log-writes /dev/vdb /dev/vdc" && '
            "mount -t ext4 -o noatime /dev/mapper/games /games",
            timeout=120,
        )
        player = f"{PYTHON} /opt/vm/cut_player.py /games/servida /run/shown --device games"
        told = machine.run(f"{player} --matches {MATCHES} --seed {seed} --synchronous {how}", timeout=LONGEST)
        lines = [json.loads(line) for line in machine.read("/run/shown").splitlines()]
        machine.run("dmsetup message games 0 mark end && umount /games && dmsetup remove games && sync", timeout=120)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as room:
        return replay(base, log, lines, "servida", Path(room)), told.splitlines()[-1]


def nothing_lost(seed: int) -> str:
    """At every cut the store is readable and holds all that was shown before."""
    found, told = play_and_cut("cuts-full", "FULL", seed)
    expect(not found.faults, f"{found}; {'; '.join(found.first)}")
    expect(found.cuts and found.recovered and found.marks, f"nothing was looked at: {found}")
    return f"{told}; {found}"


def control_loses(seed: int) -> str:
    """The same without flushes loses rolls that were shown, or the whole store: the check sees what it is to see."""
    found, told = play_and_cut("cuts-off", "OFF", seed)
    expect(found.faults, f"nothing was lost, so the check is blind: {found}")
    return f"{told}; {found}; first: {found.first[0]}"
