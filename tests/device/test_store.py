"""What outlives a pulled plug."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from servida.device.errors import DeviceError
from servida.device.store import FILE, Saved, Store
from servida.rules import RollOff, Throw, apply, ruleset_from_options, take_back
from servida.ui.settings import Settings
from tables import begun, highest, some_rounds, thrown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "deep" / "folder")
    yield store
    store.close()


def reopened(tmp_path: Path) -> Saved:
    """Return what a console finds that starts after the plug was pulled."""
    with closing(Store(tmp_path / "deep" / "folder")) as store:
        return store.load()


def test_a_new_store_holds_nothing(store: Store) -> None:
    assert store.load() == Saved()


def test_every_stage_of_a_match_comes_back(store: Store, tmp_path: Path) -> None:
    match = begun()
    store.save_match(match, None)
    assert reopened(tmp_path).match == match
    for stage in (apply(match, Throw()), thrown(match, (1, 2, 3, 4, 5)), some_rounds()):
        store.save_match(stage, None)
        assert reopened(tmp_path).match == stage


def test_a_line_taken_back_is_gone(store: Store, tmp_path: Path) -> None:
    match = some_rounds()
    store.save_match(begun(), None)
    store.save_match(match, None)
    store.save_match(take_back(match), None)
    assert reopened(tmp_path).match == take_back(match)


def test_saving_goes_on_after_a_restart(store: Store, tmp_path: Path) -> None:
    store.save_match(begun(), None)
    store.save_match(some_rounds(), None)
    second = Store(tmp_path / "deep" / "folder")
    match = second.load().match
    assert match is not None
    second.save_match(thrown(match, (1, 2, 3, 4, 5)), None)
    second.close()
    assert reopened(tmp_path).match == thrown(some_rounds(), (1, 2, 3, 4, 5))


def test_a_new_match_closes_the_one_before_and_keeps_its_moves(store: Store, tmp_path: Path) -> None:
    store.save_match(begun(), None)
    store.save_match(some_rounds(), None)
    store.save_match(begun("wiki-60", ("Caro",)), None)
    assert reopened(tmp_path).match == begun("wiki-60", ("Caro",))
    with sqlite3.connect(tmp_path / "deep" / "folder" / FILE) as base:
        assert base.execute("SELECT count(*), sum(open) FROM match").fetchone() == (2, 1)
        assert base.execute("SELECT count(*) FROM move").fetchone() == (len(some_rounds().moves),)
    base.close()


def test_a_match_that_was_left_is_not_resumed(store: Store, tmp_path: Path) -> None:
    store.save_match(begun(), None)
    store.save_match(None, None)
    assert reopened(tmp_path).match is None


def test_a_match_first_saved_in_the_middle_is_whole(store: Store, tmp_path: Path) -> None:
    store.save_match(some_rounds(), None)
    assert reopened(tmp_path).match == some_rounds()


def test_a_roll_off_comes_back(store: Store, tmp_path: Path) -> None:
    match = highest("table", ("Ana", "Beto"))
    rolloff = RollOff((0, 1), ((0, (1, 2, 3, 4, 5)),))
    store.save_match(match, rolloff)
    assert reopened(tmp_path) == Saved(None, match, rolloff)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings("pt", 1, 0, 900, ruleset_from_options("casa", {"preset": "wiki-60", "ace_high": True}), ("Ñandú", "")),
    ],
)
def test_settings_come_back(store: Store, tmp_path: Path, settings: Settings) -> None:
    store.save_settings(Settings("en"))
    store.save_settings(settings)
    assert reopened(tmp_path).settings == settings


def test_every_write_is_flushed_to_the_card(store: Store) -> None:
    base = store._base
    assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert base.execute("PRAGMA synchronous").fetchone() == (2,), "2 is FULL"


def test_a_store_in_memory_takes_everything() -> None:
    store = Store(None)
    store.save_match(begun(), None)
    store.save_settings(Settings("en"))
    assert store.load() == Saved(Settings("en"), begun())
    store.close()


@pytest.mark.parametrize("how", ["ABORT", "ROLLBACK"])
def test_a_failed_write_changes_nothing_and_is_made_good_by_the_next(store: Store, tmp_path: Path, how: str) -> None:
    store.save_match(begun(), None)
    store._base.execute(f"CREATE TRIGGER full BEFORE INSERT ON move BEGIN SELECT RAISE({how}, 'no room'); END")
    with pytest.raises(DeviceError, match=r"servida\.sqlite3: can't be written: no room"):
        store.save_match(some_rounds(), None)
    assert reopened(tmp_path).match == begun()
    store._base.execute("DROP TRIGGER full")
    store.save_match(thrown(some_rounds(), (1, 2, 3, 4, 5)), None)
    assert reopened(tmp_path).match == thrown(some_rounds(), (1, 2, 3, 4, 5))


def test_a_store_locked_by_another_process_is_a_fault(store: Store, tmp_path: Path) -> None:
    store._base.execute("PRAGMA busy_timeout=0")
    other = sqlite3.connect(tmp_path / "deep" / "folder" / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DeviceError, match="locked"):
        store.save_match(begun(), None)
    other.execute("ROLLBACK")
    other.close()
    store.save_match(begun(), None)
    assert reopened(tmp_path).match == begun()


@pytest.mark.parametrize(
    ("table", "column", "value", "message"),
    [
        ("move", "text", "throw twice", "line"),
        ("match", "header", "nothing", "servida match"),
        ("match", "rolloff", "[1]", "roll-off"),
        ("setting", "value", "{}", "language"),
        ("setting", "value", '{"language": "xx"}', "language"),
        ("setting", "value", '{"language": "es", "brightness": 9}', "brightness"),
        ("setting", "value", '{"language": "es", "brightness": true}', "brightness"),
        ("setting", "value", '{"language": "es", "brightness": 1, "dim_after": -1, "dark_after": 0}', "dim_after"),
        (
            "setting",
            "value",
            '{"language": "es", "brightness": 1, "dim_after": 1, "dark_after": 0, "players": []}',
            "players",
        ),
    ],
)
def test_what_is_not_ours_is_refused_by_name(
    store: Store, tmp_path: Path, table: str, column: str, value: str, message: str
) -> None:
    store.save_settings(Settings())
    store.save_match(thrown(begun(), (1, 2, 3, 4, 5)), None)
    store._base.execute(f"UPDATE {table} SET {column} = ?", (value,))
    with pytest.raises(DeviceError, match=message):
        reopened(tmp_path)


def test_a_newer_schema_is_refused(store: Store, tmp_path: Path) -> None:
    store._base.execute("PRAGMA user_version=99")
    with pytest.raises(DeviceError, match="schema 99"):
        reopened(tmp_path)


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DeviceError, match="can't be opened"):
        Store(tmp_path / "file" / "folder")


def test_a_file_that_is_no_store_is_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"This is no SQLite file, whoever put it here." * 50)
    with pytest.raises(DeviceError, match="can't be opened"):
        Store(tmp_path)
