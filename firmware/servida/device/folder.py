"""Where the games are kept when nobody names a folder."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import TYPE_CHECKING

from servida.device.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

LOCK = "servida.lock"
"""A file that is locked as long as a console plays in its folder; the lock goes with the process."""


def state_folder(environment: Mapping[str, str]) -> Path:
    """Return where the games are kept: systemd's state directory, else the user's data folder."""
    if "STATE_DIRECTORY" in environment:
        return Path(environment["STATE_DIRECTORY"].split(":")[0])
    import platformdirs  # noqa: PLC0415  not needed under systemd

    return platformdirs.user_data_path("servida")


def claim(folder: Path) -> TextIO:
    """Return the folder's locked lock file, to be kept open while a console plays there.

    Two consoles on one match would each write its own dice.  Raises ``DeviceError`` when another has it, or when the
    folder can't be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("w")
    except OSError as error:
        raise DeviceError(f"{folder}: {error.strerror}; expected a folder to write in") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise DeviceError(f"{folder}: another servida is playing there; end it, or name another folder") from error
    return lock
