"""A store of schema version 1, as the first published program made it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from servida.device.records import settings_text
from servida.rules import move_text, to_text
from servida.ui.settings import Settings
from tables import begun, thrown

if TYPE_CHECKING:
    from pathlib import Path

TABLES = """
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    header TEXT NOT NULL,
    rolloff TEXT NOT NULL DEFAULT 'null',
    open INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE move (
    match INTEGER NOT NULL REFERENCES match,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
"""
"""What that program executed."""

SETTINGS = Settings("pt", players=("Ana", "Beto"))


def first_store(folder: Path) -> None:
    """Make the folder and in it a store of version 1: settings, a match that was left, and one after its first roll."""
    folder.mkdir(parents=True)
    match = thrown(begun(), (1, 2, 3, 4, 5))
    with closing(sqlite3.connect(folder / "servida.sqlite3", isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode=WAL")
        base.executescript(f"BEGIN; {TABLES} PRAGMA user_version=1; COMMIT;")
        base.execute("INSERT INTO setting VALUES ('settings', ?)", (settings_text(SETTINGS),))
        for is_open in (0, 1):
            number = base.execute(
                "INSERT INTO match (header, open) VALUES (?, ?)", (to_text(begun()), is_open)
            ).lastrowid
            moves = [(number, i, move_text(move)) for i, move in enumerate(match.moves, start=1)]
            base.executemany("INSERT INTO move VALUES (?, ?, ?)", moves)
