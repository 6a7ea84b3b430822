"""The history as data for other programs: JSON, and CSV with a row a move."""

from __future__ import annotations

import csv
import io
import json
from itertools import groupby
from typing import TYPE_CHECKING, Any, assert_never

from servida.device.history import Rows, StoredMatch, StoredRoll, matches, rolls
from servida.history_text import ending
from servida.rules import Land, Mark, Match, Move, RollOff, Throw, apply, new_match, options_of
from servida.ui.seats import level_at

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS = (
    *("match", "begun", "rules", "number", "player", "move"),
    *("hold", "faces", "line", "points", "raw", "source", "substitute", "at", "level"),
)
"""The columns of the CSV: ``number`` counts the moves of a match, ``move`` is throw, land, mark or roll-off, and
``level`` is that of a computer."""


def summary(stored: StoredMatch) -> dict[str, Any]:
    """Return what a line of the history tells; of a match that the rules refuse, why."""
    head: dict[str, Any] = {"match": stored.number, "begun": stored.begun or None, "open": stored.open}
    try:
        match, rolloff, levels = stored.read(), stored.read_rolloff(), stored.read_levels()
    except ValueError as error:
        return {**head, "error": str(error)}
    end = ending(stored, match, rolloff)
    return {
        **head,
        "rules": {"name": match.rules.name, "options": options_of(match.rules)},
        "players": match.players,
        "levels": [level and level.value for level in (level_at(levels, i) for i in range(len(match.players)))],
        "totals": [sheet.total for sheet in match.sheets],
        "end": end.kind,
        "by": end.players,
    }


def in_full(store: Rows, stored: StoredMatch) -> dict[str, Any]:
    """Return a match with its notation, its sheets and its rolls; a scratched line holds 0, an open one null."""
    told = summary(stored)
    if "error" not in told:
        sheets = stored.read().sheets
        told["sheets"] = [{line.value: sheet[line] for line in sheet.lines} for sheet in sheets]
    made = [
        {"number": roll.number, "faces": roll.faces, **_proof(roll), "substitute": roll.substitute}
        for roll in rolls(store, stored.number)
    ]
    return {**told, "notation": stored.text, "rolloff": json.loads(stored.rolloff_text), "rolls": made}


def as_json(store: Rows) -> str:
    """Return the whole history as one JSON object; raises ``DeviceError``."""
    history = {"matches": [in_full(store, stored) for stored in matches(store)]}
    return json.dumps(history, ensure_ascii=False, indent=1) + "\n"


def as_csv(store: Rows) -> str:
    """Return the whole history as CSV, a row a move; raises ``DeviceError``, ``ValueError`` for what no rules allow."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    made = {number: {roll.number: roll for roll in group} for number, group in groupby(rolls(store), lambda r: r.match)}
    for stored in matches(store):
        match = stored.read()
        fixed = {"match": stored.number, "begun": stored.begun, "rules": match.rules.name}
        levels = dict(zip(match.players, stored.read_levels(), strict=False))
        for number, row in enumerate(_steps(match, stored.read_rolloff()), start=1):
            roll = made.get(stored.number, {}).get(number)
            proof = {} if roll is None else {**_proof(roll), "substitute": int(roll.substitute)}
            level = levels.get(row["player"])
            table.writerow({**fixed, "number": number, **row, **proof, "level": "" if level is None else level.value})
    return text.getvalue()


def _proof(roll: StoredRoll) -> dict[str, Any]:
    return {"raw": roll.raw.hex(), "source": roll.source, "at": roll.at}


def _steps(match: Match, rolloff: RollOff | None) -> Iterator[dict[str, Any]]:
    """Yield what happened, a move at a time."""
    now = new_match(match.rules, match.players)
    for move in match.moves:
        after = apply(now, move)
        yield {"player": now.players[now.mover], **_cells(move, after, now.mover)}
        now = after
    for player, hand in rolloff.throws if rolloff is not None else ():
        yield {"player": match.players[player], "move": "roll-off", "faces": " ".join(map(str, hand))}


def _cells(move: Move, after: Match, mover: int) -> dict[str, Any]:
    match move:
        case Throw(hold):
            return {"move": "throw", "hold": " ".join(str(place + 1) for place in hold)}
        case Land(faces):
            return {"move": "land", "faces": " ".join(map(str, faces))}
        case Mark(line):
            return {"move": "mark", "line": line.value, "points": after.sheets[mover][line]}
        case _:
            assert_never(move)
