"""Does in the virtual machine what the checks outside ask for, over a virtio port: a line of JSON each way.

- ``{"run": "shell words", "timeout": 60}`` gives status and output;
- ``{"tap": [5], "seconds": 0.06}`` pulls lines down for so long;
- ``{"rolls": "path"}`` gives all rolls of a console's store;
- ``{"wire": 0.6, "timeout": 20}`` gives what the panel was sent, once nothing came for so many seconds and the console
  slept.
"""

from __future__ import annotations

import base64
import json
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

PORT = Path("/dev/virtio-ports/agent")
WIRE = Path("/dev/servida-wire")
PROCESSES = Path("/sys/fs/cgroup/system.slice/servida.service/cgroup.procs")
PAUSE = 0.05


def pulls() -> dict[int, Path]:
    """Return the file of each simulated line by which it is pulled."""
    found = Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*/sim_gpio*/pull")
    return {int(path.parent.name.removeprefix("sim_gpio")): path for path in found}


def run(words: str, timeout: float) -> dict[str, Any]:
    """Run a shell command; its output is that of both streams."""
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return {"status": -1, "out": (error.output or b"").decode(errors="replace") + "\ntimed out"}
    return {"status": done.returncode, "out": done.stdout.decode(errors="replace")}


def pull(lines: list[int], *, down: bool) -> None:
    """Pull lines to ground, or let them go."""
    files = pulls()
    for line in lines:
        files[line].write_text("pull-down" if down else "pull-up")


def asleep() -> bool:
    """Whether all threads of the console sleep: one that is late because others had the processor doesn't."""
    states = []
    try:
        for number in PROCESSES.read_text().split():
            tasks = Path("/proc", number, "task").glob("*/stat")
            states += [stat.read_text().rsplit(")", 1)[1].split()[0] for stat in tasks]
    except OSError:
        return False
    return bool(states) and set(states) == {"S"}


def wire(quiet: float, timeout: float) -> dict[str, Any]:
    """Return what the panel was sent since the last call, and whether the console came to rest."""
    sent = bytearray()
    end = time.monotonic() + timeout
    last = time.monotonic()
    while (now := time.monotonic()) < end and now < last + quiet:
        with WIRE.open("rb", buffering=0) as file:
            while piece := file.read(1 << 16):
                sent += piece
                last = time.monotonic()
        if not asleep():
            last = time.monotonic()
        time.sleep(PAUSE)
    return {"wire": base64.b64encode(sent).decode(), "rest": now >= last + quiet}


def rolls(path: str) -> dict[str, Any]:
    """Return faces, source and whether that was the substitute, of all rolls in their order; none without a store."""
    if not Path(path).exists():
        return {"rolls": []}
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as base:
        return {"rolls": base.execute("SELECT faces, source, substitute FROM roll ORDER BY id").fetchall()}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Do what one line asks for."""
    match asked:
        case {"run": words}:
            return run(words, asked.get("timeout", 60))
        case {"tap": lines}:
            pull(lines, down=True)
            time.sleep(asked.get("seconds", 0.06))
            pull(lines, down=False)
            return {}
        case {"rolls": path}:
            return rolls(path)
        case {"wire": quiet}:
            return wire(quiet, asked.get("timeout", 20))
        case _:
            return {"fault": f"unknown: {asked}"}


def main() -> None:
    """Answer until the port is gone."""
    while not PORT.exists():
        time.sleep(PAUSE)
    with PORT.open("r+b", buffering=0) as port:
        port.write(b'{"up": true}\n')
        rest = b""
        while True:
            piece = port.read(1 << 16)
            if not piece:
                # Nobody is at the other end.
                time.sleep(PAUSE)
                continue
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                try:
                    told = answer(json.loads(line))
                except Exception as error:  # noqa: BLE001  told outside
                    told = {"fault": repr(error)}
                # The port takes 32 KiB at a time.
                left = json.dumps(told).encode() + b"\n"
                while left:
                    left = left[port.write(left) :]


main()
