"""The token of a state folder: who knows it may use the page.

It is kept beside the match, readable by its owner only, so that a page left open finds the next session of the same
folder at the same port.
"""

from __future__ import annotations

import os
import re
import secrets
from typing import TYPE_CHECKING

from servida.command import UsageError

if TYPE_CHECKING:
    from pathlib import Path

FILE = "page-token"
"""Its name in the folder."""

BYTES = 32
"""Of chance in a token."""

_OTHERS = 0o077


def token_of(folder: Path | None) -> str:
    """Return the folder's token, and make one where there is none that is whole and was nobody else's to read.

    Without a folder it is a new one.  Raises UsageError for a folder that can't keep it.
    """
    if folder is None:
        return secrets.token_urlsafe(BYTES)
    path = folder / FILE
    try:
        return _kept(path) or _new(path)
    except OSError as error:
        raise UsageError(f"--state: {path}: {error.strerror}; expected a file that keeps the page's token") from error


def _kept(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            secret = not os.fstat(file.fileno()).st_mode & _OTHERS
            token = file.read(100).decode("ascii", "replace")
    except FileNotFoundError:
        return None
    return token if secret and re.fullmatch(r"[\w-]{43}", token, re.ASCII) else None


def _new(path: Path) -> str:
    token = secrets.token_urlsafe(BYTES)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(token)
    return token
