"""`servida sim` in an empty folder, in what is a terminal or isn't."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida.cli import main
from servida_host.faces.web.browser import SCREENS
from sim_command import Command, Told, streams

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run `servida sim` in an empty folder, with a script of this text if there is one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / "home" / name)
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)

    def run(script: str | None, *options: str) -> Told:
        if script is not None:
            (tmp_path / "game.txt").write_text(script, encoding="utf-8")
            options = ("--script", "game.txt", *options)
        status = main(["sim", *options])
        return Told(status, *capsys.readouterr())

    return run


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    streams(monkeypatch, stdin=True, stdout=True)
