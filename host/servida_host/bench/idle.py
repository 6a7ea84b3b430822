"""Figure: how often a console at rest and six idle ``gpiozero.Button`` are woken, as the kernel counts it.

Both run in processes of their own (``resting.py``) at the same time and are only looked at from here, in ``/proc``,
before and after: context switches of all threads, wanted and unwanted.
"""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from servida_host.bench import resting
from servida_host.bench.figure import Comparison, Effort, Unit, Wanted, spread

if TYPE_CHECKING:
    from collections.abc import Iterator

WANTED = Wanted("≤ 2 a minute", most=2)

MINUTE = 60.0

SETTLING = 0.5
"""Seconds from the word that a process is ready until it is watched: it still has to fall asleep (a guess)."""

PROC = Path("/proc")

COUNTED = ("voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:")


class DidNotStart(RuntimeError):
    """A process to be measured that ended instead; the message is what it said last."""


def measure(effort: Effort) -> tuple[Comparison, ...]:
    """Watch both for ``effort.idle_seconds``."""
    with process(resting.CONSOLE) as console, process(resting.BUTTONS) as buttons:
        time.sleep(SETTLING)
        before = switches(console), switches(buttons)
        time.sleep(effort.idle_seconds)
        after = switches(console), switches(buttons)
    console_count, buttons_count = (end - begin for begin, end in zip(before, after, strict=True))
    note = f"{console_count} of the console in {effort.idle_seconds:g} s, {buttons_count:,} of the buttons"
    return (
        Comparison(
            "idle",
            "context switches at rest",
            "six gpiozero.Button",
            Unit.SWITCHES,
            spread([console_count * MINUTE / effort.idle_seconds]),
            spread([buttons_count * MINUTE / effort.idle_seconds]),
            WANTED,
            note,
        ),
    )


def switches(pid: int, proc: Path = PROC) -> int:
    """Return the context switches of all living threads of a process so far."""
    total = 0
    for status in proc.glob(f"{pid}/task/*/status"):
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith(COUNTED))
    return total


@contextmanager
def process(name: str) -> Iterator[int]:
    """Run one side of ``resting.py``, give its number once it is ready, and end it; raises DidNotStart."""
    code = (sys.executable, "-P", resting.__file__, name)
    with subprocess.Popen(code, stdout=subprocess.PIPE, text=True) as child:  # noqa: S603  this interpreter, this file
        try:
            assert child.stdout is not None, "it was asked for"
            if child.stdout.readline().strip() != resting.READY:
                raise DidNotStart(f"{' '.join(code)} ended with status {child.wait()} before it was ready")
            yield child.pid
        finally:
            child.kill()
