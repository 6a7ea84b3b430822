"""The tables of the store, told as the steps that led to them.

A new store takes all steps, an older one those that it lacks, so that both end the same.  A step that was published
is never changed; a change of the tables is a further step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.device.errors import DeviceError

if TYPE_CHECKING:
    import sqlite3

STEPS = (
    # 1: settings, and matches as their moves
    """
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
    ) WITHOUT ROWID
    """,
    # 2: when a match began, and the bytes from which each roll came
    """
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
    CREATE INDEX match_open ON match (open) WHERE open
    """,
    # 3: who of a match's players are computers, a word a player; empty where all are people
    """
    ALTER TABLE match ADD COLUMN levels TEXT NOT NULL DEFAULT ''
    """,
)
"""For each version of the tables the statements that make it of the one before."""

SCHEMA = len(STEPS)
"""The version that this program reads and writes; a file holds its own in SQLite's ``user_version``."""


def version_of(base: sqlite3.Connection) -> int:
    """Return the version of the tables, 0 for a file without any; raises ``DeviceError`` when it is a later one."""
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if 0 <= version <= SCHEMA:
        return int(version)
    raise DeviceError(f"schema {version} is unknown to this program, which knows 1 to {SCHEMA}; update servida")


def upgrade(base: sqlite3.Connection) -> None:
    """Bring the tables to version ``SCHEMA``, all or nothing.

    Raises ``sqlite3.Error``, and ``DeviceError`` as above.
    """
    if version_of(base) == SCHEMA:
        return
    base.execute("BEGIN IMMEDIATE")
    try:
        # Asked again: another process may have been faster.
        for step in STEPS[version_of(base) :]:
            for statement in step.split(";"):
                base.execute(statement)
        base.execute(f"PRAGMA user_version={SCHEMA}")
        base.execute("COMMIT")
    finally:
        if base.in_transaction:
            base.execute("ROLLBACK")
