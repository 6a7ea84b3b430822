"""What strategy says, in words and on the dice: which of them stay, and what for."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from servida.rules import ROLLS, Mark, potential, score
from servida.strategy.advice import Hold

if TYPE_CHECKING:
    from servida.rules import Line, Match, RuleSet, Win
    from servida.strategy.advice import Action, Choice, Mistake
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


def purpose(choice: Choice, match: Match, texts: Texts) -> str:
    """Return what a choice is for on the dice that lie: the aim of a hold, or the line that is written."""
    match choice.action:
        case Hold():
            return texts.aim(choice.aim)
        case Mark(line):
            return writing(texts.line(line), potential(match, line), texts)
        case other:
            assert_never(other)


def brought(line: Line, mistake: Mistake, rules: RuleSet) -> int | Win:
    """Return what the line would have brought, or did, where the mistake was made."""
    return score(line, mistake.faces, rules, served=mistake.rolls_left == ROLLS - 1, generala=mistake.generala)


def writing(name: str, points: int | Win | None, texts: Texts) -> str:
    """Return that a line is written, or that it is scratched where that brings 0 points."""
    return texts.say("Scratch {line}", line=name) if points == 0 else texts.say("Write: {line}", line=name)
