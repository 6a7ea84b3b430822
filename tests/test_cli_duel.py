"""`servida duel`: its answer in words and as JSON, its progress, and its complaints."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from servida.cli import main
from sim_command import Stream

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]


def asked(capsys: Capture, words: str) -> dict[str, object]:
    assert main(["duel", *words.split(), "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_words_say_who_wins_how_often(capsys: Capture) -> None:
    assert main(["duel", "expert", "beginner", "--games", "400"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    head, _, title, expert, beginner, _, ends = output.out.splitlines()
    assert head.startswith("table: 400 matches in ")
    assert head.endswith(" s, dice of seed 0")
    assert title.split()[:3] == ["level", "wins", "share"]
    for row, level in ((expert, "expert"), (beginner, "beginner")):
        name, wins, share, low, to, high = row.split()[:6]
        assert (name, to) == (level, "to")
        assert 0 < int(wins) < 400
        assert float(low[:-1]) < float(share[:-1]) < float(high[:-1])
    assert "ties" in ends
    assert "a served Generala" in ends


def test_json_has_the_names_that_programs_read(capsys: Capture) -> None:
    found = asked(capsys, "master expert casual --games 31 --rules wiki-60-double --seed 5")
    assert (found["rules"], found["games"], found["seed"]) == ("wiki-60-double", 31, 5)
    players = found["players"]
    assert isinstance(players, list)
    assert [each["level"] for each in players] == ["master", "expert", "casual"]
    assert found["ties"] == 31 - sum(each["wins"] for each in players)
    assert sum(each["share"] for each in players) == pytest.approx(1)
    for each in players:
        assert 0 <= each["interval"][0] <= each["share"] <= each["interval"][1] <= 1
        assert each["total"]["interval"][0] < each["total"]["mean"] < each["total"]["interval"][1]
        assert each["total"]["deviation"] > 0


def test_the_same_seed_gives_the_same_matches(capsys: Capture) -> None:
    first, again, other = (asked(capsys, f"expert casual --games 100 --seed {seed}") for seed in (3, 3, 4))
    for each in (first, again, other):
        assert each.pop("seconds")
        each.pop("seed")
    assert first == again
    assert first != other


def test_a_household_plays_by_its_file(tmp_path: Path, capsys: Capture) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "casa"\npreset = "table"\nfive_as_full = true\n')
    assert asked(capsys, f"expert casual --games 4 --rules {house}")["rules"] == "casa"


def test_no_total_is_told_where_a_served_generala_ended_all(capsys: Capture) -> None:
    # Found by trying seeds.
    words = "casual casual --games 1 --seed 122"
    found = asked(capsys, words)
    assert found["served_wins"] == 1
    assert isinstance(found["players"], list)
    assert [each["total"] for each in found["players"]] == [None, None]
    assert main(["duel", *words.split()]) == 0
    assert "1 match ended by a served Generala" in capsys.readouterr().out


def test_one_match_says_nothing_of_others(capsys: Capture) -> None:
    words = "expert casual --games 1"
    players = asked(capsys, words)["players"]
    assert isinstance(players, list)
    assert [each["total"]["interval"] for each in players] == [None, None]
    assert main(["duel", *words.split()]) == 0
    *_, first, second, _, _ = capsys.readouterr().out.splitlines()
    for row, each in ((first, players[0]), (second, players[1])):
        assert row.endswith(f"  {each['total']['mean']:.2f}")


def test_a_terminal_shows_a_bar_that_goes_away(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    terminal = Stream(terminal=True)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["duel", "casual", "beginner", "--games", "10000"]) == 0
    capsys.readouterr()
    _, *drawn, wiped, end = terminal.getvalue().split("\r")
    assert drawn == [
        f"[{'#' * full}{' ' * (40 - full)}] {done:,} of 10,000 matches"
        for full, done in ((8, 2000), (16, 4000), (24, 6000), (32, 8000), (36, 9000))
    ]
    assert (wiped.strip(), end) == ("", "")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("expert", "1 level: expert; allowed are 2 to 8"),
        ("expert " * 9, "allowed are 2 to 8"),
        ("expert child", "there is no level 'child'; the levels are beginner casual skilled expert master"),
        ("expert expert --games 0", "argument --games: '0': expected 1 to 10000000"),
        ("expert expert --games 10000001", "argument --games: '10000001': expected 1 to 10000000"),
        ("expert expert --seed -1", "argument --seed: '-1': expected 0 to 18446744073709551615"),
        ("expert expert --rules nowhere", "nowhere"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(words: str, complaint: str, capsys: Capture) -> None:
    assert main(["duel", *words.split()]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert complaint in output.err
    assert output.err.count("\n") == 1
