"""Whether the partition that a folder should be on is there.

A data partition that failed leaves its empty mount point behind, which takes games as well as any folder: they would
seem lost as soon as the partition is back. What should be mounted says fstab(5); what is, the kernel
(raspi-config#215).
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from servida.device.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable

FSTAB = Path("/etc/fstab")


def require_partition(
    folder: Path, fstab: Path | None = None, mounted: Callable[[Path], bool] = os.path.ismount
) -> None:
    """Raise ``DeviceError`` when the folder should be on a partition that is not mounted.

    A system without the file (``/etc/fstab`` unless another is given) mounts nothing.
    """
    try:
        text = (FSTAB if fstab is None else fstab).read_text(encoding="utf-8")
    except FileNotFoundError:
        return
    place = folder.absolute()
    for point in _mount_points(text):
        if place.is_relative_to(point) and not mounted(point):
            raise DeviceError(f"the partition of {point} is not mounted; expected it as {FSTAB} says")


def _mount_points(text: str) -> list[Path]:
    """Return the folders that partitions are mounted on, but for the root."""
    rows = (line.split() for line in text.splitlines() if not line.lstrip().startswith("#"))
    named = (re.sub(r"\\([0-7]{3})", _character, row[1]) for row in rows if len(row) > 1)
    return [Path(name) for name in named if name.startswith("/") and name != "/"]


def _character(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 8))
