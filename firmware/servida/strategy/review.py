"""A match gone through once more: what each decision cost, and what each roll gave.

Both are counted in expected points, so that they add up: a player's total is what an empty sheet is worth, plus luck,
less what mistakes cost.  A served Generala that wins counts as its points, as in the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from servida.rules import Land, Mark, Throw, apply, new_match
from servida.strategy.advice import Hold, Mistake, Review
from servida.strategy.decisions import decisions

if TYPE_CHECKING:
    from servida.rules import Hand, Match, Move
    from servida.strategy.advice import Action
    from servida.strategy.decisions import Decisions
    from servida.strategy.values import Table

DEAREST = 3
"""How many mistakes a review names."""

NEGLIGIBLE = 1e-9
"""Expected points below which two choices are worth the same, sums being rounded."""


@dataclass
class Reviewing:
    """The review of a match in the making: ``advance`` goes through a turn, about 5 ms on a laptop."""

    table: Table
    match: Match
    _seen: Match = field(init=False)
    _reviews: list[Review] = field(init=False)

    def __post_init__(self) -> None:
        self._seen = new_match(self.match.rules, self.match.players)
        self._reviews = [Review(player, 0.0, (), 0.0) for player in self.match.players]

    @property
    def reviews(self) -> tuple[Review, ...] | None:
        """The review of every player, in their order; ``None`` until all turns were gone through."""
        return tuple(self._reviews) if len(self._seen.moves) == len(self.match.moves) else None

    def advance(self) -> None:
        """Go through the next turn, or through what there is of it."""
        begun = self._seen
        sheet = begun.sheets[begun.mover]
        turn = decisions(self.table, sheet)
        for move in self.match.moves[len(begun.moves) :]:
            self._judge(turn, move)
            self._seen = apply(self._seen, move)
            if isinstance(move, Mark):
                return

    def _judge(self, turn: Decisions, move: Move) -> None:
        """Add what the move cost or gave to its player's account."""
        match = self._seen
        mine = self._reviews[match.mover]
        faces, left = match.turn.faces, match.rolls_left
        match move:
            case Land():
                after = apply(match, move)
                assert after.turn.faces is not None, "dice that have landed lie"
                rolled = turn.value if faces is None else turn.held(_kept(faces, match.turn.thrown or ()), left + 1)
                mine = replace(mine, luck=mine.luck + turn.lying(after.turn.faces, left) - rolled)
            case Throw(hold) if faces is not None:
                mine = _priced(mine, turn, match, Hold(tuple(sorted(faces[place] for place in hold))))
            case Mark():
                mine = _priced(mine, turn, match, move)
            case _:
                return  # a first throw is no decision
        self._reviews[match.mover] = mine


def _kept(faces: Hand, thrown: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(face for place, face in enumerate(faces) if place not in thrown)


def _priced(review: Review, turn: Decisions, match: Match, done: Action) -> Review:
    """Return the review with the price of this decision."""
    assert match.turn.faces is not None, "a decision is made on dice that lie"
    found = turn.choices(match.turn.faces, match.rolls_left)
    (worth,) = (choice.expected for choice in found if choice.action == done)
    price = found[0].expected - worth
    if price < NEGLIGIBLE:
        return review
    generala = match.sheets[match.mover].generala
    mistake = Mistake(match.round, match.turn.faces, match.rolls_left, done, found[0].action, price, generala)
    dearest = sorted((*review.dearest, mistake), key=lambda each: -each.price)[:DEAREST]
    return replace(review, lost=review.lost + price, dearest=tuple(dearest))
