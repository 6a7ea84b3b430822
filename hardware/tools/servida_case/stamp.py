"""Tells from which sources the committed files were made, so that a test finds stale ones without drawing them anew."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from servida_case.dimensions import HARDWARE, OWN, SHARED

if TYPE_CHECKING:
    from pathlib import Path

STAMP = HARDWARE / "case" / "made-from.txt"
PICTURE_OF_WIRING = HARDWARE / "wiring" / "breadboard.svg"
WIRING = HARDWARE / "wiring" / "breadboard.yml"
TOOLS = HARDWARE / "tools" / "servida_case"


def sources() -> list[Path]:
    """Return the files that decide the shapes, the pictures and the wiring, sorted."""
    shapes = [TOOLS / name for name in ("dimensions.py", "parts.py", "letters.py", "export.py")]
    return [SHARED, OWN, WIRING, *shapes]


def results() -> list[Path]:
    """Return the committed files that are made from them, sorted."""
    return [*sorted((HARDWARE / "case" / "stl").glob("*.stl")), PICTURE_OF_WIRING]


def digest() -> str:
    """Return the lines of the stamp: the SHA-256 of each source and each result."""
    paths = [*sources(), *results()]
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(HARDWARE).as_posix()}\n" for path in paths
    )
