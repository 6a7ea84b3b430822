"""The list of parts to buy: what the circuit names, joined with ``parts.toml``."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from servida_board.circuit import parts

COLUMNS = (
    "reference", "what", "value", "footprint", "manufacturer", "part number", "quantity", "fitted", "second source",
    "price estimate USD each", "price estimate USD", "estimated on",
)  # fmt: skip

SOURCES = Path(__file__).parent / "parts.toml"


@dataclass(frozen=True, slots=True)
class Line:
    """Parts of one kind: their references, and whether they are soldered in."""

    refs: tuple[str, ...]
    value: str
    footprint: str
    fitted: bool


def lines() -> list[Line]:
    """Return the parts by kind, in the order of their first references; the buttons are one kind."""
    kinds: dict[tuple[str, str, bool], list[str]] = {}
    for part in parts():
        if part.bought:
            value = "HOLD1" if part.ref.startswith("SW") and part.ref != "SW7" else part.value
            kinds.setdefault((value, part.footprint, part.fitted), []).append(part.ref)
    found = [Line(tuple(sorted(refs, key=_natural)), *kind) for kind, refs in kinds.items()]
    return sorted(found, key=lambda line: _natural(line.refs[0]))


def _natural(ref: str) -> tuple[str, int]:
    return re.sub(r"\d", "", ref), int(re.sub(r"\D", "", ref) or 0)


def table() -> str:
    """Return the list as CSV; the kit's things follow the board's, with no reference.  Raises ``KeyError``."""
    source = tomllib.loads(SOURCES.read_text(encoding="utf-8"))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in lines():
        part = source["parts"][line.value]
        count, value = len(line.refs), "button" if line.value == "HOLD1" else line.value
        writer.writerow((
            " ".join(line.refs), part["what"], value, line.footprint.split(":")[1], part["manufacturer"],
            part["number"], count, "yes" if line.fitted else "no", part["second"], f"{part['price']:.2f}",
            f"{part['price'] * count * line.fitted:.2f}", source["priced"],
        ))  # fmt: skip
    for thing in source["kit"]:
        writer.writerow((
            "", thing["what"], "", "", "", thing["number"], thing["quantity"], thing.get("needs", ""), "",
            f"{thing['price']:.2f}",
            f"{thing['price'] * thing['quantity']:.2f}", source["priced"],
        ))  # fmt: skip
    return text.getvalue()
