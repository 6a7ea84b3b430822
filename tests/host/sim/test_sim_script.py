"""`servida sim --script`: what comes of a script for a person, a program and a folder of pictures."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from servida_host.halfblocks import from_text
from sim_command import GAME, Command, Told

if TYPE_CHECKING:
    from pathlib import Path

MOVES = ["throw", "land 2 2 2 2 6", "mark poker", "throw", "land 6 6 6 6 6"]


def test_a_script_that_passes_ends_with_a_line_for_a_person(run: Command) -> None:
    told = run(GAME, "--players", "Ana,Beto")
    assert told == Told(0, "game.txt: 9 steps, all as expected; Ana 45, Beto 0; winner Beto\n", "")


def test_the_line_without_a_match(run: Command) -> None:
    assert run("expect screen title").out == "game.txt: 1 step, all as expected\n"


def test_a_failed_expectation_shows_line_and_frame_and_stops(run: Command, tmp_path: Path) -> None:
    told = run("expect screen title\n\nframe now\nexpect screen lines\nframe later\n", "--frames", "pictures")
    assert (told.status, told.out) == (1, "")
    line, _, picture = told.err.partition("\n")
    assert line == "game.txt:4: expected screen lines, found title"
    now = Image.open(tmp_path / "pictures" / "now.png").convert("1")
    assert from_text(picture).resize(now.size, Image.Resampling.NEAREST).tobytes() == now.tobytes()
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["now.png"]


@pytest.mark.parametrize(
    ("first", "meant"),
    [
        ("# servida sim --rules table --players Ana,Beto", "--rules table --players Ana,Beto"),
        ("# a match", ""),
        ("#\n# servida sim --players Ana", ""),
    ],
)
def test_a_script_that_fails_tells_the_options_in_its_first_line(run: Command, first: str, meant: str) -> None:
    told = run(f"{first}\nexpect screen lines\n")
    *_, line = told.err.splitlines()
    assert told.status == 1
    assert line == f"its first line says what it is meant for: {meant}" if meant else line.startswith("└")


def test_a_picture_has_four_times_the_panels_size(run: Command, tmp_path: Path) -> None:
    assert run("frame title", "--frames", "a/b").status == 0
    with Image.open(tmp_path / "a" / "b" / "title.png") as picture:
        assert picture.size == (512, 256)
        small = picture.resize((128, 64), Image.Resampling.NEAREST)
        assert small.resize(picture.size, Image.Resampling.NEAREST).tobytes() == picture.tobytes()
        assert len(set(small.convert("L").tobytes())) == 2


def test_without_a_folder_no_picture_is_written(run: Command, tmp_path: Path) -> None:
    assert run("frame title").status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_picture_that_cannot_be_written(run: Command, tmp_path: Path) -> None:
    (tmp_path / "pictures" / "now.png").mkdir(parents=True)
    said = run("frame now", "--frames", "pictures").refusal
    assert said == "--frames: pictures/now.png: Is a directory"


def test_what_a_program_is_told(run: Command) -> None:
    told = run(GAME, "--players", "Ana,Beto", "--json")
    assert (told.status, told.err) == (0, "")
    report = json.loads(told.out)
    assert report["winner"] == "Beto"
    assert report["totals"] == {"Ana": 45, "Beto": 0}
    assert report["moves"] == MOVES
    assert report["tie"] == []
    assert report["steps"] == 9
    assert report["failed"] is None
    for count in ("frames", "transactions", "wire_bytes", "wire_seconds", "seconds"):
        assert report[count] > 0


def test_what_a_program_is_told_without_a_match(run: Command) -> None:
    report = json.loads(run("expect screen title", "--json").out)
    assert (report["winner"], report["totals"], report["moves"]) == (None, {}, [])


def test_what_a_program_is_told_after_a_failure(run: Command) -> None:
    told = run(GAME.replace("poker 45", "poker 40"), "--players", "Ana,Beto", "--json")
    assert told.status == 1
    assert told.err.startswith("game.txt:6: expected points Ana poker 40, found 45\n┌")
    report = json.loads(told.out)
    assert report["failed"] == {"line": 6, "expected": "points Ana poker 40", "found": "45"}
    assert report["totals"] == {"Ana": 45, "Beto": 0}


def test_a_bad_script_is_refused_before_anything_runs(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("servida_host.rig.Rig", None)
    told = run("frame now\nexpect screen lines\ntab roll\n", "--frames", "pictures")
    assert told.refusal.startswith("game.txt:3: 'tab': expected tap or ")
    assert not (tmp_path / "pictures").exists()


@pytest.mark.parametrize(
    ("script", "status", "said"),
    [("expect screen title\n", 0, "<stdin>: 1 step,"), ("expect screen dice\n", 1, "<stdin>:1: expected screen")],
)
def test_a_script_from_standard_input(
    run: Command, monkeypatch: pytest.MonkeyPatch, script: str, status: int, said: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(script.encode())))
    told = run(None, "--script", "-")
    assert told.status == status
    assert (told.out + told.err).startswith(said)


def test_a_script_with_a_byte_order_mark_and_decomposed_accents(run: Command) -> None:
    assert run("\ufeffexpect turn Ine\u0301s", "--players", "Inés").status == 0
    assert run("expect turn Inés", "--players", "Beto, Ine\u0301s").status == 1
    assert run("expect turn Inés", "--players", " Ine\u0301s , Beto").status == 0
