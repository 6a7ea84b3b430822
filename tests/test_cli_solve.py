"""`servida solve`: its answer in words, as JSON and as a picture, and its complaints."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from servida.cli import main
from servida.rules import PRESETS
from servida.solve_picture import SIZE, picture
from servida.strategy.distribution import Spread
from servida.strategy.values import solve

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]


def test_the_words_say_value_spread_and_how_a_served_generala_counts(capsys: Capture) -> None:
    assert main(["solve"]) == 0
    words = capsys.readouterr().out
    assert words.startswith("table: 149.113255 points expected, played as well as can be\n1,024 states in ")
    assert "total      mean 149.11, standard deviation 29.78" in words
    assert "poker      36.95      7.8%   40 90.6%  45 1.5%" in words
    assert words.endswith("A served Generala wins in 0.57% of matches; it is valued as the Generala's 50 points.\n")


def test_where_nothing_wins_at_once_nothing_is_said_of_it(capsys: Capture) -> None:
    assert main(["solve", "--rules", "table-scores"]) == 0
    assert "wins" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["wiki-60-double", "table-scores"])
def test_json_has_the_names_that_programs_read(name: str, capsys: Capture) -> None:
    assert main(["solve", "--rules", name, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    table = solve(PRESETS[name])
    assert (answer["rules"], answer["expected"], answer["states"]) == (name, table.expected, table.states)
    assert answer["seconds"] > 0
    assert answer["served_win_valued_as"] == (60 if name == "wiki-60-double" else None)
    assert answer["totals"]["mean"] == pytest.approx(table.expected)
    assert list(answer["lines"]) == [line.value for line in table.rules.lines]
    assert set(answer["totals"]["quantiles"]) == {"0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99"}


def test_a_household_is_solved_from_its_file(tmp_path: Path, capsys: Capture) -> None:
    house = tmp_path / "house.toml"
    house.write_text('preset = "table"\nfive_as_full = true\n')
    assert main(["solve", "--rules", str(house), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["expected"] > solve(PRESETS["table"]).expected


def test_the_plot_is_a_picture_of_its_size(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "totals.png"
    assert main(["solve", "--plot", str(file)]) == 0
    assert capsys.readouterr().err == ""
    with Image.open(file) as image:
        assert (image.format, image.size) == ("PNG", SIZE)


@pytest.mark.parametrize(
    "spread", [Spread({0: 1.0}), Spread({50: 0.5, 51: 0.5}), Spread(dict.fromkeys(range(1000), 0.001))]
)
def test_any_spread_can_be_drawn(spread: Spread) -> None:
    assert picture(spread, "odd").size == SIZE


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--plot totals.jpg", "--plot: totals.jpg is no name of a picture; give one that ends in .png"),
        ("--plot /nowhere/totals.png", "--plot: /nowhere/totals.png: No such file or directory"),
        ("--rules nowhere", "nowhere"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(words: str, complaint: str, capsys: Capture) -> None:
    assert main(["solve", *words.split()]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert complaint in output.err
    assert output.err.count("\n") == 1
