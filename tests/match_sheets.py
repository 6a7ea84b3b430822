"""The hand-made sheets at the top of the scripts in `tests/matches`: read, and nothing else.

A script opens with the options to run it by, as in `# servida sim --rules table --players Ana,Beto`.  Its sheet
has a row a turn, in the order of play: what the dice were in the end, on which roll, and the points that
RULES.md gives for them, added up by hand.  Below it stand the rules where the script chooses them by presses,
and how the match ended: `# rules: NAME`, `# tie: Ana Beto`, `# winner: Ana`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "matches"
ROOT: Final = FOLDER.parent.parent
"""The folder that the options' paths start from."""

_OPTIONS = re.compile(r"# servida sim ?(.*)")
_ROW = re.compile(
    r"# +(?P<round>\d+)  (?P<player>\S.*?) +(?P<line>[a-z]+)  +(?P<dice>[1-6](?: [1-6]){4})"
    r"  (?P<roll>served|second|third) +(?P<points>\d+|wins) +(?P<total>\d+)"
)
_FACT = re.compile(r"# (rules|tie|winner): (.+)")


@dataclass(frozen=True, slots=True)
class Row:
    """One turn; `points` None says that a served Generala won, which is written on no line."""

    round: int
    player: str
    line: str
    dice: tuple[int, ...]
    roll: str
    points: int | None
    total: int

    @property
    def served(self) -> bool:
        """Whether the dice fell like this on the first roll."""
        return self.roll == "served"

    @property
    def written(self) -> int:
        """What the turn adds to the sheet."""
        return self.points or 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a script says of itself: `options` as the command line takes them, the rows, and the end."""

    name: str
    text: str
    options: tuple[str, ...]
    rows: tuple[Row, ...]
    rules: str
    tie: tuple[str, ...]
    winner: str | None

    @property
    def totals(self) -> dict[str, int]:
        """The last total of each player who had a turn."""
        return {row.player: row.total for row in self.rows}

    def generala(self, number: int) -> str:
        """How the Generala line of the player stood before the row of that index: open, scored or scratched."""
        player = self.rows[number].player
        for row in self.rows[:number]:
            if (row.player, row.line) == (player, "generala"):
                return "scored" if row.points else "scratched"
        return "open"


def _row(found: re.Match[str]) -> Row:
    points = found["points"]
    return Row(
        int(found["round"]),
        found["player"],
        found["line"],
        tuple(map(int, found["dice"].split())),
        found["roll"],
        None if points == "wins" else int(points),
        int(found["total"]),
    )


def read(path: Path) -> Sheet:
    """Return the sheet of a script."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    opening = _OPTIONS.fullmatch(lines[0])
    assert opening is not None, f"{path}: the first line is no '# servida sim ...'"
    options = tuple(opening[1].split())
    facts = {found[1]: found[2] for line in lines if (found := _FACT.fullmatch(line))}
    chosen = options[options.index("--rules") + 1] if "--rules" in options else "table"
    return Sheet(
        path.stem,
        text,
        options,
        tuple(_row(found) for line in lines if (found := _ROW.fullmatch(line))),
        facts.get("rules", chosen),
        tuple(facts.get("tie", "").split()),
        facts.get("winner"),
    )


SHEETS: Final = {path.stem: read(path) for path in sorted(FOLDER.glob("*.txt"))}
"""Every script's sheet, by the name of its file without the ending."""
