"""Letters of equal strokes, drawn for a nozzle: the name on the lid looks alike whatever fonts a computer has."""

from __future__ import annotations

Line = tuple[tuple[float, float], ...]

LETTERS: dict[str, tuple[Line, ...]] = {
    "S": (
        ((1, 0), (0.25, 0), (0, 0.12), (0, 0.38), (0.25, 0.5), (0.75, 0.5), (1, 0.62), (1, 0.88), (0.75, 1), (0, 1)),
    ),
    "E": (((1, 0), (0, 0), (0, 1), (1, 1)), ((0, 0.5), (0.8, 0.5))),
    "R": (((0, 1), (0, 0), (0.75, 0), (1, 0.14), (1, 0.4), (0.75, 0.54), (0, 0.54)), ((0.5, 0.54), (1, 1))),
    "V": (((0, 0), (0.5, 1), (1, 0)),),
    "I": (((0.5, 0), (0.5, 1)),),
    "D": (((0, 0), (0, 1), (0.6, 1), (1, 0.72), (1, 0.28), (0.6, 0), (0, 0)),),
    "A": (((0, 1), (0.5, 0), (1, 1)), ((0.2, 0.68), (0.8, 0.68))),
}
"""Lines through points of a unit square, x to the right, y down."""


def strokes(letter: str) -> tuple[Line, ...]:
    """Return a letter's lines; raises KeyError for a letter that nobody has drawn."""
    return LETTERS[letter]
