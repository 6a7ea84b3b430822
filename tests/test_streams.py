"""Standard streams that are closed, full or given up: one line at most, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def told(command: str, before: str = "") -> tuple[int, str]:
    """Run `servida` by the shell with its redirections; return its status and what it said on standard error."""
    line = f"{before} {sys.executable} -m servida {command}"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False, cwd=HERE)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("score - <&-", 0, ""),
        ("score straight 1 2 3 4 5 >&-", 0, ""),
        ("score straight 1 2 3 4 7 2>&-", 2, ""),
        ("sim --script - <&-", 0, ""),
        (
            "sim --terminal <&-",
            2,
            "servida: standard input and output must be a terminal to play in; without one use --script FILE\n",
        ),
        pytest.param(
            "rules >/dev/full",
            2,
            "servida: output: No space left on device\n",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full device is Linux's"),
        ),
    ],
)
def test_a_stream_that_is_closed_or_full(command: str, status: int, said: str) -> None:
    assert told(command) == (status, said)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full device is Linux's")
@pytest.mark.parametrize("rolls", [1, 20000])
def test_bytes_that_find_no_room_are_no_fault_of_the_generator(rolls: int) -> None:
    status, said = told(f"fairness --rolls {rolls} --source kernel --raw /dev/full")
    assert (status, said) == (2, "servida: --raw: /dev/full: No space left on device\n")


def test_bytes_that_nobody_wants_any_more_are_no_fault_at_all() -> None:
    assert told("fairness --rolls 200000 --source kernel --raw - | head -c 1 >/dev/null") == (0, "")
