"""Stores of schema versions 1 and 2, as the programs of their time made them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from servida.rules import move_text, options_of, to_text
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
"""What the first program executed."""

SECOND = """
ALTER TABLE match ADD COLUMN begun TEXT NOT NULL DEFAULT '';
CREATE TABLE roll (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match,
    number INTEGER NOT NULL,
    faces TEXT NOT NULL,
    raw BLOB NOT NULL,
    source TEXT NOT NULL,
    substitute INTEGER NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX roll_of_match ON roll (match, number);
CREATE INDEX match_begun ON match (begun);
CREATE INDEX match_open ON match (open) WHERE open;
"""
"""What the second program executed besides."""

SETTINGS = Settings("pt", players=("Ana", "Beto"))


KEPT = {
    "language": "pt",
    "brightness": 4,
    "dim_after": 60,
    "dark_after": 300,
    "rules": {"name": "table", "options": options_of(SETTINGS.rules)},
    "players": ["Ana", "Beto"],
}
"""The settings as both programs wrote them."""


def first_store(folder: Path) -> None:
    """Make the folder and in it a store of version 1: settings, a match that was left, and one after its first roll."""
    _make(folder, TABLES, 1)


def second_store(folder: Path) -> None:
    """Make the same of version 2, by a program that kept no rolls, as one does whose match began before."""
    _make(folder, TABLES + SECOND, 2)


def _make(folder: Path, tables: str, version: int) -> None:
    folder.mkdir(parents=True)
    match = thrown(begun(), (1, 2, 3, 4, 5))
    with closing(sqlite3.connect(folder / "servida.sqlite3", isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode=WAL")
        base.executescript(f"BEGIN; {tables} PRAGMA user_version={version}; COMMIT;")
        base.execute("INSERT INTO setting VALUES ('settings', ?)", (json.dumps(KEPT),))
        for is_open in (0, 1):
            number = base.execute(
                "INSERT INTO match (header, open) VALUES (?, ?)", (to_text(begun()), is_open)
            ).lastrowid
            moves = [(number, i, move_text(move)) for i, move in enumerate(match.moves, start=1)]
            base.executemany("INSERT INTO move VALUES (?, ?, ?)", moves)
