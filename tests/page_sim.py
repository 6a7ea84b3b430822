"""`servida sim` in a process of its own, as a page in a browser meets it."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Sim:
    """`servida sim`, which a test may start and end; its port and folder stay the same."""

    folder: Path
    process: subprocess.Popen[str] | None = None
    address: str = ""
    port: int = 0
    options: tuple[str, ...] = field(
        default=("--players", "Ana,Beto", "--lang", "en", "--seed", "7", "--speed", "0.25")
    )
    """What else it is told; its time is slow, so that no slow computer makes a long press of a click."""

    def start(self) -> None:
        port = ("--port", str(self.port)) if self.port else ()
        command = (sys.executable, "-m", "servida", "sim", "--no-browser", "--state", str(self.folder))
        self.process = subprocess.Popen([*command, *port, *self.options], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\S+", self.process.stdout.readline())
        assert found is not None
        self.address, self.port = found.group(), int(found[1])

    def end(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.communicate(timeout=20)
            self.process = None
