"""The hardware generator: how fast it is, and whether its bytes pass the tests that they pass before every game."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from servida.device.health import STARTUP, Health, examine
from servida.selftest.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

    from servida.device.entropy import ByteSource

PART = "entropy"

CHUNK = 32
"""Bytes of one reading."""

LONGEST = 60.0
"""Seconds after which a slow generator is read no more: at 20 bytes a second, the slowest that was reported
(raspberrypi/linux#6034), the start-up tests are just through."""

MENDS = {
    errno.ENOENT: "no such device: on a Pi look for dtparam=random=on in config.txt; a laptop may have none",
    errno.ENODEV: "the kernel has no generator: on a Pi look for dtparam=random=on in config.txt",
    errno.EACCES: "run it as the console does: sudo -u servida servida selftest; or install the udev rule (install.sh)",
}


def examine_entropy(source: ByteSource, driver: str | None, clock: Callable[[], float]) -> Finding:
    """Return what is found on a source; ``driver`` is the name that the kernel gives it, ``clock`` gives seconds."""
    health, read = Health(), 0
    began = clock()
    try:
        while read < STARTUP and clock() - began < LONGEST:
            piece = source.read(CHUNK)
            if not piece:
                return Finding(PART, f"{source.name} ended after {read} bytes", "name a device, not a file")
            read += len(piece)
            health = examine(health, piece)
    except OSError as error:
        mend = MENDS.get(error.errno or 0, "another reader may hold it: sudo systemctl stop servida; else reboot")
        return Finding(PART, f"{source.name} can't be read: {error.strerror or error}", mend)
    took = clock() - began
    rate = round(read / took, 1) if took else None
    speed = "faster than can be timed" if rate is None else f"{rate:g} bytes a second"
    found = f"{source.name} ({driver or 'driver unknown'}): {speed}, {read} bytes"
    measured = {"bytes": read, "bytes_per_second": rate, "driver": driver}
    if health.failure is not None:
        return Finding(
            PART,
            f"{found}; {health.failure}",
            "it is stuck or biased: use another Pi; the kernel's generator serves meanwhile",
            measured,
        )
    return Finding(PART, f"{found} pass the health tests of SP 800-90B", measured=measured)
