"""The three moves of a match and how they are written.

A Throw asks for dice, a Land says what chance answered, a Mark fills a line.  Knows the words, not what is
legal when.  Positions are 0 to 4 in values and 1 to 5 in words, as on the buttons.
"""

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from servida.rules.dice import DICE, FACES
from servida.rules.lines import Line, UnknownLine, line_named


@dataclass(frozen=True, slots=True)
class Throw:
    """Roll all dice but the held ones; `hold` are their positions, 0 to 4, ascending."""

    hold: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Land:
    """The dice that were in the air have come to lie; `faces`, 1 to 6, of these dice only, left to right."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Fill this open line with what the dice are worth there."""

    line: Line


Move: TypeAlias = Throw | Land | Mark


class NotationError(ValueError):
    """Text that is no move or no match; for a match the message names the line by its number, from 1."""


def move_text(move: Move) -> str:
    """Return the move in words: `throw`, `throw hold 1 3`, `land 4 4 2`, `mark fours`."""
    match move:
        case Throw(()):
            return "throw"
        case Throw(hold):
            return " ".join(["throw hold", *(str(place + 1) for place in hold)])
        case Land(faces):
            return " ".join(["land", *map(str, faces)])
        case Mark(line):
            return f"mark {line.value}"
        case _:
            assert_never(move)


def move_from_text(text: str) -> Move:
    """Return the move that the words say; raises NotationError, without a line number."""
    match text.split():
        case ["throw"]:
            return Throw()
        case ["throw", "hold", *places] if places:
            return Throw(tuple(place - 1 for place in _numbers(places, "position", DICE)))
        case ["land", *faces] if faces:
            return Land(_numbers(faces, "face", len(FACES)))
        case ["mark", name]:
            try:
                return Mark(line_named(name))
            except UnknownLine as error:
                raise NotationError(str(error)) from error
        case _:
            allowed = "a move is throw, throw hold POSITIONS, land FACES or mark LINE"
            raise NotationError(f"{text!r} is no move; {allowed}")


def _numbers(words: list[str], what: str, most: int) -> tuple[int, ...]:
    allowed = [str(number) for number in range(1, most + 1)]
    for word in words:
        if word not in allowed:
            raise NotationError(f"{word!r} is no {what}; a {what} is 1 to {most}")
    return tuple(map(int, words))
