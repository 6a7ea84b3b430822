"""The breadboard's wiring against the pin table, its parts list against its drawing, and each check against a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gpiozero.pins.mock import MockFactory

from servida import board
from servida_hardware import wiring

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ZERO_2_W = "902120"


def broken(drawn: wiring.Drawing) -> set[str]:
    return {name for name, check in wiring.CHECKS.items() if list(check(drawn))}


def test_every_check_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert wiring.main([]) == 0
    assert capsys.readouterr().out.count("holds") == len(wiring.CHECKS)


def test_each_button_goes_to_the_pin_of_the_table_by_the_libraries_header() -> None:
    header = MockFactory(revision=ZERO_2_W).board_info.headers["J8"]
    for name, gpio in board.BUTTON_PINS.items():
        button = "ROLL" if name == "roll" else f"HOLD{name}"
        starts = [start[1] for start, _, _, end in wiring.links(wiring.drawing()) if end == (button, "one leg")]
        assert [header.pins[int(position)].name for position in starts] == [f"GPIO{gpio}"]


def swap_wires(drawn: wiring.Drawing) -> None:
    one, two = drawn["connections"][2], drawn["connections"][3]
    one[0], two[0] = two[0], one[0]


def swap_power(drawn: wiring.Drawing) -> None:
    drawn["connections"][0][2] = {"OLED": ["GND", "SDA", "SCL"]}
    drawn["connections"][8][0] = {"OLED": ["VCC"]}


def cross_the_bus(drawn: wiring.Drawing) -> None:
    drawn["connections"][0][2] = {"OLED": ["VCC", "SCL", "SDA"]}


def take_power_for_ground(drawn: wiring.Drawing) -> None:
    drawn["connections"][1][0] = {"PI": [17]}


def share_a_hole(drawn: wiring.Drawing) -> None:
    drawn["connections"][-1][2] = {"RAIL": [7]}


def repeat_a_colour(drawn: wiring.Drawing) -> None:
    drawn["cables"]["RIBBON"]["colors"][0] = "BU"


def mislabel(drawn: wiring.Drawing) -> None:
    drawn["connectors"]["PI"]["pinlabels"][4] = "GPIO6"


def leave_a_button_open(drawn: wiring.Drawing) -> None:
    drawn["connections"][-1][2] = {"OLED": ["GND"]}


def put_ground_on_a_button(drawn: wiring.Drawing) -> None:
    drawn["connections"][1][2] = {"HOLD1": ["one leg"]}


def put_a_button_pin_on_ground(drawn: wiring.Drawing) -> None:
    drawn["connections"][2][2] = {"RAIL": [9]}


def lead_the_panel_past_the_rail(drawn: wiring.Drawing) -> None:
    drawn["connections"][8][2] = {"HOLD1": ["leg across"]}


def leave_a_wire_loose(drawn: wiring.Drawing) -> None:
    drawn["cables"]["RIBBON"]["colors"].append("PK")


def buy_something_else(drawn: wiring.Drawing) -> None:
    drawn["additional_bom_items"][0]["description"] = "Raspberry Pi Zero"


def count_wrongly(drawn: wiring.Drawing) -> None:
    drawn["additional_bom_items"][3]["qty"] = 5


@pytest.mark.parametrize(
    ("change", "checks"),
    [
        (swap_wires, {"buttons as in firmware/servida/board.py"}),
        (swap_power, {"panel on power and I2C, one ground"}),
        (cross_the_bus, {"panel on power and I2C, one ground"}),
        (take_power_for_ground, {"panel on power and I2C, one ground"}),
        (share_a_hole, {"each hole and each wire used once"}),
        (repeat_a_colour, {"each hole and each wire used once"}),
        (mislabel, {"labels are the header's"}),
        (leave_a_button_open, {"buttons as in firmware/servida/board.py", "each hole and each wire used once"}),
        (
            put_ground_on_a_button,
            {
                "buttons as in firmware/servida/board.py",
                "panel on power and I2C, one ground",
                "each hole and each wire used once",
            },
        ),
        (
            put_a_button_pin_on_ground,
            {"buttons as in firmware/servida/board.py", "panel on power and I2C, one ground"},
        ),
        (lead_the_panel_past_the_rail, {"panel on power and I2C, one ground", "each hole and each wire used once"}),
        (leave_a_wire_loose, {"each hole and each wire used once", "parts list counts what is drawn"}),
        (buy_something_else, {"parts list counts what is drawn"}),
        (count_wrongly, {"parts list counts what is drawn"}),
    ],
)
def test_a_broken_wiring_is_found(change: Callable[[wiring.Drawing], None], checks: set[str]) -> None:
    drawn = wiring.drawing()
    change(drawn)
    assert broken(drawn) == checks


def test_a_fault_fails_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "breadboard.yml"
    path.write_text(wiring.FILE.read_text("utf-8").replace("[29]", "[40]"), "utf-8")
    monkeypatch.setattr(wiring, "FILE", path)
    assert wiring.main([]) == 1
    assert "HOLD1 is on GPIO [21], firmware/servida/board.py wants 5" in capsys.readouterr().out
    path.write_text("connections: [", "utf-8")
    assert wiring.main([]) == 2
    assert capsys.readouterr().err.startswith("breadboard.yml: ")
