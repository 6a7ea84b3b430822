"""KiCad's command line: its checks and its exports.  Needs kicad-cli of KiCad 9 and its libraries."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from servida_board import bom
from servida_board.checks import differences
from servida_board.circuit import DATE, nets
from servida_board.sexpr import read

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARE = Path("/usr/share/kicad")
"""Where Debian's packages put libraries, models and templates."""

_MODEL = re.compile(r'\n\t\t\(model ".*?\n\t\t\)', re.DOTALL)

_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d([+-]\d\d:?\d\d)?")
"""When KiCad wrote a file; the version's date replaces it, so that the same design gives the same files."""

GERBER_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.Paste,F.SilkS,B.SilkS,Edge.Cuts"

GERBERS = (
    *(f"servida-{side}_{layer}" for side in "FB" for layer in ("Cu", "Mask", "Paste", "Silkscreen")),
    "servida-Edge_Cuts", "servida-PTH", "servida-NPTH",
)  # fmt: skip
"""Stems of the files that a board house needs: copper, mask, paste, print on both sides, the outline, the drills."""

OUTPUTS = (
    "schematic.pdf", "schematic.svg", "schematic.png", "top.png", "bottom.png", "board.jpg", "gerbers.zip",
    "positions.csv", "servida.step", "servida.net", "bom.csv",
)  # fmt: skip

PICTURES = ("schematic.pdf", "schematic.png", "top.png", "bottom.png", "board.jpg")
ORDER = ("gerbers.zip", "positions.csv", "bom.csv")


def environment() -> dict[str, str]:
    """Return the environment in which KiCad finds its libraries, with a configuration folder that has their tables."""
    config = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "kicad" / "9.0"
    config.mkdir(parents=True, exist_ok=True)
    for table in ("sym-lib-table", "fp-lib-table"):
        if not (config / table).exists():
            shutil.copy(SHARE / "template" / table, config / table)
    return {
        "KICAD9_SYMBOL_DIR": str(SHARE / "symbols"),
        "KICAD9_FOOTPRINT_DIR": str(SHARE / "footprints"),
        "KICAD9_3DMODEL_DIR": str(SHARE / "3dmodels"),
        **os.environ,
    }


def run(*words: str | Path) -> None:
    """Run kicad-cli; raises ``subprocess.CalledProcessError`` with what it said."""
    command = ["kicad-cli", *map(str, words)]
    subprocess.run(command, check=True, capture_output=True, text=True, env=environment())  # noqa: S603  our words


def schematic_faults(folder: Path, work: Path) -> Iterator[str]:
    """Yield what KiCad's rules find in the schematic, warnings too."""
    report = work / "erc.json"
    run("sch", "erc", "--severity-all", "--format", "json", "-o", report, folder / "servida.kicad_sch")
    for sheet in json.loads(report.read_text(encoding="utf-8"))["sheets"]:
        yield from map(_spell, sheet["violations"])


def board_faults(folder: Path, work: Path) -> Iterator[str]:
    """Yield what KiCad's rules find on the board, warnings too, and where it differs from the schematic."""
    report = work / "drc.json"
    board = folder / "servida.kicad_pcb"
    run("pcb", "drc", "--severity-all", "--schematic-parity", "--format", "json", "-o", report, board)
    found = json.loads(report.read_text(encoding="utf-8"))
    for kind in ("violations", "unconnected_items", "schematic_parity"):
        yield from map(_spell, found[kind])


def netlist_faults(folder: Path, work: Path) -> Iterator[str]:
    """Yield where the netlist that KiCad exports from the schematic differs from the circuit and so from the pins."""
    path = work / "servida.net"
    run("sch", "export", "netlist", "--format", "kicadsexpr", "-o", path, folder / "servida.kicad_sch")
    found = {
        net.word("name"): frozenset((node.word("ref"), node.word("pin")) for node in net.all("node"))
        for net in read(path).one("nets").all("net")
        if not net.word("name").startswith("unconnected-")
    }
    yield from differences(nets(), found)


def _spell(fault: dict[str, object]) -> str:
    items = fault["items"]
    where = "; ".join(str(item["description"]) for item in items) if isinstance(items, list) else ""
    return f"{fault['type']}: {fault['description']} ({where})"


def export(folder: Path, out: Path) -> None:
    """Write all outputs into a folder, which is emptied first."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    sheet, board = folder / "servida.kicad_sch", folder / "servida.kicad_pcb"
    run("sch", "export", "pdf", "-o", out / "schematic.pdf", sheet)
    _date(out / "schematic.pdf")
    run("sch", "export", "svg", "--no-background-color", "-o", out, sheet)
    (out / "servida.svg").rename(out / "schematic.svg")
    run("sch", "export", "netlist", "--format", "kicadsexpr", "-o", out / "servida.net", sheet)
    run("pcb", "export", "pos", "--format", "csv", "--units", "mm", "--use-drill-file-origin", "--exclude-dnp",
        "-o", out / "positions.csv", board)  # fmt: skip
    run("pcb", "export", "step", "--subst-models", "--drill-origin", "-f", "-o", out / "servida.step", board)
    _gerbers(board, out)
    _pictures(board, out)
    (out / "bom.csv").write_text(bom.table(), encoding="utf-8")


def _date(pdf: Path) -> None:
    """Write the version's date over the hour of the export, digit for digit: the offsets in the file hold."""
    digits = DATE.replace("-", "").encode()
    pdf.write_bytes(re.sub(rb"\(D:\d{14}", b"(D:" + digits + b"000000", pdf.read_bytes()))


def _gerbers(board: Path, out: Path) -> None:
    folder = out / "gerbers"
    folder.mkdir()
    run("pcb", "export", "gerbers", "--layers", GERBER_LAYERS, "--no-protel-ext", "--use-drill-file-origin",
        "-o", f"{folder}/", board)  # fmt: skip
    run("pcb", "export", "drill", "--format", "excellon", "--excellon-separate-th", "--drill-origin", "plot",
        "--generate-map", "--map-format", "gerberx2", "-o", f"{folder}/", board)  # fmt: skip
    with ZipFile(out / "gerbers.zip", "w", ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            path.write_text(_TIME.sub(f"{DATE}T00:00:00+00:00", path.read_text(encoding="utf-8")), encoding="utf-8")
            archive.writestr(ZipInfo(path.name), path.read_bytes(), ZIP_DEFLATED)


_SMALL = ("R", "C", "D", "Q")
_FRONT = ("--side", "top", "-w", "600", "-h", "600")
_BACK = ("--side", "bottom", "-w", "600", "-h", "600")

STEPS = {
    "step-1-small-parts.png": (_SMALL, _FRONT),
    "step-2-back.png": (("J1", "J4", "SW7"), _BACK),
    "step-3-buttons.png": ((*_SMALL, "SW"), _FRONT),
    "step-4-panel-header.png": ((*_SMALL, "SW", "J2"), _FRONT),
    "step-5-pin-order.png": (
        ("J1", "J4", "SW7"),
        ("--side", "bottom", "-w", "600", "-h", "260", "--zoom", "3", "--pan", "-2.6,-4.5,0"),
    ),
}
"""The order of soldering: a picture's name, which parts are on the board by then, and how it is seen."""

WHOLE = (
    (*_SMALL, "SW", "J1", "J2", "J4"),
    ("--quality", "basic", "--rotate", "-38,0,18", "--zoom", "0.8", "-w", "1280", "-h", "900"),
)
"""The finished board, as the large module needs it; KiCad draws a perspective never twice the same."""


def _pictures(board: Path, out: Path) -> None:
    flat = ("--quality", "basic", "--background", "opaque", "-w", "1000", "-h", "1000")
    for side in ("top", "bottom"):
        run("pcb", "render", "--side", side, *flat, "-o", out / f"{side}.png", board)
    whole = board.read_text(encoding="utf-8")
    for name, (refs, view) in {**STEPS, "board.jpg": WHOLE}.items():
        with tempfile.TemporaryDirectory() as folder:
            part = Path(folder) / board.name
            part.write_text(_only(whole, refs), encoding="utf-8")
            run("pcb", "render", "--background", "opaque", *view, "-o", out / name, part)
    pictured = ("pdftoppm", "-r", "110", "-png", "-singlefile", out / "schematic.pdf", out / "schematic")
    subprocess.run(pictured, check=True, capture_output=True, text=True)  # noqa: S603  our words


def _only(board: str, refs: tuple[str, ...]) -> str:
    """Return the board with the models of these parts alone, by reference or its first letters."""
    pieces = board.split("\n\t(footprint ")
    return "\n\t(footprint ".join(
        piece if any(f'"Reference" "{ref}' in piece for ref in refs) else _MODEL.sub("", piece) for piece in pieces
    )


def publish(out: Path, folder: Path) -> None:
    """Copy from the outputs what is committed: pictures for the guide, and what one orders a board with."""
    for name, files in {"pictures": (*PICTURES, *STEPS), "order": ORDER}.items():
        (folder / name).mkdir(exist_ok=True)
        for file in files:
            shutil.copy(out / file, folder / name)


def output_faults(out: Path) -> Iterator[str]:
    """Yield what is missing among the outputs, or empty."""
    for name in (*OUTPUTS, *STEPS):
        if not (out / name).exists() or (out / name).stat().st_size < 100:
            yield f"{name} is missing or empty"
    if (out / "gerbers.zip").exists():
        with ZipFile(out / "gerbers.zip") as archive:
            stems = {Path(name).stem for name in archive.namelist()}
        yield from (f"gerbers.zip lacks {stem}" for stem in GERBERS if stem not in stems)
