"""Which GPIO chip is that of the header: told by its label, because the numbers change with models and kernels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import gpiod
from gpiozero.exc import BadPinFactory

if TYPE_CHECKING:
    from collections.abc import Callable

LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the kernel calls the chip of the header: on a Pi 5, on a Pi 4, and on all before, the Zero 2 W among them."""


def find_chip(devices: Path = Path("/dev"), open_chip: Callable[[str], gpiod.Chip] = gpiod.Chip) -> str:
    """Return the path of the chip with one of the ``LABELS``; raises BadPinFactory when there is none to be opened."""
    found: dict[str, str] = {}
    faults = []
    for path in sorted(devices.glob("gpiochip*")):
        try:
            with open_chip(str(path)) as chip:
                found.setdefault(chip.get_info().label, str(path))
        except OSError as error:
            faults.append(f"{path}: {error.strerror}")
    for label in LABELS:
        if label in found:
            return found[label]
    seen = ", ".join([*(f"{path} is {label}" for label, path in found.items()), *faults]) or f"none in {devices}"
    raise BadPinFactory(f"no GPIO chip of a Raspberry Pi ({seen}); expected one of {', '.join(LABELS)}")
