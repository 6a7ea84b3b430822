"""The service manager over real sockets of this machine."""

from __future__ import annotations

import socket
from contextlib import closing
from math import inf
from typing import TYPE_CHECKING

import pytest

from servida.device.errors import DeviceError
from servida.device.supervisor import Supervisor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """The name of a socket as the environment gives it, and the socket."""
    path = tmp_path / "notify"
    named, bound = (str(path), str(path)) if request.param == "path" else (f"@{path}", f"\0{path}")
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as listening:
        listening.bind(bound)
        listening.setblocking(False)
        yield named, listening


def test_it_hears_that_the_console_runs_and_lives(manager: tuple[str, socket.socket]) -> None:
    name, listening = manager
    supervisor = Supervisor({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "30000000"})
    assert supervisor.every == 15.0
    supervisor.ready()
    assert listening.recv(100) == b"READY=1"
    assert supervisor.alive(7.0) == 22.0
    assert listening.recv(100) == b"WATCHDOG=1"
    assert supervisor.alive(21.9) == 22.0
    with pytest.raises(BlockingIOError):
        listening.recv(100)
    assert supervisor.alive(23.0) == 38.0
    assert listening.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("environment", [{}, {"WATCHDOG_USEC": ""}, {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}])
def test_nobody_watches(environment: dict[str, str], manager: tuple[str, socket.socket]) -> None:
    name, listening = manager
    supervisor = Supervisor({**environment, "NOTIFY_SOCKET": name}, process=2)
    assert supervisor.every == inf
    assert supervisor.alive(1.0) == inf
    with pytest.raises(BlockingIOError):
        listening.recv(100)


def test_its_own_process_is_watched() -> None:
    assert Supervisor({"WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "2"}, process=2).every == 1.0


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": ""}])
def test_without_a_socket_nobody_is_told(environment: dict[str, str]) -> None:
    supervisor = Supervisor({**environment, "WATCHDOG_USEC": "2000000"})
    supervisor.ready()
    assert supervisor.alive(1.0) == 2.0


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "soon"])
def test_an_interval_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(DeviceError, match=f"WATCHDOG_USEC={text}: expected a whole number of microseconds above 0"):
        Supervisor({"WATCHDOG_USEC": text})


def test_a_socket_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"NOTIFY_SOCKET=.*/nobody: No such file or directory; expected"):
        Supervisor({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready()
