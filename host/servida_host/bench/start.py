"""Figure: time from the start of a process to the first frame, and its peak memory once it is at rest.

Ours is `servida console` (``starting.py``) on a match in progress, beside an interpreter that does nothing and one that
only imports what a usual program for this hardware would. Wall-clock times of processes started in turn, modules
compiled; memory is the kernel's high-water mark (VmHWM). Blinka's ``busio`` belongs to no side: the bus is a fake.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from servida.device.store import Store
from servida.rules import DEFAULT, new_match
from servida_host.bench import starting
from servida_host.bench.figure import Comparison, Effort, Unit, Wanted, spread
from servida_host.bench.idle import PROC, DidNotStart
from servida_host.bench.table import amount
from servida_host.bench.timing import NANOSECONDS

if TYPE_CHECKING:
    from collections.abc import Sequence

IMPORTS = "import gpiozero, adafruit_ssd1306, PIL"

TELL = "import time; print(time.monotonic_ns(), flush=True); input()"

QUIET = 0.2
"""Seconds without a tick of processor time after which a process is at rest."""

IN_TIME = Wanted("≤ 1.0 ×", share=1.0)
IN_MEMORY = Wanted("≤ 45 MB", most=45e6)


@dataclass(frozen=True, slots=True)
class Started:
    """What a started process took: seconds until the two moments that it told, and its peak of memory in bytes."""

    first: float
    last: float
    memory: float


def measure(effort: Effort) -> tuple[Comparison, ...]:
    """Start all three in turn, a first time without counting."""
    with tempfile.TemporaryDirectory(prefix="servida-") as folder:
        store = Store(Path(folder))
        store.save_match(new_match(DEFAULT, ("Ana", "Beto")), None)
        store.close()
        sides = (("-P", starting.__file__, folder), ("-c", TELL), ("-c", f"{IMPORTS}; {TELL}"))
        rounds = [tuple(started(side) for side in sides) for _ in range(effort.starts + 1)][1:]
    ours, bare, imports = zip(*rounds, strict=True)
    return (
        _times(ours, bare, "bare interpreter", None),
        _times(ours, imports, IMPORTS, IN_TIME),
        _memory(ours, bare, "bare interpreter", None),
        _memory(ours, imports, IMPORTS, IN_MEMORY),
    )


def _times(ours: Sequence[Started], theirs: Sequence[Started], against: str, wanted: Wanted | None) -> Comparison:
    what = "process start to first frame"
    mine, others = ([each.first for each in side] for side in (ours, theirs))
    game = amount(spread([each.last for each in ours]).median, Unit.SECONDS)
    note = f"the first frame is what is shown while the game loads, which itself shows after {game}"
    return Comparison("start", what, against, Unit.SECONDS, spread(mine), spread(others), wanted, note)


def _memory(ours: Sequence[Started], theirs: Sequence[Started], against: str, wanted: Wanted | None) -> Comparison:
    mine, others = ([each.memory for each in side] for side in (ours, theirs))
    return Comparison("start", "peak memory", against, Unit.MEMORY, spread(mine), spread(others), wanted)


def started(arguments: Sequence[str]) -> Started:
    """Start the interpreter with these arguments, wait until it tells the time and is at rest, and end it.

    Raises DidNotStart when it ends without telling.
    """
    code = (sys.executable, *arguments)
    began = time.monotonic_ns()
    with subprocess.Popen(  # noqa: S603  this interpreter, our own files
        code, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout is not None, "it was asked for"
            told = child.stdout.readline().split()
            if not told:
                raise DidNotStart(f"{' '.join(code)} ended with status {child.wait()} before its first frame")
            _wait_for_rest(child.pid)
            first, last = ((int(moment) - began) / NANOSECONDS for moment in (told[0], told[-1]))
            return Started(first, last, peak_memory(child.pid))
        finally:
            child.kill()


def peak_memory(pid: int, proc: Path = PROC) -> int:
    """Return the most bytes that a process ever had in memory."""
    lines = (proc / str(pid) / "status").read_text(encoding="ascii", errors="replace").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))


def ticks(pid: int, proc: Path = PROC) -> int:
    """Return the processor time that a process has used, in the kernel's ticks, user and system."""
    fields = (proc / str(pid) / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _wait_for_rest(pid: int) -> None:
    before = -1
    while (now := ticks(pid)) != before:
        before = now
        time.sleep(QUIET)
