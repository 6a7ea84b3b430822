"""Where the configuration stands: apart from what reads it, so that a console without one needn't load that first."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "servida.toml"
VARIABLE = "SERVIDA_CONFIG"

LARGEST = 65_536
"""Bytes of a configuration, or a rule set: all there is to say takes a thousand (a guess, with room for remarks)."""


def find_file(folder: Path | None, environment: Mapping[str, str]) -> Path | None:
    """Return the file in the folder of the state, else the one that the environment names, which may be missing."""
    if folder is not None and (folder / FILE).exists():
        return folder / FILE
    return Path(environment[VARIABLE]) if environment.get(VARIABLE) else None


def first_bytes(path: Path) -> bytes:
    """Return what the file holds, of a larger one a byte more than ``LARGEST``; raises OSError."""
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def says_nothing(path: Path) -> bool:
    """Whether the file has comments alone, as the installer's on the boot partition: it need not be read.

    One that can't be looked at may say something: whoever reads it tells what is wrong.
    """
    try:
        raw = first_bytes(path)
    except OSError:
        return False
    lines = raw.removeprefix(codecs.BOM_UTF8).splitlines()
    return len(raw) <= LARGEST and all(line.lstrip()[:1] in (b"", b"#") for line in lines)
