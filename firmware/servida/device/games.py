"""Matches as the store wants them to stand, and how a database is brought to that.

A game is written as the difference to what the database holds at that moment, never to what it is believed to hold:
so a write that failed, a database that was away and one that came back from a backup are all made good by the next
write.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from servida.device.records import rolloff_from_text, rolloff_text, settings_from_text
from servida.rules import Land, Match, RollOff, from_text, move_text, new_match, to_text
from servida.ui.seats import levels_from_text, levels_text

if TYPE_CHECKING:
    import sqlite3

    from servida.device.entropy import Roll
    from servida.ui.seats import Levels
    from servida.ui.settings import Settings


@dataclass(frozen=True, slots=True)
class Entry:
    """One roll as it is stored: a row of the table ``roll`` without its match.

    ``number`` is that of the Land among the moves of the match, from 1; the throws of a roll-off are numbered on
    from its last move.  ``faces`` are digits with blanks between, ``substitute`` is 0 or 1, ``at`` the time in
    UTC.
    """

    number: int
    faces: str
    raw: bytes
    source: str
    substitute: int
    at: str


@dataclass(frozen=True, slots=True)
class Game:
    """A match in the words of the store; ``begun`` (a time in UTC) and ``header`` tell it from all others."""

    begun: str
    header: str
    moves: tuple[str, ...] = ()
    rolloff: str = "null"
    open: bool = True
    rolls: tuple[Entry, ...] = ()
    levels: str = ""

    def continues(self, match: Match) -> bool:
        """Whether this game became, or still is, that match: another one is begun without a move."""
        return self.header == header_of(match) and (bool(match.moves) or not self.moves)

    def after(self, match: Match, rolloff: RollOff | None, rolls: tuple[Roll, ...], levels: Levels, at: str) -> Game:
        """Return the game as the match stands now, these rolls being the last that were made in it."""
        landed = [number for number, move in enumerate(match.moves, start=1) if isinstance(move, Land)]
        landed += [len(match.moves) + n for n in range(1, len(rolloff.throws) + 1 if rolloff else 1)]
        numbers = landed[len(landed) - len(rolls) :]
        entries = tuple(
            Entry(number, " ".join(map(str, roll.faces)), roll.raw, roll.source, int(roll.substitute), at)
            for number, roll in zip(numbers, rolls, strict=True)
        )
        moves = tuple(map(move_text, match.moves))
        seats = levels_text(levels, len(match.players))
        return replace(self, moves=moves, rolloff=rolloff_text(rolloff), rolls=self.rolls + entries, levels=seats)


@dataclass(frozen=True, slots=True)
class Found:
    """What a database holds of settings, and of the match that was left in progress."""

    settings: Settings | None = None
    game: Game | None = None
    match: Match | None = None
    rolloff: RollOff | None = None
    levels: Levels = ()


def header_of(match: Match) -> str:
    """Return the beginning of the match's notation: its rules and its players."""
    return to_text(new_match(match.rules, match.players))


def find(base: sqlite3.Connection) -> Found:
    """Return what to go on with; raises ``ValueError`` for what no console wrote, and ``sqlite3.Error``."""
    kept = base.execute("SELECT value FROM setting WHERE name = 'settings'").fetchone()
    row = base.execute(
        "SELECT id, begun, header, rolloff, levels FROM match WHERE open ORDER BY id DESC LIMIT 1"
    ).fetchone()
    try:
        settings = None if kept is None else settings_from_text(*kept)
        if row is None:
            return Found(settings)
        number, begun, header, rolloff, levels = row
        moves = tuple(_moves(base, number))
        match = from_text(header + "".join(f"{text}\n" for text in moves))
        rows = base.execute(
            "SELECT number, faces, raw, source, substitute, at FROM roll WHERE match = ? ORDER BY id", (number,)
        )
        rolls = tuple(Entry(*row) for row in rows)
        game = Game(begun, header, moves, rolloff, rolls=rolls, levels=levels)
        seats = levels_from_text(levels, len(match.players))
        return Found(settings, game, match, rolloff_from_text(rolloff), seats)
    except TypeError as error:
        raise ValueError(f"a value of the wrong kind: {error}") from error


def write_game(base: sqlite3.Connection, game: Game) -> None:
    """Bring the database, in which a transaction is open, to what the game says; an open game closes all others."""
    number = _number(base, game)
    if number is None:
        number = base.execute(
            "INSERT INTO match (header, rolloff, open, begun, levels) VALUES (?, ?, ?, ?, ?)",
            (game.header, game.rolloff, game.open, game.begun, game.levels),
        ).lastrowid
    else:
        base.execute(
            "UPDATE match SET rolloff = ?, open = ?, levels = ? WHERE id = ?",
            (game.rolloff, game.open, game.levels, number),
        )
    if game.open:
        base.execute("UPDATE match SET open = 0 WHERE open AND id != ?", (number,))
    there = _moves(base, number)
    kept = 0
    while kept < min(len(there), len(game.moves)) and there[kept] == game.moves[kept]:
        kept += 1
    if kept < len(there):
        base.execute("DELETE FROM move WHERE match = ? AND number > ?", (number, kept))
    for place, text in enumerate(game.moves[kept:], start=kept + 1):
        base.execute("INSERT INTO move VALUES (?, ?, ?)", (number, place, text))
    for roll in missing_rolls(base, game):
        base.execute(
            "INSERT INTO roll (match, number, faces, raw, source, substitute, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, roll.number, roll.faces, roll.raw, roll.source, roll.substitute, roll.at),
        )


def missing_rolls(base: sqlite3.Connection, game: Game) -> tuple[Entry, ...]:
    """Return the rolls of the game that the database lacks: rolls are only ever added."""
    (there,) = base.execute("SELECT count(*) FROM roll WHERE match = ?", (_number(base, game),)).fetchone()
    return game.rolls[there:]


def is_known(base: sqlite3.Connection, begun: str) -> bool:
    """Whether a match began at that moment."""
    return base.execute("SELECT 1 FROM match WHERE begun = ?", (begun,)).fetchone() is not None


def _number(base: sqlite3.Connection, game: Game) -> int | None:
    # The last of them: matches of version 1 have no moment, and the one in progress was the last.
    row = base.execute("SELECT max(id) FROM match WHERE begun = ? AND header = ?", (game.begun, game.header)).fetchone()
    return None if row is None else row[0]


def _moves(base: sqlite3.Connection, number: int | None) -> list[str]:
    return [text for (text,) in base.execute("SELECT text FROM move WHERE match = ? ORDER BY number", (number,))]
