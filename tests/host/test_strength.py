"""`servida strength`: its rows in a few matches, its table, and its complaints."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from servida.cli import main
from servida.rules import PRESETS
from servida_host import strength
from servida_host.strength import Effort, Finding, cells, markdown, measure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Capture = pytest.CaptureFixture[str]

FOUND = Finding("expert beats skilled", "table", 2000, 59.5, 57.25, 61.75, "%", "55 to 75 %", met=True)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Effort]:
    """Measure nothing, and give what was asked for."""
    asked = []

    def quick(effort: Effort) -> Iterator[Finding]:
        asked.append(effort)
        yield FOUND

    monkeypatch.setattr(strength, "measure", quick)
    return asked


def test_the_rows_are_what_the_issue_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "PRESETS", {name: PRESETS[name] for name in ("table", "wiki-50", "table-scores")})
    monkeypatch.setattr(strength, "ALONE", 1500)
    rows = list(measure(Effort(ladder=2000, alone=4000, two=60, three=30)))
    assert [row.who for row in rows[::3]] == [
        "casual beats beginner",
        "skilled beats casual",
        "expert beats skilled",
        "expert's mean total",
    ]
    for row in rows[:9]:
        assert row.met == (55 < row.mean < 75)
        assert row.low < row.mean < row.high
        assert row.matches == 2000
    for least, most in zip(rows[1:9:3], rows[2:9:3], strict=True):
        assert {least.rules, most.rules} <= {"wiki-50", "table-scores"}
        assert least.mean <= most.mean
    alone, one, two = rows[9:]
    assert alone.met == (alone.low < 149.113255 < alone.high)
    assert (alone.matches, alone.unit) == (4000, "points")
    assert (one.who, one.matches, one.met) == ("master beats 1 expert", 60, one.low > 50)
    assert (two.who, two.matches, two.met) == ("master beats 2 experts", 30, two.low > 100 / 3)


def test_a_row_tells_figures_with_their_interval() -> None:
    assert cells(FOUND) == ("expert beats skilled", "table", "2,000", "59.50 % (57.25–61.75)", "55 to 75 %", "yes")
    points = replace(FOUND, mean=149.0, low=148.0, high=150.0, unit="points", met=False)
    assert cells(points)[3:] == ("149.000 points (148.000–150.000)", "55 to 75 %", "NO")
    table = markdown([FOUND, FOUND], 340.0)
    assert (
        table.splitlines()[3] == "| expert beats skilled | table | 2,000 | 59.50 % (57.25–61.75) | 55 to 75 % | yes |"
    )
    assert "; 6 minutes of processor time on " in table


def test_a_terminal_gets_lines_and_a_program_an_object(asked: list[Effort], capsys: Capture) -> None:
    assert main(["strength"]) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.index("rules") == line.index("table")
    assert main(["strength", "--scale", "0.001", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"][0]["low"] == 57.25
    assert asked == [Effort(), Effort(ladder=200, alone=1000, two=100, three=100)]


def test_what_is_not_met_is_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "measure", lambda _: iter([replace(FOUND, met=False)]))
    assert main(["strength"]) == 1


@pytest.mark.usefixtures("asked")
def test_the_table_goes_into_a_readme(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("é\n<!-- strength -->\nold\n<!-- /strength -->\nend\n", encoding="utf-8")
    assert main(["strength", "--readme", str(readme)]) == 0
    text = readme.read_text(encoding="utf-8")
    assert "old" not in text
    assert "| expert beats skilled |" in text
    assert text.startswith("é\n<!-- strength -->\n| who |")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--scale 0", "argument --scale: '0': expected a number above 0, up to 10"),
        ("--scale nan", "--scale: 'nan'"),
        ("--readme /nowhere/README.md", "--readme: /nowhere/README.md: No such file or directory"),
    ],
)
def test_what_is_wrong_is_named_before_anything_is_measured(words: str, complaint: str, capsys: Capture) -> None:
    assert main(["strength", *words.split()]) == 2
    assert complaint in capsys.readouterr().err
