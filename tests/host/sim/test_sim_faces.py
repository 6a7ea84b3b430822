"""Which face `servida sim` shows to a person, and what that face is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sim_command import Command, streams

if TYPE_CHECKING:
    from servida_host.console_rig import ConsoleRig


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("options", [(), ("--terminal",)])
def test_where_no_browser_can_open_or_when_asked_for_the_terminal_face_runs(
    run: Command, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    seen: list[tuple[str, int, float]] = []

    def face(rig: ConsoleRig, hz: int, speed: float, _: object) -> int:
        assert rig.match is not None
        seen.append((rig.match.players[0], hz, speed))
        return 3

    monkeypatch.setattr("servida_host.faces.terminal.run", face)
    told = run(None, "--players", "Ana", "--clock", "100000", *options)
    assert told.status == 3
    said = (
        "servida: no browser can open here, so this terminal shows the console; --no-browser serves the page anyway\n"
    )
    assert told.err == ("" if options else said)
    assert seen == [("Ana", 100_000, 1.0)]


@pytest.mark.usefixtures("terminal")
def test_a_person_gets_other_dice_every_time(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    rolled: list[object] = []

    def face(rig: ConsoleRig, *_: object) -> int:
        rig.tap("roll", "roll", "roll")
        assert rig.match is not None
        rolled.append(rig.match.moves)
        return 0

    monkeypatch.setattr("servida_host.faces.terminal.run", face)
    for _ in range(2):
        run(None, "--players", "Ana")
    assert rolled[0] != rolled[1]
    for _ in range(2):
        run(None, "--players", "Ana", "--seed", "7")
    assert rolled[2] == rolled[3]


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("options", [(), ("--state", "kept")])
def test_a_person_finds_the_match_again(
    run: Command, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    seen: list[object] = []

    def face(rig: ConsoleRig, *_: object) -> int:
        rig.tap("roll")
        seen.append(rig.match and (rig.match.players, rig.rolls_left))
        return 0

    monkeypatch.setattr("servida_host.faces.terminal.run", face)
    run(None, "--players", "Ana", *options)
    run(None, *options)
    assert seen == [(("Ana",), 2), (("Ana",), 1)]
    run(None, "--state", "elsewhere")
    assert seen[-1] is None


class Browser:
    """What the page's server was asked for."""

    def __init__(self) -> None:
        self.asked: list[dict[str, object]] = []

    def __call__(self, _rig: ConsoleRig, hz: int, **asked: object) -> int:
        self.asked.append({"hz": hz, **asked})
        return 3


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Browser:
    browser = Browser()
    monkeypatch.setattr("servida_host.faces.web.serve.run", browser)
    return browser


USUAL = {"hz": 400_000, "speed": 1.0, "port": None, "browser": False}


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize(
    ("options", "screen", "asked"),
    [
        ((), "wayland-0", {"browser": True}),
        (("--no-browser",), "wayland-0", {}),
        (("--no-browser",), "", {}),
        (("--port", "8123"), "", {"port": 8123}),
        (("--port", "8123", "--speed", "0.25"), "wayland-0", {"port": 8123, "speed": 0.25, "browser": True}),
    ],
)
def test_the_page_is_served(
    run: Command,
    page: Browser,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    screen: str,
    asked: dict[str, object],
    terminal: bool,
) -> None:
    streams(monkeypatch, stdin=terminal, stdout=terminal)
    if screen:
        monkeypatch.setenv("WAYLAND_DISPLAY", screen)
        monkeypatch.setattr("webbrowser.get", lambda: None)
    assert run(None, *options).status == 3
    assert page.asked == [USUAL | asked]


def test_without_a_browser_and_a_terminal_the_page_is_served(
    run: Command, page: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams(monkeypatch, stdin=False, stdout=False)
    assert run(None).status == 3
    assert page.asked == [USUAL]
