"""How `servida sim` is found and started, what it loads, and what it says when an extra is missing."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

import pytest

from servida_host import sim
from sim_command import GAME, Command

if TYPE_CHECKING:
    from pathlib import Path


def test_help_ends_with_an_example(run: Command) -> None:
    told = run(None, "--help")
    assert told.status == 0
    assert told.out.rstrip().endswith("servida sim --script game.txt --frames pictures --json")


def test_the_command_is_offered_as_an_entry_point() -> None:
    [point] = entry_points(group="servida.commands", name="sim")
    assert point.load() is sim.command


def test_listing_the_command_loads_no_console() -> None:
    listed = "import sys, servida_host.sim; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True).stdout.split()
    assert "servida_host.sim" in loaded
    assert {"PIL", "gpiozero", "textual", "servida_host.rig", "sqlite3"}.isdisjoint(loaded)


def test_neither_help_nor_a_script_loads_the_page() -> None:
    code = (
        "import sys; from servida.cli import main; main(['--help']); main(['sim', '--script', '-']);"
        "print(sorted({'starlette', 'uvicorn', 'websockets', 'asyncio'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], input="tap roll\n", text=True, capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.usefixtures("terminal")
def test_without_textual_one_line_names_the_extra(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "servida_host.faces.terminal", raising=False)
    monkeypatch.delattr("servida_host.faces.terminal", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    assert (
        run(None, "--terminal").refusal
        == "sim: the package textual is missing: in a checkout of Servida, pip install '.[sim]'"
    )


def test_without_a_server_one_line_names_the_extra(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("servida_host.faces.web.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("servida_host.faces.web.serve", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert (
        run(None, "--no-browser").refusal
        == "sim: the package uvicorn is missing: in a checkout of Servida, pip install '.[sim]'"
    )


def test_as_a_process_of_its_own(tmp_path: Path) -> None:
    script = tmp_path / "game.txt"
    script.write_text(GAME)
    command = [sys.executable, "-m", "servida", "sim", "--players", "Ana,Beto", "--script", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{script}: 9 steps, all as expected; Ana 45, Beto 0; winner Beto\n"
