"""The circuit: which parts are there and which net each of their pins is on.

Schematic and board are both drawn from this list; what the board house builds and KiCad checks are the drawn files.
Knows no place on paper or board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from servida_board.header import button_net, header_pins

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VERSION = "rev 1"
"""What the silkscreen and the title block call this board."""

DATE = "2026-11-30"
"""When this version was drawn."""

BUTTONS = ("1", "2", "3", "4", "5", "roll")
"""The buttons as ``servida.board`` names them; SW1 to SW6 in this order."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part: symbol and footprint as ``Library:Name`` of KiCad's own libraries, and pin number to net.

    A pin on net ``None`` is left open on purpose; a net with a slash before its name stays within its block of the
    schematic, as KiCad writes it.  ``fitted`` tells whether the part is soldered in by default, and ``bought`` whether
    it is a thing that one buys at all.
    """

    ref: str
    symbol: str
    value: str
    footprint: str
    pins: Mapping[str, str | None] = field(default_factory=dict)
    fitted: bool = True
    bought: bool = True


def _resistor(ref: str, value: str, one: str, two: str, *, fitted: bool = True) -> Part:
    return Part(ref, "Device:R", value, "Resistor_SMD:R_0805_2012Metric", {"1": one, "2": two}, fitted)


def _capacitor(ref: str, value: str, one: str, two: str) -> Part:
    return Part(ref, "Device:C", value, "Capacitor_SMD:C_0805_2012Metric", {"1": one, "2": two})


def _guard(ref: str, *lines: str | None) -> Part:
    pins = dict(zip(("1", "3", "4", "5"), lines, strict=True))
    return Part(ref, "Power_Protection:SP0504BAHT", "SP0504BAHT", "Package_TO_SOT_SMD:SOT-23-5", {"2": "GND", **pins})


def key_net(button: str) -> str:
    """Return the net between a button and its series resistor, the side that fingers reach."""
    return f"/{button_net(button)}_KEY"


def _buttons() -> Iterator[Part]:
    for number, button in enumerate(BUTTONS, start=1):
        yield Part(
            f"SW{number}",
            "Switch:SW_Push",
            button_net(button),
            "Button_Switch_THT:SW_TH_Tactile_Omron_B3F-106x",
            {"1": key_net(button), "2": "GND"},
        )
        yield _resistor(f"R{number}", "1k", button_net(button), key_net(button))
    yield _guard("D2", key_net("1"), key_net("2"), key_net("3"), None)
    yield _guard("D3", key_net("4"), key_net("5"), key_net("roll"), None)


def _panel() -> Iterator[Part]:
    plug = {"1": "/PANEL_1", "2": "/PANEL_2", "3": "SCL", "4": "SDA"}
    header = "Connector_PinHeader_2.54mm:PinHeader_1x04_P2.54mm_Vertical"
    yield Part("J2", "Connector:Conn_01x04_Pin", 'OLED 2.42"', header, plug)
    yield Part("J3", "Connector:Conn_01x04_Pin", 'OLED 0.96"', header, plug)
    jumper = "Jumper:SolderJumper-3_P1.3mm_Open_RoundedPad1.0x1.5mm"
    orders = {"1": "GND", "2": "/PANEL_1", "3": "+3V3"}, {"1": "+3V3", "2": "/PANEL_2", "3": "GND"}
    for ref, pins in zip(("JP1", "JP2"), orders, strict=True):
        yield Part(ref, "Jumper:SolderJumper_3_Open", f"PIN {ref[-1]}", jumper, pins, bought=False)
    yield _resistor("R7", "4k7", "+3V3", "SDA", fitted=False)
    yield _resistor("R8", "4k7", "+3V3", "SCL", fitted=False)
    yield _capacitor("C1", "10u", "+3V3", "GND")
    yield _capacitor("C2", "100n", "+3V3", "GND")
    yield _guard("D4", "SCL", "SDA", None, None)


def _power() -> Iterator[Part]:
    yield Part(
        "J4",
        "Connector:Conn_01x03_Pin",
        "BOOSTER",
        "Connector_JST:JST_PH_B3B-PH-K_1x03_P2.00mm_Vertical",
        {"1": "/BAT_5V", "2": "GND", "3": "/BAT_EN"},
    )
    yield Part(
        "SW7",
        "Switch:SW_SPDT",
        "POWER",
        "Button_Switch_THT:SW_Slide_SPDT_Angled_CK_OS102011MA1Q",
        {"1": "/BAT_ON", "2": "GND", "3": "/BAT_EN"},
    )
    gate = {"1": "/BAT_GATE", "2": "/BAT_5V", "3": "/BAT_OUT"}
    yield Part("Q1", "Transistor_FET:Q_PMOS_GSD", "AO3401A", "Package_TO_SOT_SMD:SOT-23", gate)
    yield Part("D1", "Device:D_Schottky", "SS34", "Diode_SMD:D_SMA", {"1": "+5V", "2": "/BAT_OUT"})
    yield _resistor("R9", "100k", "/BAT_5V", "/BAT_GATE")
    yield _resistor("R10", "1k", "/BAT_GATE", "/BAT_ON")
    yield _capacitor("C3", "10u", "+5V", "GND")
    yield _capacitor("C4", "100n", "+5V", "GND")
    yield _capacitor("C5", "100n", "/BAT_5V", "/BAT_GATE")


def _piezo() -> Iterator[Part]:
    yield _resistor("R11", "1k", "PIEZO", "/PIEZO_OUT", fitted=False)
    piezo = {"1": "/PIEZO_OUT", "2": "GND"}
    yield Part("BZ1", "Device:Buzzer", "PKMCS0909E", "Buzzer_Beeper:Buzzer_Murata_PKMCS0909E", piezo, fitted=False)


TEST_POINTS = ("+5V", "+3V3", "GND", "SDA", "SCL", "/BAT_5V")
"""What a voltmeter reaches on the finished board: TP1 to TP6."""


def _bare() -> Iterator[Part]:
    for number, net in enumerate(TEST_POINTS, start=1):
        pad = "TestPoint:TestPoint_Pad_D1.5mm"
        yield Part(f"TP{number}", "Connector:TestPoint", net.lstrip("/"), pad, {"1": net}, bought=False)
    for number in range(1, 13):
        size = ("M2.5", "MountingHole_2.7mm_M2.5") if number <= 8 else ("M2", "MountingHole_2.2mm_M2")
        yield Part(f"H{number}", "Mechanical:MountingHole", size[0], f"MountingHole:{size[1]}", bought=False)


def parts() -> tuple[Part, ...]:
    """Return all parts of the board."""
    pi = Part(
        "J1",
        "Connector:Raspberry_Pi_4",
        "Raspberry Pi Zero 2 W",
        "Connector_PinSocket_2.54mm:PinSocket_2x20_P2.54mm_Vertical",
        header_pins(),
    )
    return (pi, *_buttons(), *_panel(), *_power(), *_piezo(), *_bare())


def nets() -> dict[str, frozenset[tuple[str, str]]]:
    """Return for each net the pins on it, as (reference, pin)."""
    found: dict[str, set[tuple[str, str]]] = {}
    for part in parts():
        for pin, net in part.pins.items():
            if net is not None:
                found.setdefault(net, set()).add((part.ref, pin))
    return {net: frozenset(found[net]) for net in sorted(found)}
