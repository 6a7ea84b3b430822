"""`servida backup` and `servida restore`: nothing is replaced before its successor was checked, nothing deleted."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from earlier_schemas import first_store
from servida.cli import main
from servida.device.backup import backups
from servida.device.opening import FILE, connect
from servida.device.store import Saved, Store
from servida.ui.settings import Settings
from tables import begun, some_rounds, thrown

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(Store(tmp_path / "state")) as store:
        store.save_settings(Settings("en"))
        store.save_match(some_rounds(), None)
    return tmp_path / "state"


HELD = Saved(Settings("en"), some_rounds())


def servida(folder: Path, *words: object) -> int:
    return main([*map(str, words), "--state", str(folder)])


def held(folder: Path) -> Saved:
    with closing(Store(folder)) as store:
        return store.load()


def test_a_backup_holds_everything_also_while_a_console_runs(folder: Path, tmp_path: Path) -> None:
    later = thrown(some_rounds(), (1, 2, 3, 4, 5))
    with closing(Store(folder)) as store:
        store.load()
        store.save_match(later, None)
        assert servida(folder, "backup", tmp_path / "copy") == 0
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["copy"]
    assert servida(tmp_path / "new", "restore", tmp_path / "copy") == 0
    assert held(tmp_path / "new") == Saved(Settings("en"), later)


def test_an_older_backup_gives_way_and_nothing_else_does(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    copy, text = tmp_path / "copy", tmp_path / "letter.txt"
    assert servida(folder, "backup", copy) == 0
    with closing(Store(folder)) as store:
        store.save_settings(Settings("pt"))
    assert servida(folder, "backup", copy) == 0
    text.write_text("Dear Ana")
    assert servida(folder, "backup", text) == 2
    assert capsys.readouterr().err == (
        f"servida: {text}: is there already and no backup of Servida (file is not a database); choose another name\n"
    )
    assert text.read_text() == "Dear Ana"
    assert servida(tmp_path / "new", "restore", copy) == 0
    assert held(tmp_path / "new").settings == Settings("pt")


def test_restoring_keeps_what_was_there(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    assert servida(folder, "backup", tmp_path / "copy") == 0
    with closing(Store(folder)) as store:
        store.load()
        store.save_match(None, None)
        store.save_settings(Settings("pt"))
    before = (folder / FILE).read_bytes()
    assert servida(folder, "restore", tmp_path / "copy") == 0
    assert held(folder) == HELD
    out = capsys.readouterr().out
    (aside,) = folder.glob("servida-replaced-*.sqlite3")
    assert out == f"what was there before is kept as {aside}\n"
    assert aside.read_bytes() == before
    assert servida(folder, "restore", aside) == 0
    assert held(folder) == Saved(Settings("pt"))


def test_the_consoles_own_backups_can_be_restored(folder: Path, tmp_path: Path) -> None:
    (backup,) = backups(folder)
    assert servida(tmp_path / "new", "restore", backup) == 0
    assert held(tmp_path / "new") == HELD


def test_a_backup_of_an_earlier_version_is_restored(tmp_path: Path) -> None:
    first_store(tmp_path / "old")
    shutil.copy(tmp_path / "old" / FILE, tmp_path / "copy")
    assert servida(tmp_path / "new", "restore", tmp_path / "copy") == 0
    assert held(tmp_path / "new").match == thrown(begun(), (1, 2, 3, 4, 5))


def test_a_damaged_store_is_replaced(folder: Path, tmp_path: Path) -> None:
    assert servida(folder, "backup", tmp_path / "copy") == 0
    (folder / FILE).write_bytes(b"damaged" * 99)
    assert servida(folder, "restore", tmp_path / "copy") == 0
    assert held(folder) == HELD
    (aside,) = folder.glob("servida-replaced-*.sqlite3")
    assert aside.read_bytes() == b"damaged" * 99


@pytest.mark.parametrize("how", ["cut short", "foreign", "empty", "later", "missing", "bookmarks"])
def test_what_is_no_sound_store_replaces_nothing(folder: Path, tmp_path: Path, capsys: Capture, how: str) -> None:
    copy = tmp_path / "copy"
    assert servida(folder, "backup", copy) == 0
    complaint = "a sound store of Servida is needed"
    match how:
        case "cut short":
            copy.write_bytes(copy.read_bytes()[:9000])
        case "foreign":
            copy.write_bytes(b"Dear Ana" * 99)
        case "empty":
            copy.write_bytes(b"")
        case "later":
            with closing(connect(str(copy))) as base:
                base.execute("PRAGMA user_version=99")
            complaint = "schema 99 is unknown to this program, which knows 1 to 3; update servida"
        case "missing":
            copy.unlink()
            complaint = "No such file or directory"
        case _:
            copy.unlink()
            with closing(connect(str(copy))) as base:
                base.execute("CREATE TABLE bookmark (url)")
    before = (folder / FILE).read_bytes()
    assert servida(folder, "restore", copy) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("servida: ")
    assert complaint in err
    assert (folder / FILE).read_bytes() == before
    assert held(folder) == HELD


def test_a_store_that_a_console_uses_is_not_replaced(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    assert servida(folder, "backup", tmp_path / "copy") == 0
    with closing(Store(folder)) as store:
        match = store.load().match
        assert servida(folder, "restore", tmp_path / "copy") == 2
        assert "is in use (database is locked); stop the console first" in capsys.readouterr().err
        assert match is not None
        store.save_match(thrown(match, (1, 2, 3, 4, 5)), None)
    assert held(folder).match == thrown(some_rounds(), (1, 2, 3, 4, 5))
    assert not [*folder.glob("servida-replaced*")]


def test_a_backup_that_can_not_be_written(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "copy.new").mkdir()  # where the copy grows
    assert servida(folder, "backup", tmp_path / "copy") == 2
    assert f"servida: {tmp_path / 'copy'}: can't be written: " in capsys.readouterr().err
    assert servida(tmp_path / "no", "backup", tmp_path / "copy") == 2
    assert "there is none" in capsys.readouterr().err


def test_a_backup_of_no_store_leaves_the_one_that_is_there(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    assert servida(folder, "backup", tmp_path / "copy") == 0
    before = (tmp_path / "copy").read_bytes()
    assert servida(tmp_path / "no", "backup", tmp_path / "copy") == 2
    assert "there is none" in capsys.readouterr().err
    assert (tmp_path / "copy").read_bytes() == before


def test_a_folder_that_can_not_be_made_is_one_line(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    assert servida(folder, "backup", tmp_path / "copy") == 0
    assert servida(tmp_path / "copy" / "state", "restore", tmp_path / "copy") == 2
    assert "can't be restored to" in capsys.readouterr().err


def test_a_backup_onto_the_store_itself_a_folder_and_into_no_folder_is_refused(
    folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    for file, why in (
        (folder / FILE, "is what the console itself writes; choose another name"),
        (tmp_path, "is a folder; name a file in it"),
        (tmp_path / "no" / "copy", f"there is no folder {tmp_path / 'no'}"),
    ):
        assert servida(folder, "backup", file) == 2
        assert capsys.readouterr().err == f"servida: {file}: {why}\n"
    assert held(folder) == HELD


def test_a_folder_and_a_missing_file_are_no_backup(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    for file, why in ((tmp_path, "Is a directory"), (tmp_path / "copy", "No such file or directory")):
        assert servida(folder, "restore", file) == 2
        assert capsys.readouterr().err == f"servida: {file}: can't be restored to {folder}: {why}\n"
    assert held(folder) == HELD
