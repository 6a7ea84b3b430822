"""The store under the console in the rig: what goes wrong with it is on the screen, and saving returns by itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from servida.device.history import Archive, rolls
from servida.device.opening import FILE
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from pathlib import Path


def test_the_rig_names_the_folder_that_stays(tmp_path: Path) -> None:
    with ConsoleRig(state=tmp_path) as kept, ConsoleRig() as passing:
        assert (kept.state, passing.state) == (tmp_path, None)


def test_a_damaged_store_is_said_until_a_save_and_the_backup_gone_on_from(tmp_path: Path) -> None:
    with ConsoleRig(players=("Ana", "Beto"), state=tmp_path) as rig:
        rig.tap("roll")
    (tmp_path / FILE).write_bytes(b"damaged" * 999)
    with ConsoleRig(state=tmp_path) as rig:
        assert rig.screen == "notice"
        assert "SD!" in rig.words
        told = ""
        while rig.screen == "notice":
            told += f"{rig.words} "
            rig.tap("roll")
        assert "set aside" in told
        assert rig.screen == "handover"
        rig.tap("roll")
        assert "SD!" not in rig.words
    assert len([*tmp_path.glob("servida-damaged-20260101T000000Z.sqlite3")]) == 1


def test_a_store_that_breaks_while_the_power_is_cut(tmp_path: Path) -> None:
    with ConsoleRig(players=("Ana",), state=tmp_path) as rig:
        rig.tap("roll")
        rig.cut_power()
        (tmp_path / FILE).write_bytes(b"damaged" * 999)
        rig.restore_power()
        assert rig.screen == "notice"
        assert "SD!" in rig.words


def test_a_locked_store_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    with ConsoleRig(players=("Ana",), state=tmp_path) as rig:
        rig.dice(1, 2, 2, 4, 6, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4)
        rig.tap("roll")
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            rig.tap("roll")
            assert "SD!" in rig.words
            other.execute("ROLLBACK")
        rig.tap("roll")
        assert "SD!" not in rig.words
        rig.cut_power()
        rig.restore_power()
        assert rig.match is not None
        assert rig.match.turn.faces == (4, 4, 4, 4, 4)
    with Archive(tmp_path) as archive:
        assert [each.faces for each in rolls(archive)] == [(1, 2, 2, 4, 6), (3, 3, 3, 3, 3), (4, 4, 4, 4, 4)]


def test_what_was_not_stored_is_lost_with_the_power_and_no_shown_roll_comes_back_changed(tmp_path: Path) -> None:
    with ConsoleRig(players=("Ana",), state=tmp_path) as rig:
        rig.tap("roll")
        stored = rig.match
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            rig.tap("roll")
            assert rig.match != stored
            assert "SD!" in rig.words, "the player was told"
            rig.cut_power()
            other.execute("ROLLBACK")
        rig.restore_power()
        assert rig.match == stored
