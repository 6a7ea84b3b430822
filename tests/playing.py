"""Ways to bring a match to where a test wants it."""

from functools import reduce
from random import Random

from servida.rules import DICE, FACES, Land, Line, Match, Move, Throw, apply, legal_moves, move_from_text

DULL = (1, 2, 3, 4, 6)
"""Dice that are no combination under most rule sets."""


def play(match: Match, *moves: str) -> Match:
    """Apply moves given in words."""
    return reduce(apply, map(move_from_text, moves), match)


def turn(match: Match, faces: tuple[int, ...], line: Line | str) -> Match:
    """Let the mover write the dice of a first roll."""
    name = line.value if isinstance(line, Line) else line
    return play(match, "throw", " ".join(["land", *map(str, faces)]), f"mark {name}")


def fill(match: Match, *lines: Line, faces: tuple[int, ...] = DULL) -> Match:
    """Let every player, from the first on, write the same dice on each of the lines."""
    for line in lines:
        for _ in match.players:
            match = turn(match, faces, line)
    return match


def random_move(match: Match, random: Random, luck: float = 0.0) -> Move:
    """Choose a legal move; with the probability `luck` a throw comes down with all its dice alike."""
    thrown = match.turn.thrown
    if thrown is not None and random.random() < luck:
        return Land((random.choice(FACES),) * len(thrown))
    return random.choice(legal_moves(match))


def strange_moves(random: Random) -> list[Move]:
    """Return moves of all kinds, some of which no match ever allows."""
    holds = [tuple(random.randint(-1, DICE) for _ in range(random.randint(0, 6))) for _ in range(6)]
    lands = [tuple(random.randint(0, 7) for _ in range(random.randint(0, 6))) for _ in range(6)]
    fair = [tuple(random.choices(FACES, k=count)) for count in range(7)]
    subsets = [tuple(place for place in range(DICE) if bits >> place & 1) for bits in range(2**DICE)]
    marks = [move_from_text(f"mark {line.value}") for line in Line]
    return [*map(Throw, holds + subsets), *map(Land, lands + fair), *marks]
