"""Stores of every earlier version are brought to this one, and nothing in them is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from earlier_schemas import SETTINGS, first_store, second_store
from servida.device.backup import backups
from servida.device.errors import DeviceError
from servida.device.history import Archive, matches, rolls
from servida.device.opening import FILE, connect
from servida.device.schema import SCHEMA, STEPS, upgrade, version_of
from servida.device.store import Saved, Store
from tables import begun, thrown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LEFT = thrown(begun(), (1, 2, 3, 4, 5))

EARLIER: dict[int, Callable[[Path], None]] = {1: first_store, 2: second_store}
"""How a store of each earlier version is made."""


def test_every_earlier_version_is_tested() -> None:
    assert list(EARLIER) == list(range(1, SCHEMA))
    assert len(STEPS) == SCHEMA


def tables_of(base: sqlite3.Connection) -> list[tuple[str, str]]:
    return [
        (name, " ".join(sql.split()))
        for name, sql in base.execute("SELECT name, sql FROM sqlite_schema ORDER BY name")
        if sql is not None
    ]


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_store_becomes_one_of_this_version(tmp_path: Path, version: int) -> None:
    folder = tmp_path / "store"
    EARLIER[version](folder)
    with closing(Store(folder)) as store:
        assert store.load() == Saved(SETTINGS, LEFT)
        assert [each.read() for each in matches(store)] == [LEFT, LEFT]
    with closing(connect(str(folder / FILE))) as base, closing(connect(":memory:")) as new:
        upgrade(new)
        assert version_of(base) == SCHEMA
        assert [row[0] for row in tables_of(base)] == [row[0] for row in tables_of(new)]


@pytest.mark.parametrize("version", EARLIER)
def test_the_match_goes_on_after_an_upgrade(tmp_path: Path, version: int) -> None:
    folder = tmp_path / "store"
    EARLIER[version](folder)
    further = thrown(LEFT, (6,), (0, 1, 2, 3))
    with closing(Store(folder)) as store:
        store.load()
        store.save_match(further, None)
    with closing(Store(folder)) as store:
        assert store.load().match == further
        assert [each.read() for each in matches(store)] == [LEFT, further]


@pytest.mark.parametrize("version", EARLIER)
def test_a_backup_is_made_before_an_upgrade(tmp_path: Path, version: int) -> None:
    folder = tmp_path / "store"
    EARLIER[version](folder)
    with closing(Store(folder)) as store:
        store.load()
    (backup,) = backups(folder)
    with closing(connect(str(backup))) as base:
        assert version_of(base) == version
    (folder / FILE).write_bytes(b"damaged")
    with closing(Store(folder)) as store:
        assert store.load().match == LEFT


@pytest.mark.parametrize("version", EARLIER)
def test_reading_an_earlier_store_does_not_change_it(tmp_path: Path, version: int) -> None:
    folder = tmp_path / "store"
    EARLIER[version](folder)
    before = (folder / FILE).read_bytes()
    with Archive(folder) as archive:
        assert [each.read() for each in matches(archive)] == [LEFT, LEFT]
        assert [*rolls(archive)] == []
    assert (folder / FILE).read_bytes() == before


def test_a_failed_upgrade_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    first_store(folder)
    with closing(connect(str(folder / FILE))) as base:
        base.execute("CREATE TABLE roll (something)")
        with pytest.raises(sqlite3.OperationalError, match="already exists"):
            upgrade(base)
        assert version_of(base) == 1
        assert "begun" not in tables_of(base)[0][1]
        assert not base.in_transaction


def test_an_unknown_version_is_named() -> None:
    with closing(connect(":memory:")) as base:
        base.execute("PRAGMA user_version=-1")
        with pytest.raises(DeviceError, match="schema -1 is unknown"):
            version_of(base)
