"""KiCad's own symbol libraries, from which the schematic takes its symbols.

Returns a symbol's text as the library writes it, so that what is embedded equals what is installed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from servida_board.sexpr import parse

SYMBOLS = Path(os.environ.get("KICAD9_SYMBOL_DIR", "/usr/share/kicad/symbols"))
"""Where Debian's package kicad-symbols puts them."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of a symbol: where a wire meets it, in mm from the symbol's anchor with y UP, and its angle in degrees."""

    number: str
    x: float
    y: float
    angle: int


@lru_cache(maxsize=64)
def symbol(name: str) -> str:
    """Return the text of ``Library:Symbol``, renamed so that a schematic can embed it; raises ``KeyError``.

    A symbol that only extends another one is refused, since it would have to be merged with it.
    """
    library, short = name.split(":")
    text = (SYMBOLS / f"{library}.kicad_sym").read_text(encoding="utf-8")
    start = text.find(f'(symbol "{short}"')
    if start < 0:
        raise KeyError(f"{name}: not in {SYMBOLS}")
    found = text[start : _end(text, start)]
    if "(extends " in found:
        raise KeyError(f"{name}: extends another symbol")
    return found.replace(f'(symbol "{short}"', f'(symbol "{name}"', 1)


def _end(text: str, start: int) -> int:
    depth, quoted, at = 0, False, start
    while True:
        match text[at]:
            case "\\" if quoted:
                at += 1
            case '"':
                quoted = not quoted
            case "(" if not quoted:
                depth += 1
            case ")" if not quoted:
                depth -= 1
                if depth == 0:
                    return at + 1
        at += 1


@lru_cache(maxsize=64)
def pins(name: str) -> tuple[Pin, ...]:
    """Return the pins of ``Library:Symbol``, those of its units together."""
    found = []
    for unit in parse(symbol(name)).all("symbol"):
        for pin in unit.all("pin"):
            x, y, angle = pin.numbers("at")
            found.append(Pin(pin.word("number"), x, y, int(angle)))
    return tuple(found)
