"""`servida audit`: whatever anybody changes in the history, the first thing that does not agree is named."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.audit import Audit, audit
from servida.cli import main
from servida.device.history import Archive, StoredMatch, StoredRoll, matches, rolls
from servida.device.opening import FILE
from servida_host.console_rig import ConsoleRig

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history of two matches, each with two turns of two rolls and a third one begun; the first dice are scripted."""
    folder = tmp_path_factory.mktemp("played")
    for seed in (1, 2):
        with ConsoleRig(players=("Ana", "Beto"), seed=seed, state=folder) as rig:
            for _ in range(2):
                rig.dice(4, 4, 4, 2, 6)
                rig.tap("roll", "1", "2", "3", "roll")
                rig.hold("roll", 0.9)
                rig.tap("4", "roll")
            rig.tap("roll")
    return folder


@pytest.fixture
def history(played: Path, tmp_path: Path) -> Path:
    """A copy of that history, to be changed."""
    shutil.copytree(played, tmp_path / "state")
    return tmp_path / "state"


def change(folder: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / FILE)) as base, base:
        assert base.execute(statement, values).rowcount > 0, "nothing was changed"


def test_a_history_that_nobody_touched_agrees(history: Path, capsys: Capture) -> None:
    assert main(["audit", "--state", str(history)]) == 0
    assert capsys.readouterr().out == "all agrees: 2 matches, 10 rolls\n"
    assert main(["audit", "--state", str(history), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"matches": 2, "rolls": 10, "fault": None}


def test_one_of_each_is_said_in_the_singular(tmp_path: Path, capsys: Capture) -> None:
    with ConsoleRig(players=("Ana",), state=tmp_path) as rig:
        rig.tap("roll")
    assert main(["audit", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "all agrees: 1 match, 1 roll\n"


def test_a_whole_match_with_a_roll_off_agrees(tmp_path: Path, capsys: Capture) -> None:
    script = str(Path(__file__).parent / "matches" / "tie.txt")
    assert main(["sim", "--script", script, "--players", "Ana,Beto,Caro", "--state", str(tmp_path)]) == 0
    with Archive(tmp_path) as archive:
        assert any(match.read_rolloff() for match in matches(archive))
    capsys.readouterr()
    assert main(["audit", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("all agrees: ")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "UPDATE roll SET faces = '6 6 6 6 6' WHERE id = 6",
            "match 2, move 2 of 20..-..-.*: its bytes 03 03 03 01 05 give 4 4 4 2 6, stored as faces are 6 6 6 6 6",
        ),
        ("UPDATE roll SET raw = x'0303030105fb' WHERE id = 6", "match 2, move 2 of .* give 4 4 4 2 6 6, stored as"),
        ("UPDATE roll SET raw = x'' WHERE id = 6", "match 2, move 2 of .*: its bytes  give nothing, stored as faces"),
        ("UPDATE roll SET raw = 'dice' WHERE id = 6", "match 2, move 2 of .*: its bytes are 'dice'"),
        ("UPDATE roll SET faces = 'six' WHERE id = 6", "roll 6: its faces are 'six'"),
        (
            "UPDATE move SET text = 'land 4 4 4 2 5' WHERE match = 2 AND number = 2",
            "match 2, move 2 of .*: rolled were 4 4 4 2 6, in the match are 4 4 4 2 5",
        ),
        (
            "UPDATE move SET text = 'mark fives' WHERE match = 1 AND number = 2",
            r"match 1: line 6: 'mark fives' is not allowed to Ana now",
        ),
        ("UPDATE roll SET number = 3 WHERE id = 6", "match 2, move 3 of .*: a roll that the match has no place for"),
        ("UPDATE roll SET number = 2 WHERE id = 7", "match 2, move 2 of .*: a roll that the match has no place for"),
        ("UPDATE roll SET match = 1 WHERE id = 6", "match 1, move 2 of .*: a roll that the match has no place for"),
        ("DELETE FROM roll WHERE id = 7", "match 2, move 4: the roll is missing"),
        ("UPDATE match SET rolloff = '{}' WHERE id = 1", "match 1: .*a list is expected"),
        ("UPDATE match SET rolloff = '{}' WHERE id = 2", "store .* is damaged: .*a list is expected"),
        ("UPDATE move SET text = 'pass' WHERE match = 2 AND number = 2", "store .* is damaged: line 6: .*"),
        ("UPDATE roll SET match = 9 WHERE id = 10", "match 2, move 12: the roll is missing"),
        (
            "INSERT INTO roll SELECT 99, 9, number, faces, raw, source, substitute, at FROM roll WHERE id = 1",
            "match 9: there are rolls of it, but there is no such match",
        ),
    ],
)
def test_the_first_thing_that_does_not_agree_is_named(
    history: Path, capsys: Capture, statement: str, said: str
) -> None:
    change(history, statement)
    assert main(["audit", "--state", str(history)]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert re.match(f"DOES NOT AGREE: {said}", out), out
    assert out.count("\n") == 1
    assert main(["audit", "--state", str(history), "--json"]) == 1
    assert f"DOES NOT AGREE: {json.loads(capsys.readouterr().out)['fault']}\n" == out


def test_it_is_the_first_of_several(history: Path) -> None:
    change(history, "UPDATE roll SET raw = x'00' WHERE id IN (4, 9)")
    with Archive(history) as archive:
        found = audit(list(matches(archive)), list(rolls(archive)))
    assert (found.matches, found.rolls) == (0, 0)
    assert found.fault is not None
    assert found.fault.startswith("match 1, move ")


def test_a_match_of_an_earlier_version_may_lack_rolls_and_have_no_wrong_ones(history: Path) -> None:
    change(history, "UPDATE match SET begun = '' WHERE id = 2")
    change(history, "DELETE FROM roll WHERE id IN (6, 7)")
    with Archive(history) as archive:
        assert audit(list(matches(archive)), list(rolls(archive))) == Audit(2, 8)
    change(history, "UPDATE roll SET faces = '1 1' WHERE id = 9")
    with Archive(history) as archive:
        assert audit(list(matches(archive)), list(rolls(archive))).fault is not None


@given(st.integers(0, 4), st.integers(0, 251), st.integers(0, 4), st.integers(1, 6))
def test_any_other_byte_or_face_is_found(place: int, byte: int, other: int, face: int) -> None:
    faces, raw = [4, 4, 4, 2, 6], bytearray([3, 3, 3, 1, 5])
    raw[place] = byte
    faces[other] = face
    match = StoredMatch(1, "2026", True, "servida match 1\nrules table\nplayer A\nthrow\nland 4 4 4 2 6\n", "null")
    roll = StoredRoll(1, 2, tuple(faces), bytes(raw), "hwrng", substitute=False, at="2026")
    true = faces == [4, 4, 4, 2, 6] and [each % 6 + 1 for each in raw] == faces
    assert (audit([match], [roll]).fault is None) is true


def test_no_history_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    assert main(["audit", "--state", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"servida: store {tmp_path / FILE}: there is none")


def test_fairness_leaves_a_wrong_roll_to_the_audit(history: Path, capsys: Capture) -> None:
    for faces in ("7 7 7 7 7", "1 2 3 4 5 6", ""):
        change(history, "UPDATE roll SET faces = ? WHERE id = 6", faces)
        assert main(["fairness", "--source", "history", "--state", str(history)]) == 2
        assert "servida: match 2, move 2: " in (err := capsys.readouterr().err)
        assert "is no roll; servida audit says more" in err
