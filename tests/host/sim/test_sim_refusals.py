"""What `servida sim` refuses, in one line that names the option."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida.device.folder import claim
from sim_command import Command, streams

if TYPE_CHECKING:
    from pathlib import Path

REFUSED = (
    (None, ("--script", "none.txt"), "--script 'none.txt': No such file or directory"),
    (None, ("--script", "/dev/zero"), "--script '/dev/zero': larger than 67108864 bytes; expected a script"),
    ("", ("--wire", "latin.txt"), "--wire: latin.txt: is there already and no VCD of servida; choose another name"),
    (None, ("--script", "."), "--script '.': Is a directory"),
    (None, ("--script", "latin.txt"), "--script 'latin.txt': not a text in UTF-8 (unexpected end of data)"),
    ("", ("--terminal",), "--terminal: not together with --script, which runs without a person"),
    ("", ("--frames", "latin.txt"), "--frames: latin.txt: File exists; a folder is needed"),
    ("", ("--state", "latin.txt"), "--state: latin.txt: File exists; expected a folder"),
    (None, ("--frames", "pictures"), "--frames: only together with --script FILE"),
    (None, ("--json",), "--json: only together with --script FILE"),
    ("", ("--rules", "chess"), "there is no rule set 'chess'; name a preset (table table-scores"),
    ("", ("--rules", "bad.toml"), "bad.toml: "),
    ("", ("--players", "Ana,,Beto"), "--players 'Ana,,Beto': "),
    ("", ("--players", "Ana,Ana"), "--players 'Ana,Ana': "),
    (
        "",
        ("--players", "Ana,@wizard"),
        "--players 'Ana,@wizard': there is no level 'wizard'; the levels are beginner casual skilled expert master",
    ),
    ("", ("--players", "1,2,3,4,5,6,7,8,9"), "--players '1,2,3,4,5,6,7,8,9': "),
    ("", ("--players", "Maximiliana"), "--players: 'Maximiliana' has 11 characters; at most 10 fit"),
    ("", ("--seed", "x"), "argument --seed: 'x': expected 0 to 18446744073709551615"),
    ("", ("--clock", "0"), "argument --clock: '0': expected 1 to 5000000 Hz"),
    ("", ("--clock", "5000001"), "argument --clock: '5000001': expected 1 to 5000000 Hz"),
    ("", ("--clock", "fast"), "argument --clock: 'fast': expected 1 to 5000000 Hz"),
    ("", ("--lang", "fr"), "argument --lang: invalid choice: 'fr'"),
)


@pytest.mark.parametrize(("script", "options", "said"), REFUSED, ids=[" ".join(row[1]) for row in REFUSED])
def test_refusals(run: Command, tmp_path: Path, script: str | None, options: tuple[str, ...], said: str) -> None:
    (tmp_path / "latin.txt").write_bytes(b"\xe1")
    (tmp_path / "bad.toml").write_text('preset = "table"\nwarp = true\n')
    assert run(script, *options).refusal.startswith(said)


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        (("--port", "0"), "argument --port: '0': expected 1 to 65535"),
        (("--port", "65536"), "argument --port: '65536': expected 1 to 65535"),
        (("--port", "http"), "argument --port: 'http': expected 1 to 65535"),
        (("--speed", "0.2"), "argument --speed: '0.2': expected 0.25 to 64"),
        (("--speed", "65"), "argument --speed: '65': expected 0.25 to 64"),
        (("--speed", "nan"), "argument --speed: 'nan': expected 0.25 to 64"),
        (("--speed", "fast"), "argument --speed: 'fast': expected 0.25 to 64"),
        (("--terminal", "--port", "8123"), "--port: not together with --terminal, which shows no page"),
        (("--terminal", "--no-browser"), "--no-browser: not together with --terminal, which shows no page"),
        (("--script", "-", "--port", "8123"), "--port: not together with --script, which runs without a person"),
        (("--script", "-", "--speed", "4"), "--speed: not together with --script, which runs as fast as it can"),
    ],
)
def test_options_of_the_page_that_make_no_sense(run: Command, options: tuple[str, ...], refusal: str) -> None:
    assert run(None, *options).refusal.endswith(refusal)


def test_a_folder_where_another_plays_is_refused(run: Command, tmp_path: Path) -> None:
    with claim(tmp_path):
        told = run("tap roll", "--state", str(tmp_path))
    assert (told.status, told.out) == (2, "")
    assert f"--state: {tmp_path}: another servida is playing there" in told.err


def test_what_was_taken_in_place_of_a_damaged_store_is_said(run: Command, tmp_path: Path) -> None:
    (tmp_path / "servida.sqlite3").write_bytes(b"no database at all" * 100)
    told = run("tap roll", "--state", str(tmp_path))
    assert told.status == 0
    assert told.err.startswith("servida: --state: store ")
    assert "set aside as servida-damaged-" in told.err


def test_a_seed_below_nothing_is_refused(run: Command) -> None:
    told = run("tap roll", "--seed", "-1")
    assert (told.status, told.err) == (2, "servida: argument --seed: '-1': expected 0 to 18446744073709551615\n")


@pytest.mark.parametrize(("stdin", "stdout"), [(False, True), (True, False), (False, False)])
def test_without_a_terminal_one_line_says_what_to_do(
    run: Command, monkeypatch: pytest.MonkeyPatch, stdin: bool, stdout: bool
) -> None:
    streams(monkeypatch, stdin=stdin, stdout=stdout)
    monkeypatch.setattr("servida_host.faces.terminal.run", lambda _rig: 3)
    said = run(None, "--terminal").refusal
    assert said == "standard input and output must be a terminal to play in; without one use --script FILE"
