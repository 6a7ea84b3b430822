"""When the terminal face looks at the rig, stands still, ends, and goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida_host.console_rig import ConsoleRig
from servida_host.faces import terminal
from servida_host.faces.farewell import farewell
from servida_host.faces.keys import TAP
from servida_host.faces.terminal import OFF, SOON, TerminalFace
from terminal_player import playing

if TYPE_CHECKING:
    from pathlib import Path


async def test_the_timer_is_set_for_what_is_due(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(rig) as player:
        set_timer, waits = player.face.set_timer, list[float]()

        def noted(delay: float, *args: object, **options: object) -> object:
            waits.append(delay)
            return set_timer(delay, *args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(player.face, "set_timer", noted)
        await player.pilot.press("1")
        assert 0 < waits[-1] <= TAP
        player.wait(1)
        assert rig.wake_at is not None
        assert waits[-1] == pytest.approx(rig.wake_at - rig.now)


async def test_a_timer_of_no_seconds_is_never_set(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(rig) as player:
        waits: list[float] = []
        monkeypatch.setattr(type(player.face._pace), "wait", property(lambda _: 0.0))
        monkeypatch.setattr(player.face, "set_timer", lambda wait, _: waits.append(wait))
        player.face.beat()
        assert waits == [SOON]


async def test_stopping_the_program(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[bool] = []
    async with playing(rig) as player:
        monkeypatch.setattr(player.face, "action_suspend_process", lambda: stopped.append(True))
        await player.pilot.press("ctrl+z")
        assert stopped == [True]
        player.clock.now += 8 * 3600
        drawn: list[str] = []
        monkeypatch.setattr(player.face, "refresh", lambda: drawn.append("everything"))
        player.face.app_resume_signal.publish(player.face)
        await player.pilot.pause()
        assert drawn == ["everything"]
        assert rig.now < 60
        await player.press("space")
        assert rig.screen == "dice"


@pytest.mark.parametrize("key", ["q", "Q", "ctrl+c", "ctrl+q"])
async def test_leaving(rig: ConsoleRig, key: str) -> None:
    async with playing(rig) as player:
        await player.pilot.press("space")
        await player.pilot.press(key)
    assert (player.face.return_code, player.face.is_running) == (0, False)


async def test_switching_off(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.press("m", "2", "space", "space")
        assert rig.switched_off
        assert player.line == OFF
        assert player.face._alarm is None
        await player.press("left_shift")
        assert player.face.is_running
        await player.pilot.press("x")
    assert (player.face.return_code, player.face.is_running) == (0, False)


async def test_the_key_that_switched_off_does_not_quit_by_its_repeats(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.press("m", "2", "space")
        await player.press("space", then=0.5)
        assert rig.switched_off
        player.repeat("space", 2)
        assert player.face.is_running


def test_running_it(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(TerminalFace, "run", lambda face: face.exit(return_code=3))
    assert terminal.run(rig) == 3
    assert capsys.readouterr().out == farewell(rig) + "\n"
    monkeypatch.setattr(TerminalFace, "run", lambda _face: None)
    assert terminal.run(rig) == 0


async def test_a_match_goes_on_where_it_was_left(rig: ConsoleRig, tmp_path: Path) -> None:
    async with playing(rig) as player:
        rig.dice(2, 2, 5, 3, 6)
        await player.press("space", "q")
    rig.close()
    with ConsoleRig(state=tmp_path / "state") as again:
        async with playing(again) as player:
            assert again.match is not None
            assert again.match.turn.faces == (2, 2, 5, 3, 6)
            assert again.screen == "dice"
