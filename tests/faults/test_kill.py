"""A pulled plug, as a process knows it: SIGKILL at random moments of matches."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

KILLING = Path(__file__).parent.parent / "killing.py"


def kill(count: int, seed: int) -> None:
    told = subprocess.run(
        [sys.executable, KILLING, "--kills", str(count), "--seed", str(seed)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith(f"{count} kills, ")


@pytest.mark.skipif(sys.platform != "linux", reason="watches its children by file descriptors, as only Linux can")
@pytest.mark.parametrize("seed", [1, 2])
def test_after_fifty_kills_each_match_is_as_the_screen_had_confirmed_it(seed: int) -> None:
    kill(50, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 20))
def test_and_after_ten_thousand(seed: int) -> None:
    kill(1000, seed)
