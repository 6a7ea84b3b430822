"""A console for the terminal face, and a pilot that loses no time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot looks every 20 ms whether the app is idle, twice a key; these tests press hundreds."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.002)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[ConsoleRig]:
    with ConsoleRig(players=("Ana", "Beto"), language="en", state=tmp_path / "state") as rig:
        yield rig
