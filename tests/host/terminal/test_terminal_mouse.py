"""The terminal face by the mouse: a button is down while the pointer holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from terminal_player import playing

if TYPE_CHECKING:
    from servida_host.console_rig import ConsoleRig


async def test_a_click_is_a_tap(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        rig.dice(1, 2, 3, 4, 6)
        await player.pilot.click("#key-roll")
        assert player.down("roll")
        player.wait(1)
        assert not player.down("roll")
        await player.pilot.click("#key-3")
        assert rig.held == (3,)


async def test_the_mouse_holds(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.mouse_down("#key-roll")
        player.wait(1.5)
        assert rig.screen == "scoreboard"
        assert player.down("roll")
        await player.pilot.mouse_up("#key-roll")
        assert not player.down("roll")


@pytest.mark.parametrize("elsewhere", ["#glass", "#key-2"])
async def test_a_pointer_that_leaves_lets_go(rig: ConsoleRig, elsewhere: str) -> None:
    async with playing(rig) as player:
        await player.pilot.hover("#key-1")
        await player.pilot.mouse_down("#key-1")
        player.wait(0.3)
        assert player.down("1")
        await player.pilot.hover(elsewhere)
        assert not player.down("1")


async def test_a_release_elsewhere_lets_go(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.mouse_down("#key-1")
        player.wait(0.3)
        await player.pilot.mouse_up("#line")
        assert not player.down("1")


async def test_another_window_gets_the_release(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.mouse_down("#key-1")
        player.wait(0.3)
        player.face.on_app_blur()
        assert not player.down("1")
