"""Whole matches in a real browser, by clicks and by keys: they end as on a rig without a page, and replay."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect

from page_hands import Keys, Mouse, OnPage, OnRig, glass, play_match, shows
from servida.cli import main
from servida.rules.notation import to_text
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from page_stage import Stage


@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_a_whole_match_ends_as_without_a_page_and_replays(
    opened: Callable[..., Page],
    stage: Stage,
    kind: type[OnPage],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = opened()
    play_match(kind(page, stage), Random(5))
    with ConsoleRig(players=("Ana", "Beto"), language="en", seed=7) as rig:
        play_match(OnRig(rig), Random(5))
        assert rig.match is not None
        assert rig.match.outcome is not None
        notation, picture, winner = to_text(rig.match), rig.frame().tobytes(), rig.winner
    shows(page, picture)
    page.click("#open")
    expect(page.locator("#match")).to_have_text(notation)
    expect(page.locator("#spoken")).to_contain_text(str(winner))

    with page.expect_download() as saved:
        page.click("#script")
    script = tmp_path / saved.value.suggested_filename
    saved.value.save_as(script)
    with page.expect_download() as saved:
        page.click("#png")
    saved.value.save_as(tmp_path / "page.png")
    script.write_text(script.read_text("utf-8") + "frame end\n", "utf-8")
    assert main(["sim", "--script", str(script), "--frames", str(tmp_path / "frames")]) == 0
    assert f"winner {winner}" in capsys.readouterr().out
    with Image.open(tmp_path / "page.png") as ours, Image.open(tmp_path / "frames" / "end.png") as again:
        assert bits(ours) == bits(again)
    assert glass(page) == picture


def bits(picture: Image.Image) -> bytes:
    """Which pixels shine, whatever their colour."""
    return picture.convert("L").point(lambda level: 255 if level else 0).tobytes()
