"""How levels play whole turns: everything, in every state, and each as its description says."""

from __future__ import annotations

import numpy as np
import pytest

from servida.rules import PRESETS, Generala, Hand, Line, Mark, Sheet
from servida.strategy.advice import Action, Hold, Level
from servida.strategy.decisions import decisions
from servida.strategy.game import state_of
from servida.strategy.policies import Policy, policy, whole_policy
from servida.strategy.values import solve, worths

NAMES = ("table", "classic-2007", "wiki-60-double")
TABLES = {name: solve(PRESETS[name]) for name in NAMES}
BY_STATE = (Level.BEGINNER, Level.CASUAL, Level.SKILLED, Level.EXPERT)
BY_EYE = BY_STATE[:3]
COMBINATIONS = (Line.STRAIGHT, Line.FULL, Line.POKER, Line.GENERALA)
WHOLE = {(name, level): whole_policy(TABLES[name], level) for name in NAMES for level in BY_STATE}


def sheet(name: str, *lines: Line, scored: bool = False) -> Sheet:
    """Return a sheet on which only these lines are open."""
    rules = PRESETS[name]
    points = {line: 50 if line is Line.GENERALA and scored else 0 for line in rules.lines if line not in lines}
    found = Sheet(rules.lines)
    for line, each in points.items():
        found = found.filled(line, each)
    assert found.generala is not Generala.SCORED or scored
    return found


def action(level: Level, faces: Hand, left: int, *lines: Line, name: str = "table", scored: bool = False) -> Action:
    rules = PRESETS[name]
    state = np.array([state_of(rules, sheet(name, *(lines or rules.lines), scored=scored))])
    return policy(TABLES[name], level, state).action(rules, faces, left)


def states_of(name: str) -> list[int]:
    game = TABLES[name].game
    return [state for state in game.states() if state & game.full]


@pytest.mark.parametrize("level", BY_STATE)
@pytest.mark.parametrize("name", NAMES)
def test_in_every_state_every_hand_is_kept_in_part_or_written_on_an_open_line(name: str, level: Level) -> None:
    game, whole, states = TABLES[name].game, WHOLE[name, level], np.array(states_of(name))
    lattice = game.lattice
    counts = np.array([[keep.count(face) for face in range(1, 7)] for keep in lattice.keeps])
    hands = counts[lattice.size(5)][:, np.newaxis, :]
    for keeps in whole.keeps:
        assert (counts[keeps[:, states]] <= hands).all()
    for lines in whole.lines:
        assert (states >> lines[:, states] & 1).all()


@pytest.mark.parametrize("level", BY_STATE)
@pytest.mark.parametrize("name", NAMES)
def test_whoever_rolls_on_writes_it_at_last(name: str, level: Level) -> None:
    rules, game = PRESETS[name], TABLES[name].game
    for line in rules.lines:
        for state in {1 << rules.lines.index(line), (1 << rules.lines.index(line)) | 1 << game.lines}:
            if state in game.states():
                plays = policy(TABLES[name], level, np.array([state]))
                for faces in game.lattice.hands:
                    assert plays.action(rules, faces, 0) == Mark(line)


@pytest.mark.parametrize("name", NAMES)
def test_the_experts_policy_is_the_best_of_all_choices(name: str) -> None:
    rules, whole = PRESETS[name], WHOLE[name, Level.EXPERT]
    lattice = whole.lattice
    for lines in (rules.lines, rules.lines[:4], rules.lines[5:], (Line.GENERALA,), (Line.ONES, Line.STRAIGHT)):
        some = sheet(name, *lines)
        turn, state = decisions(TABLES[name], some), state_of(rules, some)
        one = Policy(
            lattice,
            tuple(keeps[:, [state]] for keeps in whole.keeps),
            (whole.lines[0][:, [state]], whole.lines[1][:, [state]]),
        )
        for faces in lattice.hands:
            for left in range(3):
                assert one.action(rules, faces, left) == turn.choices(faces, left)[0].action


@pytest.mark.parametrize("level", BY_STATE)
def test_all_states_at_once_are_as_one_at_a_time(level: Level) -> None:
    whole = WHOLE["wiki-60-double", level]
    for state in states_of("wiki-60-double")[::97]:
        one = policy(TABLES["wiki-60-double"], level, np.array([state]))
        for all_states, single in zip((*whole.keeps, *whole.lines), (*one.keeps, *one.lines), strict=True):
            assert (all_states[:, state] == single[:, 0]).all()


def test_the_master_has_no_policy_by_its_own_state() -> None:
    with pytest.raises(ValueError, match="depends on all sheets"):
        policy(TABLES["table"], Level.MASTER, np.array([1]))


@pytest.mark.parametrize("level", BY_EYE)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_made_is_never_broken_and_never_wasted(name: str, level: Level) -> None:
    rules, game, whole = PRESETS[name], TABLES[name].game, WHOLE[name, level]
    states = np.array(states_of(name))
    rows = [rules.lines.index(line) for line in COMBINATIONS]
    own = np.arange(game.lattice.starts[5], len(game.lattice.keeps))[:, np.newaxis]
    for served, keeps in enumerate(whole.keeps):
        points = np.stack(list(worths(game, np.zeros(game.size), states, served=bool(served))))
        made = (points[rows] > 0).any(axis=0)
        assert (keeps[:, states] == own)[made].all(), "it stops at what is made"
        lines = whole.lines[served][:, states]
        written = np.take_along_axis(points, lines[np.newaxis], axis=0)[0]
        assert (written[made] > 0).all(), "a made combination is never scratched away"
        if level is not Level.SKILLED:
            assert (written == points.max(axis=0)).all(), "it writes where it pays most"
        else:
            assert (written[points.max(axis=0) > 24] > 24).all(), "it gives up little now"


@pytest.mark.parametrize("level", BY_STATE)
def test_five_alike_are_the_generala(level: Level) -> None:
    for face in range(1, 7):
        for left in range(3):
            assert action(level, (face,) * 5, left) == Mark(Line.GENERALA)


@pytest.mark.parametrize("level", BY_EYE)
@pytest.mark.parametrize(
    ("lines", "faces", "expected"),
    [
        ((Line.ONES,), (1, 1, 4, 6, 6), Hold((1, 1))),
        ((Line.ONES, Line.FIVES), (1, 1, 5, 6, 6), Hold((1, 1))),
        ((Line.ONES, Line.FIVES), (2, 2, 3, 6, 6), Hold(())),
        ((Line.STRAIGHT,), (1, 3, 4, 6, 6), Hold((1, 3, 4))),
        ((Line.STRAIGHT,), (3, 4, 5, 6, 6), Hold((3, 4, 5, 6))),
        ((Line.STRAIGHT, Line.ONES), (2, 4, 4, 6, 6), Hold((2, 4, 6))),
        ((Line.FULL,), (4, 4, 4, 4, 6), Hold((4, 4, 4))),
        ((Line.FULL, Line.FOURS), (4, 4, 4, 4, 6), Hold((4, 4, 4, 4))),
        ((Line.POKER,), (4, 4, 4, 5, 5), Hold((4, 4, 4))),
        ((Line.GENERALA, Line.ONES), (3, 3, 3, 3, 6), Hold((3, 3, 3, 3))),
    ],
)
def test_by_the_eye_only_what_is_of_use_is_kept(
    level: Level, lines: tuple[Line, ...], faces: Hand, expected: Hold
) -> None:
    assert action(level, faces, 2, *lines) == expected


def test_the_double_is_of_use_once_the_generala_is_scored() -> None:
    for scored, kept in ((True, (3, 3)), (False, ())):
        lines = (Line.ONES, Line.DOUBLE)
        assert action(Level.CASUAL, (3, 3, 4, 5, 6), 2, *lines, name="wiki-60-double", scored=scored) == Hold(kept)


@pytest.mark.parametrize(
    ("faces", "left", "expected"),
    [
        ((3, 3, 3, 4, 6), 2, Hold((3, 3, 3, 6))),
        ((3, 3, 4, 6, 6), 2, Hold((6, 6))),
        ((3, 3, 3, 4, 6), 1, Mark(Line.THREES)),
        ((1, 2, 3, 4, 6), 2, Hold((6,))),
        ((1, 2, 2, 4, 6), 0, Mark(Line.SIXES)),
        ((2, 2, 3, 3, 4), 1, Hold((3, 3))),
    ],
)
def test_the_child_loves_sixes_and_has_little_patience(faces: Hand, left: int, expected: Action) -> None:
    assert action(Level.BEGINNER, faces, left) == expected


def test_the_child_keeps_sixes_only_while_they_are_open() -> None:
    lines = tuple(line for line in PRESETS["table"].lines if line is not Line.SIXES)
    assert action(Level.BEGINNER, (3, 3, 3, 4, 6), 2, *lines) == Hold((3, 3, 3))


def test_the_child_is_content_only_with_a_number_that_is_open() -> None:
    lines = tuple(line for line in PRESETS["table"].lines if line is not Line.THREES)
    assert action(Level.BEGINNER, (3, 3, 3, 4, 5), 1, *lines) == Hold((3, 3, 3))


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((2, 3, 4, 5, 5), Hold((2, 3, 4, 5))),
        ((3, 3, 5, 5, 6), Hold((3, 3, 5, 5))),
        ((1, 3, 4, 5, 5), Hold((1, 3, 4, 5))),
        ((5, 5, 5, 3, 4), Hold((5, 5, 5))),
    ],
)
def test_the_skilled_one_sees_pairs_and_runs(faces: Hand, expected: Action) -> None:
    assert action(Level.SKILLED, faces, 2) == expected


def test_the_skilled_one_minds_the_line_it_fills() -> None:
    assert action(Level.CASUAL, (1, 1, 2, 4, 6), 0) == Mark(Line.SIXES)
    assert action(Level.SKILLED, (1, 1, 2, 4, 6), 0) == Mark(Line.ONES)
