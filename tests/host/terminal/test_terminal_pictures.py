"""Pictures that the terminal face saves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from panel_pictures import same
from servida_host.faces.terminal import help_line
from terminal_player import playing

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from servida_host.console_rig import ConsoleRig


def pictures(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.png"))


async def test_saving_a_picture(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "servida-1.png").write_text("mine")
    async with playing(rig) as player:
        await player.press("s")
        assert player.line == f"Saved servida-2.png in {tmp_path}"
        await player.press("s")
        await player.press("space")
        assert player.line == str(help_line())
    with Image.open(tmp_path / "servida-2.png") as picture:
        assert picture.size == (512, 256)
        assert picture.mode == "1"
    assert (tmp_path / "servida-1.png").read_text() == "mine"
    assert pictures(tmp_path) == ["servida-1.png", "servida-2.png", "servida-3.png"]


async def test_a_folder_named_like_markup(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "[bold]x"
    folder.mkdir()
    monkeypatch.chdir(folder)
    async with playing(rig) as player:
        await player.press("s")
        assert player.line == f"Saved servida-1.png in {folder}"


async def test_the_picture_is_the_glass(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with playing(rig) as player:
        await player.press("s")
    with Image.open(tmp_path / "servida-1.png") as picture:
        assert same(picture.resize((128, 64), Image.Resampling.NEAREST), rig.frame())


async def test_a_held_s_saves_one_picture(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with playing(rig) as player:
        await player.press("s", then=0.5)
        player.repeat("s", 1)
    assert pictures(tmp_path) == ["servida-1.png"]


async def test_a_folder_that_takes_no_picture(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    async with playing(rig) as player:
        await player.press("s")
        assert player.line == "No picture was saved: servida-1.png: No such file or directory"
