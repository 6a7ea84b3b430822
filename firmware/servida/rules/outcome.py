"""How a match ends, as a value.

Players are indices.  Knows sheets, not how a match came to its end.
"""

from dataclasses import dataclass
from typing import TypeAlias

from servida.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Won:
    """The match ended with all lines filled; `player`, an index, has the most points."""

    player: int


@dataclass(frozen=True, slots=True)
class ServedWin:
    """The match ended at once, as `player`, an index, rolled a served Generala."""

    player: int


@dataclass(frozen=True, slots=True)
class Tie:
    """The match ended with all lines filled; `players`, two or more, ascending, have the most points."""

    players: tuple[int, ...]


Outcome: TypeAlias = Won | ServedWin | Tie


def outcome_by_points(sheets: tuple[Sheet, ...]) -> Won | Tie:
    """Return how a match ends whose sheets are all full: the most points win, equal ones at the top tie."""
    totals = [sheet.total for sheet in sheets]
    first, *others = (player for player, total in enumerate(totals) if total == max(totals))
    return Tie((first, *others)) if others else Won(first)
