"""Prints what a run has seen, and writes it between two marks of docs/verification.md, with what it ran on."""

from __future__ import annotations

import platform
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from machine import OUT
from report import table
from servida_host.marked import inserted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from report import Row


def versions() -> str:
    """Return one line of what the checks ran on."""
    qemu = subprocess.run(["qemu-system-x86_64", "--version"], capture_output=True, text=True, check=True).stdout
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout
    kernels = [next((OUT / part / "lib" / "modules").iterdir()).name for part in ("kernel", "pi/kernel")]
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, commit {commit.strip()}, {qemu.split('(')[0].strip()} (TCG), "
        f"Linux {' and '.join(kernels)}, Debian 12, Python {platform.python_version()} outside"
    )


def conclude(rows: list[Row], told: Sequence[Future[Any]], part: str, path: Path | None, seconds: float) -> int:
    """Print the rows, and put them where the document at this path has the marks of this part; return the exit status.

    That is 0 when all hold, 1 when one doesn't, 2 when one of those who ``told`` broke down, which is printed, too.
    Raises NoPlace when the document has no such marks.
    """
    print(table(rows), end="")  # noqa: T201  for a person
    print(f"{seconds:.0f} s")  # noqa: T201  for a person
    if path is not None:
        text = path.read_text(encoding="utf-8")
        whole = f"{versions()}; {seconds / 60:.0f} minutes\n\n{table(rows)}"
        path.write_text(inserted(text, whole, part), encoding="utf-8")
    broken = [error for each in told if (error := each.exception()) is not None]
    for error in broken:
        print(f"the machine: {error}", file=sys.stderr)  # noqa: T201  for a person
    if broken:
        return 2
    return 0 if all(row.holds is not False for row in rows) else 1
