"""``python -m servida_hardware.guide``: writes the guide's tables anew, between their marks in ``hardware/README.md``.

The tables come from the pin table, the wiring's colours, the list of parts and the printed shapes; the words around
them are written by hand. With ``--check`` nothing is written, and exit status 1 names each table that is stale.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from typing import TYPE_CHECKING

from servida.board import BUTTON_PINS
from servida_board import bom
from servida_board.checks import Result, report
from servida_board.dimensions import HARDWARE
from servida_board.header import GPIO, SCL_GPIO, SDA_GPIO, SUPPLIES, button_net, header_pins
from servida_case import stl
from servida_host.marked import inserted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GUIDE = HARDWARE / "README.md"

PETG = 1.27
"""Density of PETG in g/cm³, as its makers give it; PLA weighs 1.24."""

PRINTS = {
    "bottom": "bottom shell",
    "top": "lid for the 2.42 inch glass",
    "top-small": "lid for the 0.96 inch glass, instead of the other",
    **{f"cap-{number}": f"cap of HOLD {number}" for number in range(1, 6)},
    "cap-roll": "cap of ROLL",
    "stand": "stand, optional",
}
"""The printed parts, in the order of printing."""


BATTERY = "battery"
"""What the list of parts says of things that a console on the cable does without."""


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [list(map(str, head)), *([str(cell) for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def pins() -> str:
    """Return what each wire of the console is: name, BCM number, header position, net."""
    positions = {gpio: position for position, gpio in GPIO.items()}
    rows = [
        ("panel SDA", f"GPIO{SDA_GPIO}", positions[SDA_GPIO], "SDA"),
        ("panel SCL", f"GPIO{SCL_GPIO}", positions[SCL_GPIO], "SCL"),
    ]
    for button, gpio in BUTTON_PINS.items():
        name = "ROLL" if button == "roll" else f"HOLD {button}, under die {button}"
        rows.append((name, f"GPIO{gpio}", positions[gpio], button_net(button)))
    return _table(("wire", "pin of the chip (BCM)", "header position", "net of the board"), rows)


def header() -> str:
    """Return the Pi's header as it lies, two positions a row; what the board leaves open shows its number alone."""
    nets = header_pins()

    def cell(position: int) -> str:
        net, gpio = nets[str(position)], GPIO.get(position)
        name = f"GPIO{gpio}" if position not in SUPPLIES else ""
        return f"**{net}** {name}".strip() if net else f"{name}, open"

    rows = ((cell(odd), odd, odd + 1, cell(odd + 1)) for odd in range(1, 41, 2))
    return _table(("inner row", "", "", "row at the Pi's edge"), rows)


def _bom() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(bom.table())))


def board_parts() -> str:
    """Return what is soldered to the board."""
    rows = [
        (row["reference"], row["what"], row["quantity"], row["fitted"], f"{row['manufacturer']} {row['part number']}",
         row["second source"], row["price estimate USD"])
        for row in _bom() if row["reference"]
    ]  # fmt: skip
    head = ("on the board", "part", "pieces", "fitted", "for example", "or", "USD")
    return _table(head, [tuple(cell.removeprefix("- ") for cell in row) for row in rows])


def kit() -> str:
    """Return what is bought beside the board's parts."""
    rows = [
        (
            row["what"] + (", for the battery" if row["fitted"] == BATTERY else ""),
            row["quantity"],
            row["part number"],
            row["price estimate USD"],
        )
        for row in _bom()
        if not row["reference"]
    ]
    return _table(("thing", "pieces", "for example", "USD"), rows)


def costs() -> str:
    """Return the sums: the board's parts, the rest, and what the battery adds."""
    rows = _bom()

    def total(wanted: Callable[[dict[str, str]], bool]) -> float:
        return sum(float(row["price estimate USD"]) for row in rows if wanted(row))

    parts = total(lambda row: bool(row["reference"]))
    battery = total(lambda row: row["fitted"] == BATTERY)
    rest = total(lambda row: not row["reference"]) - battery
    lines = [
        ("parts on the board", f"{parts:.2f}"),
        ("Pi, glass, board, card, supply, screws and plastic", f"{rest:.2f}"),
        ("**a console on the cable**", f"**{parts + rest:.0f}**"),
        ("cell, booster and their lead", f"{battery:.2f}"),
        ("**a console in the pocket**", f"**{parts + rest + battery:.0f}**"),
    ]
    return _table((f"estimated on {rows[0]['estimated on']}", "USD"), lines)


def prints() -> str:
    """Return the printed parts with their size on the bed and their weight if printed solid."""
    rows = []
    for name, words in PRINTS.items():
        body = stl.triangles(HARDWARE / "case" / "stl" / f"{name}.stl")
        corners = [point for triangle in body for point in triangle]
        spans = [max(values) - min(values) for values in zip(*corners, strict=True)]
        weight = stl.volume(body) * PETG / 1000
        grams = f"{weight:.0f}" if weight >= 10 else f"{weight:.1f}"
        rows.append((f"[{name}](case/stl/{name}.stl)", words, " × ".join(f"{span:.0f}" for span in spans), grams))
    return _table(("file", "part", "mm on the bed", "grams of PETG"), rows)


TABLES: dict[str, Callable[[], str]] = {
    "pins": pins, "header": header, "costs": costs, "board parts": board_parts, "kit": kit, "prints": prints,
}  # fmt: skip
"""What the guide's marks may name."""


def main(words: list[str] | None = None) -> int:
    """Write the tables, or tell which are stale."""
    parser = argparse.ArgumentParser(prog="python -m servida_hardware.guide", description="Write the guide's tables.")
    parser.add_argument("--check", action="store_true", help="write nothing, tell which tables are stale")
    given = parser.parse_args(words)
    try:
        guide = before = GUIDE.read_text(encoding="utf-8")
        stale = []
        for name, make in TABLES.items():
            after = inserted(guide, make(), name)
            if after != guide:
                stale.append(name)
            guide = after
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{GUIDE.name}: {error}\n")
        return 2
    if given.check:
        remedy = ("stale: run make hardware-guide",)
        found = [Result(f"table of {name} as the design", remedy if name in stale else ()) for name in TABLES]
        sys.stdout.write(report(found))
        return int(bool(stale))
    if guide != before:
        GUIDE.write_text(guide, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
