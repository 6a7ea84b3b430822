"""A whole match as text, one move a line: for saves, tests and bug reports.

    servida match 1
    rules table
    player Ana
    player Beto
    throw
    land 4 4 4 2 6
    throw hold 1 2 3
    land 4 1
    mark fours

The first line carries the version.  A rule set that is no preset has its options after the `rules` line, one
a line, as in `option served_bonus 10`.  Blank lines and lines that begin with # are skipped.  Reading replays
every move through the rules, so text can't hold a match that could not be played.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from servida.rules.household import options_of, ruleset_from_options
from servida.rules.match import Match, apply, new_match
from servida.rules.moves import NotationError, move_from_text, move_text
from servida.rules.ruleset import PRESETS, RuleSet, preset

VERSION = 1
"""The version of the notation that is written, and the only one that is read."""

_FIRST = f"servida match {VERSION}"


def to_text(match: Match) -> str:
    """Return the match as text that `from_text` reads; it ends with a line break."""
    rules = match.rules
    lines = [_FIRST, f"rules {rules.name}"]
    if PRESETS.get(rules.name) != rules:
        lines += [f"option {option} {_word(value)}" for option, value in options_of(rules).items()]
    lines += [f"player {name}" for name in match.players]
    lines += map(move_text, match.moves)
    return "".join(line + "\n" for line in lines)


def from_text(text: str) -> Match:
    """Return the match that the text tells; raises NotationError, naming the line by its number, from 1."""
    stripped = enumerate(map(str.strip, text.splitlines()), start=1)
    lines = deque((number, line) for number, line in stripped if line and not line.startswith("#"))
    end = len(text.splitlines()) + 1, ""
    number, first = lines.popleft() if lines else end
    with _line(number):
        if first != _FIRST:
            raise NotationError(f"a match begins with {_FIRST!r}, not with {first!r}")
    number, named = lines.popleft() if lines else end
    options = _take("option", lines)
    with _line(number):
        rules = _ruleset(named, options)
    number, _ = lines[0] if lines else end
    players = _take("player", lines)
    with _line(number):
        match = new_match(rules, tuple(players))
    for number, line in lines:
        with _line(number):
            match = apply(match, move_from_text(line))
    return match


@contextmanager
def _line(number: int) -> Iterator[None]:
    """Name the line in whatever the rules say against its content."""
    try:
        yield
    except ValueError as error:
        raise NotationError(f"line {number}: {error}") from error


def _take(word: str, lines: deque[tuple[int, str]]) -> list[str]:
    """Remove the leading lines that begin with the word and return what follows it in them."""
    taken = []
    while lines and lines[0][1].split()[0] == word:
        _, line = lines.popleft()
        taken.append(line.removeprefix(word).strip())
    return taken


def _ruleset(line: str, options: list[str]) -> RuleSet:
    word, _, name = line.partition(" ")
    if word != "rules":
        raise NotationError(f"{line!r} stands where 'rules NAME' is due")
    if not options:
        return preset(name.strip())
    values: dict[str, object] = {}
    for option, _, value in (text.partition(" ") for text in options):
        if option in values:
            raise NotationError(f"option {option} is given twice")
        values[option] = _value(value.strip())
    return ruleset_from_options(name.strip(), values)


def _word(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(word: str) -> bool | int | str:
    match word:
        case "true" | "false":
            return word == "true"
        case _:
            return int(word) if word.isdecimal() else word
