"""`servida advise`: what it answers, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from servida.cli import main
from servida.device.table_store import table_path, write_table
from servida.rules import PRESETS, Line, Sheet
from servida.strategy.decisions import decisions
from servida.strategy.table_file import to_bytes
from servida.strategy.values import Table, solve

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]

LINES = "ones twos threes fours fives sixes straight full poker generala"
ALL_FILLED = "ones=x,twos=x,threes=x,fours=x,fives=x,sixes=x,straight=x,full=x,poker=x,generala=x"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


def asked(capsys: Capture, *words: str) -> list[dict[str, object]]:
    assert main(["advise", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, list)
    return found


def test_every_hold_and_line_is_told_best_first(capsys: Capture) -> None:
    found = asked(capsys, "--dice", *"31113", "--rolls-left", "1", "--sheet", "fives=15,poker=x")
    sheet = Sheet(PRESETS["table"].lines).filled(Line.FIVES, 15).filled(Line.POKER, 0)
    exact = decisions(solve(PRESETS["table"]), sheet).choices((3, 1, 1, 1, 3), 1)
    assert [each["expected"] for each in found] == [choice.expected for choice in exact]
    assert {each["win"] for each in found} == {None}
    assert all(list(each) == ["action", "expected", "win"] for each in found)
    actions = {each["action"] for each in found}
    assert {"hold", "hold 1 1 1", "hold 1 1 3", "mark full", "mark generala"} <= actions
    # From 0 to 3 ones and 0 to 2 threes, without all five; and the ten lines but two.
    assert len(found) == len(actions) == 4 * 3 - 1 + 8


def test_without_a_roll_left_only_lines_are_told(capsys: Capture) -> None:
    found = asked(capsys, "--dice", *"31113", "--rolls-left", "0", "--sheet", "fives=15")
    assert len(found) == 9
    assert all(str(each["action"]).startswith("mark ") for each in found)
    assert found[0]["action"] == "mark full"


def test_on_the_first_roll_the_dice_are_served(capsys: Capture) -> None:
    full = ["--dice", *"31113", "--sheet", ALL_FILLED.replace(",full=x", "")]
    later, first = (asked(capsys, *full, "--rolls-left", left)[0] for left in "12")
    assert (later["expected"], first["expected"]) == (30, 35)


@pytest.mark.parametrize("against", [[], ["--against", "poker=45,straight=25"]])
def test_a_served_generala_wins(against: list[str], capsys: Capture) -> None:
    (only,) = asked(capsys, "--dice", *"44444", "--rolls-left", "2", *against)
    assert (only["action"], only["win"]) == ("mark generala", 1)


@pytest.mark.parametrize(
    "words", ["--rolls-left 1", "--rolls-left 2 --sheet generala=x", "--rolls-left 2 --rules table-scores"]
)
def test_five_alike_don_t_always_win(words: str, capsys: Capture) -> None:
    assert {each["win"] for each in asked(capsys, "--dice", *"44444", *words.split())} == {None}


@pytest.mark.parametrize(("generala", "double"), [("60", 120), ("x", 0)])
def test_the_double_needs_a_generala_that_holds_points(generala: str, double: int, capsys: Capture) -> None:
    sheet = ALL_FILLED.replace("generala=x", f"generala={generala}")
    words = ["--dice", *"44444", "--rolls-left", "0", "--rules", "wiki-60-double", "--sheet", sheet]
    assert asked(capsys, *words) == [{"action": "mark double", "expected": double, "win": None}]


def test_against_others_the_best_is_what_wins(capsys: Capture) -> None:
    sheet = ALL_FILLED.replace("sixes=x,", "")
    words = ["--dice", *"66612", "--rolls-left", "1", "--sheet", sheet]
    found = asked(capsys, *words, "--against", ALL_FILLED.replace("sixes=x", "sixes=24"))
    assert found[0]["action"] == "hold 6 6 6"
    assert found[0]["win"] == pytest.approx(1 / 36 + 10 / 36 / 2)
    two = asked(capsys, *words, "--against", ALL_FILLED, "--against", ALL_FILLED)
    assert two[0]["win"] == 1


def test_the_table_is_aligned(capsys: Capture) -> None:
    sheet = ALL_FILLED.replace("sixes=x,", "").replace(",full=x", "")
    assert main(["advise", "--dice", *"66622", "--rolls-left", "1", "--sheet", sheet]) == 0
    assert capsys.readouterr().out.splitlines()[:5] == [
        "table: 6 6 6 2 2, 1 roll left, 2 lines open",
        "",
        "              expected  costs  for",
        "mark full        42.64   0.00  30 points",
        "hold 6 6 6       32.96   9.68  sixes",
    ]


def test_the_table_tells_chances_where_there_are_rivals(capsys: Capture) -> None:
    sheet = ALL_FILLED.replace("sixes=x,", "")
    rival = ALL_FILLED.replace("ones=x", "ones=1")
    assert main(["advise", "--dice", *"62345", "--rolls-left", "1", "--sheet", sheet, "--against", rival]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "table: 6 2 3 4 5, 1 roll left, 1 line open, against 1"
    assert lines[2].split() == ["win", "expected", "for"]
    assert "hold 6        100.00%     10.00  sixes" in lines
    assert any(line.startswith("hold nothing ") for line in lines)
    assert any(line.startswith("mark sixes") and line.endswith("6 points") for line in lines)
    assert any(line.startswith("hold 2 3 4 5 ") for line in lines)


def test_a_line_that_brings_nothing_is_a_scratch(capsys: Capture) -> None:
    assert main(["advise", "--dice", *"12346", "--rolls-left", "0"]) == 0
    told = capsys.readouterr().out
    assert "mark poker" in told
    assert next(line for line in told.splitlines() if "poker" in line).endswith("scratch")
    assert next(line for line in told.splitlines() if "ones" in line).endswith("1 point")


def test_the_words_say_what_stands_for_a_won_match(capsys: Capture) -> None:
    assert main(["advise", "--dice", *"44444", "--rolls-left", "2"]) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == "table: 4 4 4 4 4, served, 2 rolls left, 10 lines open"
    assert last == "This served Generala wins the match at once; its points stand for it."


def test_values_that_the_console_made_are_taken(folder: Path, capsys: Capture) -> None:
    rules = PRESETS["table"]
    made = solve(rules)
    values = made.values.copy()
    values[made.game.full ^ 1] += 1000  # so that they are known again
    write_table(folder, rules.fingerprint, to_bytes(Table(rules, values)))
    words = ["--dice", *"31113", "--rolls-left", "0"]
    assert asked(capsys, *words)[0]["action"] == "mark ones"
    assert asked(capsys, *words, "--state", str(folder / "other"))[0]["action"] == "mark full"
    assert [each.name for each in folder.iterdir()] == ["tables"]


@pytest.mark.parametrize(("damage", "told"), [("bytes", "{path}: "), ("folder", "{path}: Is a directory")])
def test_values_that_can_t_be_read_are_worked_out_anew(damage: str, told: str, folder: Path, capsys: Capture) -> None:
    path = table_path(folder, PRESETS["table"].fingerprint)
    path.parent.mkdir()
    if damage == "bytes":
        path.write_bytes(b"no table")
    else:
        path.mkdir()
    assert main(["advise", "--dice", *"31113", "--rolls-left", "0"]) == 0
    output = capsys.readouterr()
    assert "mark full" in output.out
    assert told.format(path=path) in output.err
    assert output.err.endswith("; the values are worked out anew\n")
    assert output.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--dice 1 2 3 --rolls-left 0", "--dice: 3 dice were given; a hand has 5"),
        ("--dice 1 2 3 4 7 --rolls-left 0", "--dice: die 5 shows 7; a die shows 1 to 6"),
        ("--dice 1 2 3 4 -1 --rolls-left 0", "--dice: die 5 shows '-1'; a die shows 1 to 6"),
        ("--dice 1 2 3 4 5 --rolls-left 3", "argument --rolls-left: invalid choice: '3'"),
        ("--dice 1 2 3 4 5", "the following arguments are required: --rolls-left"),
        ("--rolls-left 1", "the following arguments are required: --dice"),
        ("--dice 1 2 3 4 5 --rolls-left 1 --rules mesa", "there is no rule set 'mesa'; name a preset"),
        (
            "--dice 1 2 3 4 5 --rolls-left 1 --sheet fives=16",
            "--sheet: fives: '16' can't be written under table; give 5 10 15 20 25, or x",
        ),
        (
            "--dice 1 2 3 4 5 --rolls-left 1 --against fives=5 --against double=x",
            f"--against 2: rule set table has no line double; its lines are {LINES}",
        ),
        (
            f"--dice 1 2 3 4 5 --rolls-left 1 --sheet {ALL_FILLED}",
            "--sheet: all 10 lines are filled; at least one must be open to decide on",
        ),
        (
            f"--dice 1 2 3 4 5 --rolls-left 1{' --against ones=1' * 8}",
            "--against: 8 sheets were given; there are at most 7 rivals",
        ),
    ],
)
def test_what_is_wrong_is_named_in_one_line(words: str, complaint: str, capsys: Capture) -> None:
    assert main(["advise", *words.split()]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"servida: {complaint}")
    assert output.err.count("\n") == 1
