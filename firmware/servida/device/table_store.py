"""Value tables on the card, as bytes under the fingerprint of their rule set.

They can be worked out anew, so a damaged one is no loss: whoever reads one checks it.  Knows no tables, only bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.device.disk import make_folder, put
from servida.device.errors import DeviceError

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "tables"


def table_path(folder: Path, fingerprint: str) -> Path:
    """Return where in the state folder the table of the rule set with that fingerprint is kept."""
    return folder / FOLDER / f"{fingerprint}.values"


def read_table(folder: Path, fingerprint: str) -> bytes | None:
    """Return the bytes of the table, None where there is none; raises ``DeviceError`` when they can't be read."""
    path = table_path(folder, fingerprint)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DeviceError(f"{path}: {error.strerror}; expected a value table") from error


def write_table(folder: Path, fingerprint: str, data: bytes) -> None:
    """Keep the bytes of a table, whole or not at all, durably; raises ``DeviceError``."""
    path = table_path(folder, fingerprint)
    new = path.with_name(f"{path.name}.new")
    try:
        make_folder(path.parent)
        new.write_bytes(data)
        put(new, path)
    except OSError as error:
        raise DeviceError(f"{path}: {error.strerror}; expected a folder to write in") from error
