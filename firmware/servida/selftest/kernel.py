"""What the kernel tells of the devices, in its ``/sys``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.board import I2C_BUS

if TYPE_CHECKING:
    from pathlib import Path


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
