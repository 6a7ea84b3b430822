"""``python -m servida_board.drawing``: draws schematic, board and project anew from our own description.

The same description gives the same schematic, and the same board but for its identifiers and the order in which KiCad
sorts them.  Runs in KiCad's Python.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pcbnew

from servida_board import placing, project, schematic, silkscreen
from servida_board.dimensions import HARDWARE
from servida_board.sexpr import read

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


def main() -> None:
    """Write the three files."""
    sheet = BOARD / "servida.kicad_sch"
    sheet.write_text(schematic.draw(), encoding="utf-8")
    placing.LONE_NETS.update(_lone_nets(sheet))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "servida.kicad_pcb"
        board = placing.make(path)
        silkscreen.draw(board)
        pcbnew.SaveBoard(str(path), board)
        text = path.read_text(encoding="utf-8")
        settings = path.with_suffix(".kicad_pro")
        project.complete(settings)
        (BOARD / settings.name).write_text(settings.read_text(encoding="utf-8"), encoding="utf-8")
    text = text.replace("(setup\n", f"(setup\n{STACK}\n", 1)
    (BOARD / path.name).write_text(text, encoding="utf-8")


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
    main()
