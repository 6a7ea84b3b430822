"""``python -m servida_hardware.wiring``: checks the breadboard's wiring, and with ``--draw`` has WireViz draw it.

Each check takes the YAML file as Python's lists and tables and returns its faults in words. Exit status 1 if one
fails. Drawing needs WireViz (in ``.venv-case``) and Graphviz; picture and parts list are committed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from servida.board import BUTTON_PINS
from servida_board.checks import Result, report
from servida_board.dimensions import HARDWARE
from servida_board.header import GPIO, SCL_GPIO, SDA_GPIO, SUPPLIES, button_net

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = HARDWARE / "wiring"
FILE = FOLDER / "breadboard.yml"
PICTURE = FOLDER / "breadboard.svg"
PARTS = FOLDER / "parts.tsv"
WIREVIZ = HARDWARE.parent / ".venv-case" / "bin" / "wireviz"

Pin = tuple[str, str]
Link = tuple[Pin, str, int, Pin]
"""A wire: from where, of which cable, which number, to where."""

Drawing = dict[str, Any]


def drawing() -> Drawing:
    """Return the wiring file's contents."""
    loaded: Drawing = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return loaded


def links(drawn: Drawing) -> list[Link]:
    """Return every wire; raises ``ValueError`` where the two sides of a connection differ in number."""
    found = []
    for left, middle, right in drawn["connections"]:
        (((one, starts),), ((cable, wires),), ((two, ends),)) = left.items(), middle.items(), right.items()
        for start, wire, end in zip(starts, _numbers(wires), ends, strict=True):
            found.append(((one, str(start)), cable, wire, (two, str(end))))
    return found


def _numbers(wires: list[Any]) -> list[int]:
    match wires:
        case [str(span)]:
            first, last = span.split("-")
            return list(range(int(first), int(last) + 1))
        case _:
            return [int(wire) for wire in wires]


def _positions(drawn: Drawing, there: Pin) -> list[int]:
    return [int(start[1]) for start, _, _, end in links(drawn) if start[0] == "PI" and end == there]


def button_faults(drawn: Drawing) -> Iterator[str]:
    """Yield each button that does not join its pin of ``servida.board`` to ground."""
    for button, gpio in BUTTON_PINS.items():
        net = button_net(button)
        found = [GPIO.get(position) for position in _positions(drawn, (net, "one leg"))]
        if found != [gpio]:
            yield f"{net} is on GPIO {found}, firmware/servida/board.py wants {gpio}"
        if [end[0] for start, _, _, end in links(drawn) if start == (net, "leg across")] != ["RAIL"]:
            yield f"{net} does not go to ground"


def panel_faults(drawn: Drawing) -> Iterator[str]:
    """Yield what is wrong with the panel's four wires and the rail's ground."""
    for pin, wanted in (("VCC", "+3V3"), ("SDA", SDA_GPIO), ("SCL", SCL_GPIO)):
        found = [SUPPLIES.get(position) or GPIO.get(position) for position in _positions(drawn, ("OLED", pin))]
        if found != [wanted]:
            yield f"the panel's {pin} is on {found}, not {wanted}"
    if [end[0] for start, _, _, end in links(drawn) if start == ("OLED", "GND")] != ["RAIL"]:
        yield "the panel's GND does not go to the rail"
    rail = [SUPPLIES.get(int(start[1])) for start, _, _, end in links(drawn) if start[0] == "PI" and end[0] == "RAIL"]
    if rail != ["GND"]:
        yield f"the rail is on {rail}, not on one GND"


def label_faults(drawn: Drawing) -> Iterator[str]:
    """Yield each of the Pi's labels that does not name what stands at its position."""
    pi = drawn["connectors"]["PI"]
    for position, label in zip(pi["pins"], pi["pinlabels"], strict=True):
        wanted = SUPPLIES.get(position, f"GPIO{GPIO.get(position)}").lstrip("+")
        if label.split()[0] != wanted:
            yield f"position {position} is labelled {label!r}, there is {wanted}"


def use_faults(drawn: Drawing) -> Iterator[str]:
    """Yield holes and wires that are used twice or never, and colours of the ribbon that come twice."""
    wires = links(drawn)
    ends = [end for _, _, _, end in wires] + [start for start, _, _, _ in wires]
    yield from (f"{' '.join(end)} holds two wires" for end in sorted(set(ends)) if ends.count(end) > 1)
    for name, cable in drawn["cables"].items():
        used = sorted(wire for _, of, wire, _ in wires if of == name)
        if used != list(range(1, len(cable["colors"]) + 1)):
            yield f"{name}: wires {used} of {len(cable['colors'])} are used"
    if len(set(drawn["cables"]["RIBBON"]["colors"])) != len(drawn["cables"]["RIBBON"]["colors"]):
        yield "two wires of the ribbon have one colour"


def count_faults(drawn: Drawing) -> Iterator[str]:
    """Yield where the list of parts counts otherwise than the drawing, or the committed list is another."""
    items = drawn["additional_bom_items"]
    counts = {item["designators"][0]: item["qty"] for item in items if "designators" in item}
    wanted = {name: len(cable["colors"]) for name, cable in drawn["cables"].items()} | {"HOLD1": len(BUTTON_PINS)}
    for name, count in wanted.items():
        if counts.get(name) != count:
            yield f"the list has {counts.get(name)} of {name}, the drawing {count}"
    lines = PARTS.read_text(encoding="utf-8").splitlines()[1:]
    if sorted(line.split("\t")[1:3] for line in lines) != sorted(
        [item["description"], str(item["qty"])] for item in items
    ):
        yield f"{PARTS.name} is not that of {FILE.name}: run make hardware-wiring"


CHECKS: dict[str, Callable[[Drawing], Iterator[str]]] = {
    "buttons as in firmware/servida/board.py": button_faults,
    "panel on power and I2C, one ground": panel_faults,
    "labels are the header's": label_faults,
    "each hole and each wire used once": use_faults,
    "parts list counts what is drawn": count_faults,
}


def draw() -> None:
    """Write picture and parts list anew; raises ``subprocess.CalledProcessError`` with what WireViz said."""
    with tempfile.TemporaryDirectory() as work:
        shutil.copy(FILE, work)
        made = Path(work) / FILE.name
        environment = {**os.environ, "PATH": f"{WIREVIZ.parent}{os.pathsep}{os.environ['PATH']}"}
        command = (str(WIREVIZ), "-f", "st", str(made))
        subprocess.run(command, check=True, capture_output=True, text=True, env=environment)  # noqa: S603  our words
        PICTURE.write_bytes(made.with_suffix(".svg").read_bytes())
        PARTS.write_bytes(made.with_suffix(".bom.tsv").read_bytes())


def main(words: list[str] | None = None) -> int:
    """Draw if asked to, check, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m servida_hardware.wiring", description="Check the breadboard's wiring."
    )
    parser.add_argument("--draw", action="store_true", help="write the committed picture and parts list anew")
    given = parser.parse_args(words)
    try:
        if given.draw:
            draw()
        drawn = drawing()
        found = [Result(name, tuple(check(drawn))) for name, check in CHECKS.items()]
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f"wireviz: {(error.stderr or error.stdout).strip()}\n")
        return 2
    except (OSError, ValueError, KeyError, yaml.YAMLError) as error:
        sys.stderr.write(f"{FILE.name}: {error}\n")
        return 2
    sys.stdout.write(report(found))
    return int(any(result.faults for result in found))


if __name__ == "__main__":
    sys.exit(main())
