"""What happened, line by line, with its moment in virtual seconds: fingers, faults, screens and moves.

It is told what a person did and looks at the rig for what came of it. It must not know who reads it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from servida.rules.moves import move_text

if TYPE_CHECKING:
    from servida.rules import Match
    from servida_host.console_rig import ConsoleRig

KEPT = 200
"""Entries that are kept; older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal."""

    at: float
    text: str


class Journal:
    """The last entries about a rig."""

    def __init__(self, rig: ConsoleRig) -> None:
        self._rig = rig
        self._entries: deque[Entry] = deque(maxlen=KEPT)
        self.written = 0
        self._screen, self._match = rig.screen, rig.match

    def since(self, written: int) -> list[Entry]:
        """Return the entries after the first ``written`` ones, as far as they are kept."""
        new = min(self.written - written, len(self._entries))
        return list(self._entries)[len(self._entries) - new :]

    def write(self, text: str) -> None:
        """Add an entry about this moment."""
        self._entries.append(Entry(self._rig.now, text))
        self.written += 1

    def look(self) -> None:
        """Add what the rig shows that it did not show before."""
        match = self._rig.match
        if match is not self._match:
            before, self._match = self._match, match
            for line in _news(before, match):
                self.write(line)
        if self._rig.screen != self._screen:
            self._screen = self._rig.screen
            self.write(f"screen {self._screen}")


def _news(before: Match | None, match: Match | None) -> list[str]:
    """Return what is new in a match, as the notation says it."""
    if match is None:
        return []
    known = () if before is None else before.moves
    if before is None or match.players != before.players or match.moves[: len(known)] != known:
        return [f"match of {', '.join(match.players)} at move {len(match.moves)}"]
    return [move_text(move) for move in match.moves[len(known) :]]
