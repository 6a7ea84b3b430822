"""What strategy says, in words and on the dice: which of them stay, and what for."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from servida.rules import Mark
from servida.strategy.advice import Hold

if TYPE_CHECKING:
    from servida.rules import Line
    from servida.strategy.advice import Action, Choice
    from servida.ui.texts import Texts


def places(action: Action, faces: tuple[int, ...], held: frozenset[int] = frozenset()) -> frozenset[int]:
    """Return the positions 0..4 of the dice that stay; of equal dice those that are ``held`` already come first."""
    if isinstance(action, Mark):
        return frozenset()
    left = list(action.faces)
    stay = set()
    for place in sorted(range(len(faces)), key=lambda place: (place not in held, place)):
        if faces[place] in left:
            left.remove(faces[place])
            stay.add(place)
    return frozenset(stay)


def purpose(choice: Choice, texts: Texts) -> str:
    """Return what a choice is for: the aim of a hold, or the line that is written."""
    match choice.action:
        case Hold():
            return texts.aim(choice.aim)
        case Mark(line):
            return writing(line, texts)
        case other:
            assert_never(other)


def writing(line: Line, texts: Texts) -> str:
    """Return that a line is written."""
    return texts.say("Write: {line}", line=texts.line(line))
