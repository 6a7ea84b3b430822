"""The building guide: its tables are the design's, and what it points at is there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from servida import board
from servida_board.dimensions import HARDWARE
from servida_hardware import guide

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "README.md"
    path.write_text(guide.GUIDE.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(guide, "GUIDE", path)
    return path


def test_the_tables_are_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    status = guide.main(["--check"])
    assert status == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "table"),
    [
        ("| GPIO13 | 33 |", "| GPIO13 | 35 |", "pins"),
        ("| **GND** | 39 | 40 |", "| **GND** | 40 | 39 |", "header"),
        ("SP0504BAHTG", "SP0504", "board parts"),
        ("M2.5 x 25", "M2.5 x 20", "kit"),
        ("parts on the board", "parts", "costs"),
        ("93 × 93 × 17", "93 × 93 × 18", "prints"),
    ],
)
def test_a_stale_table_is_found_and_written_anew(
    copy: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, table: str
) -> None:
    whole = copy.read_text("utf-8")
    start = whole.index(f"<!-- {table} -->")
    copy.write_text(whole[:start] + whole[start:].replace(old, new, 1), "utf-8")
    assert copy.read_text("utf-8") != whole
    assert guide.main(["--check"]) == 1
    assert f"FAILS  table of {table} as the design\n" in capsys.readouterr().out
    assert guide.main([]) == 0
    assert copy.read_text("utf-8") == whole


def test_another_pin_makes_the_guide_stale(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert copy.exists()
    monkeypatch.setitem(board.BUTTON_PINS, "roll", 20)
    assert guide.main(["--check"]) == 1


@pytest.mark.parametrize(
    "change", ["", "<!-- pins -->\n<!-- pins -->\n<!-- /pins -->\n", "<!-- /pins -->\n<!-- pins -->\n"]
)
def test_a_guide_without_one_pair_of_marks_is_refused(
    copy: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    text = re.sub(r"<!-- pins -->\n.*<!-- /pins -->\n", lambda _: change, copy.read_text("utf-8"), flags=re.DOTALL)
    copy.write_text(text, "utf-8")
    assert guide.main([]) == 2
    assert "expected one line <!-- pins --> and after it one line <!-- /pins -->" in capsys.readouterr().err


def test_every_picture_and_file_that_the_guide_names_is_there() -> None:
    text = guide.GUIDE.read_text("utf-8")
    named = [*re.findall(r"\]\((?!https?:|#)([^)#]+)", text), *re.findall(r'src="([^"]+)"', text)]
    assert len(named) > 20
    assert [path for path in named if not (guide.GUIDE.parent / path).exists()] == []


def test_every_printed_part_stands_in_the_table() -> None:
    assert set(guide.PRINTS) == {path.stem for path in (HARDWARE / "case" / "stl").glob("*.stl")}
