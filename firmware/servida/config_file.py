"""Where the configuration stands: apart from what reads it, so that a console without one needn't load that first."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "servida.toml"
VARIABLE = "SERVIDA_CONFIG"


def find_file(folder: Path | None, environment: Mapping[str, str]) -> Path | None:
    """Return the file in the folder of the state, else the one that the environment names, which may be missing."""
    if folder is not None and (folder / FILE).exists():
        return folder / FILE
    return Path(environment[VARIABLE]) if environment.get(VARIABLE) else None


def says_nothing(path: Path) -> bool:
    """Whether the file has comments alone, as the installer's on the boot partition: it need not be read.

    One that can't be looked at may say something: whoever reads it tells what is wrong.
    """
    try:
        lines = path.read_bytes().removeprefix(codecs.BOM_UTF8).splitlines()
    except OSError:
        return False
    return all(line.lstrip()[:1] in (b"", b"#") for line in lines)
