"""What outlives a pulled plug: settings, every match as its moves, and every roll with the bytes it came from.

``synchronous=FULL`` in WAL mode: what ``save_match`` returned from is on the card (FIELD, power and storage).  The
store keeps what should be stored until it is: while the storage fails the match goes on in memory, and the first
save after it has come back writes all that was missed.  Nothing stored tells a future roll (vassal#15004): bytes come
here with the roll that used them.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from servida.device import backup
from servida.device.errors import DeviceError
from servida.device.games import Found, Game, find, header_of, is_known, missing_rolls, write_game
from servida.device.history import count_faces
from servida.device.mounts import require_partition
from servida.device.opening import FILE, Damaged, is_damage, open_base, open_memory, view
from servida.device.records import settings_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from servida.device.entropy import Roll
    from servida.rules import Match, RollOff
    from servida.ui.seats import Levels
    from servida.ui.settings import Settings

PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL}
"""Result codes after which the open database is as good as before; after others it is checked and opened anew."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What the store held at the start; ``match`` is the one that was left in progress, ``levels`` its computers'.

    ``fault`` is what the screen must say: that nothing is stored, or what was taken in place of a damaged file.
    """

    settings: Settings | None = None
    match: Match | None = None
    rolloff: RollOff | None = None
    fault: str = ""
    levels: Levels = ()


def utc() -> datetime:
    """Return the date and time in UTC, as this computer knows it."""
    return datetime.now(UTC)


class Store:
    """The store in a folder, or in memory (``folder`` is ``None``); ``clock`` gives the date and time in UTC.

    Nothing is opened before it is needed.  The methods that save raise ``DeviceError`` with what the screen must
    say; what they were given is not lost by that, nor is what was stored before.
    """

    def __init__(self, folder: Path | None, clock: Callable[[], datetime] = utc) -> None:
        self._folder, self._clock = folder, clock
        self._where = "memory" if folder is None else str(folder / FILE)
        self._base: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._settings: str | None = None
        self._closed: tuple[Game, ...] = ()
        self._current: Game | None = None
        self._backup_due = False
        self._notice = ""

    def load(self) -> Saved:
        """Return the settings and the match in progress; never raises: what is wrong stands in ``fault``."""
        try:
            with self._translated("opened"):
                found = find(self._opened())
        except DeviceError as error:
            found, fault = self._view(), f"{error}; playing on in memory"
        else:
            fault, self._notice = self._notice, ""
        self._current = found.game
        return Saved(found.settings, found.match, found.rolloff, fault, found.levels)

    def save_settings(self, settings: Settings) -> None:
        """Make the settings durable."""
        self._settings = settings_text(settings)
        self._save()

    def save_match(
        self, match: Match | None, rolloff: RollOff | None, rolls: tuple[Roll, ...] = (), levels: Levels = ()
    ) -> None:
        """Make the match as it stands durable, with the rolls made since the last call; ``None`` closes the match.

        All of it is stored, or for now nothing is.
        """
        before = self._current
        self._current = None if match is None else self._game(match).after(match, rolloff, rolls, levels, self._now())
        another = _begun(before) != _begun(self._current)
        if before is not None and another:
            self._closed += (replace(before, open=False),)
        ended = match is not None and match.outcome is not None
        self._backup_due |= another or (ended and _moves(before) != _moves(self._current))
        self._save()

    def face_counts(self) -> tuple[int, ...]:
        """Return how often each face 1..6 fell in all rolls; while nothing can be read, in those of this match only."""
        try:
            with self._translated("read"):
                base = self._opened()
                counts = count_faces(self)
                missing = [roll for game in self._wanted for roll in missing_rolls(base, game)]
        except DeviceError:
            counts = (0,) * 6
            missing = [roll for game in self._wanted for roll in game.rolls]
        text = " ".join(roll.faces for roll in missing)
        return tuple(count + text.count(str(face)) for face, count in enumerate(counts, start=1))

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Yield the rows that answer an SQL query of what is stored; raises ``DeviceError``."""
        with self._translated("read"):
            yield from self._opened().execute(query, values)

    def close(self) -> None:
        """Close the store; all that could be saved is safe already."""
        if self._base is not None:
            self._base.close()
            self._base = None

    @property
    def _wanted(self) -> tuple[Game, ...]:
        """The games that may be stored otherwise than they stand."""
        return self._closed if self._current is None else (*self._closed, self._current)

    def _game(self, match: Match) -> Game:
        """Return the game that becomes this match: the current one, or a new one."""
        if self._current is not None and self._current.continues(match):
            return self._current
        moment = self._clock()
        # A clock that was set back may give a moment once more; one that can't be looked up is taken for new.
        while any(game.begun == _text(moment) for game in self._wanted) or self._is_stored(_text(moment)):
            moment += timedelta(microseconds=1)
        return Game(_text(moment), header_of(match))

    def _is_stored(self, begun: str) -> bool:
        with suppress(DeviceError), self._translated("read"):
            return is_known(self._opened(), begun)
        return False

    def _now(self) -> str:
        return _text(self._clock())

    def _save(self) -> None:
        """Write all that is not stored yet, make a backup when one is due, and tell what happened meanwhile."""
        with self._translated("written"):
            try:
                self._write()
            except sqlite3.Error as error:
                if not is_damage(error):
                    raise
                # The file broke while it was open: this opens it anew, which sets it aside.
                self._write()
        self._settings, self._closed = None, ()
        if self._backup_due and self._folder is not None:
            with self._translated("backed up"), self._sound_after():
                backup.write(self._opened(), self._folder, self._clock())
        self._backup_due = False
        if self._notice:
            notice, self._notice = self._notice, ""
            raise DeviceError(notice)

    def _write(self) -> None:
        base = self._opened()
        with self._sound_after():
            base.execute("BEGIN IMMEDIATE")
            if self._settings is not None:
                base.execute("INSERT OR REPLACE INTO setting VALUES ('settings', ?)", (self._settings,))
            for game in self._wanted:
                write_game(base, game)
            base.execute("COMMIT")

    @contextmanager
    def _sound_after(self) -> Iterator[None]:
        """After an error leave the database without a transaction, or closed, to be checked before its next use."""
        try:
            yield
        except sqlite3.Error as error:
            passing = getattr(error, "sqlite_errorcode", 0) & 0xFF in PASSING
            if not passing or (self._base is not None and self._base.in_transaction):
                self.close()
            raise

    def _opened(self) -> sqlite3.Connection:
        """Return the database; it is opened when it is not, or when its file is no longer the one at that place."""
        if self._base is not None and self._file != self._identity():
            self.close()
        if self._base is None:
            if self._folder is None:
                self._base = open_memory()
            else:
                require_partition(self._folder)
                self._base, notice = open_base(self._folder, self._clock())
                self._notice = self._notice or notice
            self._file = self._identity()
        return self._base

    def _identity(self) -> tuple[int, int] | None:
        """Return what tells a file from all others, as long as it is there: it may be moved, replaced, unmounted."""
        try:
            stat = Path(self._where).stat()
        except OSError:
            return None
        return stat.st_dev, stat.st_ino

    def _view(self) -> Found:
        """Return what can be read where nothing can be written."""
        try:
            path = Path(self._where)
            require_partition(path)
            with closing(view(path)) as base:
                return find(base)
        except (DeviceError, Damaged, sqlite3.Error, OSError):
            return Found()

    @contextmanager
    def _translated(self, done: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise DeviceError(f"store {self._where}: can't be {done}: {error}") from error
        except DeviceError as error:
            raise DeviceError(f"store {self._where}: {error}") from error


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


def _moves(game: Game | None) -> int:
    return 0 if game is None else len(game.moves)


def _begun(game: Game | None) -> str | None:
    return None if game is None else game.begun
