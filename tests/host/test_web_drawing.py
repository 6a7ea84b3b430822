"""The drawn device has its parts where the board and the case have them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

from servida.ui.keypad import Button
from servida_host.faces.web import drawing

DIMENSIONS = Path(__file__).parents[2] / "hardware" / "dimensions.toml"


def test_places_are_those_of_the_hardware() -> None:
    known = tomllib.loads(DIMENSIONS.read_text("utf-8"))
    assert list(drawing.BOARD) == known["board"]["size"]
    assert list(drawing.GLASS) == known["glass"]["centre"]
    assert list(drawing.WINDOW) == known["glass"]["window"]["large"]
    assert list(drawing.ACTIVE) == known["glass"]["modules"]["large"]["active"]
    assert {button.value: list(centre) for button, centre in drawing.CENTRES.items()} == known["buttons"]["centres"]
    assert list(drawing.HOLD_CAP) == known["buttons"]["caps"]["hold"]
    assert list(drawing.ROLL_CAP) == known["buttons"]["caps"]["roll"]
    assert known["buttons"]["caps"]["corner_radius"] == drawing.CAP_CORNER


def test_every_button_is_drawn_once_and_can_be_focused() -> None:
    keys = [each for each in ET.fromstring(drawing.device()).iter("g") if "data-button" in each.attrib]
    assert [key.attrib["data-button"] for key in keys] == [button.value for button in Button]
    assert all(key.attrib["tabindex"] == "0" and key.attrib["role"] == "button" for key in keys)
