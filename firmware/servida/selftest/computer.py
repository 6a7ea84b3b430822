"""The computer: how warm it is, and whether its firmware had to slow it down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.selftest.finding import Finding

if TYPE_CHECKING:
    from pathlib import Path

    from servida.selftest.finding import Measured

HOTTEST = 80.0
"""Degrees Celsius at which the firmware begins to slow a Pi down (Raspberry Pi documentation, thermal management)."""

FLAGS = {
    0: "too little voltage now",
    1: "its clock is capped now",
    2: "throttled now",
    3: "too warm now",
    16: "too little voltage since the start",
    17: "its clock was capped since the start",
    18: "throttled since the start",
    19: "too warm since the start",
}
"""Bits of ``vcgencmd get_throttled`` (its documentation)."""

POWER = 1 << 0 | 1 << 16


def examine_temperature(sys: Path) -> Finding:
    """Return what the first thermal zone of a ``/sys`` says."""
    zone = sys / "class/thermal/thermal_zone0/temp"
    try:
        degrees = int(zone.read_text(encoding="ascii")) / 1000
    except (OSError, ValueError) as error:
        return Finding("temperature", f"no such device: {zone}: {_told(error)}", "a Pi has one; update its kernel")
    measured = {"celsius": degrees}
    if degrees >= HOTTEST:
        return Finding("temperature", f"{degrees:.1f} °C", "let it cool down; give the case air", measured)
    return Finding("temperature", f"{degrees:.1f} °C", measured=measured)


def examine_throttling(sys: Path) -> Finding:
    """Return what the Pi's firmware says in a ``/sys``; a Zero has no detector for the voltage (linux#2367)."""
    pattern = "devices/platform/soc*/*firmware*/get_throttled"
    path = next(iter(sorted(sys.glob(pattern))), None)
    if path is None:
        return Finding("throttling", f"no such device: {sys / pattern}", "a Pi has it; on another computer, nothing")
    try:
        flags = int(path.read_text(encoding="ascii").strip(), 16)
    except (OSError, ValueError) as error:
        return Finding("throttling", f"{path}: {_told(error)}", "update the Pi's firmware: sudo apt full-upgrade")
    measured: dict[str, Measured] = {"flags": f"{flags:#x}"}
    told = ", ".join(name for bit, name in FLAGS.items() if flags >> bit & 1)
    if flags & POWER:
        return Finding("throttling", told, "use a better power supply or a shorter, thicker cable", measured)
    if flags:
        return Finding("throttling", told, "let it cool down; give the case air", measured)
    return Finding("throttling", "never since the start", measured=measured)


def _told(error: OSError | ValueError) -> str:
    return str(getattr(error, "strerror", None) or error)
