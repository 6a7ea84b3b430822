"""The roll-off that settles a tie.

Each contender throws five dice once, in order; the highest sum of faces wins, and those equal at the top go
again among themselves.  A value, as a match is: chance comes in as hands, and everything else follows from
the throws so far.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from servida.rules.dice import Hand, hand
from servida.rules.match import IllegalMove

_Throws: TypeAlias = tuple[tuple[int, Hand], ...]


@dataclass(frozen=True, slots=True)
class RollOff:
    """A roll-off: the tied players by index, in their order, and what was thrown so far, by whom.

    Raises ValueError unless there are two or more different contenders, and each throw is by the player whose
    turn it was.
    """

    contenders: tuple[int, ...]
    throws: _Throws = ()

    def __post_init__(self) -> None:
        if len(self.contenders) < 2 or len(set(self.contenders)) < len(self.contenders):
            raise ValueError(f"contenders {self.contenders}: a roll-off needs two or more different players")
        for number, (player, _) in enumerate(self.throws):
            due = _due(*_round(self.contenders, self.throws[:number]))
            if player != due:
                raise ValueError(f"throw {number + 1} of the roll-off is by player {player}; due was {due}")

    @property
    def standing(self) -> tuple[int, ...]:
        """Who is still in: those who throw in the round that is going on, or the winner alone."""
        return _round(self.contenders, self.throws)[0]

    @property
    def next(self) -> int | None:
        """Whose throw is due; None once there is a winner."""
        return _due(*_round(self.contenders, self.throws))

    @property
    def winner(self) -> int | None:
        """Who won; None while it is undecided."""
        standing = self.standing
        return standing[0] if len(standing) == 1 else None


def throw(rolloff: RollOff, faces: Hand) -> RollOff:
    """Return the roll-off after the next contender threw these faces.

    Raises IllegalMove when it is decided, BadHand when five dice can't show that.
    """
    player = rolloff.next
    if player is None:
        raise IllegalMove("the roll-off is decided; no more throws are allowed")
    return replace(rolloff, throws=(*rolloff.throws, (player, hand(faces))))


def _round(contenders: tuple[int, ...], throws: _Throws) -> tuple[tuple[int, ...], _Throws]:
    """Who throws in the round that is going on, and the throws in it."""
    while len(contenders) > 1 and len(throws) >= len(contenders):
        sums = {player: sum(faces) for player, faces in throws[: len(contenders)]}
        throws = throws[len(contenders) :]
        contenders = tuple(player for player in contenders if sums[player] == max(sums.values()))
    return contenders, throws


def _due(standing: tuple[int, ...], thrown: _Throws) -> int | None:
    return None if len(standing) == 1 else standing[len(thrown)]
