"""Starts the machine that has nothing of ours on it; its user runs the installer as on a Pi, and it is switched off.

Nobody plays at it, so it runs as fast as the computer can. What the installer said goes to ``INSTALLED``, for the
checks.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from machine import OUT, UNPACED, MachineError
from sturdy import Sturdy

if TYPE_CHECKING:
    from pathlib import Path

INSTALLED = OUT / "installed.json"

LONGEST = 1800.0
"""Seconds allowed for the installation, on a computer with much else to do; alone it takes about 200."""

DARK = 145
"""Seconds without a press after which the panel is dark: what the card's servida.toml is made to say."""

COMMAND = "sudo firmware/deploy/install.sh"
"""What the guide tells a user to type in the checkout."""


def install(disk: Path) -> None:
    """Install on this disk; raises MachineError with what the installer said when it failed."""
    with Sturdy(disk, OUT / "install.log", pace=UNPACED) as machine:
        began = machine.uptime()
        said = machine.run(f"runuser -l pi -c 'cd servida && {COMMAND}'", timeout=LONGEST)
        took = machine.uptime() - began
        machine.run(f"sed -i 's/^#dark_after .*/dark_after = {DARK}/' /boot/firmware/servida.toml")
        machine.switch_off()
    INSTALLED.write_text(json.dumps({"seconds": took, "said": said}), encoding="utf-8")


if __name__ == "__main__":
    try:
        install(OUT / "bare.raw")
    except MachineError as error:
        sys.exit(f"the machine: {error}")
