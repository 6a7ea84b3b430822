"""Matches and apps that many tests begin with, made by moves alone."""

from __future__ import annotations

from servida.rules import PRESETS, Land, Line, Mark, Match, Throw, apply, new_match
from servida.ui.settings import Settings
from servida.ui.state import App

FIRST_FIVES = (
    ((4, 4, 4, 2, 6), Line.FOURS),
    ((1, 2, 3, 4, 5), Line.STRAIGHT),
    ((6, 6, 6, 6, 2), Line.POKER),
    ((2, 2, 3, 5, 5), Line.TWOS),
    ((1, 1, 2, 3, 5), Line.STRAIGHT),
    ((3, 3, 3, 4, 6), Line.THREES),
)
"""Three rounds of two players: a served straight and a served póker, and one scratched straight."""

WORST = {
    Line.ONES: (1, 1, 1, 1, 1),
    Line.TWOS: (2, 2, 2, 2, 2),
    Line.THREES: (3, 3, 3, 3, 3),
    Line.FOURS: (4, 4, 4, 4, 4),
    Line.FIVES: (5, 5, 5, 5, 5),
    Line.SIXES: (6, 6, 6, 6, 6),
    Line.STRAIGHT: (1, 2, 3, 4, 5),
    Line.FULL: (5, 5, 5, 3, 3),
    Line.POKER: (6, 6, 6, 6, 2),
    Line.GENERALA: (6, 6, 6, 6, 6),
    Line.DOUBLE: (6, 6, 6, 6, 6),
}
"""For each line a hand that gives the most points there."""


def thrown(match: Match, faces: tuple[int, ...], hold: tuple[int, ...] = ()) -> Match:
    """Return the match after one throw."""
    return apply(apply(match, Throw(hold)), Land(faces))


def played(match: Match, faces: tuple[int, ...], line: Line, *, served: bool = True) -> Match:
    """Return the match after a turn in which these dice fell at once, or (not served) after a throw more."""
    match = thrown(match, faces if served else (1, 2, 2, 4, 6))
    if not served:
        match = thrown(match, faces)
    return apply(match, Mark(line))


def begun(preset: str = "table", players: tuple[str, ...] = ("Ana", "Beto")) -> Match:
    """Return a match before its first throw."""
    return new_match(PRESETS[preset], players)


def some_rounds(preset: str = "table", players: tuple[str, ...] = ("Ana", "Beto")) -> Match:
    """Return a match of two after three rounds."""
    match = begun(preset, players)
    for faces, line in FIRST_FIVES:
        match = played(match, faces, line)
    return match


def highest(preset: str, players: tuple[str, ...]) -> Match:
    """Return a match that has ended with the most points a player can have without winning at once, by all."""
    match = begun(preset, players)
    for line in match.rules.lines:
        for _ in players:
            match = played(match, WORST[line], line, served=line in {Line.STRAIGHT, Line.FULL, Line.POKER})
    return match


def app_of(screen: object, match: Match | None = None, language: str = "es", **fields: object) -> App:
    """Return an app that shows this screen, touched at 100 s."""
    settings = Settings(language=language, rules=match.rules if match is not None else PRESETS["table"])
    return App(settings, screen, match=match, touched=100.0, **fields)  # type: ignore[arg-type]  # for tests' brevity
