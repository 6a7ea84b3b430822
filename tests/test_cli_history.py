"""`servida history` and `servida export`: what was played, for a person and for other programs."""

from __future__ import annotations

import csv
import json
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from earlier_schemas import first_store
from servida.cli import main
from servida.device.entropy import Roll
from servida.device.history import Archive, rolls
from servida.device.opening import FILE, connect
from servida.device.store import Store
from servida.rules import Land, Match, RollOff, apply, from_text, new_match
from servida.strategy.advice import Level
from tables import begun, highest, some_rounds, thrown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Capture = pytest.CaptureFixture[str]

THROWS = ((0, (1, 2, 3, 4, 5)), (1, (6, 6, 6, 6, 5)))


SHEET = """\
# match 1
# begun 2026-05-01 20:30
#
#           Ana  Beto
# ones        .     .
# twos        .     4
# threes      .     9
# fours      12     .
# fives       .     .
# sixes       .     .
# straight    –    25
# full        .     .
# poker      45     .
# generala    .     .
# total      57    38
#
# not finished
"""
"""The sheet of `some_rounds`, added up by hand."""


@pytest.fixture(autouse=True)
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this computer stand in a zone two hours east of Greenwich."""
    monkeypatch.setenv("TZ", "Somewhere-2")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def roll(*faces: int) -> Roll:
    return Roll(faces, bytes(face - 1 for face in faces), "hwrng", substitute=False)


def played(store: Store, match: Match) -> None:
    """Store a match roll by roll."""
    now = new_match(match.rules, match.players)
    store.save_match(now, None)
    for move in match.moves:
        now = apply(now, move)
        store.save_match(now, None, (roll(*move.faces),) if isinstance(move, Land) else ())


def whole(store: Store, match: Match) -> None:
    """Store the beginning of a match, and then all of it."""
    store.save_match(new_match(match.rules, match.players), None)
    store.save_match(match, None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a store with matches of every end."""
    now = datetime(2026, 5, 1, 18, 30, tzinfo=UTC)
    with closing(Store(tmp_path / "state", lambda: now)) as store:
        played(store, some_rounds())
        now += timedelta(hours=1)
        tied = highest("table", ("Ana", "Beto"))
        whole(store, tied)
        store.save_match(tied, RollOff((0, 1), THROWS), tuple(roll(*faces) for _, faces in THROWS))
        now += timedelta(hours=1)
        played(store, thrown(begun("wiki-60", ("Ñandú",)), (6, 6, 6, 6, 6)))
        whole(store, highest("table-scores", ("Ana", "Beto")))
        whole(store, highest("table", ("Solo",)))
        store.save_match(begun(), None)
        played(store, thrown(begun(), (1, 2, 3, 4, 5)))
    return tmp_path / "state"


def servida(folder: Path, *words: str) -> int:
    return main([*words, "--state", str(folder)])


def test_all_matches_in_a_line_each(folder: Path, capsys: Capture) -> None:
    assert servida(folder, "history") == 0
    highs = highest("table", ("Solo",)).sheets[0].total
    scores = highest("table-scores", ("Ana", "Beto")).sheets[0].total
    rows = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
    assert [[cell.strip() for cell in row if cell.strip()] for row in rows] == [
        ["1", "2026-05-01 20:30", "table", "Ana 57, Beto 38", "not finished"],
        ["2", "2026-05-01 21:30", "table", f"Ana {highs}, Beto {highs}", "Beto won the roll-off"],
        ["3", "2026-05-01 22:30", "wiki-60", "Ñandú 0", "Ñandú won by a served generala"],
        ["4", "2026-05-01 22:30", "table-scores", f"Ana {scores}, Beto {scores}", "tie: Ana, Beto"],
        ["5", "2026-05-01 22:30", "table", f"Solo {highs}", "Solo won"],
        ["6", "2026-05-01 22:30", "table", "Ana 0, Beto 0", "in progress"],
    ]


def test_one_match_in_notation_and_as_a_score_sheet(folder: Path, capsys: Capture) -> None:
    assert servida(folder, "history", "1") == 0
    out = capsys.readouterr().out
    assert from_text(out) == some_rounds(), "all of it can be read as a match"
    assert out.split("mark threes\n")[1] == SHEET


def test_a_roll_off_stands_below_the_sheet(folder: Path, capsys: Capture) -> None:
    assert servida(folder, "history", "2") == 0
    assert capsys.readouterr().out.endswith(
        "#\n# roll-off: Ana 1 2 3 4 5\n# roll-off: Beto 6 6 6 6 5\n#\n# Beto won the roll-off\n"
    )


def test_the_history_as_json(folder: Path, capsys: Capture) -> None:
    assert servida(folder, "history", "--json") == 0
    told = json.loads(capsys.readouterr().out)["matches"]
    assert [(each["match"], each["open"], each["end"], each["by"]) for each in told] == [
        (1, False, "not finished", []),
        (2, False, "roll-off", ["Beto"]),
        (3, False, "served", ["Ñandú"]),
        (4, False, "tie", ["Ana", "Beto"]),
        (5, False, "points", ["Solo"]),
        (6, True, "in progress", []),
    ]
    assert told[0]["begun"] == "2026-05-01T18:30:00.000000+00:00"
    assert told[2]["rules"]["options"]["generala"] == 60


def test_one_match_as_json(folder: Path, capsys: Capture) -> None:
    assert servida(folder, "history", "1", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sheets"][0]["straight"] == 0
    assert told["sheets"][0]["ones"] is None
    assert told["sheets"][1]["straight"] == 25
    assert from_text(told["notation"]) == some_rounds()
    assert told["rolls"][0] == {
        "number": 2,
        "faces": [4, 4, 4, 2, 6],
        "raw": "0303030105",
        "source": "hwrng",
        "at": "2026-05-01T18:30:00.000000+00:00",
        "substitute": False,
    }


def test_export_as_json(folder: Path, tmp_path: Path) -> None:
    assert servida(folder, "export", str(tmp_path / "all.json")) == 0
    told = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))["matches"]
    assert [each["match"] for each in told] == [1, 2, 3, 4, 5, 6]
    assert told[1]["rolloff"]["throws"] == [[0, [1, 2, 3, 4, 5]], [1, [6, 6, 6, 6, 5]]]
    with Archive(folder) as archive:
        assert sum(len(each["rolls"]) for each in told) == len([*rolls(archive)])


def test_export_as_csv(folder: Path, tmp_path: Path) -> None:
    assert servida(folder, "export", str(tmp_path / "all.csv")) == 0
    with (tmp_path / "all.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    first = [row for row in rows if row["match"] == "1"]
    assert len(first) == len(some_rounds().moves)
    assert [(row["player"], row["move"], row["faces"], row["line"], row["points"]) for row in first[:6]] == [
        ("Ana", "throw", "", "", ""),
        ("Ana", "land", "4 4 4 2 6", "", ""),
        ("Ana", "mark", "", "fours", "12"),
        ("Beto", "throw", "", "", ""),
        ("Beto", "land", "1 2 3 4 5", "", ""),
        ("Beto", "mark", "", "straight", "25"),
    ]
    assert (first[1]["raw"], first[1]["source"], first[1]["substitute"]) == ("0303030105", "hwrng", "0")
    ends = [row for row in rows if row["move"] == "roll-off"]
    assert [(row["player"], row["faces"], row["raw"]) for row in ends] == [
        ("Ana", "1 2 3 4 5", "0001020304"),
        ("Beto", "6 6 6 6 5", "0505050504"),
    ]
    held = [row["hold"] for row in rows if row["match"] == "2" and row["move"] == "throw"]
    assert set(held) == {""}


def test_a_hold_is_told_by_positions_from_1(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        store.save_match(thrown(thrown(begun(), (1, 2, 3, 4, 5)), (6, 6), (0, 2, 4)), None)
    assert servida(tmp_path, "export", str(tmp_path / "all.csv")) == 0
    assert ",Ana,throw,1 3 5,," in (tmp_path / "all.csv").read_text()


def test_nothing_is_changed_by_reading(folder: Path, tmp_path: Path) -> None:
    def files() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    before = files()
    for words in (("history",), ("history", "1", "--json"), ("export", str(tmp_path / "x.csv"))):
        assert servida(folder, *words) == 0
    assert files() == before


def test_a_console_may_be_running(folder: Path, capsys: Capture) -> None:
    with closing(Store(folder)) as store:
        match = store.load().match
        assert match is not None
        store.save_match(thrown(match, (6,), (0, 1, 2, 3)), None)
        assert servida(folder, "history", "6") == 0
    assert "land 6\n" in capsys.readouterr().out


def test_matches_of_the_first_schema(tmp_path: Path, capsys: Capture) -> None:
    first_store(tmp_path / "old")
    assert servida(tmp_path / "old", "history") == 0
    assert capsys.readouterr().out == (
        "1  -  table  Ana 0, Beto 0  not finished\n2  -  table  Ana 0, Beto 0  in progress\n"
    )
    assert servida(tmp_path / "old", "history", "2") == 0
    assert "# match 2\n#\n#" in capsys.readouterr().out


def test_a_store_without_matches(tmp_path: Path, capsys: Capture) -> None:
    with closing(Store(tmp_path)) as store:
        store.save_match(begun(), None)
    assert servida(tmp_path, "history") == 0
    assert servida(tmp_path, "history", "--json") == 0
    assert capsys.readouterr().out == 'no matches yet\n{"matches": []}\n'
    assert servida(tmp_path, "history", "1") == 2
    assert capsys.readouterr().err == "servida: there is no match 1; the history has none yet\n"


@pytest.fixture
def broken(folder: Path) -> Path:
    """Return the folder of a store whose first match no rules allow."""
    with closing(connect(str(folder / FILE))) as base:
        base.execute("UPDATE move SET text = 'mark nines' WHERE match = 1 AND number = 3")
    return folder


def test_a_match_that_no_rules_allow_is_told(broken: Path, tmp_path: Path, capsys: Capture) -> None:
    assert servida(broken, "history") == 0
    assert "can't be read: line 7: " in capsys.readouterr().out.splitlines()[0]
    assert servida(broken, "history", "1") == 2
    assert capsys.readouterr().err.startswith("servida: match 1 can't be read: line 7: ")
    assert servida(broken, "history", "1", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["error"].startswith("line 7: ")
    assert "mark nines" in told["notation"]
    assert servida(broken, "export", str(tmp_path / "all.json")) == 0
    assert servida(broken, "export", str(tmp_path / "all.csv")) == 2
    assert capsys.readouterr().err.startswith("servida: a match can't be read: line 7: ")
    assert not (tmp_path / "all.csv").exists()


def test_a_roll_whose_faces_are_no_numbers_is_named(folder: Path, capsys: Capture) -> None:
    with closing(connect(str(folder / FILE))) as base:
        base.execute("UPDATE roll SET faces = '1 x' WHERE id = 2")
    assert servida(folder, "history", "1", "--json") == 2
    assert "roll 2: its faces are '1 x'; numbers are expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("history", "9"), "there is no match 9; the history has 1 to 6"),
        (("history", "x"), "argument N: 'x': expected 1 to 999999999"),
        (("export", "all.txt"), "all.txt: the name must end in .json or .csv"),
        (("export", "/nowhere/all.csv"), "/nowhere/all.csv: can't be written: No such file or directory"),
    ],
)
def test_errors_are_one_line(folder: Path, capsys: Capture, words: tuple[str, ...], complaint: str) -> None:
    assert servida(folder, *words) == 2
    assert capsys.readouterr() == ("", f"servida: {complaint}\n")


def test_a_folder_without_a_store(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert servida(tmp_path, "history") == 2
    assert capsys.readouterr().err == f"servida: store {tmp_path / FILE}: there is none\n"
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["history"]) == 2
    assert capsys.readouterr().err.endswith(": there is none; --state DIR names another folder\n")


@pytest.mark.parametrize(
    ("content", "complaint"), [(b"no store" * 99, "is damaged: file is not a database"), (None, "can't be read: ")]
)
def test_a_store_that_can_not_be_read(tmp_path: Path, capsys: Capture, content: bytes | None, complaint: str) -> None:
    if content is None:
        (tmp_path / FILE).mkdir()
    else:
        (tmp_path / FILE).write_bytes(content)
    assert servida(tmp_path, "history") == 2
    assert f"servida: store {tmp_path / FILE}: {complaint}" in capsys.readouterr().err


def test_a_computer_is_marked_wherever_it_is_listed(tmp_path: Path, capsys: Capture) -> None:
    match = some_rounds(players=("Ana", "Doc"))
    with closing(Store(tmp_path)) as store:
        store.save_match(match, None, (), (None, Level.EXPERT))
    assert main(["history", "--state", str(tmp_path)]) == 0
    assert "Ana 57, Doc (expert) 38" in capsys.readouterr().out
    assert main(["history", "1", "--state", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert "# Doc (expert): a computer\n" in text
    assert from_text(text) == match
    assert main(["history", "1", "--json", "--state", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["levels"] == [None, "expert"]
    table = tmp_path / "games.csv"
    assert main(["export", str(table), "--state", str(tmp_path)]) == 0
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert {(row["player"], row["level"]) for row in rows} == {("Ana", ""), ("Doc", "expert")}
