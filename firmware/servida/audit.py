"""Does the history agree with itself?  Every face follows from its stored bytes, every match from the rules.

Pure: it is given what was stored and says what does not agree; where that is stored, it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from servida.device.entropy import faces_of
from servida.rules import Land

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from servida.device.history import StoredMatch, StoredRoll


@dataclass(frozen=True, slots=True)
class Audit:
    """How many matches agreed, with how many rolls; ``fault`` names the first thing that did not, and says why."""

    matches: int
    rolls: int
    fault: str | None = None


class Disagreement(ValueError):
    """Something stored that does not agree with the rest; the message names it and both sides."""


def audit(matches: Iterable[StoredMatch], rolls: Iterable[StoredRoll]) -> Audit:
    """Check all matches in their order, each with its rolls, and then that no roll is left over."""
    of_match: dict[int, list[StoredRoll]] = {}
    for roll in rolls:
        of_match.setdefault(roll.match, []).append(roll)
    sound = sound_rolls = 0
    try:
        for match in matches:
            sound_rolls += _check_match(match, of_match.pop(match.number, []))
            sound += 1
        _check_leftover(of_match)
    except Disagreement as fault:
        return Audit(sound, sound_rolls, str(fault))
    return Audit(sound, sound_rolls)


def _check_match(match: StoredMatch, rolls: list[StoredRoll]) -> int:
    """Return how many rolls it had, all of which agree."""
    landed = _landed(match)
    for roll in rolls:
        _check_roll(roll, landed)
        landed.pop(roll.number)
    # A match that an earlier version began has moves whose bytes nobody kept.
    if landed and match.begun:
        raise Disagreement(f"match {match.number}, move {min(landed)}: the roll is missing")
    return len(rolls)


def _check_leftover(of_match: Mapping[int, list[StoredRoll]]) -> None:
    for number in of_match:
        raise Disagreement(f"match {number}: there are rolls of it, but there is no such match")


def _landed(match: StoredMatch) -> dict[int, tuple[int, ...]]:
    """Return the faces that fell in the match and its roll-off, by the number of the roll; replays the rules."""
    try:
        played = match.read()
        rolloff = match.read_rolloff()
    except (ValueError, TypeError) as error:
        raise Disagreement(f"match {match.number}: {error}") from error
    landed = {number: move.faces for number, move in enumerate(played.moves, start=1) if isinstance(move, Land)}
    throws = rolloff.throws if rolloff is not None else ()
    return landed | {len(played.moves) + n: faces for n, (_, faces) in enumerate(throws, start=1)}


def _check_roll(roll: StoredRoll, landed: Mapping[int, tuple[int, ...]]) -> None:
    where = f"match {roll.match}, move {roll.number} of {roll.at}"
    try:
        made = faces_of(roll.raw)
    except TypeError as error:  # whoever changes a database can put anything there
        raise Disagreement(f"{where}: its bytes are {roll.raw!r}") from error
    if made != roll.faces:
        raise Disagreement(
            f"{where}: its bytes {roll.raw.hex(' ')} give {_said(made)}, stored as faces are {_said(roll.faces)}"
        )
    if roll.number not in landed:
        raise Disagreement(f"{where}: a roll that the match has no place for")
    if landed[roll.number] != roll.faces:
        raise Disagreement(f"{where}: rolled were {_said(roll.faces)}, in the match are {_said(landed[roll.number])}")


def _said(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces)) or "nothing"
