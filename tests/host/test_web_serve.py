"""`servida sim` as a process: its address, its token, its port, and how it ends."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from page_desk import get
from servida.command import UsageError
from servida_host.faces.web import browser
from servida_host.faces.web.serve import bound
from servida_host.faces.web.token import FILE, token_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


IN_THE_BACKGROUND = ("sh", "-c", 'trap \'\' INT; exec "$0" "$@"')
"""What a script's shell does to a program with ``&``: it ignores the interrupt."""


@contextmanager
def running(
    state: Path, *options: str, shell: tuple[str, ...] = ()
) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """Run it; give the process, its port and its token."""
    command = [
        *shell,
        sys.executable,
        "-W",
        "error",
        "-m",
        "servida",
        "sim",
        "--no-browser",
        "--state",
        str(state),
        *options,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            address = re.fullmatch(r"Servida is at http://127\.0\.0\.1:(\d+)/\?token=([\w-]{43})\n", said)
            assert address is not None, said + process.communicate(timeout=20)[1]
            assert process.stdout.readline() == "Ctrl+C ends it.\n"
            yield process, int(address[1]), address[2]
        finally:
            process.kill()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@pytest.mark.parametrize("shell", [(), IN_THE_BACKGROUND], ids=["in front", "in the background"])
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
async def test_an_interrupt_ends_it_with_a_farewell(
    tmp_path: Path, ending: signal.Signals, shell: tuple[str, ...]
) -> None:
    with running(tmp_path, "--players", "Ana,Beto", shell=shell) as (process, port, token):
        answer = await get(port, f"/panel.png?token={token}", {"Host": f"127.0.0.1:{port}"})
        assert answer.status == 200
        process.send_signal(ending)
        out, err = process.communicate(timeout=20)
        assert process.returncode == 0
        farewell = f"servida: the match is kept; go on with: servida sim --state {tmp_path}\n"
        assert (out, err) == (farewell, "")


async def test_a_session_at_the_same_port_keeps_the_token(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, "--players", "Ana", "--port", str(port)) as (process, first_port, first):
        await get(port, f"/panel.png?token={first}", {"Host": f"127.0.0.1:{port}"})
        process.kill()
        process.wait(timeout=20)
    with running(tmp_path, "--port", str(port)) as (_, second_port, second):
        answer = await get(port, "/panel.png", {"Host": f"localhost:{port}", "Cookie": f"servida_token_{port}={first}"})
        assert answer.status == 200
    assert (first_port, second_port) == (port, port)
    assert first == second


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with bound(0) as taken:
        port = taken.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "servida",
            "sim",
            "--port",
            str(port),
            "--no-browser",
            "--state",
            str(tmp_path),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    said = f"servida: --port {port}: Address already in use; name another, or leave it out for one that is free\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_without_a_port_it_is_the_usual_or_any(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = free_port()
    monkeypatch.setattr("servida_host.faces.web.serve.PORT", usual)
    with bound(None) as first, bound(None) as second:
        assert first.getsockname() == ("127.0.0.1", usual)
        assert second.getsockname()[1] not in {0, usual}


def test_a_token_is_kept_for_its_owner(tmp_path: Path) -> None:
    token = token_of(tmp_path)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert token_of(tmp_path) == token
    (tmp_path / FILE).chmod(0o644)
    assert token_of(tmp_path) != token
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 44, b"\xff" * 43, b"a" * 42 + b"\n"])
def test_a_token_that_is_not_whole_is_made_anew(tmp_path: Path, content: bytes) -> None:
    token_of(tmp_path)
    (tmp_path / FILE).write_bytes(content)
    assert re.fullmatch(r"[\w-]{43}", token_of(tmp_path))


def test_without_a_folder_every_token_is_new() -> None:
    assert token_of(None) != token_of(None)


def test_a_folder_that_can_not_keep_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(UsageError, match=r"^--state: .*page-token: .*; expected a file that keeps the page's token$"):
        token_of(tmp_path)


@pytest.mark.parametrize(
    ("platform", "environment", "can"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "firefox"}, True),
        ("darwin", {}, True),
    ],
)
def test_where_a_browser_can_open(
    platform: str, environment: dict[str, str], can: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webbrowser.get", lambda: None)
    assert browser.can_open(environment, platform) is can


def test_no_browser_can_open_where_none_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser._tryorder", [])
    assert not browser.can_open({"DISPLAY": ":0"}, "linux")


@pytest.mark.parametrize("opens", [True, False])
def test_a_browser_that_does_not_open_is_told_of(
    opens: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def opened(address: str) -> bool:
        asked.append(address)
        return opens

    monkeypatch.setattr("webbrowser.open", opened)
    browser._open("http://127.0.0.1:1/")
    assert asked == ["http://127.0.0.1:1/"]
    assert capsys.readouterr().err == (
        "" if opens else "servida: no browser could be opened; open the address yourself\n"
    )
