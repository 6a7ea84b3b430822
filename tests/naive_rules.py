"""The rules of Generala once more, written from the rule book without a look at the program, and slow.

Shares no code with `servida.rules`: lines and presets are words, hands are compared with lists written out.
"""

from collections import Counter
from itertools import permutations
from typing import NamedTuple

NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
LINES = [*NUMBERS, "straight", "full", "poker", "generala"]

Dice = tuple[int, ...]
Answer = int | str


class Facts(NamedTuple):
    """One row of the table of presets, in the order of its columns; five_as_full is a household's."""

    straight: str
    bonus: int
    generala: int
    served_generala: int | str
    double: int | None
    five_as_full: bool = False


PRESETS = {
    "table": Facts("", 5, 50, "wins", None),
    "table-scores": Facts("", 5, 50, 60, None),
    "table-ace-high": Facts("ace_high", 5, 50, "wins", None),
    "classic-2007": Facts("ace_as_two", 10, 60, "wins", None),
    "wiki-50": Facts("", 5, 50, "wins", None),
    "wiki-60": Facts("", 10, 60, "wins", None),
    "wiki-50-double": Facts("", 5, 50, "wins", 100),
    "wiki-60-double": Facts("", 10, 60, "wins", 120),
    "wiki-wrap": Facts("wrap", 5, 50, "wins", None),
}

_STRAIGHTS = {
    "": ["12345", "23456"],
    "ace_high": ["34561"],
    "wrap": ["34561", "45612", "56123", "61234"],
    "ace_as_two": ["11345", "13456"],
}


def is_straight(dice: Dice, options: str) -> bool:
    allowed = [text for option in ["", *options.split()] for text in _STRAIGHTS[option]]
    return any("".join(map(str, order)) in allowed for order in permutations(dice))


def worth(line: str, dice: Dice, facts: Facts, *, served: bool, generala: str) -> Answer:
    """Points, or "wins"; `generala` is "open", "scored" or "scratched"."""
    counts = sorted(Counter(dice).values())
    bonus = facts.bonus if served else 0
    if line in NUMBERS:
        return sum(die for die in dice if die == NUMBERS[line])
    if line == "straight":
        return 20 + bonus if is_straight(dice, facts.straight) else 0
    if line == "full":
        return 30 + bonus if counts == [2, 3] or (counts == [5] and facts.five_as_full) else 0
    if line == "poker":
        return 40 + bonus if counts in ([1, 4], [5]) else 0
    if counts != [5]:
        return 0
    if line == "double":
        assert facts.double is not None
        return facts.double if generala == "scored" else 0
    if not served:
        return facts.generala
    if facts.served_generala != "wins":
        return facts.served_generala
    return "wins" if generala == "open" else facts.generala
