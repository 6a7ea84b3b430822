"""`servida rules`: the presets, and any rule set in full."""

import json
from pathlib import Path

import pytest

from servida.cli import main
from servida.rules import PRESETS, Line, options_of, ruleset_from_options, ruleset_from_toml

Capture = pytest.CaptureFixture[str]

TABLE = """\
preset           straight options  served bonus  generala  served generala  double
table (default)  none              +5            50        wins             none
table-scores     none              +5            50        scores 60        none
table-ace-high   ace_high          +5            50        wins             none
classic-2007     ace_as_two        +10           60        wins             none
wiki-50          none              +5            50        wins             none
wiki-60          none              +10           60        wins             none
wiki-50-double   none              +5            50        wins             100
wiki-60-double   none              +10           60        wins             120
wiki-wrap        wrap              +5            50        wins             none
"""

CLASSIC = """\
classic-2007: 10 lines

  ones to sixes                 the face times the number of dice that show it
  straight       20, served 30  1-2-3-4-5, 2-3-4-5-6, 1-1-3-4-5, 1-3-4-5-6
  full           30, served 40  three of one face and two of another; not five of one face
  poker          40, served 50  four or five of one face
  generala       60             five of one face; served, it wins the match while this line is open

The same as a household's TOML file; change what you play otherwise:

  preset = "classic-2007"
  ace_high = false
  wrap = false
  ace_as_two = true
  served_bonus = 10
  generala = 60
  served_generala = "wins"
  double = false
  five_as_full = false
"""

HOUSE = r"""
name = "La \"casa\" \\ del sol"
preset = "wiki-60-double"
served_generala = "scores"
served_generala_points = 80
five_as_full = true
"""


def test_the_presets_stand_in_a_table(capsys: Capture) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr() == (TABLE, "")


def test_one_preset_is_told_in_full(capsys: Capture) -> None:
    assert main(["rules", "classic-2007"]) == 0
    assert capsys.readouterr() == (CLASSIC, "")
    assert main(["rules", "table"]) == 0
    assert capsys.readouterr().out.startswith("table: 10 lines (the default)\n")


def test_a_household_s_file_is_told_in_full(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "casa.toml"
    file.write_text(HOUSE, encoding="utf-8")
    assert main(["rules", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith('La "casa" \\ del sol: 11 lines\n')
    assert "  full           30, served 40  three of one face and two of another; also five of one face\n" in out
    assert "  generala       60, served 80  five of one face\n" in out
    assert "  double         120            five of one face, once the generala line holds points\n" in out


@pytest.mark.parametrize("choice", [*PRESETS, HOUSE])
def test_the_file_that_is_shown_makes_the_same_rule_set(choice: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "casa.toml"
    file.write_text(HOUSE, encoding="utf-8")
    assert main(["rules", choice if choice in PRESETS else str(file)]) == 0
    _, shown = capsys.readouterr().out.split("otherwise:\n")
    assert ruleset_from_toml(shown) == (PRESETS[choice] if choice in PRESETS else ruleset_from_toml(HOUSE))


def test_json_gives_all_presets_or_one(capsys: Capture) -> None:
    assert main(["rules", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in told] == list(PRESETS)
    assert [each["default"] for each in told] == [True] + [False] * 8
    for each in told:
        assert ruleset_from_options(each["name"], each["options"]) == PRESETS[each["name"]]
    assert main(["rules", "wiki-60-double", "--json"]) == 0
    rules = PRESETS["wiki-60-double"]
    assert json.loads(capsys.readouterr().out) == {
        "name": "wiki-60-double",
        "default": False,
        "options": options_of(rules),
        "lines": [line.value for line in Line],
        "straights": [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6]],
        "fingerprint": rules.fingerprint,
    }


def test_an_unknown_rule_set_is_refused_in_one_line(capsys: Capture) -> None:
    assert main(["rules", "mesa"]) == 2
    expected = f"servida: there is no rule set 'mesa'; name a preset ({' '.join(PRESETS)}) or a TOML file\n"
    assert capsys.readouterr() == ("", expected)
