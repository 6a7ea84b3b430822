"""``hardware/dimensions.toml`` as the board needs it.  Millimetres, as that file explains them."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

HARDWARE = Path(__file__).parents[2]

FILE = HARDWARE / "dimensions.toml"


@lru_cache(maxsize=1)
def dimensions() -> dict[str, Any]:
    """Return the file's contents."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
