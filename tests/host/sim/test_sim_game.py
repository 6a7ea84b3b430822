"""Which game `servida sim` begins: rules, players, seed, language, and the folder where it is kept."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from sim_command import Command


def test_rules_by_preset_and_by_file(run: Command, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('preset = "table"\nserved_bonus = 7\n')
    script = "dice 2 2 2 2 6\ntap roll\nhold roll 0.8\ntap 4 4 roll\nexpect points Ana poker"
    assert run(f"{script} 50", "--players", "Ana", "--rules", "classic-2007").status == 0
    assert run(f"{script} 47", "--players", "Ana", "--rules", "ours.toml").status == 0


def test_the_seed_gives_the_dice(run: Command) -> None:
    def land(*options: str) -> str:
        moves: list[str] = json.loads(run("tap roll", "--players", "Ana", "--json", *options).out)["moves"]
        return moves[1]

    assert land() == land("--seed", "0")
    assert len({land("--seed", str(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize(("language", "words"), [("es", "Turno de"), ("en", "Turn of"), ("pt", "Vez de")])
def test_the_language(run: Command, language: str, words: str) -> None:
    assert run(f'expect text "{words} Ana"', "--players", "Ana", "--lang", language).status == 0


def test_a_match_goes_on_from_its_state_folder(run: Command) -> None:
    begun = run("dice 2 2 2 2 6\ntap roll", "--players", "Ana,Beto", "--state", "kept")
    assert begun.status == 0
    assert run("expect screen dice\nexpect dice 2 2 2 2 6", "--state", "kept").status == 0
    assert run("expect screen title").status == 0


def test_a_letter_without_a_glyph_ends_no_persons_game(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("servida_host.session.STRICT", False)
    assert run("tap roll\nexpect turn 日本", "--players", "日本,Zoë").status == 0


def test_a_computer_sits_at_the_table(run: Command) -> None:
    steps = 'dice 1 1 2 4 6\ntap roll\nhold roll 0.8\ntap 1 roll\nexpect turn Ana\nexpect text "Doc: "\n'
    told = run(steps, "--players", "Ana,@expert", "--lang", "en", "--json")
    assert (told.status, list(json.loads(told.out)["totals"])) == (0, ["Ana", "Doc"])
