"""Tables in a README that a command writes anew: each stands between two marks that bear its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.command import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path


class NoPlace(ValueError):
    """A text without the pair of marks that a table goes between."""


def table_lines(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table in Markdown."""
    return [f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows)]


def inserted(text: str, table: str, name: str) -> str:
    """Return a README with this table between ``<!-- name -->`` and ``<!-- /name -->``, each on a line of its own.

    Raises NoPlace unless there is one pair of them.
    """
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    lines = text.splitlines(keepends=True)
    marks = [at for at, line in enumerate(lines) if line.strip() in (begin, end)]
    if [lines[at].strip() for at in marks] != [begin, end]:
        raise NoPlace(f"expected one line {begin} and after it one line {end}")
    first, last = marks
    return "".join([*lines[: first + 1], table, *lines[last:]])


def write_marked(path: Path, table: str | None, name: str) -> None:
    """Put the table into the file; without one only see that it could be, before minutes are spent on it.

    Raises UsageError, which speaks of the option --readme.
    """
    try:
        text = path.read_text(encoding="utf-8")
        ready = inserted(text, table or "", name)
        if table is not None:
            path.write_text(ready, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--readme: {path}: {error.strerror}") from error
    except (NoPlace, UnicodeDecodeError) as error:
        raise UsageError(f"--readme: {path}: {error}") from error
