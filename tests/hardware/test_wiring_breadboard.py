"""The breadboard's wiring against the pin table, and its parts list against its drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from gpiozero.pins.mock import MockFactory

from servida import board

WIRING = Path(__file__).parents[2] / "hardware" / "wiring"
ZERO_2_W = "902120"

Pin = tuple[str, str]


def drawing() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((WIRING / "breadboard.yml").read_text("utf-8"))
    return loaded


def numbers(wires: list[Any]) -> list[int]:
    match wires:
        case [str(span)]:
            first, last = span.split("-")
            return list(range(int(first), int(last) + 1))
        case _:
            return [int(wire) for wire in wires]


def links() -> list[tuple[Pin, str, int, Pin]]:
    """Return every wire: from where, of which cable, which number, to where."""
    found = []
    for left, middle, right in drawing()["connections"]:
        (((one, starts),), ((cable, wires),), ((two, ends),)) = left.items(), middle.items(), right.items()
        for start, wire, end in zip(starts, numbers(wires), ends, strict=True):
            found.append(((one, str(start)), cable, wire, (two, str(end))))
    return found


def test_each_button_goes_to_the_pin_of_the_table_and_to_ground() -> None:
    header = MockFactory(revision=ZERO_2_W).board_info.headers["J8"]
    wires = links()
    for name, gpio in board.BUTTON_PINS.items():
        button = "ROLL" if name == "roll" else f"HOLD{name}"
        (position,) = [start[1] for start, _, _, end in wires if end == (button, "one leg")]
        assert header.pins[int(position)].name == f"GPIO{gpio}"
        assert [end[0] for start, _, _, end in wires if start == (button, "leg across")] == ["RAIL"]


def test_the_panel_goes_to_power_and_the_bus() -> None:
    header = MockFactory(revision=ZERO_2_W).board_info.headers["J8"]
    names = {end[1]: header.pins[int(start[1])].name for start, _, _, end in links() if end[0] == "OLED"}
    assert names == {"VCC": "3V3", "SDA": "GPIO2", "SCL": "GPIO3"}
    assert [end[0] for start, _, _, end in links() if start == ("OLED", "GND")] == ["RAIL"]
    assert header.pins[39].name == "GND"
    assert ("PI", "39") in [start for start, _, _, end in links() if end[0] == "RAIL"]


def test_the_labels_are_the_header_s() -> None:
    header = MockFactory(revision=ZERO_2_W).board_info.headers["J8"]
    pi = drawing()["connectors"]["PI"]
    assert [label.split()[0] for label in pi["pinlabels"]] == [header.pins[pin].name for pin in pi["pins"]]


def test_each_hole_and_each_wire_is_used_once() -> None:
    wires = links()
    ends = [end for start, _, _, end in wires] + [start for start, _, _, _ in wires]
    assert len(set(ends)) == len(ends)
    cables = drawing()["cables"]
    for name, cable in cables.items():
        assert sorted(wire for _, used, wire, _ in wires if used == name) == list(range(1, len(cable["colors"]) + 1))
    assert len(set(cables["RIBBON"]["colors"])) == 10


def test_the_parts_list_counts_what_is_drawn() -> None:
    drawn = drawing()
    counts = {item["designators"][0]: item["qty"] for item in drawn["additional_bom_items"] if "designators" in item}
    assert counts["RIBBON"] == len(drawn["cables"]["RIBBON"]["colors"])
    assert counts["GROUND"] == len(drawn["cables"]["GROUND"]["colors"])
    assert counts["HOLD1"] == len(board.BUTTON_PINS)
    lines = (WIRING / "parts.tsv").read_text("utf-8").splitlines()[1:]
    assert sorted(line.split("\t")[1:3] for line in lines) == sorted(
        [item["description"], str(item["qty"])] for item in drawn["additional_bom_items"]
    )
