"""Writes what a run has seen between two marks of docs/verification.md, with its date and the versions it ran on."""

from __future__ import annotations

import platform
import subprocess
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from machine import OUT
from report import table
from servida_host.marked import inserted

if TYPE_CHECKING:
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


def write(path: Path, part: str, rows: list[Row]) -> None:
    """Put this table where the document has the marks of this part; raises NoPlace when it has none."""
    text = path.read_text(encoding="utf-8")
    path.write_text(inserted(text, f"{versions()}\n\n{table(rows)}", part), encoding="utf-8")
