"""What was played, read from the store: matches, and every roll with the bytes it came from."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

from servida.device.entropy import FACES
from servida.device.errors import DeviceError
from servida.device.opening import FILE, Damaged, view
from servida.device.records import rolloff_from_text
from servida.rules import Match, RollOff, from_text
from servida.ui.seats import levels_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from servida.ui.seats import Levels


class Rows(Protocol):
    """Where rows are read from: a ``Store``, or an ``Archive``."""

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Yield the rows that answer an SQL query; raises ``DeviceError``."""
        ...


class Archive:
    """The store in a folder, for reading only: not a byte of it is changed, and a console may be using it.

    Raises ``DeviceError`` when there is no store, or none that can be read.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        with self._translated():
            self._base = view(self._path)

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Yield the rows that answer an SQL query; raises ``DeviceError``."""
        with self._translated():
            yield from self._base.execute(query, values)

    @property
    def base(self) -> sqlite3.Connection:
        """The database itself, to be copied."""
        return self._base

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            raise DeviceError(f"store {self._path}: there is none") from error
        except (sqlite3.Error, OSError, DeviceError) as error:
            raise DeviceError(f"store {self._path}: can't be read: {error}") from error
        except Damaged as error:
            raise DeviceError(f"store {self._path}: is damaged: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class StoredRoll:
    """A roll as it was stored; ``match`` is the match's number in the history.

    ``number`` is that of the Land among the match's moves, from 1; the throws of a roll-off are numbered on from the
    last move.  ``at`` is the time in UTC, in ISO 8601, by the clock that the console had.
    """

    match: int
    number: int
    faces: tuple[int, ...]
    raw: bytes
    source: str
    substitute: bool
    at: str


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it was stored, in words: to be read, and perhaps found wrong.

    ``begun`` is the time in UTC, in ISO 8601; empty for a match that an earlier version stored.  ``open`` says that
    it is the one in progress, or that ended last and is still on the screen.
    """

    number: int
    begun: str
    open: bool
    text: str
    rolloff_text: str
    levels_text: str = ""

    def read(self) -> Match:
        """Replay the match through the rules; raises ``NotationError`` naming the line."""
        return from_text(self.text)

    def read_rolloff(self) -> RollOff | None:
        """Return the roll-off, if there was one; raises ``ValueError`` for what is none."""
        return rolloff_from_text(self.rolloff_text)

    def read_levels(self) -> Levels:
        """Return the levels of the computers, as ``ui.seats`` has them; raises ``ValueError`` for what is none."""
        return levels_from_text(self.levels_text, len(self.read().players))


def matches(store: Rows) -> Iterator[StoredMatch]:
    """Yield the matches in which anything was rolled, the oldest first; raises ``DeviceError``."""
    rows = store.rows("SELECT id, begun, open, header, rolloff, levels FROM match ORDER BY id")
    for number, begun, is_open, header, rolloff, levels in rows:
        moves = [text for (text,) in store.rows("SELECT text FROM move WHERE match = ? ORDER BY number", number)]
        if moves:
            text = header + "".join(f"{move}\n" for move in moves)
            yield StoredMatch(number, begun, bool(is_open), text, rolloff, levels)


def rolls(store: Rows, match: int | None = None) -> Iterator[StoredRoll]:
    """Yield the rolls, of one match or of all, in the order in which they were made; raises ``DeviceError``."""
    query = "SELECT match, number, faces, raw, source, substitute, at, id FROM roll WHERE ?1 IS NULL OR match = ?1"
    for of, number, faces, raw, source, substitute, at, row in store.rows(f"{query} ORDER BY id", match):
        try:
            read = tuple(map(int, faces.split()))
        except ValueError as error:
            raise DeviceError(f"roll {row}: its faces are {faces!r}; numbers are expected") from error
        yield StoredRoll(of, number, read, raw, source, bool(substitute), at)


def count_faces(store: Rows) -> tuple[int, ...]:
    """Return how often each face 1..6 fell in all stored rolls; raises ``DeviceError``."""
    counts = ", ".join(f"total(length(faces) - length(replace(faces, '{face}', '')))" for face in range(1, FACES + 1))
    (row,) = store.rows(f"SELECT {counts} FROM roll")  # noqa: S608  made of six digits
    return tuple(map(int, row))
