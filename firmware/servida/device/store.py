"""What outlives a pulled plug: the settings, and every match as the list of its moves, in SQLite.

``synchronous=FULL`` in WAL mode: what ``save_match`` returned from is on the card (FIELD, power and storage).
Nothing stored tells a future roll (vassal#15004).
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from servida.device.errors import DeviceError
from servida.device.records import rolloff_from_text, rolloff_text, settings_from_text, settings_text
from servida.rules import Match, RollOff, from_text, move_text, new_match, to_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servida.ui.settings import Settings

SCHEMA = 1
"""Version of the tables, in SQLite's ``user_version``."""

FILE = "servida.sqlite3"

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


@dataclass(frozen=True, slots=True)
class Saved:
    """What the store held at the start; ``match`` is the one that was left in progress."""

    settings: Settings | None = None
    match: Match | None = None
    rolloff: RollOff | None = None


class Store:
    """The store in a folder, or in memory (``folder`` is ``None``).

    Every method raises ``DeviceError`` when the storage fails; what was stored before stays.
    """

    def __init__(self, folder: Path | None) -> None:
        self._where = "memory" if folder is None else str(folder / FILE)
        with self._translated("opened"):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            name = ":memory:" if folder is None else self._where
            self._base = sqlite3.connect(name, isolation_level=None)
            try:
                self._prepare()
            except (sqlite3.Error, DeviceError):
                self._base.close()
                raise
        self._match: int | None = None
        self._moves: tuple[str, ...] = ()

    def _prepare(self) -> None:
        self._base.execute("PRAGMA journal_mode=WAL")
        self._base.execute("PRAGMA synchronous=FULL")
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._base.executescript(f"BEGIN; {TABLES} PRAGMA user_version={SCHEMA}; COMMIT;")
        elif version != SCHEMA:
            raise DeviceError(f"store {self._where}: schema {version} is not this program's {SCHEMA}; update servida")

    def load(self) -> Saved:
        """Return the settings and the match in progress."""
        with self._translated("read"):
            found = dict(self._base.execute("SELECT name, value FROM setting"))
            settings = settings_from_text(found["settings"]) if "settings" in found else None
            row = self._base.execute(
                "SELECT id, header, rolloff FROM match WHERE open ORDER BY id DESC LIMIT 1"
            ).fetchone()
            if row is None:
                return Saved(settings)
            number, header, rolloff = row
            moves = self._base.execute("SELECT text FROM move WHERE match = ? ORDER BY number", (number,))
            self._match, self._moves = number, tuple(text for (text,) in moves)
            match = from_text(header + "".join(f"{text}\n" for text in self._moves))
            return Saved(settings, match, rolloff_from_text(rolloff))

    def save_settings(self, settings: Settings) -> None:
        """Make the settings durable."""
        with self._translated("written"):
            self._base.execute("INSERT OR REPLACE INTO setting VALUES ('settings', ?)", (settings_text(settings),))

    def save_match(self, match: Match | None, rolloff: RollOff | None) -> None:
        """Make the match as it stands durable; ``None`` closes the one in progress.

        Only what changed is written: moves after the common beginning.
        """
        with self._translated("written"):
            self._base.execute("BEGIN IMMEDIATE")
            with self._rolled_back():
                number, moves = self._write(match, rolloff)
                self._base.execute("COMMIT")
        self._match, self._moves = number, moves

    def _write(self, match: Match | None, rolloff: RollOff | None) -> tuple[int | None, tuple[str, ...]]:
        if match is None or not match.moves:
            self._base.execute("UPDATE match SET open = 0 WHERE open")
        if match is None:
            return None, ()
        number, before = self._match, self._moves
        if number is None or not match.moves:
            header = to_text(new_match(match.rules, match.players))
            number = self._base.execute("INSERT INTO match (header) VALUES (?)", (header,)).lastrowid
            before = ()
        moves = tuple(map(move_text, match.moves))
        kept = 0
        while kept < min(len(before), len(moves)) and before[kept] == moves[kept]:
            kept += 1
        self._base.execute("DELETE FROM move WHERE match = ? AND number > ?", (number, kept))
        new = [(number, i, text) for i, text in enumerate(moves[kept:], start=kept + 1)]
        self._base.executemany("INSERT INTO move VALUES (?, ?, ?)", new)
        self._base.execute("UPDATE match SET rolloff = ? WHERE id = ?", (rolloff_text(rolloff), number))
        return number, moves

    def close(self) -> None:
        """Close the store; all that was saved is safe already."""
        self._base.close()

    @contextmanager
    def _rolled_back(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise

    @contextmanager
    def _translated(self, done: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise DeviceError(f"store {self._where}: can't be {done}: {error}") from error
        except ValueError as error:
            raise DeviceError(f"store {self._where}: holds what this program can't read: {error}") from error
