"""Five dice and the faces that they can show.

Knows what a hand is and nothing of its worth.  It never rolls: faces come from outside and are checked here.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import TypeAlias

FACES = (1, 2, 3, 4, 5, 6)
"""What a die can show."""

DICE = 5
"""How many dice are played with."""

ROLLS = 3
"""How often dice may be rolled in one turn."""

Hand: TypeAlias = tuple[int, ...]
"""The faces of the five dice, left to right."""

HANDS: tuple[Hand, ...] = tuple(combinations_with_replacement(FACES, DICE))
"""The 252 hands that differ when order does not count, each sorted, in ascending order."""


class BadHand(ValueError):
    """Faces that five dice cannot show."""


def hand(faces: Iterable[object]) -> Hand:
    """Return the faces as a hand, in the order given.

    Raises BadHand, naming the die (counted from 1) and its value, unless there are five faces from 1 to 6.
    """
    shown: list[int] = []
    for place, face in enumerate(faces, start=1):
        # `True` equals 1, but would not print as a face.
        if not isinstance(face, int) or isinstance(face, bool) or face not in FACES:
            raise BadHand(f"die {place} shows {face!r}; a die shows 1 to 6")
        shown.append(face)
    if len(shown) != DICE:
        raise BadHand(f"{len(shown)} dice were given; a hand has {DICE}")
    return tuple(shown)
