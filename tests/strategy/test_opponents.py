"""The five levels: legal everywhere, to the end of every match, and each as its description says."""

from __future__ import annotations

from random import Random

import pytest

from servida.rules import PRESETS, Land, Line, Mark, Match, Throw, apply, new_match
from servida.strategy.advice import Hold, Level
from servida.strategy.decisions import decisions
from servida.strategy.opponents import decide
from servida.strategy.prospects import prospects
from servida.strategy.values import solve
from servida.ui.choices import places

NAMES = ("table", "wiki-60-double", "table-scores")
TABLES = {name: solve(PRESETS[name]) for name in NAMES}
FUTURES = {name: prospects(table.game, table.values) for name, table in TABLES.items()}
LEVELS = list(Level)


def played(match: Match, levels: tuple[Level, ...], chance: Random) -> Match:
    """Play a match to its end, every decision through the rules."""
    name = match.rules.name
    while match.outcome is None:
        turn = match.turn
        if turn.thrown is not None:
            match = apply(match, Land(tuple(chance.randint(1, 6) for _ in turn.thrown)))
        elif turn.faces is None:
            match = apply(match, Throw())
        else:
            match = apply(match, move(match, decide(TABLES[name], FUTURES[name], match, levels[match.mover]).action))
    return match


def move(match: Match, action: Hold | Mark) -> Throw | Mark:
    if isinstance(action, Mark):
        return action
    assert match.turn.faces is not None
    return Throw(tuple(sorted(places(action, match.turn.faces))))


def thrown(match: Match, *faces: int) -> Match:
    return apply(apply(match, Throw()), Land(faces))


def last_line(name: str, line: Line, generala: int = 0) -> Match:
    """Return a match of one in which only this line is open."""
    match = new_match(PRESETS[name], ("Ana",))
    for other in match.rules.lines:
        if other is line:
            continue
        faces = (6, 6, 6, 6, 6) if other is Line.GENERALA and generala else (1, 2, 2, 4, 6)
        match = apply(apply(match, Throw()), Land((1, 2, 2, 4, 6)))
        match = apply(apply(match, Throw((1,))), Land(tuple(faces[i] for i in (0, 2, 3, 4)))) if generala else match
        match = apply(match, Mark(other))
    return match


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["table", "wiki-60-double"])
def test_with_any_one_line_left_every_level_plays_to_the_end(name: str, level: Level) -> None:
    for line in PRESETS[name].lines:
        for seed in range(3):
            assert played(last_line(name, line), (level,), Random(seed)).outcome is not None


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_any_table_of_computers_comes_to_its_end(count: int) -> None:
    levels = tuple(LEVELS[i % 5] for i in range(count))
    for name in NAMES:
        match = new_match(PRESETS[name], tuple("ABCDEFGH"[:count]))
        assert played(match, levels, Random(count)).outcome is not None


@pytest.mark.parametrize("level", LEVELS)
def test_a_served_generala_that_wins_is_left_to_win(level: Level) -> None:
    match = thrown(new_match(PRESETS["table-scores"], ("Ana",)), 6, 6, 6, 6, 6)
    assert decide(TABLES["table-scores"], FUTURES["table-scores"], match, level).action == Mark(Line.GENERALA)


@pytest.mark.parametrize(
    ("faces", "action"),
    [
        ((6, 6, 2, 3, 4), Hold((6, 6))),
        ((1, 2, 3, 5, 6), Hold((6,))),
        ((2, 3, 4, 5, 6), Mark(Line.STRAIGHT)),
        ((3, 3, 3, 5, 5), Mark(Line.FULL)),
        ((4, 4, 4, 4, 1), Mark(Line.POKER)),
    ],
)
def test_the_beginner_keeps_what_looks_alike_and_stops_at_what_is_made(
    faces: tuple[int, ...], action: Hold | Mark
) -> None:
    match = thrown(new_match(PRESETS["table"], ("Ana",)), *faces)
    assert decide(TABLES["table"], None, match, Level.BEGINNER).action == action


def test_the_beginner_scratches_the_smallest_line_where_nothing_pays() -> None:
    match = last_line("table", Line.POKER)
    match = thrown(match, 1, 2, 2, 4, 6)
    match = apply(apply(match, Throw((0, 1, 2, 3))), Land((6,)))
    match = apply(apply(match, Throw((0, 1, 2, 3))), Land((6,)))
    assert decide(TABLES["table"], None, match, Level.BEGINNER).action == Mark(Line.POKER)


def test_five_alike_without_a_line_for_them_are_written_where_they_count() -> None:
    match = thrown(last_line("table", Line.SIXES), 6, 6, 6, 6, 6)
    assert decide(TABLES["table"], None, match, Level.BEGINNER).action == Mark(Line.SIXES)


def test_the_expert_does_the_best_there_is() -> None:
    match = thrown(new_match(PRESETS["table"], ("Ana",)), 6, 6, 2, 3, 4)
    best = decisions(TABLES["table"], match.sheets[0]).best((6, 6, 2, 3, 4), 2)
    assert decide(TABLES["table"], None, match, Level.EXPERT) == best


def duel_at_the_end(leads: bool) -> Match:
    """Return the last turn of Beto, who needs a póker to win, or has won already; ones and póker are open."""
    match = new_match(PRESETS["table-scores"], ("Ana", "Beto"))
    order = [line for line in match.rules.lines if line not in {Line.ONES, Line.POKER}]
    for line in (*order, Line.ONES, Line.POKER):
        for player in range(2):
            if player == 1 and line is Line.POKER:
                return match
            good = (player == 1) is leads or (player == 1 and line is not Line.SIXES)
            match = thrown(match, *((5, 6, 6, 6, 5) if good and line is Line.SIXES else (1, 2, 2, 4, 6)))
            match = apply(match, Mark(line))
    return match


@pytest.mark.parametrize("leads", [True, False])
def test_the_master_knows_its_chance_when_it_is_the_last_to_move(leads: bool) -> None:
    match = thrown(duel_at_the_end(leads), 2, 2, 2, 3, 4)
    choice = decide(TABLES["table-scores"], FUTURES["table-scores"], match, Level.MASTER)
    exact = decisions(TABLES["table-scores"], match.sheets[1])
    need = match.sheets[0].total - match.sheets[1].total
    assert choice.win is not None
    if need < 0:
        assert choice.win == pytest.approx(1, abs=1e-3)
    else:
        # A póker is worth 40 after a re-roll, and wins: its chance is the turn's worth in fortieths.
        assert 0 < need < 40
        assert choice.win == pytest.approx(exact.lying((2, 2, 2, 3, 4), 2) / 40, abs=1e-3)


@pytest.mark.parametrize(
    ("faces", "beginner", "casual", "skilled"),
    [
        ((1, 1, 2, 2, 3), Hold((2, 2)), Hold((1, 1, 2, 2)), Hold((1, 1, 2, 2))),
        ((2, 2, 3, 4, 5), Hold((2, 2)), Hold((2, 2)), Hold((2, 3, 4, 5))),
        ((3, 3, 3, 4, 6), Hold((3, 3, 3, 6)), Hold((3, 3, 3)), Hold((3, 3, 3))),
    ],
)
def test_what_each_of_the_three_sees(faces: tuple[int, ...], beginner: Hold, casual: Hold, skilled: Hold) -> None:
    match = thrown(new_match(PRESETS["table"], ("Ana",)), *faces)
    for level, hold in zip(LEVELS, (beginner, casual, skilled), strict=False):
        assert decide(TABLES["table"], None, match, level).action == hold


def written(match: Match, faces: tuple[int, ...], line: Line) -> Match:
    return apply(thrown(match, *faces), Mark(line))


def test_a_tie_is_half_a_win_to_the_master() -> None:
    match = new_match(PRESETS["table-scores"], ("Ana", "Beto"))
    for line in match.rules.lines[1:]:
        for _ in match.players:
            match = written(match, (1, 1, 2, 4, 6), line)
    match = thrown(written(match, (1, 1, 2, 4, 6), Line.ONES), 1, 1, 3, 4, 5)
    for face in (6, 5):
        match = apply(apply(match, Throw((0, 1, 2, 3))), Land((face,)))
    choice = decide(TABLES["table-scores"], FUTURES["table-scores"], match, Level.MASTER)
    assert choice.action == Mark(Line.ONES)
    assert choice.win == pytest.approx(0.5, abs=1e-4)


def test_in_the_first_round_nothing_is_certain() -> None:
    match = thrown(written(new_match(PRESETS["table"], ("Ana", "Beto")), (6, 6, 6, 6, 5), Line.POKER), 5, 5, 5, 5, 1)
    choice = decide(TABLES["table"], FUTURES["table"], match, Level.MASTER)
    assert choice.win is not None
    assert 0 < choice.win < 1


def test_the_master_counts_on_the_double_that_a_scored_generala_opens() -> None:
    match = new_match(PRESETS["wiki-60-double"], ("Ana", "Beto"))
    good = {Line.FULL: (3, 3, 3, 5, 5), Line.POKER: (3, 3, 3, 3, 1)}
    for line in match.rules.lines[:9]:
        match = written(match, good.get(line, (1, 2, 2, 4, 6)), line)
        match = written(match, (1, 2, 2, 4, 6), line)
    match = thrown(written(match, (1, 2, 2, 4, 6), Line.GENERALA), 6, 6, 6, 6, 1)
    match = apply(apply(match, Throw((0, 1, 2, 3))), Land((6,)))
    lead = match.sheets[0].total - match.sheets[1].total
    assert 60 < lead < 180
    choice = decide(TABLES["wiki-60-double"], FUTURES["wiki-60-double"], match, Level.MASTER)
    assert choice.action == Mark(Line.GENERALA)
    # Five alike within three rolls, as any table of this family of games has it.
    assert choice.win == pytest.approx(0.046029, abs=2e-4)


def test_the_master_counts_on_a_served_generala_when_nothing_else_wins() -> None:
    match = new_match(PRESETS["table"], ("Ana", "Beto"))
    good = {Line.FULL: (3, 3, 3, 5, 5), Line.POKER: (3, 3, 3, 3, 1), Line.STRAIGHT: (1, 2, 3, 4, 5)}
    for line in match.rules.lines[1:9]:
        match = written(match, good.get(line, (1, 2, 2, 4, 6)), line)
        match = written(match, (1, 2, 2, 4, 6), line)
    for line in (Line.ONES, Line.GENERALA):
        match = written(match, (1, 2, 2, 4, 6), line)
        match = thrown(match, 1, 2, 2, 4, 6)
        for face in (5, 6):
            match = apply(apply(match, Throw((0, 1, 2, 3))), Land((face,)))
        if line is Line.ONES:
            choice = decide(TABLES["table"], FUTURES["table"], match, Level.MASTER)
            match = apply(match, Mark(Line.ONES))
    assert match.sheets[0].total - match.sheets[1].total > 60
    assert choice.action == Mark(Line.ONES)
    # Six of 7,776 throws, unless Ana, who comes first, makes one of them.
    assert choice.win == pytest.approx(6 / 7776, abs=3e-5)
