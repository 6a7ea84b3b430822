"""Whole matches as people would play them, by presses alone, against sheets that were made by hand.

Each script of `tests/matches` runs once, as `servida sim --script` would run it.  What it came to is compared with
the sheet at its top; the sheet is compared with the rules, asked in three ways.
"""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

import naive_rules
from match_sheets import ROOT, SHEETS, Row, Sheet
from servida.cli import main
from servida.command import chosen_rules
from servida.rules import PRESETS, Land, Mark, Match, ServedWin, Throw, Tie, Won, apply, move_from_text, new_match

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servida.rules import RuleSet

WHOLE = (*PRESETS, "house", "solitaire", "tie")
"""The matches that are played to their end."""

HOUSE = naive_rules.Facts("ace_high ace_as_two", 15, 70, 90, 140, five_as_full=True)
"""`house.toml` once more, in the naive rules' words."""

ON_ROLL = {1: "served", 2: "second", 3: "third"}

WITH_ROWS = {name: sheet for name, sheet in SHEETS.items() if sheet.rows}

every_match = pytest.mark.parametrize("sheet", SHEETS.values(), ids=list(SHEETS))
every_sheet = pytest.mark.parametrize("sheet", WITH_ROWS.values(), ids=list(WITH_ROWS))


@dataclass(frozen=True, slots=True)
class Told:
    """What a script came to: the exit status, both streams, and the folder of its pictures."""

    status: int
    out: str
    err: str
    frames: Path

    @property
    def report(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.out)
        return report

    def picture(self, name: str) -> bytes:
        with Image.open(self.frames / f"{name}.png") as picture:
            return picture.convert("1").tobytes()


def run(script: Path | str, options: tuple[str, ...], frames: Path) -> Told:
    """Run `servida sim --script` in this process, from the folder that the options' paths start from."""
    out, err = io.StringIO(), io.StringIO()
    with chdir(ROOT), redirect_stdout(out), redirect_stderr(err):
        status = main(["sim", "--script", str(script), *options, "--json", "--frames", str(frames)])
    return Told(status, out.getvalue(), err.getvalue(), frames)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Told]:
    """Give what a script of that name came to; each runs once."""

    @cache
    def told(name: str) -> Told:
        return run(f"tests/matches/{name}.txt", SHEETS[name].options, tmp_path_factory.mktemp(name))

    return told


def rules_of(sheet: Sheet) -> RuleSet:
    with chdir(ROOT):
        return chosen_rules(sheet.rules)


@every_match
def test_a_match_goes_as_its_script_says(sheet: Sheet, told: Callable[[str], Told]) -> None:
    outcome = told(sheet.name)
    assert outcome.err == ""
    assert outcome.status == 0
    assert outcome.report["failed"] is None


@every_match
def test_it_ends_as_the_sheet_says(sheet: Sheet, told: Callable[[str], Told]) -> None:
    report = told(sheet.name).report
    assert {player: total for player, total in report["totals"].items() if player in sheet.totals} == sheet.totals
    assert not any(total for player, total in report["totals"].items() if player not in sheet.totals)
    assert report["winner"] == sheet.winner
    assert report["tie"] == ([] if sheet.winner else list(sheet.tie))


@every_sheet
def test_its_moves_are_those_of_the_sheet(sheet: Sheet, told: Callable[[str], Told]) -> None:
    report = told(sheet.name).report
    match = new_match(rules_of(sheet), tuple(report["totals"]))
    rows = []
    for text in report["moves"]:
        before, move = match, move_from_text(text)
        match = apply(match, move)
        if isinstance(move, Mark) or isinstance(match.outcome, ServedWin):
            rows.append(row_of(before, match, move))
    assert tuple(rows) == sheet.rows
    assert {name: each.total for name, each in zip(match.players, match.sheets, strict=True)} == report["totals"]
    assert end_of(match) == (sheet.tie or sheet.winner)


def row_of(before: Match, match: Match, move: Throw | Land | Mark) -> Row:
    """Return the turn that this move ended, as a sheet tells it."""
    mover, turn = before.mover, match.turn if isinstance(match.outcome, ServedWin) else before.turn
    assert turn.faces is not None
    written = match.sheets[mover]
    points = written[move.line] if isinstance(move, Mark) else None
    line = move.line.value if isinstance(move, Mark) else "generala"
    return Row(before.round, before.players[mover], line, turn.faces, ON_ROLL[turn.rolls], points, written.total)


def end_of(match: Match) -> str | tuple[str, ...] | None:
    match match.outcome:
        case Won(player) | ServedWin(player):
            return match.players[player]
        case Tie(players):
            return tuple(match.players[player] for player in players)
        case None:
            return None


@every_sheet
def test_the_sheet_adds_up(sheet: Sheet) -> None:
    totals: Counter[str] = Counter()
    turns: Counter[str] = Counter()
    for row in sheet.rows:
        totals[row.player] += row.written
        turns[row.player] += 1
        assert (row.round, row.total) == (turns[row.player], totals[row.player])
    lines = [(row.player, row.line) for row in sheet.rows]
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_match_fills_every_line(name: str) -> None:
    sheet = SHEETS[name]
    lines = set(naive_rules.LINES) | ({"double"} if rules_of(sheet).double else set())
    for player in sheet.totals:
        assert {row.line for row in sheet.rows if row.player == player} == lines


@every_sheet
def test_servida_score_agrees(
    sheet: Sheet, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = ""
    for number, row in enumerate(sheet.rows):
        faces = " ".join(map(str, row.dice))
        cases += f"{row.line} {faces} {'served' if row.served else ''} {sheet.generala(number)}\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(cases))
    monkeypatch.chdir(ROOT)
    assert main(["score", "-", "--rules", sheet.rules]) == 0
    answers = capsys.readouterr().out.split()
    assert answers == ["wins" if row.points is None else str(row.points) for row in sheet.rows]


def test_servida_score_agrees_hand_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = SHEETS["wiki-60-double"]
    for number, row in enumerate(sheet.rows):
        options = ["--served"] if row.served else []
        options += ["--rules", sheet.rules, "--generala", sheet.generala(number)]
        assert main(["score", row.line, *map(str, row.dice), *options]) == 0
        assert capsys.readouterr().out == f"{row.points}\n"


@every_sheet
def test_the_naive_rules_agree(sheet: Sheet) -> None:
    facts = HOUSE if sheet.name == "house" else naive_rules.PRESETS[sheet.rules]
    for number, row in enumerate(sheet.rows):
        worth = naive_rules.worth(row.line, row.dice, facts, served=row.served, generala=sheet.generala(number))
        assert worth == ("wins" if row.points is None else row.points), row


FIRST_POINTS = re.compile(r"(?m)^(expect points .+ )(\d+)$")


@pytest.mark.parametrize("name", [name for name, sheet in SHEETS.items() if FIRST_POINTS.search(sheet.text)])
def test_a_changed_number_of_points_fails(name: str, tmp_path: Path) -> None:
    sheet = SHEETS[name]
    first = FIRST_POINTS.search(sheet.text)
    assert first is not None
    true = int(first[2])
    script = tmp_path / "changed.txt"
    script.write_text(FIRST_POINTS.sub(rf"\g<1>{true + 1}", sheet.text, count=1), encoding="utf-8")
    outcome = run(script, sheet.options, tmp_path)
    line = sheet.text[: first.start()].count("\n") + 1
    assert outcome.status == 1
    assert outcome.report["failed"]["line"] == line
    assert outcome.report["failed"]["found"] == str(true)
    assert outcome.err.startswith(f"{script}:{line}: expected points ")


@pytest.mark.parametrize(
    ("told_so", "changed", "found"),
    [
        ("expect winner Beto", "expect winner Ana", "Beto"),
        ("expect total Ana 155", "expect total Ana 150", "155"),
        ("expect scratched Beto generala", "expect open Beto generala", "scratched"),
        ('expect text "158 puntos"', 'expect text "155 puntos"', "Repaso: 5 Resultado Beto 158 puntos Revancha Puntos"),
    ],
)
def test_a_changed_end_fails(told_so: str, changed: str, found: str, tmp_path: Path) -> None:
    sheet = SHEETS["table"]
    assert sheet.text.count(told_so) == 1
    script = tmp_path / "changed.txt"
    script.write_text(sheet.text.replace(told_so, changed), encoding="utf-8")
    outcome = run(script, sheet.options, tmp_path)
    assert outcome.status == 1
    assert outcome.report["failed"]["found"] == found


def test_the_panel_shows_the_same_after_each_return(told: Callable[[str], Told]) -> None:
    outcome = told("panel")
    lit = outcome.picture("lit")
    assert any(lit)
    assert not any(outcome.picture("gone"))
    for name in ("back", "unnoticed", "restarted"):
        assert outcome.picture(name) == lit, name
    assert any(outcome.picture("handover"))


def test_the_panel_dims_goes_dark_and_wakes(told: Callable[[str], Told]) -> None:
    outcome = told("dark")
    lit = outcome.picture("lit")
    assert any(outcome.picture("dimmed"))
    assert outcome.picture("dimmed") != lit
    assert not any(outcome.picture("dark"))
    assert outcome.picture("woken") == lit
