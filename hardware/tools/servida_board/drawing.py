"""``python -m servida_board.drawing``: draws schematic, board and project anew from our own description.

The same description gives the same schematic, and the same board but for its identifiers and the order in which KiCad
sorts them.  Runs in KiCad's Python.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pcbnew

from servida_board import placing, project, schematic, silkscreen
from servida_board.dimensions import HARDWARE
from servida_board.facts import board_facts
from servida_board.sexpr import read

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARD = HARDWARE / "board"


STACK = """(stackup
\t\t\t(layer "F.SilkS" (type "Top Silk Screen") (color "White"))
\t\t\t(layer "F.Mask" (type "Top Solder Mask") (color "Purple") (thickness 0.01))
\t\t\t(layer "F.Cu" (type "copper") (thickness 0.035))
\t\t\t(layer "dielectric 1" (type "core") (thickness 1.51) (material "FR4") (epsilon_r 4.5) (loss_tangent 0.02))
\t\t\t(layer "B.Cu" (type "copper") (thickness 0.035))
\t\t\t(layer "B.Mask" (type "Bottom Solder Mask") (color "Purple") (thickness 0.01))
\t\t\t(layer "B.SilkS" (type "Bottom Silk Screen") (color "White"))
\t\t\t(copper_finish "HAL lead-free")
\t\t)"""
"""The layers as one orders them: two of copper, 1.6 mm; the colour is for the pictures, and anyone's choice."""


def main() -> int:
    """Write the three files; with ``--check`` only compare, and exit with 1 if the committed ones are others."""
    parser = argparse.ArgumentParser(description="Draw the carrier board from its description.")
    parser.add_argument("--check", action="store_true", help="write nothing, tell whether the design is up to date")
    if not parser.parse_args().check:
        draw(BOARD)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        draw(Path(folder))
        stale = list(_stale(Path(folder)))
    sys.stdout.writelines(f"FAILS  drawn anew, {what} is another: run make hardware-draw\n" for what in stale)
    if not stale:
        sys.stdout.write("holds  drawn anew, schematic and board are the same\n")
    return int(bool(stale))


def _stale(folder: Path) -> Iterator[str]:
    sheet, board = "servida.kicad_sch", "servida.kicad_pcb"
    if (folder / sheet).read_text(encoding="utf-8") != (BOARD / sheet).read_text(encoding="utf-8"):
        yield "the schematic"
    if _copper(folder / board) != _copper(BOARD / board):
        yield "the board's copper"
    if _printed(folder / board) != _printed(BOARD / board):
        yield "the board's print"


def _copper(path: Path) -> tuple[object, ...]:
    """Return what is on the board, whatever its order in the file."""
    board, facts = read(path), board_facts(path)
    tracks = {(track.numbers("start"), track.numbers("end"), track.word("layer")) for track in board.all("segment")}
    vias = {(via.numbers("at"), via.word("net")) for via in board.all("via")}
    return set(facts.pads), facts.size, facts.unfitted, tracks, vias


def _printed(path: Path) -> tuple[object, ...]:
    board = read(path)
    lines = {
        (line.numbers(start), line.numbers("end"), line.word("layer"))
        for kind, start in (("gr_line", "start"), ("gr_circle", "center"))
        for line in board.all(kind)
    }
    return set(board_facts(path).prints), lines


def draw(folder: Path) -> None:
    """Write schematic, board and project into a folder."""
    sheet, path = folder / "servida.kicad_sch", folder / "servida.kicad_pcb"
    sheet.write_text(schematic.draw(), encoding="utf-8")
    placing.LONE_NETS.update(_lone_nets(sheet))
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / path.name
        board = placing.make(made)
        silkscreen.draw(board)
        pcbnew.SaveBoard(str(made), board)
        settings = made.with_suffix(".kicad_pro")
        project.complete(settings)
        text = made.read_text(encoding="utf-8").replace("(setup\n", f"(setup\n{STACK}\n", 1)
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".kicad_pro").write_text(settings.read_text(encoding="utf-8"), encoding="utf-8")


def _lone_nets(sheet: Path) -> dict[tuple[str, str], str]:
    """Return how KiCad names the nets of open pins."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "servida.net"
        command = ["kicad-cli", "sch", "export", "netlist", "--format", "kicadsexpr", "-o", str(path), str(sheet)]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603  a constant command
        nets = read(path).one("nets")
    return {
        (node.word("ref"), node.word("pin")): net.word("name")
        for net in nets.all("net")
        if net.word("name").startswith("unconnected-")
        for node in net.all("node")
    }


if __name__ == "__main__":
    sys.exit(main())
