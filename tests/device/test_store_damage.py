"""Damaged files: set aside under a dated name, never deleted; the newest good backup is taken, and it is said."""

from __future__ import annotations

import shutil
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from servida.device.backup import backups
from servida.device.errors import DeviceError
from servida.device.history import Archive
from servida.device.opening import FILE, connect
from servida.device.store import Saved, Store
from servida.ui.settings import Settings
from tables import begun, some_rounds, thrown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOW = datetime(2026, 5, 1, 20, 30, 0, tzinfo=UTC)
ASIDE = "servida-damaged-20260501T203000Z.sqlite3"
LATER = thrown(some_rounds(), (1, 2, 3, 4, 5))


def opened(folder: Path) -> Store:
    return Store(folder, lambda: NOW)


def lived(folder: Path) -> None:
    """Make a store with two backups and a match in progress; close it, so that all is in the file."""
    with closing(opened(folder)) as store:
        store.save_settings(Settings("en"))
        store.save_match(begun(), None)
        store.save_match(some_rounds(), None)
        store.save_match(None, None)
        store.save_match(begun("wiki-60", ("Caro",)), None)
        store.save_match(thrown(begun("wiki-60", ("Caro",)), (1, 2, 3, 4, 5)), None)


NEWEST = Saved(Settings("en"), begun("wiki-60", ("Caro",)))


def zero_page(file: bytearray) -> None:
    file[4096:8192] = bytes(4096)


def zero_later_page(file: bytearray) -> None:
    """Damage the table of the rolls, which no start-up reads: only the check of everything finds it."""
    file[5 * 4096 : 6 * 4096] = bytes(4096)


def truncate(file: bytearray) -> None:
    del file[9000:]


def cut_short(file: bytearray) -> None:
    del file[70:]


def flip_header(file: bytearray) -> None:
    file[3] ^= 0xFF


def flip_everywhere(file: bytearray) -> None:
    for i in range(2000, len(file), 997):
        file[i] ^= 0xA5


def no_utf8(file: bytearray) -> None:
    file[:] = file.replace(b"player Caro", b"player C\xff\xfeo")


def no_notation(file: bytearray) -> None:
    file[:] = file.replace(b"servida match 1\nrules wiki", b"servida match 9\nrules wiki")


def no_settings(file: bytearray) -> None:
    file[:] = file.replace(b'"language": "en"', b'"language": "xx"')


def foreign(file: bytearray) -> None:
    file[:] = b"This is no SQLite file, whoever put it here." * 50


def empty(file: bytearray) -> None:
    file.clear()


DAMAGES = [
    zero_page,
    zero_later_page,
    truncate,
    cut_short,
    flip_header,
    flip_everywhere,
    no_utf8,
    no_notation,
    no_settings,
    foreign,
    empty,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_gives_way_to_the_newest_backup(tmp_path: Path, damage: Callable[[bytearray], None]) -> None:
    lived(tmp_path)
    file = bytearray((tmp_path / FILE).read_bytes())
    before = bytes(file)
    damage(file)
    assert file != before
    (tmp_path / FILE).write_bytes(file)
    newest = backups(tmp_path)[-1].name
    with closing(opened(tmp_path)) as store:
        saved = store.load()
        assert saved.fault.startswith(f"store {tmp_path / FILE}: is ")
        assert saved.fault.endswith(f"; set aside as {ASIDE}; the backup {newest} was taken")
        assert (saved.settings, saved.match) == (NEWEST.settings, NEWEST.match)
        store.save_match(thrown(begun("wiki-60", ("Caro",)), (6, 6, 6, 6, 1)), None)
    assert (tmp_path / ASIDE).read_bytes() == file, "not a byte of it was changed"
    with closing(opened(tmp_path)) as store:
        again = store.load()
        assert (again.fault, again.match) == ("", thrown(begun("wiki-60", ("Caro",)), (6, 6, 6, 6, 1)))


def test_a_log_goes_with_its_damaged_file(tmp_path: Path) -> None:
    lived(tmp_path)
    with closing(opened(tmp_path)) as store:
        store.save_match(LATER, None)
        shutil.copytree(tmp_path, tmp_path / "copy", ignore=shutil.ignore_patterns("copy"))
    folder = tmp_path / "copy"
    file = bytearray((folder / FILE).read_bytes())
    log = (folder / f"{FILE}-wal").read_bytes()
    file[8192:] = b"\xa5" * (len(file) - 8192)
    (folder / FILE).write_bytes(file)
    with closing(opened(folder)) as store:
        assert "is damaged" in store.load().fault
    assert (folder / ASIDE).read_bytes() == file
    assert (folder / f"{ASIDE}-wal").read_bytes() == log


def test_a_name_is_never_given_twice(tmp_path: Path) -> None:
    lived(tmp_path)
    for name in (ASIDE, ASIDE.replace("Z.", "Z-2."), ASIDE.replace("Z.", "Z-3.")):
        (tmp_path / FILE).write_bytes(name.encode() * 50)
        with closing(opened(tmp_path)) as store:
            assert f"set aside as {name};" in store.load().fault
        assert (tmp_path / name).read_bytes() == name.encode() * 50


@pytest.mark.parametrize("bad", [1, 2, 3])
def test_a_damaged_backup_is_passed_over(tmp_path: Path, bad: int) -> None:
    lived(tmp_path)
    kept = backups(tmp_path)
    for path in kept[len(kept) - bad :]:
        path.write_bytes(path.read_bytes()[:5000])
    (tmp_path / FILE).write_bytes(b"damaged")
    with closing(opened(tmp_path)) as store:
        saved = store.load()
    if bad < len(kept):
        assert saved.fault.endswith(f"the backup {kept[-1 - bad].name} was taken")
        assert saved.settings == Settings("en")
    else:
        assert saved.fault.endswith("there is no good backup, all begins anew")
        assert saved.settings is None


def test_a_backup_of_a_later_program_is_passed_over(tmp_path: Path) -> None:
    lived(tmp_path)
    kept = backups(tmp_path)
    with closing(connect(str(kept[-1]))) as base:
        base.execute("PRAGMA user_version=99")
    (tmp_path / FILE).unlink()
    with closing(opened(tmp_path)) as store:
        assert store.load().fault.endswith(f"is missing or empty; the backup {kept[-2].name} was taken")


def test_a_folder_with_a_log_alone_begins_anew_and_keeps_it(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}-wal").write_bytes(b"something")
    with closing(opened(tmp_path)) as store:
        assert store.load().fault.endswith(f"set aside as {ASIDE}; there is no good backup, all begins anew")
    assert (tmp_path / f"{ASIDE}-wal").read_bytes() == b"something"


def test_a_file_that_was_only_just_made_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with closing(opened(tmp_path)) as store:
        assert store.load() == Saved()


def cut_off(folder: Path, grave: Path) -> None:
    """Put into the grave what a cut leaves of a database that something is being written to, its file still empty."""
    grave.mkdir()
    with closing(connect(str(folder / FILE))) as base:
        base.execute("PRAGMA journal_mode=DELETE")
        base.execute("BEGIN")
        base.execute("CREATE TABLE anything (name TEXT)")
        shutil.copy(folder / f"{FILE}-journal", grave)
    (grave / FILE).touch()


def test_a_file_in_whose_making_the_power_went_is_no_damage(tmp_path: Path) -> None:
    cut_off(tmp_path, tmp_path / "grave")
    with closing(opened(tmp_path / "grave")) as store:
        assert store.load() == Saved()
        store.save_match(begun(), None)
    assert not (tmp_path / "grave" / f"{FILE}-journal").exists()


def test_an_empty_file_whose_journal_knows_of_pages_is_damaged(tmp_path: Path) -> None:
    lived(tmp_path)
    cut_off(tmp_path, tmp_path / "grave")
    with closing(opened(tmp_path / "grave")) as store:
        assert store.load().fault.endswith(f"set aside as {ASIDE}; there is no good backup, all begins anew")


def test_a_file_that_breaks_while_it_is_open_is_replaced_and_the_match_is_written_whole(tmp_path: Path) -> None:
    match = thrown(some_rounds(), (1, 2, 3, 4, 5))
    with closing(opened(tmp_path)) as store:
        store.save_match(begun(), None)
        store.save_match(some_rounds(), None)
        store._opened().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file = bytearray((tmp_path / FILE).read_bytes())
        file[4096:] = b"\xa5" * (len(file) - 4096)
        (tmp_path / FILE).write_bytes(file)
        # Another process drops what SQLite has in its cache, as a restart of the kernel's would.
        store._opened().execute("PRAGMA shrink_memory")
        told = []
        for stage in (match, match):
            try:
                store.save_match(stage, None)
            except DeviceError as error:
                told.append(str(error))
        assert len(told) == 1
        assert told[0].endswith("was taken")
    with Archive(tmp_path) as archive:
        assert archive.base.execute("SELECT count(*) FROM match").fetchone() == (1,)
    with closing(opened(tmp_path)) as store:
        assert store.load().match == match


@pytest.mark.parametrize(
    ("table", "column", "value", "message"),
    [
        ("move", "text", "throw twice", "line"),
        ("match", "header", "nothing", "servida match"),
        ("match", "header", b"\x00", "wrong kind"),
        ("match", "rolloff", "[1]", "roll-off"),
        ("match", "rolloff", '{"contenders": [0, 1], "throws": [1]}', "wrong kind"),
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
def test_what_is_not_ours_is_named(tmp_path: Path, table: str, column: str, value: object, message: str) -> None:
    with closing(opened(tmp_path)) as store:
        store.save_settings(Settings())
        store.save_match(LATER, None)
        store._opened().execute(f"UPDATE {table} SET {column} = ?", (value,))
    with closing(opened(tmp_path)) as store:
        fault = store.load().fault
    assert "is damaged (" in fault
    assert message in fault


def test_a_database_of_something_else_is_set_aside(tmp_path: Path) -> None:
    with closing(connect(str(tmp_path / FILE))) as base:
        base.execute("CREATE TABLE bookmark (url)")
    with closing(opened(tmp_path)) as store:
        assert "is damaged (no store of Servida); set aside as" in store.load().fault
    with closing(connect(str(tmp_path / ASIDE))) as base:
        assert base.execute("SELECT name FROM sqlite_schema").fetchall() == [("bookmark",)]


def test_what_a_cut_left_half_done_is_rolled_back(tmp_path: Path) -> None:
    lived(tmp_path)
    (tmp_path / "copy").mkdir()
    with closing(connect(str(tmp_path / FILE))) as base:
        base.execute("PRAGMA journal_mode=DELETE")
        base.execute("PRAGMA cache_size=1")
        base.execute("PRAGMA cache_spill=1")
        base.execute("BEGIN")
        base.execute("DELETE FROM roll")
        for number in range(300):
            base.execute("INSERT INTO setting VALUES (?, ?)", (str(number), "x" * 900))
        for file in tmp_path.glob(f"{FILE}*"):
            shutil.copy(file, tmp_path / "copy")
        base.execute("ROLLBACK")
    assert (tmp_path / "copy" / f"{FILE}-journal").stat().st_size > 512
    with closing(opened(tmp_path / "copy")) as store:
        saved = store.load()
        assert saved.fault == ""
        assert saved.match == thrown(begun("wiki-60", ("Caro",)), (1, 2, 3, 4, 5))
        assert [*store.rows("SELECT count(*) FROM setting")] == [(1,)]
