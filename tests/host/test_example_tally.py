"""The example runs as an outsider's project would: in a folder of its own, with nothing of ours but the package."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "host/examples/tally"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(EXAMPLE, tmp_path / "tally", ignore=shutil.ignore_patterns("__pycache__"))


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "-p", "no:asyncio"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


def test_its_tests_pass(folder: Path) -> None:
    result = run(folder)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "28 passed" in result.stdout


@pytest.mark.parametrize(
    ("right", "wrong", "failing"),
    [
        ("QUIET = 0.03", "QUIET = 0.0", "test_a_bouncing_contact_counts_once"),
        ("hold_time=2", "hold_time=3", "test_out_held_for_two_seconds_begins_again"),
        ("except OSError", "except MemoryError", "test_an_unplugged_panel"),
        ("self._lost = True", "self._lost = False", "test_an_unplugged_panel"),
        ("self.people >= self._room", "self.people > self._room", "test_the_lamp"),
        ("(2, 28, 8, 2)", "(2, 28, 9, 2)", "test_people_come_and_go"),
    ],
)
def test_its_tests_find_a_fault(folder: Path, right: str, wrong: str, failing: str) -> None:
    program = folder / "tally.py"
    source = program.read_text(encoding="utf-8")
    assert right in source
    program.write_text(source.replace(right, wrong), encoding="utf-8")
    result = run(folder)
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"FAILED test_tally.py::{failing}" in result.stdout


def test_the_readmes_test_is_one_that_runs(folder: Path) -> None:
    code = (folder / "README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    (folder / "test_readme.py").write_text(code, encoding="utf-8")
    result = run(folder)
    assert "29 passed" in result.stdout, result.stdout + result.stderr
