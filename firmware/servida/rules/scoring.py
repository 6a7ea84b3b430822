"""What a hand is worth on a line under a rule set.

Pure arithmetic on values.  Knows nothing of turns or players: whether the hand was served and how the
player's Generala line stands are arguments.
"""

from enum import Enum
from functools import cache
from typing import assert_never

from servida.rules.dice import DICE, Hand
from servida.rules.lines import Line, UnknownLine
from servida.rules.ruleset import RuleSet, ServedGenerala

STRAIGHT = 20
"""Points of a straight that was not served (all sources)."""

FULL = 30
"""Points of a full house that was not served (all sources)."""

POKER = 40
"""Points of four of a kind that was not served (all sources)."""

_ALWAYS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
_ACE_HIGH = ((3, 4, 5, 6, 1),)
_WRAP = ((3, 4, 5, 6, 1), (4, 5, 6, 1, 2), (5, 6, 1, 2, 3), (6, 1, 2, 3, 4))
_ACE_AS_TWO = ((1, 1, 3, 4, 5), (1, 3, 4, 5, 6))


class Generala(Enum):
    """How a player's Generala line stands: open, filled with points, or filled with 0."""

    OPEN = "open"
    SCORED = "scored"
    SCRATCHED = "scratched"

    __repr__ = Enum.__str__  # can be pasted back


class Win(Enum):
    """What a hand is worth that is beyond points: it wins the match at once."""

    WINS = "wins"

    __repr__ = Enum.__str__  # can be pasted back


def straights(rules: RuleSet) -> tuple[Hand, ...]:
    """Return the hands that are straights under these rules, each in the order in which people count it up.

    The options combine as a union of RULES.md's lists: a 1 stands for the 2 in the two straights that start
    at 1 or 2, never in a wrapped one.
    """
    return _straights(ace_high=rules.ace_high, wrap=rules.wrap, ace_as_two=rules.ace_as_two)


def score(
    line: Line, hand: Hand, rules: RuleSet, *, served: bool = False, generala: Generala = Generala.OPEN
) -> int | Win:
    """Return the points of the hand on the line, 0 or more, or Win.WINS.

    `served`: the hand fell on the first roll of the turn.  `generala`: how the player's Generala line stands,
    which decides only whether a served Generala wins (while it is open) and whether the Double scores (once
    it was scored). On the Generala line itself a hand that can't win, as the line is no longer open, counts
    its plain points.  Raises UnknownLine for a Double in a rule set without it.
    """
    match line:
        case Line.ONES | Line.TWOS | Line.THREES | Line.FOURS | Line.FIVES | Line.SIXES:
            face = line.face
            assert face is not None
            return face * hand.count(face)
        case Line.STRAIGHT:
            qualifies = tuple(sorted(hand)) in _sorted_straights(rules)
            return _with_bonus(STRAIGHT, rules, served=served) if qualifies else 0
        case Line.FULL:
            return _with_bonus(FULL, rules, served=served) if _is_full(hand, rules) else 0
        case Line.POKER:
            return _with_bonus(POKER, rules, served=served) if _is_poker(hand) else 0
        case Line.GENERALA:
            return _generala(rules, served=served, generala=generala) if _is_generala(hand) else 0
        case Line.DOUBLE:
            if rules.double is None:
                allowed = " ".join(line.value for line in rules.lines)
                raise UnknownLine(f"rule set {rules.name} has no line double; its lines are {allowed}")
            return rules.double if _is_generala(hand) and generala is Generala.SCORED else 0
        case _:
            assert_never(line)


def combination(hand: Hand, rules: RuleSet) -> Line | None:
    """Return the highest combination that the hand is: GENERALA, POKER, FULL, STRAIGHT or None."""
    if _is_generala(hand):
        return Line.GENERALA
    if _is_poker(hand):
        return Line.POKER
    if _is_full(hand, rules):
        return Line.FULL
    if tuple(sorted(hand)) in _sorted_straights(rules):
        return Line.STRAIGHT
    return None


def _generala(rules: RuleSet, *, served: bool, generala: Generala) -> int | Win:
    match rules.served_generala:
        case ServedGenerala.SCORES:
            return rules.served_generala_points if served else rules.generala
        case ServedGenerala.WINS:
            return Win.WINS if served and generala is Generala.OPEN else rules.generala
        case _:
            assert_never(rules.served_generala)


def _with_bonus(points: int, rules: RuleSet, *, served: bool) -> int:
    return points + rules.served_bonus if served else points


def _is_generala(hand: Hand) -> bool:
    return hand.count(hand[0]) == DICE


def _is_poker(hand: Hand) -> bool:
    # Four of five dice are alike only if at least one of the first two is among them.
    return hand.count(hand[0]) >= 4 or hand.count(hand[1]) >= 4


def _is_full(hand: Hand, rules: RuleSet) -> bool:
    if _is_generala(hand):
        return rules.five_as_full
    return len(set(hand)) == 2 and hand.count(hand[0]) in (2, 3)


@cache
def _straights(*, ace_high: bool, wrap: bool, ace_as_two: bool) -> tuple[Hand, ...]:
    wrapped = _WRAP if wrap else _ACE_HIGH if ace_high else ()
    return _ALWAYS + wrapped + (_ACE_AS_TWO if ace_as_two else ())


def _sorted_straights(rules: RuleSet) -> tuple[Hand, ...]:
    return tuple(tuple(sorted(hand)) for hand in straights(rules))
