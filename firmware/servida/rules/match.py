"""A match as an immutable value, and the one function that moves it on.

The rules never roll: chance enters as a move.  Who may do what is decided by how the turn stands:

| the dice of the turn        | Throw                         | Land             | Mark          |
|-----------------------------|-------------------------------|------------------|---------------|
| not thrown yet              | of all five                   | –                | –             |
| in the air                  | –                             | one face a die   | –             |
| lying, after roll 1 or 2    | of one to five, others held   | –                | any open line |
| lying, after roll 3         | –                             | –                | any open line |
| the match is over           | –                             | –                | –             |

A Land that shows a served Generala which wins ends the match at once; otherwise a match ends with the Mark
that fills the last line of the last player.  Every move leaves the match that it was applied to as it was, so
a match can be kept, compared and replayed from its list of moves.
"""

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import assert_never

from servida.rules.dice import DICE, FACES, ROLLS, Hand
from servida.rules.lines import Line
from servida.rules.moves import Land, Mark, Move, Throw, move_text
from servida.rules.naming import NAME_RULE, is_name
from servida.rules.outcome import Outcome, ServedWin, Tie, Won, outcome_by_points
from servida.rules.ruleset import RuleSet
from servida.rules.scoring import Win, score
from servida.rules.sheet import Sheet

MOST_PLAYERS = 8
"""How many can play one match; the fewest is one."""

_ALL_DICE = tuple(range(DICE))


class BadPlayers(ValueError):
    """Too few or too many players, or names that are not fit or not unique."""


class IllegalMove(ValueError):
    """A move that the match does not allow now; the message names it and what is allowed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How the dice of the current turn stand.

    `rolls`: how many have landed, 0 to 3.  `faces`: what the dice show or, for those in the air, showed; None
    before the first Land.  `thrown`: positions, 0 to 4, of the dice in the air, None when there are none.
    """

    rolls: int = 0
    faces: Hand | None = None
    thrown: tuple[int, ...] | None = None

    @property
    def served(self) -> bool:
        """Whether the dice lie as they fell on the first roll."""
        return self.rolls == 1 and self.thrown is None


@dataclass(frozen=True, slots=True)
class Match:
    """A match: rules, players by name, their sheets, the turn of the player `mover`, and all moves so far.

    `mover` is an index.  When the match is over, `outcome` is set, `mover` is who moved last, and the dice
    lie as they did at the end.
    """

    rules: RuleSet
    players: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    turn: Turn = Turn()
    mover: int = 0
    moves: tuple[Move, ...] = ()
    outcome: Outcome | None = None

    @property
    def round(self) -> int:
        """The number of the round, from 1 to the number of lines."""
        filled = len(self.sheets[self.mover].points)
        return filled if isinstance(self.outcome, Won | Tie) else filled + 1

    @property
    def rolls_left(self) -> int:
        """How many more Throws the mover has this turn, 0 to 3."""
        if self.outcome is not None:
            return 0
        return ROLLS - self.turn.rolls - (self.turn.thrown is not None)


def new_match(rules: RuleSet, players: tuple[str, ...]) -> Match:
    """Return a match before its first throw, for one to eight players in their order.

    Raises BadPlayers when they are too few or too many, two share a name, or a name is empty or not
    printable.
    """
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise BadPlayers(f"{len(players)} players were given; 1 to {MOST_PLAYERS} can play")
    for index, name in enumerate(players):
        if not is_name(name):
            raise BadPlayers(f"player {index + 1} is called {name!r}; {NAME_RULE}")
        if name in players[:index]:
            raise BadPlayers(f"two players are called {name}; each needs a name of their own")
    return Match(rules, tuple(players), (Sheet(rules.lines),) * len(players))


def apply(match: Match, move: Move) -> Match:
    """Return the match after the move; raises IllegalMove, and then nothing has changed."""
    turn = match.turn
    match move:
        case Throw(hold) if hold in _holds(match):
            thrown = tuple(place for place in _ALL_DICE if place not in hold)
            return replace(match, turn=replace(turn, thrown=thrown), moves=(*match.moves, move))
        case Land(faces) if turn.thrown is not None and _can_land(faces, len(turn.thrown)):
            return _landed(match, move, turn.thrown)
        case Mark(line) if line in _markable(match):
            return _marked(match, line)
        case Throw() | Land() | Mark():
            who = match.players[match.mover]
            raise IllegalMove(f"{move_text(move)!r} is not allowed to {who} now; {_allowed(match)}")
        case _:
            assert_never(move)


def legal_moves(match: Match) -> tuple[Move, ...]:
    """Return exactly the moves that `apply` accepts: Throws and Marks, or all Lands of the dice in the air."""
    if match.turn.thrown is not None:
        return _lands(len(match.turn.thrown))
    return (*map(Throw, _holds(match)), *map(Mark, _markable(match)))


def potential(match: Match, line: Line) -> int | Win | None:
    """Return what the lying dice score for the mover on an open line; None if none lie or it is filled."""
    turn = match.turn
    sheet = match.sheets[match.mover]
    if turn.faces is None or turn.thrown is not None or line not in sheet.open:
        return None
    return score(line, turn.faces, match.rules, served=turn.served, generala=sheet.generala)


def take_back(match: Match) -> Match:
    """Return the match before its last move, if that was a Mark; raises IllegalMove otherwise.

    A Land, and with it a Throw, stays: chance is never asked twice.
    """
    taken = match.moves[-1] if match.moves else None
    if not isinstance(taken, Mark):
        raise IllegalMove("nothing can be taken back now; only a line that was just written can")
    before = match.moves[:-1]
    player = match.mover if match.outcome is not None else (match.mover - 1) % len(match.players)
    start = max((number for number, move in enumerate(before, start=1) if isinstance(move, Mark)), default=0)
    sheets = _with_sheet(match, player, match.sheets[player].without(taken.line))
    earlier = replace(match, sheets=sheets, turn=Turn(), mover=player, moves=before[:start], outcome=None)
    for move in before[start:]:
        earlier = apply(earlier, move)
    return earlier


def _landed(match: Match, move: Land, thrown: tuple[int, ...]) -> Match:
    falling = iter(move.faces)
    before = match.turn.faces or move.faces  # the first throw is of all dice, so nothing of `before` stays
    faces = tuple(next(falling) if place in thrown else before[place] for place in _ALL_DICE)
    turn = Turn(match.turn.rolls + 1, faces)
    worth = score(Line.GENERALA, faces, match.rules, served=turn.served, generala=match.sheets[match.mover].generala)
    outcome = ServedWin(match.mover) if worth is Win.WINS else None
    return replace(match, turn=turn, moves=(*match.moves, move), outcome=outcome)


def _marked(match: Match, line: Line) -> Match:
    points = potential(match, line)
    assert isinstance(points, int), "the dice lie, the line is open, and a winning hand has ended the match"
    sheets = _with_sheet(match, match.mover, match.sheets[match.mover].filled(line, points))
    moves = (*match.moves, Mark(line))
    if not any(sheet.open for sheet in sheets):
        return replace(match, sheets=sheets, moves=moves, outcome=outcome_by_points(sheets))
    mover = (match.mover + 1) % len(match.players)
    return replace(match, sheets=sheets, turn=Turn(), mover=mover, moves=moves)


def _with_sheet(match: Match, player: int, sheet: Sheet) -> tuple[Sheet, ...]:
    return (*match.sheets[:player], sheet, *match.sheets[player + 1 :])


def _lying(match: Match) -> bool:
    return match.outcome is None and match.turn.rolls > 0 and match.turn.thrown is None


def _holds(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return what a Throw may hold now: nothing at all while no Throw is allowed."""
    if match.turn.thrown is not None or match.rolls_left == 0:
        return ()
    return _SOME_HELD if _lying(match) else ((),)


def _markable(match: Match) -> tuple[Line, ...]:
    return match.sheets[match.mover].open if _lying(match) else ()


def _can_land(faces: tuple[int, ...], count: int) -> bool:
    return len(faces) == count and all(face in FACES for face in faces)


_SOME_HELD = tuple(held for count in range(DICE) for held in combinations(_ALL_DICE, count))


@cache
def _lands(count: int) -> tuple[Land, ...]:
    return tuple(Land(faces) for faces in product(FACES, repeat=count))


def _allowed(match: Match) -> str:
    """Say what `apply` accepts now."""
    if match.outcome is not None:
        return "the match is over"
    if match.turn.thrown is not None:
        return f"allowed is land with {len(match.turn.thrown)} faces from 1 to 6"
    if not _lying(match):
        return "allowed is throw without hold"
    lines = " ".join(line.value for line in _markable(match))
    throw = f"throw holding at most {DICE - 1} dice, positions ascending, or " if match.rolls_left else ""
    return f"allowed is {throw}mark with one of {lines}"
