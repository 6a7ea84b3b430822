"""The game of Generala: dice, lines, rule sets, scoring, matches and their notation.

Standard library only; no clock, no chance, no I/O.  The rules never roll: chance enters a match as a move.
Everything public is importable from here.
"""

from servida.rules.dice import DICE, FACES, HANDS, ROLLS, BadHand, Hand, hand
from servida.rules.household import options_of, ruleset_from_options, ruleset_from_table, ruleset_from_toml
from servida.rules.lines import Line, UnknownLine, line_named
from servida.rules.match import (
    MOST_PLAYERS,
    BadPlayers,
    IllegalMove,
    Match,
    Turn,
    apply,
    legal_moves,
    new_match,
    potential,
    take_back,
)
from servida.rules.moves import Land, Mark, Move, NotationError, Throw, move_from_text, move_text
from servida.rules.notation import from_text, to_text
from servida.rules.outcome import Outcome, ServedWin, Tie, Won
from servida.rules.rolloff import RollOff, throw
from servida.rules.ruleset import DEFAULT, PRESETS, RuleError, RuleSet, ServedGenerala, UnknownPreset, preset
from servida.rules.scoring import FULL, POKER, STRAIGHT, Generala, Win, combination, score, straights
from servida.rules.sheet import Sheet

__all__ = [
    "DEFAULT",
    "DICE",
    "FACES",
    "FULL",
    "HANDS",
    "MOST_PLAYERS",
    "POKER",
    "PRESETS",
    "ROLLS",
    "STRAIGHT",
    "BadHand",
    "BadPlayers",
    "Generala",
    "Hand",
    "IllegalMove",
    "Land",
    "Line",
    "Mark",
    "Match",
    "Move",
    "NotationError",
    "Outcome",
    "RollOff",
    "RuleError",
    "RuleSet",
    "ServedGenerala",
    "ServedWin",
    "Sheet",
    "Throw",
    "Tie",
    "Turn",
    "UnknownLine",
    "UnknownPreset",
    "Win",
    "Won",
    "apply",
    "combination",
    "from_text",
    "hand",
    "legal_moves",
    "line_named",
    "move_from_text",
    "move_text",
    "new_match",
    "options_of",
    "potential",
    "preset",
    "ruleset_from_options",
    "ruleset_from_table",
    "ruleset_from_toml",
    "score",
    "straights",
    "take_back",
    "throw",
    "to_text",
]
