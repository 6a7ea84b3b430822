"""The committed board against the firmware, the dimensions and the circuit; and each check against a broken copy."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from gpiozero.pins.mock import MockFactory

from servida import board
from servida.ui import parts
from servida_board import circuit, header
from servida_board.__main__ import main
from servida_board.checks import CHECKS, results
from servida_board.dimensions import HARDWARE, dimensions
from servida_board.facts import board_facts
from servida_board.libraries import SYMBOLS
from servida_board.schematic import draw
from servida_board.sexpr import read

if TYPE_CHECKING:
    from collections.abc import Callable

DESIGN = HARDWARE / "board"


def test_every_check_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    table = capsys.readouterr().out
    assert table.count("holds") == len(CHECKS) + 1
    assert "FAILS" not in table


def test_the_buttons_are_on_the_firmwares_pins_by_the_libraries_header() -> None:
    facts = board_facts(DESIGN / "servida.kicad_pcb")
    numbers = {pin.name: number for number, pin in MockFactory(revision="902120").board_info.headers["J8"].pins.items()}
    for button, gpio in board.BUTTON_PINS.items():
        net = facts.net_of("J1", str(numbers[f"GPIO{gpio}"]))
        assert net == ("ROLL" if button == "roll" else f"HOLD{button}")


def test_the_header_is_the_libraries() -> None:
    pins = MockFactory(revision="902120").board_info.headers["J8"].pins
    assert {number: int(pin.name[4:]) for number, pin in pins.items() if pin.name.startswith("GPIO")} == header.GPIO
    names = {"+3V3": "3V3", "+5V": "5V", "GND": "GND"}
    assert {number: names[net] for number, net in header.SUPPLIES.items()} == {
        number: pin.name for number, pin in pins.items() if not pin.name.startswith("GPIO")
    }


def test_eeprom_pins_stay_free_and_no_button_is_on_the_bus() -> None:
    facts = board_facts(DESIGN / "servida.kicad_pcb")
    positions = {gpio: position for position, gpio in header.GPIO.items()}
    assert {facts.net_of("J1", str(positions[gpio])) for gpio in (0, 1)} == {""}
    assert [facts.net_of("J1", str(positions[gpio])) for gpio in (2, 3)] == ["SDA", "SCL"]


def test_the_hold_buttons_stand_under_the_dice_of_the_large_glass() -> None:
    glass = dimensions()["glass"]
    pixel = glass["modules"]["large"]["active"][0] / board.WIDTH
    assert glass["resolution"] == [board.WIDTH, board.HEIGHT]
    assert glass["die_centres_px"] == [left + parts.COLUMN // 2 for left in parts.COLUMNS]
    for number, centre in enumerate(glass["die_centres_px"], start=1):
        x = glass["centre"][0] + (centre - board.WIDTH / 2) * pixel
        assert dimensions()["buttons"]["centres"][str(number)][0] == pytest.approx(x, abs=0.01)


def test_both_panel_headers_lie_at_the_middle_of_the_same_pixels() -> None:
    glass = dimensions()["glass"]
    for module in glass["modules"].values():
        x, y = module["header_first_pin"]
        assert x + 1.5 * 2.54 == pytest.approx(glass["centre"][0])
        assert y + module["header_to_active_centre"] == pytest.approx(glass["centre"][1])


def test_the_schematic_holds_the_circuits_parts() -> None:
    drawn = {
        symbol.property("Reference"): (
            symbol.word("lib_id"),
            symbol.property("Value"),
            symbol.property("Footprint"),
            not symbol.flag("dnp"),
            symbol.flag("in_bom"),
        )
        for symbol in read(DESIGN / "servida.kicad_sch").all("symbol")
        if not symbol.property("Reference").startswith("#")
    }
    assert drawn == {
        part.ref: (part.symbol, part.value, part.footprint, part.fitted, part.bought) for part in circuit.parts()
    }


def test_the_schematic_names_every_net_that_has_a_flag() -> None:
    sheet = read(DESIGN / "servida.kicad_sch")
    flags = {label[1] for label in sheet.all("global_label")}
    assert flags == {net for net in circuit.nets() if not net.startswith(("/", "+")) and net != "GND"}


@pytest.mark.skipif(not SYMBOLS.exists(), reason="KiCad's symbols are not installed")
def test_the_schematic_is_what_the_program_draws() -> None:
    assert (DESIGN / "servida.kicad_sch").read_text(encoding="utf-8") == draw()


def test_bridging_a_gives_ground_first_and_bridging_b_supply_first() -> None:
    facts = board_facts(DESIGN / "servida.kicad_pcb")
    assert [facts.net_of(ref, "1") for ref in ("JP1", "JP2")] == ["GND", "+3V3"]
    assert [facts.net_of(ref, "3") for ref in ("JP1", "JP2")] == ["+3V3", "GND"]
    assert [facts.net_of(ref, "2") for ref in ("JP1", "JP2")] == [facts.net_of("J2", pin) for pin in ("1", "2")]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DESIGN, tmp_path / "board"))


def broken(folder: Path) -> dict[str, tuple[str, ...]]:
    return {result.name: result.faults for result in results(folder) if result.faults}


def swapped(text: str, one: str, two: str) -> str:
    return re.sub(rf'"({re.escape(one)}|{re.escape(two)})"', lambda found: f'"{two if found[1] == one else one}"', text)


def moved(text: str, ref: str) -> str:
    at = text.index(f'"Reference" "{ref}"')
    start = text.rindex("(footprint", 0, at)
    found = re.compile(r"\(at ([\d.]+)").search(text, start)
    assert found is not None
    return text[: found.start(1)] + str(float(found[1]) + 0.1) + text[found.end(1) :]


@pytest.mark.parametrize(
    ("change", "checks"),
    [
        (lambda text: swapped(text, "HOLD1", "HOLD2"), {"header's pins", "nets and fitted"}),
        (lambda text: swapped(text, "SDA", "SCL"), {"header's pins", "nets and fitted"}),
        (lambda text: moved(text, "H1"), {"holes"}),
        (lambda text: moved(text, "H12"), {"holes"}),
        (lambda text: moved(text, "SW6"), {"buttons"}),
        (lambda text: moved(text, "J3"), {"buttons"}),
        (lambda text: moved(text, "J1"), {"buttons", "the Pi plugs"}),
        (lambda text: text.replace('"ROLL"\n\t\t(at', '"RULL"\n\t\t(at'), {"printed"}),
        (lambda text: swapped(text, "A", "B"), {"letters"}),
        (lambda text: swapped(text, "5V", "EN"), {"letters"}),
        (lambda text: text.replace("CERN-OHL-P-2.0", "MIT"), {"printed"}),
        (lambda text: text.replace(" dnp)", ")"), {"nets and fitted"}),
        (lambda text: re.sub(r"\(end 188 ", "(end 189 ", text), {"outline"}),
    ],
)
def test_a_broken_board_is_found(copy: Path, change: Callable[[str], str], checks: set[str]) -> None:
    path = copy / "servida.kicad_pcb"
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, encoding="utf-8")
    assert {next((name for name in checks if found.startswith(name)), found) for found in broken(copy)} == checks
    assert main(["--folder", str(copy)]) == 1


def test_a_joint_under_a_button_is_found(copy: Path) -> None:
    path = copy / "servida.kicad_pcb"
    text = path.read_text(encoding="utf-8")
    start = text.rindex("(footprint", 0, text.index('"Reference" "J4"'))
    found = re.compile(r"\(at [\d.]+ [\d.]+").search(text, start)
    assert found is not None
    path.write_text(text[: found.start()] + "(at 144 123" + text[found.end() :], encoding="utf-8")
    assert "no joint under a button" in broken(copy)


@pytest.mark.parametrize(
    "change",
    [
        {"rule_severities": {"clearance": "ignore"}},
        {"drc_exclusions": [["clearance|1|2", ""]]},
        {"rules": {"min_clearance": 0.1}},
    ],
)
def test_a_lowered_rule_is_found(copy: Path, change: dict[str, object]) -> None:
    path = copy / "servida.kicad_pro"
    project = json.loads(path.read_text(encoding="utf-8"))
    settings = project["board"]["design_settings"]
    for name, value in change.items():
        if isinstance(value, dict):
            settings[name].update(value)
        else:
            settings[name] = value
    path.write_text(json.dumps(project), encoding="utf-8")
    assert list(broken(copy)) == ["KiCad's rules as they are, none left out"]


def test_a_lowered_rule_of_the_schematic_is_found(copy: Path) -> None:
    path = copy / "servida.kicad_pro"
    project = json.loads(path.read_text(encoding="utf-8"))
    project["erc"] = {"rule_severities": {"pin_not_connected": "ignore"}}
    path.write_text(json.dumps(project), encoding="utf-8")
    (copy / "servida.kicad_dru").write_text("(version 1)", encoding="utf-8")
    assert len(broken(copy)["KiCad's rules as they are, none left out"]) == 2


def test_a_folder_without_a_board_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--folder", str(tmp_path)]) == 2
    (tmp_path / "servida.kicad_pcb").write_text("(kicad_pcb (layers", encoding="utf-8")
    assert main(["--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 2
