"""What the kernel tells of the computer: its bus, its generator, its board, its room.

Nothing here raises: what it does not tell is ``None``.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from servida.board import I2C_BUS

SYS = Path("/sys")


def requested_clock(sys: Path) -> int | None:
    """Return the clock in Hz that the device tree asks for the panel's bus; ``None`` if it does not say."""
    try:
        raw = (sys / f"class/i2c-adapter/i2c-{I2C_BUS}/of_node/clock-frequency").read_bytes()
    except OSError:
        return None
    return int.from_bytes(raw, "big") if len(raw) == 4 else None


def generator(sys: Path) -> str | None:
    """Return the name of the hardware generator that the kernel reads, ``None`` without one."""
    try:
        name = (sys / "class/misc/hw_random/rng_current").read_text(encoding="ascii").strip()
    except OSError:
        return None
    return None if name in ("", "none") else name


def serial(sys: Path) -> str | None:
    """Return the board's serial number, as the firmware puts it into the device tree; ``None`` without one."""
    try:
        number = (sys / "firmware/devicetree/base/serial-number").read_text(encoding="ascii")
    except OSError:
        return None
    return number.rstrip("\0") or None


def free_space(folder: Path) -> int | None:
    """Return the bytes that are left where the folder is; ``None`` where it is not."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None
