"""The last picture: that the plug may be pulled, sent when it is true and the console is long over.

The console leaves the transactions in its runtime folder before it has the computer switched off. Systemd runs this
module (``firmware/deploy/servida-farewell``) when every file system is unmounted or read-only; it writes them to the
bus as they are, without a driver. A panel that is gone gets nothing: there is nobody left to be told.
"""

from __future__ import annotations

import fcntl
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FOLDER = Path("/run/servida")
FILE = "farewell"

I2C_SLAVE = 0x0703
"""The request that sets whom a bus's file speaks to (Linux, include/uapi/linux/i2c-dev.h)."""

ENDS = ("poweroff", "halt")
"""What systemd-shutdown(8) says when the computer will not come back by itself."""


def leave(folder: Path, bus: Path, address: int, payloads: Iterable[bytes]) -> None:
    """Leave the transactions to a panel at an address of a bus for ``say``; raises ``OSError``."""
    lines = (str(bus), str(address), *(payload.hex() for payload in payloads))
    (folder / FILE).write_text("\n".join(lines), encoding="ascii")


def say(folder: Path, control: Callable[[int, int, int], object] = fcntl.ioctl) -> None:
    """Write what was left there to its bus; raises ``OSError``, ``FileNotFoundError`` when nothing was left."""
    bus, address, *payloads = (folder / FILE).read_text(encoding="ascii").splitlines()
    wire = os.open(bus, os.O_WRONLY | os.O_CLOEXEC)
    try:
        control(wire, I2C_SLAVE, int(address))
        for payload in payloads:
            os.write(wire, bytes.fromhex(payload))
    finally:
        os.close(wire)


def main(arguments: list[str], folder: Path = FOLDER) -> int:
    """Say farewell if the computer is switched off by the console; return the exit status."""
    if arguments and arguments[0] in ENDS and (folder / FILE).exists():
        try:
            say(folder)
        except OSError as error:
            print(f"servida: farewell: {error}", file=sys.stderr)  # noqa: T201  the console of the kernel
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
