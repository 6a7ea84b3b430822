"""The history in words: a line a match, and one match as notation with its score sheet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from servida.rules import Match, RollOff, ServedWin, Tie, Won
from servida.ui.seats import level_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from servida.device.history import StoredMatch

SCRATCH = "–"
OPEN = "."


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended: ``kind`` in one word, and by whom."""

    kind: str
    players: tuple[str, ...] = ()

    def __str__(self) -> str:
        who = ", ".join(self.players)
        match self.kind:
            case "points":
                return f"{who} won"
            case "served":
                return f"{who} won by a served generala"
            case "roll-off":
                return f"{who} won the roll-off"
            case "tie":
                return f"tie: {who}"
            case _:
                return self.kind


def ending(stored: StoredMatch, match: Match, rolloff: RollOff | None) -> Ending:
    """Return how the match ended, or that it did not."""
    if rolloff is not None and rolloff.winner is not None:
        return Ending("roll-off", (match.players[rolloff.winner],))
    match match.outcome:
        case Won(player):
            return Ending("points", (match.players[player],))
        case ServedWin(player):
            return Ending("served", (match.players[player],))
        case Tie(players):
            return Ending("tie", tuple(match.players[player] for player in players))
        case _:
            return Ending("in progress" if stored.open else "not finished")


def listing(stored: Iterable[StoredMatch]) -> list[str]:
    """Return a line a match: its number, when it began in local time, rules, points and end."""
    rows = []
    for each in stored:
        try:
            match, rolloff, players = each.read(), each.read_rolloff(), marked(each)
        except ValueError as error:
            rows.append((str(each.number), _local(each.begun), "", "", f"can't be read: {error}"))
            continue
        scores = zip(players, match.sheets, strict=True)
        points = ", ".join(f"{player} {sheet.total}" for player, sheet in scores)
        end = ending(each, match, rolloff)
        rows.append((str(each.number), _local(each.begun), match.rules.name, points, str(end)))
    return _columns(rows)


def marked(stored: StoredMatch) -> tuple[str, ...]:
    """Return the players, a computer with its level behind its name; raises ``ValueError``."""
    levels = stored.read_levels()
    named = ((name, level_at(levels, i)) for i, name in enumerate(stored.read().players))
    return tuple(name if level is None else f"{name} ({level.value})" for name, level in named)


def in_full(stored: StoredMatch) -> str:
    """Return the match in notation, and its score sheet as comments, so that all of it can be read as a match.

    Raises ``ValueError`` for a match that the rules refuse.
    """
    match, rolloff = stored.read(), stored.read_rolloff()
    sheet = [*_sheet(match), *_rolloff(match, rolloff), "", f"{ending(stored, match, rolloff)}"]
    computers = [f"{each}: a computer" for each in marked(stored) if each not in match.players]
    head = [f"match {stored.number}", *([f"begun {_local(stored.begun)}"] if stored.begun else []), *computers, ""]
    return stored.text + "".join(f"# {line}".rstrip() + "\n" for line in [*head, *sheet])


def _sheet(match: Match) -> list[str]:
    rows = [("", *match.players)]
    for line in match.rules.lines:
        points = (sheet[line] for sheet in match.sheets)
        rows.append((line.value, *(OPEN if each is None else str(each or SCRATCH) for each in points)))
    rows.append(("total", *(str(sheet.total) for sheet in match.sheets)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))])
        for first, *rest in rows
    ]


def _rolloff(match: Match, rolloff: RollOff | None) -> list[str]:
    if rolloff is None:
        return []
    return ["", *(f"roll-off: {match.players[who]} {' '.join(map(str, hand))}" for who, hand in rolloff.throws)]


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    aligned = (
        [number.rjust(widths[0]), *(cell.ljust(width) for cell, width in zip(rest, widths[1:], strict=True))]
        for number, *rest in rows
    )
    return ["  ".join(row).rstrip() for row in aligned]


def _local(begun: str) -> str:
    """Return the time in this computer's zone; a dash for a match of which none is known."""
    return datetime.fromisoformat(begun).astimezone().strftime("%Y-%m-%d %H:%M") if begun else "-"
