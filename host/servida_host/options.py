"""The values that options of `servida sim` take: from what was typed to what is meant, or one line that says what is.

It must not know what the values are for.
"""

from __future__ import annotations

import unicodedata
from argparse import ArgumentTypeError

from servida.command import UsageError
from servida.rules import DEFAULT, BadPlayers, new_match
from servida.ui.seats import levels_of, seated, typed
from servida.ui.settings import NAME_LENGTH
from servida_host.faces.pace import SPEED_RANGE, SPEEDS
from servida_host.steps import BOUNCE_RANGE, MOST_BOUNCE


def bounce(text: str) -> float:
    """Return milliseconds of chatter as seconds."""
    try:
        milliseconds = float(text)
    except ValueError:
        milliseconds = -1.0
    if not 0 <= milliseconds <= MOST_BOUNCE:
        raise ArgumentTypeError(f"{text!r}: expected {BOUNCE_RANGE}")
    return milliseconds / 1000


def speed(text: str) -> float:
    """Return how many virtual seconds pass in a real one."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not SPEEDS[0] <= speed <= SPEEDS[1]:
        raise ArgumentTypeError(f"{text!r}: expected {SPEED_RANGE}")
    return speed


def players(choice: str) -> tuple[str, ...]:
    """Return who plays a match, "@expert" being a computer; raises UsageError."""
    players = tuple(name.strip() for name in unicodedata.normalize("NFC", choice).split(","))
    try:
        names = seated(typed(players), levels_of(players))
    except ValueError as error:
        raise UsageError(f"--players {choice!r}: {error}") from error
    for name in names:
        if len(name) > NAME_LENGTH:
            raise UsageError(f"--players: {name!r} has {len(name)} characters; at most {NAME_LENGTH} fit")
    try:
        new_match(DEFAULT, names)
    except BadPlayers as error:
        raise UsageError(f"--players {choice!r}: {error}") from error
    return players
