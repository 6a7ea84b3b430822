"""The schematic: where on the sheet each part of the circuit stands, and what is written beside it.

Five blocks: the Pi, the panel, the buttons, the power and the odds and ends.  Numbers are units of the sheet's grid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida_board.circuit import BUTTONS, DATE, VERSION, Part, key_net, parts
from servida_board.header import button_net
from servida_board.sheet import Sheet, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from servida_board.sheet import Point

LYING = Turn(90)
FACING_LEFT = Turn(0, "y")
"""Connectors and the slide switch are drawn with their pins at the other side than in the library."""


def draw() -> str:
    """Return the schematic file."""
    sheet, circuit = Sheet(), {part.ref: part for part in parts()}
    _pi(sheet, circuit["J1"])
    _panel(sheet, circuit)
    _buttons(sheet, circuit)
    _power(sheet, circuit)
    _rest(sheet, circuit)
    _notes(sheet)
    return sheet.text(
        "Servida: carrier for a pocket Generala console",
        VERSION,
        DATE,
        ("CERN-OHL-P-2.0", "Drawn by hardware/tools/servida_board", "Pins: firmware/servida/board.py"),
    )


def _pi(sheet: Sheet, part: Part) -> None:
    sheet.block("Raspberry Pi Zero 2 W", (5, 7), (62, 48))
    leads = sheet.symbol(part, (34, 27), ref=(-12.8, -11.3), value=(-9, -11.3))
    done: set[Point] = set()
    for pin, lead in leads.items():
        if lead.at not in done:
            net = part.pins[pin]
            sheet.end(lead, net, 5 if net == "+3V3" else 2)
            done.add(lead.at)
    sheet.words(
        "The Pi hangs in a 2 x 20 socket on the board's back, its parts facing the board.\n"
        "GPIO 0 and 1 stay free (EEPROM of a HAT, read at every boot); 2 and 3 carry the panel\n"
        "and the Pi's own 1.8 kOhm pull-ups; 14 and 15 stay free for the boot console, 7 to 11\n"
        "for SPI0.",
        (6, 41.5),
    )


def _panel(sheet: Sheet, circuit: Mapping[str, Part]) -> None:
    sheet.block("Panel: one of two modules, and its pin order", (64, 7), (112, 48))
    for ref, y in (("J2", 14), ("J3", 22)):
        leads = sheet.symbol(circuit[ref], (104, y), FACING_LEFT, ref=(0.8, -0.5), value=(0.8, 0.7))
        for pin in ("1", "2", "3", "4"):
            sheet.end(leads[pin], circuit[ref].pins[pin], 2)
    for ref, y in (("JP1", 13), ("JP2", 20)):
        leads = sheet.symbol(circuit[ref], (78, y), ref=(-0.7, -1.3), value=(0.8, 2))
        for pin in ("1", "3"):
            sheet.end(leads[pin], circuit[ref].pins[pin], 2)
        down = leads["2"].at
        sheet.wire(down, (down[0], y + 3), (down[0] - 6, y + 3))
        sheet.name(f"/PANEL_{ref[-1]}", (down[0] - 6, y + 3))
        sheet.words("A", (75.6, y + 0.4))
        sheet.words("B", (79.6, y + 0.4))
    sheet.words(
        "Bridge A on both: GND VCC SCL SDA\nBridge B on both: VCC GND SCL SDA\n"
        "Open when new: the wrong one kills a module.\nNever bridge all three pads of one.",
        (66, 25.5),
    )
    for ref, x in (("R7", 68), ("R8", 73), ("C1", 79), ("C2", 84)):
        leads = sheet.symbol(circuit[ref], (x, 36.5), ref=(0.9, -0.4), value=(0.9, 0.5))
        for pin in ("1", "2"):
            sheet.end(leads[pin], circuit[ref].pins[pin], 1)
    sheet.words(
        "R7, R8 stay empty: the Pi has 1.8 kOhm\nand most modules 4.7 kOhm of their own.",
        (66, 42),
    )
    _guard(sheet, circuit["D4"], (100, 36))


def _guard(sheet: Sheet, part: Part, at: Point) -> None:
    leads = sheet.symbol(part, at, ref=(3.6, -0.5), value=(3.6, 0.7))
    for pin, lead in leads.items():
        sheet.end(lead, part.pins[pin], 1 if part.pins[pin] else 0)


def _buttons(sheet: Sheet, circuit: Mapping[str, Part]) -> None:
    sheet.block("Buttons: each joins its pin to ground, the Pi pulls up", (64, 50), (160, 90))
    for left, guard, buttons in ((72, "D2", BUTTONS[:3]), (118, "D3", BUTTONS[3:])):
        array = circuit[guard]
        leads = sheet.symbol(array, (left + 10, 74), ref=(3.6, -0.5), value=(3.6, 0.7))
        lines = {net: lead for pin, lead in leads.items() if (net := array.pins[pin]) != "GND"}
        sheet.end(leads["2"], "GND", 1)
        sheet.open(lines.pop(None).at)
        for row, button in enumerate(buttons):
            y, number = 57 + 5 * row, BUTTONS.index(button) + 1
            _button(sheet, circuit, number, (left, y))
            lead = lines[key_net(button)]
            sheet.wire(lead.at, (lead.at[0], y))
            sheet.junction((lead.at[0], y))
    sheet.words(
        "1 kOhm: lets a pin that was made an output by mistake live; against the Pi's 50 kOhm pull-up a pressed\n"
        "button still reads 65 mV. The arrays stand on the buttons' side and lead a spark from a finger to ground.\n"
        "SW1 to SW5 stand under the five dice of the glass, SW6 below them.",
        (66, 80.5),
    )


def _button(sheet: Sheet, circuit: Mapping[str, Part], number: int, at: Point) -> None:
    left, y = at
    button = BUTTONS[number - 1]
    resistor = sheet.symbol(circuit[f"R{number}"], (left + 4.5, y), LYING, ref=(-1, -1.2), value=(-1, 1.4))
    sheet.end(resistor["1"], button_net(button), 2)
    switch = sheet.symbol(circuit[f"SW{number}"], (left + 21, y), ref=(-2.4, -2), value=(0.2, -2))
    sheet.wire(resistor["2"].at, switch["1"].at)
    sheet.name(key_net(button), (left + 13, y))
    sheet.end(switch["2"], "GND", 1.5)


def _power(sheet: Sheet, circuit: Mapping[str, Part]) -> None:
    sheet.block("Power from a battery (optional)", (5, 50), (62, 90))
    plug = sheet.symbol(circuit["J4"], (9, 60), ref=(-2.5, -2.6), value=(-2.5, 2.6))
    gate = sheet.symbol(circuit["Q1"], (34, 60), Turn(90, "y"), ref=(-2, -4), value=(-2, -3))
    diode = sheet.symbol(circuit["D1"], (42, 59), Turn(180), ref=(-0.8, -1.6), value=(-0.8, 1.6))
    sheet.wire(plug["1"].at, gate["2"].at)
    sheet.name("/BAT_5V", (13, 59))
    sheet.end(plug["2"], "GND", 5)
    for ref, x in (("R9", 19.0), ("C5", 24.0)):
        sheet.symbol(circuit[ref], (x, 60.5), ref=(0.8, -0.4), value=(0.8, 0.5))
        sheet.junction((x, 59))
    sheet.wire((19, 62), (24, 62), gate["1"].at)
    sheet.junction((19, 62))
    sheet.junction((24, 62))
    sheet.name("/BAT_GATE", (28.4, 62))
    sheet.symbol(circuit["R10"], (19, 63.5), ref=(0.8, -0.4), value=(0.8, 0.5))
    switch = sheet.symbol(circuit["SW7"], (34, 67), FACING_LEFT, ref=(-1, -2.4), value=(-1, 2.4))
    sheet.wire((19, 65), (19, 66), switch["1"].at)
    sheet.name("/BAT_ON", (21, 66))
    sheet.wire(plug["3"].at, (12, 61), (12, 68), switch["3"].at)
    sheet.name("/BAT_EN", (14, 68))
    sheet.end(switch["2"], "GND", 2)
    sheet.wire(gate["3"].at, diode["2"].at)
    sheet.name("/BAT_OUT", (36, 59))
    sheet.wire(diode["1"].at, (55, 59))
    sheet.power("+5V", (55, 59))
    for ref, x in (("C3", 47), ("C4", 51.5)):
        leads = sheet.symbol(circuit[ref], (x, 60.5), ref=(0.8, -0.4), value=(0.8, 0.5))
        sheet.junction((x, 59))
        sheet.end(leads["2"], "GND", 0)
    sheet.words(
        "J4: 1 = 5 V of a booster board, 2 = ground, 3 = its enable pin, if it has one.\n"
        "On: SW7 pulls Q1's gate down, so that the switch carries no current.\n"
        "Off: it pulls the enable pin down, lest the booster empty the cell.\n"
        "C5 lets Q1 conduct within 0.1 ms, not at once: the booster has to charge C3 and\n"
        "what the Pi carries.\n"
        "D1 keeps the Pi's USB supply out of the booster, and a plug put in the wrong way\n"
        "round from doing harm; it costs 0.3 V at 0.4 A, hence better a booster of 5.2 V.\n"
        "The Pi's USB alone is enough: J4, SW7, Q1, D1, R9, R10 and C5 may stay away.",
        (6, 72.5),
    )


def _rest(sheet: Sheet, circuit: Mapping[str, Part]) -> None:
    sheet.block("Piezo (not fitted), test points, holes", (114, 7), (160, 48))
    resistor = sheet.symbol(circuit["R11"], (126.5, 14), LYING, ref=(-1, -1.2), value=(-1, 1.4))
    sheet.end(resistor["1"], "PIEZO", 2)
    piezo = sheet.symbol(circuit["BZ1"], (138, 15), ref=(2, -0.5), value=(2, 0.5))
    sheet.wire(resistor["2"].at, piezo["1"].at)
    sheet.name("/PIEZO_OUT", (129, 14))
    sheet.end(piezo["2"], "GND", 1)
    for number in range(1, 7):
        part = circuit[f"TP{number}"]
        leads = sheet.symbol(part, (112 + 6 * number, 26), ref=(0.8, -1.4), value=(0.8, -0.5))
        sheet.end(leads["1"], part.pins["1"], 1)
    for number in range(1, 13):
        at = (112.5 + 3.7 * number, 37)
        sheet.symbol(circuit[f"H{number}"], at, ref=(-0.6, -2), value=(-0.9, 1.8))
    sheet.words("H1 to H4: case.  H5 to H8: Pi, with spacers of 11 mm.\nH9 to H12: the 0.96 inch module.", (116, 42))


SUPPLIES = (
    ("Supply", "from", "feeds"),
    ("+5V", "Pi's USB, or D1", "the Pi"),
    ("+3V3", "the Pi", "panel (guesses: 0.96 inch 20 mA, 2.42 inch 250 mA with all pixels lit)"),
    ("BAT_5V", "J4", "Q1, through which +5V comes while SW7 is on"),
)
"""What supplies what, in three columns."""


def _notes(sheet: Sheet) -> None:
    sheet.block("Reading this sheet", (5, 92), (90, 109))
    sheet.words(
        "Crossed out parts are not fitted. Nets with a flag leave their block; wires with a word above them don't.\n"
        "Nobody has yet built or measured this board: KiCad's checks and the project's own are all that it passed.",
        (6, 95.5),
        1.7,
    )
    for left, column in zip((6, 14, 25), zip(*SUPPLIES, strict=True), strict=True):
        sheet.words("\n".join(column), (left, 100), 1.7)
