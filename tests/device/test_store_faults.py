"""Storage that is full, read-only, locked or away: the match goes on in memory, and saving returns by itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from servida.device.backup import backups
from servida.device.entropy import Roll
from servida.device.errors import DeviceError
from servida.device.history import matches, rolls
from servida.device.opening import FILE
from servida.device.store import Saved, Store
from servida.ui.settings import Settings
from tables import begun, some_rounds, thrown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servida.rules import Match


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path)) as store:
        assert store.load() == Saved()
        yield store


def reopened(folder: Path) -> Saved:
    with closing(Store(folder)) as store:
        return store.load()


def roll(*faces: int) -> Roll:
    return Roll(faces, bytes(face - 1 for face in faces), "hwrng", substitute=False)


def play(store: Store, *, fails: str = "") -> Match:
    """Save a beginning and two rolls; each save fails with that message, or none does."""
    one = thrown(begun(), (1, 2, 3, 4, 5))
    two = thrown(one, (6, 6), (0, 1, 2))
    for match, made in ((begun(), ()), (one, (roll(1, 2, 3, 4, 5),)), (two, (roll(6, 6),))):
        if fails:
            with pytest.raises(DeviceError, match=fails):
                store.save_match(match, None, made)
        else:
            store.save_match(match, None, made)
    return two


def finish(store: Store, match: Match, before: tuple[tuple[int, ...], ...] = ((1, 2, 3, 4, 5), (6, 6))) -> None:
    """Save once more, which works, and see that all that was missed is there."""
    last = thrown(match, (4,), (0, 1, 2, 3))
    store.save_match(last, None, (roll(4),))
    assert [each.faces for each in rolls(store)] == [*before, (4,)]
    assert [each.read() for each in matches(store)][-1] == last


@pytest.mark.parametrize("how", ["ABORT", "ROLLBACK", "FAIL"])
def test_a_failed_write_changes_nothing_and_is_made_good_by_the_next(store: Store, tmp_path: Path, how: str) -> None:
    store.save_match(begun(), None)
    store._opened().execute(f"CREATE TRIGGER full BEFORE INSERT ON roll BEGIN SELECT RAISE({how}, 'no room'); END")
    one = thrown(begun(), (1, 2, 3, 4, 5))
    with pytest.raises(DeviceError, match=r"servida\.sqlite3: can't be written: no room"):
        store.save_match(one, None, (roll(1, 2, 3, 4, 5),))
    assert reopened(tmp_path).match == begun()
    store._opened().execute("DROP TRIGGER full")
    finish(store, one, ((1, 2, 3, 4, 5),))


def test_a_full_card(store: Store, tmp_path: Path) -> None:
    store.save_settings(Settings("en"))
    (pages,) = store._opened().execute("PRAGMA page_count").fetchone()
    store._opened().execute(f"PRAGMA max_page_count={pages}")
    long = begun(players=tuple(f"{i}{'x' * 500}" for i in range(8)))
    with pytest.raises(DeviceError, match="full"):
        store.save_match(long, None)
    with pytest.raises(DeviceError, match="full"):
        store.save_settings(Settings("pt"))
    assert reopened(tmp_path) == Saved(Settings("en"))
    store._opened().execute("PRAGMA max_page_count=10000")
    store.save_match(thrown(long, (1, 2, 3, 4, 5)), None)
    assert reopened(tmp_path) == Saved(Settings("pt"), thrown(long, (1, 2, 3, 4, 5)))


def test_a_card_that_turns_read_only(store: Store, tmp_path: Path) -> None:
    store.save_settings(Settings("en"))
    store._opened().execute("PRAGMA query_only=1")
    with pytest.raises(DeviceError, match="readonly"):
        store.save_match(begun(), None)
    # The error made the store open the file anew, which here is writable.
    finish(store, thrown(begun(), (1, 2, 3, 4, 5)), ())
    assert reopened(tmp_path).settings == Settings("en")


def test_a_match_is_gone_on_with_from_a_card_that_can_only_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(tmp_path)) as store:
        store.save_settings(Settings("en"))
        match = play(store)
    real = sqlite3.connect

    def connect(name: str, *, uri: bool, **how: object) -> sqlite3.Connection:
        del how
        if uri:
            return real(name, uri=True, isolation_level=None)
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", connect)
    with closing(Store(tmp_path)) as store:
        saved = store.load()
        assert (saved.settings, saved.match) == (Settings("en"), match)
        assert saved.fault.endswith("can't be opened: unable to open database file; playing on in memory")
        assert store.face_counts() == (1, 1, 1, 1, 1, 2)
        again = thrown(match, (4,), (0, 1, 2, 3))
        with pytest.raises(DeviceError, match="unable to open"):
            store.save_match(again, None, (roll(4),))
        assert store.face_counts() == (1, 1, 1, 2, 1, 2)
        monkeypatch.undo()
        store.save_match(again, None)
        assert store.face_counts() == (1, 1, 1, 2, 1, 2)
        assert len([*matches(store)]) == 1
    assert reopened(tmp_path) == Saved(Settings("en"), again)


def test_a_store_locked_by_another_process(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        match = play(store, fails="locked")
        assert store.face_counts() == (1, 1, 1, 1, 1, 2)
        other.execute("ROLLBACK")
    finish(store, match)


def test_a_store_locked_from_the_start(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as first:
        first.save_match(some_rounds(), None)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other, closing(Store(tmp_path)) as store:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        saved = store.load()
        assert (saved.match, saved.fault[-41:]) == (None, " database is locked; playing on in memory")
        match = play(store, fails="locked")
        other.close()
        finish(store, match)
        assert [each.open for each in matches(store)] == [False, True]


def test_leaving_a_match_that_nobody_saw_does_not_close_it(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as first:
        first.save_match(some_rounds(), None)
    with closing(Store(tmp_path)) as store:
        store.save_match(None, None)
    assert reopened(tmp_path).match == some_rounds()


def test_a_folder_that_cannot_be_made_and_then_can(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "folder"
    with closing(Store(folder)) as store:
        saved = store.load()
        assert saved == Saved(fault=saved.fault)
        assert saved.fault.startswith(f"store {folder / FILE}: can't be opened: ")
        with pytest.raises(DeviceError, match="File exists"):
            store.save_settings(Settings("en"))
        match = play(store, fails="File exists")
        (tmp_path / "file").unlink()
        finish(store, match)
    assert reopened(folder).settings == Settings("en")
    assert len(backups(folder)) == 1


def test_matches_that_ended_meanwhile_are_stored_too(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for stage in (begun(), some_rounds(), None, begun("wiki-60", ("Caro",))):
            with pytest.raises(DeviceError, match="locked"):
                store.save_match(stage, None)
        other.execute("ROLLBACK")
    last = thrown(begun("wiki-60", ("Caro",)), (1, 2, 3, 4, 5))
    store.save_match(last, None)
    assert [(each.read(), each.open) for each in matches(store)] == [(some_rounds(), False), (last, True)]


def test_a_folder_that_was_moved_away_is_made_anew_with_the_whole_match(store: Store, tmp_path: Path) -> None:
    match = play(store)
    (tmp_path / FILE).rename(tmp_path / "moved")
    for path in backups(tmp_path):
        path.unlink()
    with pytest.raises(DeviceError, match="all begins anew"):
        store.save_match(match, None)
    assert reopened(tmp_path).match == match, "the message is all that was wrong"
    finish(store, match)
    assert (tmp_path / "moved").exists()
    assert len([*tmp_path.glob("servida-damaged-*-wal")]) == 1, "its log is kept, too"


def test_a_backup_that_can_not_be_made_is_said_and_tried_again(store: Store, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(DeviceError, match=r"can't be backed up: .*backups"):
        store.save_match(begun(), None)
    assert reopened(tmp_path).match == begun(), "the match is safe all the same"
    (tmp_path / "backups").unlink()
    store.save_match(thrown(begun(), (1, 2, 3, 4, 5)), None)
    assert len(backups(tmp_path)) == 1


def test_rows_of_a_store_that_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with closing(Store(tmp_path / "file")) as store:
        with pytest.raises(DeviceError, match="can't be read"):
            list(store.rows("SELECT 1"))
        assert store.face_counts() == (0,) * 6
