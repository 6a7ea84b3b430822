"""Where the games are kept when nobody names a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def state_folder(environment: Mapping[str, str]) -> Path:
    """Return where the games are kept: systemd's state directory, else the user's data folder."""
    if "STATE_DIRECTORY" in environment:
        return Path(environment["STATE_DIRECTORY"].split(":")[0])
    import platformdirs  # noqa: PLC0415  not needed under systemd

    return platformdirs.user_data_path("servida")
