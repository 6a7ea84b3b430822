"""Value tables on the card: durable, whole, and an error that names the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida.device import table_store
from servida.device.errors import DeviceError
from servida.device.table_store import read_table, table_path, write_table

if TYPE_CHECKING:
    from pathlib import Path


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert read_table(folder, "ab") is None
    write_table(folder, "ab", b"one")
    write_table(folder, "ab", b"two")
    write_table(folder, "cd", b"other")
    assert read_table(folder, "ab") == b"two"
    assert sorted(path.name for path in (folder / "tables").iterdir()) == ["ab.values", "cd.values"]


def test_a_write_that_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_table(tmp_path, "ab", b"old")

    def full(*_paths: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table_store, "put", full)
    with pytest.raises(DeviceError, match=r"ab\.values: No space left on device; expected a folder to write in"):
        write_table(tmp_path, "ab", b"new")
    assert read_table(tmp_path, "ab") == b"old"


def test_what_is_no_file_is_refused_by_name(tmp_path: Path) -> None:
    table_path(tmp_path, "ab").mkdir(parents=True)
    with pytest.raises(DeviceError, match=r"ab\.values: Is a directory; expected a value table"):
        read_table(tmp_path, "ab")
