"""Who sits at the table: people, and computers of five levels, each with a character of its own.

Levels come as one tuple beside the players' names: ``None`` is a person, and an empty tuple a table of people only.
Must not know how any of them decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from servida.strategy.advice import Level
from servida.ui.settings import NAME_LENGTH
from servida.ui.texts import mark

Levels: TypeAlias = tuple[Level | None, ...]


@dataclass(frozen=True, slots=True)
class Character:
    """What players see of a level: a ``name`` that is the same in all languages, and what is said about it."""

    name: str
    level: str
    words: str


CHARACTERS = {
    Level.BEGINNER: Character(
        "Mimi", mark("beginner"), mark("Eight years old. Loves sixes, and keeps whatever looks alike.")
    ),
    Level.CASUAL: Character("Tato", mark("casual"), mark("Plays for the laughs. Sees what lies there, plans little.")),
    Level.SKILLED: Character("Vega", mark("skilled"), mark("Plays every Thursday. Seldom wastes a good line.")),
    Level.EXPERT: Character("Doc", mark("expert"), mark("Counts every chance. Makes the most points there are.")),
    Level.MASTER: Character("Sibila", mark("master"), mark("Looks at your sheet as well. Plays only to win.")),
}
"""The five characters; their names are invented, short, and without accents, so that every font has them."""


def level_at(levels: Levels, player: int) -> Level | None:
    """Return the level of the player of this index; ``None`` for a person."""
    return levels[player] if player < len(levels) else None


def settled(levels: Levels, count: int) -> Levels:
    """Return one entry for each of ``count`` players, or nothing where all of them are people."""
    full = tuple(level_at(levels, player) for player in range(count))
    return full if any(full) else ()


def seated(names: tuple[str, ...], levels: Levels) -> tuple[str, ...]:
    """Return the names with those of the computers among them: where one is taken, the computer's gets a number."""
    players = list(names)
    for index in range(len(names)):
        level = level_at(levels, index)
        if level is not None:
            taken = [*players[:index], *(each for i, each in enumerate(names) if level_at(levels, i) is None)]
            players[index] = unique(CHARACTERS[level].name, taken)
    return tuple(players)


def unique(name: str, taken: list[str]) -> str:
    """Return the name, with a number behind it where it is taken; at most ``NAME_LENGTH`` letters."""
    number, free = 2, name
    while free in taken:
        free = f"{name[: NAME_LENGTH - 2].rstrip()} {number}"
        number += 1
    return free


PERSON = "person"


def levels_text(levels: Levels, count: int) -> str:
    """Return a word for each of ``count`` players, a level's name or ``person``; nothing where all are people."""
    return " ".join(PERSON if level is None else level.value for level in settled(levels, count))


def levels_from_text(text: str, count: int) -> Levels:
    """Return the levels of ``count`` players; raises ``ValueError`` for a word that is none, or too few or many."""
    words = text.split()
    if words and len(words) != count:
        raise ValueError(f"levels {text!r}: a word for each of {count} players is expected")
    return settled(tuple(None if word == PERSON else level_named(word) for word in words), count)


def level_named(name: str) -> Level:
    """Return the level of this name; raises ``ValueError`` that names the five."""
    for level in Level:
        if level.value == name:
            return level
    raise ValueError(f"there is no level {name!r}; the levels are {' '.join(level.value for level in Level)}")


COMPUTER = "@"
"""Before a level it names a computer where players are given in one word each; no person's name can begin with it."""


def levels_of(words: tuple[str, ...]) -> Levels:
    """Return the levels of players in words such as ``Ana`` and ``@expert``; raises ``ValueError`` naming the five."""
    computers = (level_named(word[1:]) if word.startswith(COMPUTER) else None for word in words)
    return settled(tuple(computers), len(words))


def typed(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of players in words, empty for a computer."""
    return tuple("" if word.startswith(COMPUTER) else word for word in words)
