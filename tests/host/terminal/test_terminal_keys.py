"""The terminal face by keys, on the real rig."""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.rules import Line
from servida_host.faces.keys import CHORD, DEEDS, KEY_ROWS, LONG
from terminal_player import playing

if TYPE_CHECKING:
    from servida_host.console_rig import ConsoleRig


async def test_a_whole_match_by_keys(rig: ConsoleRig) -> None:
    rounds = (
        *((str(face), (face, face, face, *{1: (2, 3), 2: (1, 3)}.get(face, (1, 2)))) for face in range(1, 6)),
        ("1", (6, 6, 6, 1, 2)),
        ("2", (2, 3, 4, 5, 6)),
        ("3", (2, 2, 3, 3, 3)),
        ("4", (4, 4, 4, 4, 1)),
    )
    async with playing(rig) as player:
        for key, faces in rounds:
            for _ in range(2):
                rig.dice(*faces)
                await player.press("space", "R", key, "space")
        # Ana's generala comes with her second roll; Beto scratches his, which is asked about.
        rig.dice(5, 5, 5, 5, 1, 5)
        await player.press("space", "1", "2", "3", "4", "r", "R", "5", "enter")
        rig.dice(1, 2, 3, 4, 6)
        await player.press("space", "R", "5", "space")
        assert rig.match is not None
        assert rig.match.outcome is None
        await player.press("space")
    ana, beto = (sheet.total for sheet in rig.match.sheets)
    assert (ana, beto) == (3 * 15 + 18 + 25 + 35 + 45 + 50, 3 * 15 + 18 + 25 + 35 + 45)
    assert rig.match.sheets[1].scratched(Line.GENERALA)
    assert (rig.screen, rig.winner) == ("result", "Ana")


async def test_holding_dice(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        rig.dice(2, 2, 5, 3, 6)
        await player.press("space", "1", "2", "5", "2")
        assert rig.held == (1, 5)
        rig.dice(4, 4, 4)
        await player.press("space")
        assert rig.match is not None
        assert rig.match.turn.faces == (2, 4, 4, 4, 6)


async def test_a_drawn_button_stays_pressed_for_a_long_press(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.press("R")
        assert player.down("roll")
        player.wait(LONG - 0.01)
        assert player.down("roll")
        assert rig.screen == "scoreboard"
        player.wait(0.02)
        assert not player.down("roll")


async def test_the_chord_opens_the_menu(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.press("m")
        assert player.down("1")
        assert player.down("5")
        assert not player.down("3")
        player.wait(CHORD)
        assert rig.screen == "menu"
        assert not player.down("1")


async def test_a_held_space_rolls_once(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.press("space", then=0.5)
        player.repeat("space", 2)
        player.wait(2)
        assert (rig.screen, rig.rolls_left) == ("dice", 2)


async def test_keys_that_mean_nothing(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        before = player.glass
        await player.press("6", "x", "left", "tab", "escape", "left_shift")
        assert (player.glass, rig.screen) == (before, "handover")


def test_the_table_tells_each_key_once() -> None:
    keys = [key for row in KEY_ROWS for key in row.deeds]
    assert len(keys) == len(set(keys)) == len(DEEDS)
