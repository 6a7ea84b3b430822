"""The golden check must be seen to fail: a helper that can't is worth nothing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

import golden
from panel_pictures import noise
from servida_host.golden import ON_PURPOSE, Frames
from servida_host.halfblocks import to_text

TESTS = Path(golden.__file__).parent


def changed(image: Image.Image) -> Image.Image:
    other = image.copy()
    other.putpixel((3, 40), 255 - other.getpixel((3, 40)))  # type: ignore[operator]  # mode "1" gives an int
    return other


def test_the_same_picture_passes(tmp_path: Path) -> None:
    (tmp_path / "title.txt").write_text(to_text(noise()), encoding="utf-8")
    Frames(tmp_path).check("title", noise())


def test_one_wrong_pixel_fails_and_is_shown(tmp_path: Path) -> None:
    before = to_text(noise())
    (tmp_path / "title.txt").write_text(before, encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match=r"title.txt: 1 pixels differ, x 3 to 3, y 40 to 40"):
        Frames(tmp_path).check("title", changed(noise()))
    assert (tmp_path / "title.txt").read_text(encoding="utf-8") == before


def test_a_missing_frame_fails_and_stays_missing(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"title.txt: there is none"):
        Frames(tmp_path).check("title", noise())
    assert not list(tmp_path.iterdir())


def test_a_damaged_frame_fails_naming_the_line(tmp_path: Path) -> None:
    (tmp_path / "title.txt").write_text(to_text(noise()).replace("│", "|"), encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match=r"title.txt: line 2 is not 128 half blocks"):
        Frames(tmp_path).check("title", noise())


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"a frame is a picture \(PIL.Image.Image\), not str"):
        Frames(tmp_path).check("title", "the title")  # type: ignore[arg-type]


def test_updating_writes_and_still_fails(tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    frames = Frames(folder, updating=True)
    for image, told in ((noise(), "written for the first time"), (changed(noise()), "drawn anew, what differed")):
        with pytest.raises(pytest.fail.Exception) as caught:
            frames.check("screens/dice", image)
        assert str(caught.value).startswith(f"frame {folder}/screens/dice.txt: {told}:\n")
        assert str(caught.value).endswith(f"\n{ON_PURPOSE}")
        assert (folder / "screens/dice.txt").read_text(encoding="utf-8") == to_text(image)
    frames.check("screens/dice", changed(noise()))


@pytest.mark.parametrize("name", ["", "Title", "../title", "a//b", "a b", "title.txt"])
def test_a_name_can_not_leave_the_folder(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="golden frame's name"):
        Frames(tmp_path, updating=True).check(name, noise())


def test_a_run_that_updates_is_never_green(tmp_path: Path) -> None:
    for name in ("conftest.py", "golden.py", "panel_pictures.py"):
        shutil.copy(TESTS / name, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (tmp_path / "test_one.py").write_text(
        "import golden, panel_pictures\n\ndef test_title():\n    golden.check('title', panel_pictures.noise())\n"
    )

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    updating = run("--update-frames")
    assert updating.returncode == 1, updating.stdout + updating.stderr
    assert "frames/title.txt: written for the first time:\n┌" in updating.stdout
    assert "This test fails on purpose" in updating.stdout
    assert "there is none" not in updating.stdout
    assert (tmp_path / "frames/title.txt").read_text(encoding="utf-8") == to_text(noise())
    assert run().returncode == 0
