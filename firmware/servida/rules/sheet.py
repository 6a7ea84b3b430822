"""One player's score sheet: which lines are filled, and with what.

A value; knows no dice and no rules but the lines that it has.
"""

from dataclasses import dataclass, replace

from servida.rules.lines import Line
from servida.rules.scoring import Generala


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet: its lines, and the filled ones with their points, in the order of the lines."""

    lines: tuple[Line, ...]
    points: tuple[tuple[Line, int], ...] = ()

    def __getitem__(self, line: Line) -> int | None:
        """Return the points that the line holds, None while open; raises KeyError if the sheet lacks it."""
        for filled, points in self.points:
            if filled is line:
                return points
        if line not in self.lines:
            raise KeyError(line)
        return None

    @property
    def total(self) -> int:
        """The sum of the points written so far."""
        return sum(points for _, points in self.points)

    @property
    def open(self) -> tuple[Line, ...]:
        """The lines that are not filled yet, in order."""
        filled = [line for line, _ in self.points]
        return tuple(line for line in self.lines if line not in filled)

    def scratched(self, line: Line) -> bool:
        """Tell whether the line is filled with 0; raises KeyError if the sheet lacks it."""
        return self[line] == 0

    @property
    def generala(self) -> Generala:
        """How the Generala line stands."""
        points = self[Line.GENERALA]
        if points is None:
            return Generala.OPEN
        return Generala.SCORED if points else Generala.SCRATCHED

    def filled(self, line: Line, points: int) -> "Sheet":
        """Return this sheet with points, 0 for a scratch, written on an open line."""
        kept = dict(self.points) | {line: points}
        return replace(self, points=tuple((each, kept[each]) for each in self.lines if each in kept))

    def without(self, line: Line) -> "Sheet":
        """Return this sheet with the line open again."""
        return replace(self, points=tuple(pair for pair in self.points if pair[0] is not line))
