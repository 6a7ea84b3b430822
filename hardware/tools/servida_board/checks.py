"""What must be true of the committed design, checked without KiCad.

Each check returns its faults in words; none means that it holds.  The checks that need KiCad are in ``kicad_checks``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import dist, hypot
from typing import TYPE_CHECKING

from servida_board import circuit
from servida_board.dimensions import dimensions
from servida_board.facts import board_facts
from servida_board.header import header_pins
from servida_board.project import LIMITS, SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from servida_board.facts import Facts, Point

NEAR = 0.01
"""Millimetres by which places may differ: less than any house's tolerance, more than rounding."""

PRICE_STEP = 100.0
"""Millimetres along each side up to which the board houses ask their lowest price."""

WORDS = (
    *(f"HOLD {number}" for number in range(1, 6)), "ROLL", "SERVIDA", circuit.VERSION, "CERN-OHL-P", "ON", "OFF", "5V",
    "EN", "+", "K", "1", "A", "B", 'J2  2.42"', 'J3  0.96"', "GND VCC SCL SDA", "VCC GND SCL SDA", "+3V3", "BAT",
)  # fmt: skip
"""What must be readable on the board: buttons, polarities, first pins, pin orders, version, name, licence."""


LABELS = (
    ("A", "JP1", "1"), ("B", "JP1", "3"), ("A", "JP2", "1"), ("B", "JP2", "3"), ("ON", "SW7", "1"), ("OFF", "SW7", "3"),
    ("5V", "J4", "1"), ("-", "J4", "2"), ("EN", "J4", "3"), ("K", "D1", "1"), ("+", "BZ1", "1"), ("1", "J1", "1"),
)  # fmt: skip
"""Which printed word belongs to which pin."""

BESIDE = 5.5
"""Millimetres within which a word belongs to a part."""


@dataclass(frozen=True, slots=True)
class Result:
    """A check's name and what it found to be wrong."""

    name: str
    faults: tuple[str, ...]


def report(found: list[Result]) -> str:
    """Return the table of checks, each fault under its check."""
    text = ""
    for result in found:
        text += f"{'FAILS' if result.faults else 'holds':<7}{result.name}\n"
        text += "".join(f"         {fault}\n" for fault in result.faults)
    return text


def results(folder: Path) -> list[Result]:
    """Check the design in a folder like ``hardware/board``."""
    facts = board_facts(folder / "servida.kicad_pcb")
    return [
        *(Result(name, tuple(check(facts))) for name, check in CHECKS.items()),
        Result("KiCad's rules as they are, none left out", tuple(_rules(folder))),
    ]


def _pins(facts: Facts) -> Iterator[str]:
    for position, net in header_pins().items():
        found = facts.net_of("J1", position)
        if found != (net or ""):
            yield f"J1 pin {position}: {found or 'open'}, but firmware/servida/board.py wants {net or 'open'}"


def _circuit(facts: Facts) -> Iterator[str]:
    yield from differences(circuit.nets(), facts.net_pins())
    for part in circuit.parts():
        if part.fitted == (part.ref in facts.unfitted):
            yield f"{part.ref}: {'fitted' if part.fitted else 'not fitted'} in the circuit, on the board it is not so"


def differences(
    wanted: dict[str, frozenset[tuple[str, str]]], found: dict[str, frozenset[tuple[str, str]]]
) -> Iterator[str]:
    """Yield in words where two lists of nets and their pins differ."""
    for net in sorted(wanted.keys() | found.keys()):
        more = found.get(net, frozenset()) - wanted.get(net, frozenset())
        less = wanted.get(net, frozenset()) - found.get(net, frozenset())
        if more or less:
            spell = [f"{sign}{ref}.{pin}" for sign, pins in (("+", more), ("-", less)) for ref, pin in sorted(pins)]
            yield f"net {net}: {' '.join(spell)}"


def _size(facts: Facts) -> Iterator[str]:
    wanted = tuple(dimensions()["board"]["size"])
    if not _same(facts.size, wanted):
        yield f"outline {facts.size}, dimensions.toml says {wanted}"
    if max(facts.size) > PRICE_STEP:
        yield f"outline {facts.size} exceeds {PRICE_STEP}"
    if facts.layers != ("F.Cu", "B.Cu"):
        yield f"layers of copper: {facts.layers}"
    if facts.grounds != {"F.Cu", "B.Cu"}:
        yield f"ground is poured on {sorted(facts.grounds)}"


def _holes(facts: Facts) -> Iterator[str]:
    size = dimensions()
    small = size["glass"]["modules"]["small"]
    wanted = sorted(
        [(tuple(at), size["holes"][kind]["drill"]) for kind in ("case", "pi") for at in size["holes"][kind]["centres"]]
        + [(tuple(at), small["mounting_drill"]) for at in small["mounting_holes"]]
    )
    left = facts.holes()
    for at, drill in wanted:
        match = next((hole for hole in left if _same(hole[0], at) and abs(hole[1] - drill) < NEAR), None)
        if match is None:
            yield f"no hole of {drill} at {at}"
        else:
            left.remove(match)
    for at, drill in left:
        yield f"a hole of {drill} at {at} that dimensions.toml doesn't know"


def _places(facts: Facts) -> Iterator[str]:
    size = dimensions()
    wanted = {f"SW{n}": size["buttons"]["centres"][button] for n, button in enumerate(circuit.BUTTONS, start=1)}
    wanted["BZ1"] = size["piezo"]["centre"]
    for ref, at in wanted.items():
        if not _same(facts.middle(ref), at):
            yield f"{ref} at {facts.middle(ref)}, dimensions.toml says {tuple(at)}"
    modules = size["glass"]["modules"]
    firsts = {
        ("J1", "1"): size["pi"]["header_first_pin"],
        ("J2", "1"): modules["large"]["header_first_pin"],
        ("J3", "1"): modules["small"]["header_first_pin"],
        ("SW7", "2"): [size["switch"]["pin_row_x"], size["switch"]["centre_y"]],
    }
    for pad in facts.pads:
        at = firsts.pop((pad.ref, pad.number), None)
        if at is not None and not _same(pad.at, at):
            yield f"{pad.ref} pin {pad.number} at {pad.at}, dimensions.toml says {tuple(at)}"
    yield from (f"{ref} pin {number} is not on the board" for ref, number in firsts)


def _header(facts: Facts) -> Iterator[str]:
    """Hold the header against the Pi's: odd pins in the row of pin 1, even ones above, seen by the player."""
    x, y = dimensions()["pi"]["header_first_pin"]
    pitch = dimensions()["pi"]["header_pitch"]
    for pad in facts.pads:
        if pad.ref == "J1" and pad.number:
            column, row = divmod(int(pad.number) - 1, 2)
            if not _same(pad.at, (x + column * pitch, y - row * pitch)):
                yield f"J1 pin {pad.number} at {pad.at}"


def _joints(facts: Facts) -> Iterator[str]:
    """Look for joints under a button, which would stand on them."""
    half = dimensions()["buttons"]["body"][0] / 2
    for number, button in enumerate(circuit.BUTTONS, start=1):
        x, y = dimensions()["buttons"]["centres"][button]
        for pad in facts.pads:
            gap = hypot(max(abs(pad.at[0] - x) - half, 0), max(abs(pad.at[1] - y) - half, 0)) - pad.radius
            if pad.ref != f"SW{number}" and pad.drill and gap < 0:
                yield f"{pad.ref} pin {pad.number} under the button {button}"


def _words(facts: Facts) -> Iterator[str]:
    texts = [words.text for words in facts.prints]
    for word in WORDS:
        if (word not in texts) if len(word) < 3 else not any(word in text for text in texts):
            yield f"{word!r} is not printed"


def _labels(facts: Facts) -> Iterator[str]:
    """Look beside which pin of its part each word stands: a letter on the wrong side kills a module."""
    for word, ref, number in LABELS:
        pins = {pad.number: pad.at for pad in facts.pads if pad.ref == ref and pad.number}
        beside = {
            min(pins, key=lambda pin: dist(pins[pin], words.at))
            for words in facts.prints
            if words.text == word and min(dist(at, words.at) for at in pins.values()) < BESIDE
        }
        if beside != {number}:
            yield f"{word!r} stands beside {ref} pin {', '.join(sorted(beside)) or '-'}, not {number}"


def _rules(folder: Path) -> Iterator[str]:
    found = json.loads((folder / "servida.kicad_pro").read_text(encoding="utf-8"))
    settings = found["board"]["design_settings"]
    for rule, severity in SEVERITIES.items():
        if settings["rule_severities"].get(rule, severity) != severity:
            yield f"{rule} is {settings['rule_severities'][rule]}, by KiCad {severity}"
    for name, least in LIMITS.items():
        if settings["rules"][name] < least:
            yield f"{name} is {settings['rules'][name]}, at least {least} is wanted"
    if settings["drc_exclusions"]:
        yield f"{len(settings['drc_exclusions'])} faults of the board are excluded"
    schematic = found.get("erc", {})
    if schematic.get("erc_exclusions") or schematic.get("rule_severities"):
        yield "rules of the schematic are set or faults excluded"
    yield from (f"{path.name} changes the rules" for path in sorted(folder.glob("*.kicad_dru")))


def _same(one: Point, other: list[float] | tuple[float, ...]) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) < NEAR


CHECKS: dict[str, Callable[[Facts], Iterator[str]]] = {
    "header's pins as in firmware/servida/board.py": _pins,
    "nets and fitted parts as in the circuit": _circuit,
    "outline, two layers, ground on both": _size,
    "holes as in dimensions.toml": _holes,
    "buttons, headers, switch as in dimensions.toml": _places,
    "the Pi plugs in the right way round": _header,
    "no joint under a button": _joints,
    "printed words": _words,
    "letters and signs beside the pins they name": _labels,
}
