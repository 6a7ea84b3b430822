"""What the terminal face draws, in terminals of all sizes and kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida_host.faces.cells import Rendering
from servida_host.faces.glass import LIT, Glass
from servida_host.faces.shapes import SHAPES, Shape
from terminal_player import playing

if TYPE_CHECKING:
    from servida_host.console_rig import ConsoleRig


@pytest.mark.parametrize("shape", SHAPES)
async def test_everything_fits_a_terminal_of_its_size(rig: ConsoleRig, shape: Shape) -> None:
    async with playing(rig, shape.size) as player:
        case, glass = player.face.query_one("#case"), player.face.query_one(Glass)
        assert glass.rendering is shape.rendering
        columns, lines = shape.rendering.size(128, 64)
        assert (glass.content_region.width, glass.content_region.height) == (columns, lines)
        assert case.region.size == (shape.size[0], shape.size[1] - 1)
        names = [key.id for key in player.face.query("Key")]
        regions = [key.region for key in player.face.query("Key")]
        assert names == [f"key-{name}" for name in ("1", "2", "3", "4", "5", "roll")]
        assert all(case.content_region.contains_region(region) for region in regions)
        assert not any(one.overlaps(other) for one in regions for other in (glass.region, *regions) if one is not other)
        # Each hold button stands under its column of the glass.
        column, gap = (24, 2) if shape.rendering is Rendering.HALF_BLOCKS else (12, 1)
        lefts = [glass.content_region.x + i * (column + gap) for i in range(5)]
        assert [region.x for region in regions[:5]] == lefts
        assert [region.width for region in regions[:5]] == [column] * 5


async def test_the_glass_shows_the_panel(rig: ConsoleRig) -> None:
    async with playing(rig, (160, 50)) as player:
        rows = Rendering.HALF_BLOCKS.rows(rig.frame())
        assert player.glass == ["".join(character for character, _ in row) for row in rows]
        await player.press("space")
        after = Rendering.HALF_BLOCKS.rows(rig.frame())
        assert after != rows
        assert player.glass == ["".join(character for character, _ in row) for row in after]


async def test_only_what_changed_is_drawn_again(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(rig) as player:
        rig.dice(1, 2, 3, 4, 6)
        await player.press("space")
        glass = player.face.query_one(Glass)
        refresh, parts = glass.refresh, list[object]()

        def noted(*regions: object, **options: object) -> object:
            parts.extend(regions or ("all",))
            return refresh(*regions, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(glass, "refresh", noted)
        player.face.beat()
        assert parts == []
        await player.press("5")
        assert parts
        # The die of column 5, its mark, and the number of dice that ROLL rolls.
        assert {(part.y, part.x >= 52 or part.y >= 13) for part in parts} == {(part.y, True) for part in parts}  # type: ignore[attr-defined]


async def test_resizing_while_it_runs(rig: ConsoleRig) -> None:
    async with playing(rig, (80, 24)) as player:
        glass = player.face.query_one(Glass)
        for width, height, rendering in (
            (150, 45, Rendering.HALF_BLOCKS),
            (100, 30, Rendering.BRAILLE),
            (66, 21, Rendering.BRAILLE),
        ):
            await player.pilot.resize_terminal(width, height)
            assert glass.rendering is rendering
            rows = rendering.rows(rig.frame())
            assert player.glass == ["".join(character for character, _ in row) for row in rows]


async def test_a_small_terminal_says_what_is_needed_and_comes_back(rig: ConsoleRig) -> None:
    async with playing(rig, (60, 15)) as player:
        small = player.face.query_one("#small")
        assert str(small.render()) == "Servida needs 66 × 21 characters; here are 60 × 15."
        assert small.region.height == 1
        assert not player.shown("#case")
        assert not player.shown("#line")
        await player.press("space", "question_mark", "escape")
        assert rig.screen == "handover"
        await player.pilot.resize_terminal(80, 24)
        assert player.shown("#case")
        assert not player.shown("#small")
        await player.press("space")
        assert rig.screen == "dice"


async def test_the_linux_console_has_no_braille(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    async with playing(rig, (100, 40)) as player:
        assert "needs 130 × 37" in str(player.face.query_one("#small").render())
        await player.pilot.resize_terminal(160, 60)
        assert player.face.query_one(Glass).rendering is Rendering.HALF_BLOCKS


async def test_the_light_follows_the_contrast(rig: ConsoleRig) -> None:
    async with playing(rig) as player:

        def light() -> int:
            [segment, *_] = player.face.query_one(Glass).render_line(0)
            assert segment.style is not None
            assert segment.style.color is not None
            assert segment.style.color.triplet is not None
            return sum(segment.style.color.triplet)

        bright = light()
        player.wait(61)
        assert 0.2 * sum(LIT) < light() < 0.6 * bright
        await player.press("3")
        assert light() == bright


async def test_a_dark_panel_is_black_glass(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        player.wait(301)
        assert rig.screen == "dark"
        assert set("".join(player.glass)) == {" "}


async def test_before_the_first_picture_the_glass_is_blank() -> None:
    glass = Glass()
    assert glass.render_line(0).text.strip() == ""


async def test_without_colour_all_can_be_told(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(rig) as player:
        assert player.face.no_color
        rig.dice(2, 2, 5, 3, 6)
        await player.press("space")
        glass = player.face.query_one(Glass)

        def reversed_cells() -> int:
            segments = [segment for y in range(glass.size.height) for segment in glass.render_line(y)]
            return sum(len(segment.text) for segment in segments if segment.style and segment.style.reverse)

        assert reversed_cells() == 0
        await player.press("3", then=0)
        assert reversed_cells() >= 12
        assert player.down("3")
