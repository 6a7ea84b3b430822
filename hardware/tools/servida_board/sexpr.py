"""KiCad's file format: lists in parentheses.

Reads a file into nested lists of strings, quoted or not; knows nothing of what they mean.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TOKEN = re.compile(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()"]+')

_ESCAPE = re.compile(r"\\(.)")


class Node(list["Node | str"]):
    """One list of the file: its name first, then words and lists."""

    @property
    def name(self) -> str:
        """The word that opens the list; empty if a list opens it."""
        return self[0] if self and isinstance(self[0], str) else ""

    def all(self, name: str) -> Iterator[Node]:
        """Yield the lists of this name directly inside this one, in their order."""
        return (child for child in self if isinstance(child, Node) and child.name == name)

    def one(self, name: str) -> Node:
        """Return the first list of this name directly inside; raises ``KeyError`` if there is none."""
        for child in self.all(name):
            return child
        raise KeyError(name)

    def word(self, name: str, at: int = 1) -> str:
        """Return a word of the first list of this name, the one after the name by default; empty if there is none."""
        for child in self.all(name):
            found = child[at] if len(child) > at else ""
            return found if isinstance(found, str) else ""
        return ""

    def numbers(self, name: str) -> tuple[float, ...]:
        """Return the numbers that follow the name of the first list of this name; raises ``KeyError`` without one."""
        return tuple(float(each) for each in self.one(name)[1:] if isinstance(each, str) and _is_number(each))

    def property(self, name: str) -> str:
        """Return the value of a property of a symbol or footprint; empty if it has none."""
        for child in self.all("property"):
            if len(child) > 2 and child[1] == name and isinstance(child[2], str):
                return child[2]
        return ""

    def flag(self, name: str) -> bool:
        """Return whether the list says ``(name yes)``."""
        return self.word(name) == "yes"


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def parse(text: str) -> Node:
    """Return the one list that a file holds; raises ``ValueError`` if parentheses don't match."""
    stack = [Node()]
    for token in _TOKEN.findall(text):
        if token == "(":  # noqa: S105  a parenthesis
            stack.append(Node())
        elif token == ")":  # noqa: S105
            if len(stack) == 1:
                raise ValueError("one closing parenthesis too many")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(_ESCAPE.sub(r"\1", token[1:-1]) if token.startswith('"') else token)
    if len(stack) != 1 or len(stack[0]) != 1 or not isinstance(stack[0][0], Node):
        raise ValueError("not one list in parentheses")
    return stack[0][0]


def read(path: Path) -> Node:
    """Return the contents of a file of KiCad's; raises ``ValueError`` naming the file if it is none."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def quote(text: str) -> str:
    """Return a text as the format writes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
