"""The lines of the score sheet: ten, and the Double that some rule sets add.

Knows their names and order, not what they are worth.
"""

from enum import Enum


class Line(Enum):
    """A line of the sheet, in the order in which sheets show them."""

    ONES = "ones"
    TWOS = "twos"
    THREES = "threes"
    FOURS = "fours"
    FIVES = "fives"
    SIXES = "sixes"
    STRAIGHT = "straight"
    FULL = "full"
    POKER = "poker"
    GENERALA = "generala"
    DOUBLE = "double"

    __repr__ = Enum.__str__  # "Line.ONES", which can be pasted back

    @property
    def face(self) -> int | None:
        """The face, 1 to 6, that a number line counts; None for the other lines."""
        return _FACE.get(self)


_FACE = {
    Line.ONES: 1,
    Line.TWOS: 2,
    Line.THREES: 3,
    Line.FOURS: 4,
    Line.FIVES: 5,
    Line.SIXES: 6,
}


class UnknownLine(ValueError):
    """A name that no line has, or a line that the rule set does not play."""


def line_named(text: str) -> Line:
    """Return the line of that name, as in "ones" or "double"; raises UnknownLine naming the allowed ones."""
    try:
        return Line(text)
    except ValueError:
        allowed = " ".join(line.value for line in Line)
        raise UnknownLine(f"there is no line {text!r}; the lines are {allowed}") from None
