"""What the terminal face says in words: the line below, the help, what a picture took."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida_host.faces.keys import KEY_ROWS
from servida_host.faces.shapes import SHAPES
from servida_host.faces.terminal import AGAIN, help_line
from servida_host.wire import cost, last_frame
from terminal_player import playing

if TYPE_CHECKING:
    from servida_host.console_rig import ConsoleRig


async def test_the_help_line_names_the_keys(rig: ConsoleRig) -> None:
    async with playing(rig, (66, 21)) as player:
        assert player.line == "1–5 hold  space roll  R long  m menu  s picture  ? help  q quit"
        assert len(player.line) <= player.face.query_one("#line").size.width


async def test_a_remark_is_said_when_it_comes_and_once(rig: ConsoleRig) -> None:
    remarks: list[str] = []
    async with playing(rig, (100, 40), remarks) as player:
        player.wait(1)
        assert player.line == str(help_line())
        remarks.append("the recording ends here")
        player.wait(1)
        assert player.line == "the recording ends here"
        await player.press("1")
        assert player.line == str(help_line())


@pytest.mark.parametrize("key", ["question_mark", "space", "escape"])
async def test_any_key_closes_the_help_and_does_nothing_else(rig: ConsoleRig, key: str) -> None:
    async with playing(rig) as player:
        assert not player.shown("#help")
        await player.press("question_mark")
        assert player.shown("#help")
        await player.press("left_shift")
        assert player.shown("#help")
        await player.press(key)
        assert not player.shown("#help")
        assert rig.screen == "handover"


async def test_a_held_question_mark_keeps_the_help(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.press("question_mark", then=0.5)
        player.repeat("question_mark", 3)
        assert player.shown("#help")
        player.wait(AGAIN)
        await player.press("question_mark")
        assert not player.shown("#help")


@pytest.mark.parametrize("size", [shape.size for shape in SHAPES])
async def test_the_help_fits(rig: ConsoleRig, size: tuple[int, int]) -> None:
    async with playing(rig, size) as player:
        await player.press("question_mark")
        help_sheet = player.face.query_one("#help")
        assert player.face.screen.region.contains_region(help_sheet.region)
        told = str(help_sheet.render())
        assert all(f"{row.shown} " in told and row.told in told for row in KEY_ROWS)


async def test_what_the_last_picture_took(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        case = player.face.query_one("#case")
        assert not case.border_subtitle
        await player.press("space", "w")
        spent = cost(last_frame(rig.bus.log), 400_000)
        assert case.border_subtitle == (
            f"last picture: {spent.bytes:,} bytes, {spent.seconds * 1000:.1f} ms at 400 kHz"
        )
        before = rig.bus.wire_bytes
        await player.press("1", then=0.2)
        assert case.border_subtitle.startswith(f"last picture: {rig.bus.wire_bytes - before:,} bytes")
        await player.press("w")
        assert not case.border_subtitle
