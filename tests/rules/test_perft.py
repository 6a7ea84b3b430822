"""Counting the tree of moves, as chess programs do, and comparing with a brute force that shares no code.

A match is followed move by move; positions that differ only in how they came about are one.  For every number of moves
two numbers are compared: how many positions there are, and how many sequences of moves lead to them.  All dice are
followed for the first throw; deeper trees let them show one or two faces only.  The numbers are pinned as well, so that
an error made in both places is seen when one of them changes.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pytest

import naive_rules
from playing import DULL, fill
from servida.rules import PRESETS, Land, Match, Move, apply, legal_moves, new_match

Numbers = list[tuple[int, int]]


class Tree(NamedTuple):
    """What is counted: whose match, which lines are filled before, which faces fall, after how many moves it stops."""

    preset: str
    players: int
    open_lines: str  # all others are filled with DULL dice before the counting begins
    faces: str
    depth: int


class Naive(NamedTuple):
    """A position of the brute force."""

    sheets: tuple[tuple[int | None, ...], ...]
    mover: int = 0
    rolls: int = 0
    dice: tuple[int, ...] = ()
    kept: tuple[bool, ...] | None = None  # while dice are in the air
    over: bool = False


def names_of(preset: str) -> list[str]:
    return naive_rules.LINES + (["double"] if naive_rules.PRESETS[preset].double else [])


def naive_worth(tree: Tree, at: Naive, index: int) -> int | str:
    names = names_of(tree.preset)
    written = at.sheets[at.mover][names.index("generala")]
    state = "open" if written is None else "scored" if written > 0 else "scratched"
    facts = naive_rules.PRESETS[tree.preset]
    return naive_rules.worth(names[index], at.dice, facts, served=at.rolls == 1, generala=state)


def naive_start(tree: Tree) -> Naive:
    names = names_of(tree.preset)
    facts = naive_rules.PRESETS[tree.preset]
    is_open = [name in tree.open_lines.split() or tree.open_lines == "all" for name in names]
    sheet: list[int | None] = []
    for name, still_open in zip(names, is_open, strict=True):
        points = naive_rules.worth(name, DULL, facts, served=True, generala="open")
        assert isinstance(points, int)
        sheet.append(None if still_open else points)
    return Naive((tuple(sheet),) * tree.players)


def naive_next(tree: Tree, at: Naive) -> Iterator[Naive]:
    if at.over:
        return
    if at.kept is not None:
        for fallen in product(map(int, tree.faces), repeat=5 - sum(at.kept)):
            left = list(fallen)
            dice = tuple(at.dice[i] if at.kept[i] else left.pop(0) for i in range(5))
            lying = at._replace(dice=dice, kept=None, rolls=at.rolls + 1)
            wins = naive_worth(tree, lying, names_of(tree.preset).index("generala")) == "wins"
            untouched = at.sheets[at.mover][names_of(tree.preset).index("generala")] is None
            yield lying._replace(over=wins and untouched)
        return
    if at.rolls < 3:
        for kept in product([False, True], repeat=5):
            if not any(kept) if at.rolls == 0 else not all(kept):
                yield at._replace(kept=kept)
    if at.rolls == 0:
        return
    for index, written in enumerate(at.sheets[at.mover]):
        if written is None:
            points = naive_worth(tree, at, index)
            assert isinstance(points, int)
            sheets = [list(sheet) for sheet in at.sheets]
            sheets[at.mover][index] = points
            frozen = tuple(map(tuple, sheets))
            if all(None not in sheet for sheet in sheets):
                yield at._replace(sheets=frozen, over=True)
            else:
                yield Naive(frozen, mover=(at.mover + 1) % tree.players)


def naive_numbers(tree: Tree) -> Numbers:
    level = Counter({naive_start(tree): 1})
    numbers = []
    for _ in range(tree.depth):
        following: Counter[Naive] = Counter()
        for position, ways in level.items():
            for reached in naive_next(tree, position):
                following[reached] += ways
        level = following
        numbers.append((len(level), level.total()))
    return numbers


def start_of(tree: Tree) -> Match:
    match = new_match(PRESETS[tree.preset], tuple("ABCDEFGH"[: tree.players]))
    if tree.open_lines == "all":
        return match
    return fill(match, *[line for line in match.rules.lines if line.value not in tree.open_lines.split()])


def followed(tree: Tree, match: Match, fallen: dict[int, list[Move]]) -> Iterable[Move]:
    """Return the legal moves but for faces that the tree leaves out, remembering which Lands of so many dice stay."""
    thrown = match.turn.thrown
    if thrown is None:
        return legal_moves(match)
    if len(thrown) not in fallen:
        lands = (move for move in legal_moves(match) if isinstance(move, Land))
        fallen[len(thrown)] = [move for move in lands if {*map(str, move.faces)} <= {*tree.faces}]
    return fallen[len(thrown)]


def numbers_of(tree: Tree) -> Numbers:
    fallen: dict[int, list[Move]] = {}
    match = replace(start_of(tree), moves=())
    level = {without_history(match): (match, 1)}
    numbers = []
    for _ in range(tree.depth):
        following: dict[Hashable, tuple[Match, int]] = {}
        for match, ways in level.values():
            for move in followed(tree, match, fallen):
                reached = apply(match, move)
                position = without_history(reached)
                following[position] = reached, following.get(position, (reached, 0))[1] + ways
        level = following
        numbers.append((len(level), sum(ways for _, ways in level.values())))
    return numbers


def without_history(match: Match) -> Hashable:
    return match.sheets, match.turn, match.mover, match.outcome


TREES: dict[Tree, Numbers] = {
    Tree("table", 1, "all", "123456", 2): [(1, 1), (7776, 7776)],
    Tree("table", 2, "all", "16", 5): [(1, 1), (32, 32), (948, 1230), (50, 7560), (1591, 307260)],
    Tree("table-scores", 2, "all", "16", 5): [(1, 1), (32, 32), (1015, 1312), (55, 8064), (1751, 327744)],
    Tree("wiki-50-double", 1, "all", "16", 5): [(1, 1), (32, 32), (949, 1260), (51, 7590), (1624, 315480)],
    Tree("table", 1, "sixes generala", "36", 7): [
        (1, 1),
        (32, 32),
        (935, 990),
        (37, 7320),
        (1160, 241500),
        (4874, 1830960),
        (424, 4428600),
    ],
    Tree("wiki-60-double", 1, "generala double", "36", 9): [
        (1, 1),
        (32, 32),
        (932, 990),
        (34, 7320),
        (1059, 241500),
        (1989, 1830960),
        (163, 4428600),
        (4999, 32321520),
        (256, 330300960),
    ],
    Tree("table", 2, "generala", "36", 9): [
        (1, 1),
        (32, 32),
        (931, 960),
        (33, 7290),
        (1026, 233280),
        (994, 1792980),
        (98, 2207040),
        (2946, 15696120),
        (160, 161636640),
    ],
    Tree("table", 1, "poker", "36", 7): [
        (1, 1),
        (32, 32),
        (1024, 1024),
        (32, 7744),
        (1024, 247808),
        (32, 1874048),
        (32, 1874048),
    ],
    Tree("classic-2007", 3, "poker", "3", 21): [
        (1, 1),
        (1, 1),
        (32, 32),
        (2, 32),
        (33, 993),
        (34, 1024),
        (4, 1024),
        (66, 2946),
        (37, 2977),
        (68, 62558),
        (101, 65441),
        (38, 988869),
        (163, 1137824),
        (7, 1132058),
        (131, 5749663),
        (5, 5541126),
        (67, 91428579),
        (2, 85887453),
        (33, 973391134),
        (1, 887503681),
        (1, 887503681),
    ],
}


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_the_tree_of_moves_has_as_many_positions_and_sequences_as_the_brute_force_finds(tree: Tree) -> None:
    assert numbers_of(tree) == TREES[tree]
    assert naive_numbers(tree) == TREES[tree]


def test_numbers_that_can_be_worked_out_by_hand() -> None:
    # A throw of all dice has 2**5 results; one after a hold 3**5 - 1 with the holds, as each die is held or falls.
    lands, holds_and_lands = 2**5, 3**5 - 1
    assert TREES[Tree("table", 1, "poker", "36", 7)][-1] == (lands, lands * holds_and_lands**2)
    # Two of the 32 first rolls win at once; the others allow 31 holds or one of ten lines.
    assert TREES[Tree("table", 2, "all", "16", 5)][2][1] == (lands - 2) * (31 + 10)
    assert TREES[Tree("table-scores", 2, "all", "16", 5)][2][1] == lands * (31 + 10)
    assert TREES[Tree("table", 1, "all", "123456", 2)][-1] == (6**5, 6**5)
