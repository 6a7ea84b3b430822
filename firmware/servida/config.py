"""``servida.toml``: how this console is built and what it begins with, in a file that a person writes.

    panel = "sh1106"            # the chip on the module: "ssd1306" or "sh1106"
    address = 0x3D              # of the panel on the I2C bus
    clock = 400000              # Hz that the boot configuration gives the bus; the program can't set it (Blinka#682)
    dim_after = 60              # seconds without a press, 0 for never
    dark_after = 300
    off_after = 0               # then it switches itself off
    language = "en"
    rules = "wiki-60"           # a preset, or a table [rules] as of a household's own file
    [pins]                      # button to BCM pin; a button that is not named keeps its own
    roll = 20

The file is looked for in the folder of ``--state``, then where ``$SERVIDA_CONFIG`` says; without one all is as in
``board``. Times, language and rules are what a console begins with that has stored no settings yet; what players choose
on it later stays.

A fault is one line that names file, line, key, value and what is allowed. Every other key counts all the same: on a
console that forgot its panel for a misspelt language nobody could read the message.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from servida.board import BUTTON_PINS, I2C_ADDRESS
from servida.config_file import LARGEST, find_file, first_bytes
from servida.rules import PRESETS, RuleError, RuleSet, ruleset_from_table
from servida.rules.household import toml_table
from servida.ui.settings import LANGUAGES, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

PANELS = ("ssd1306", "sh1106")
"""The chips that are understood, the default first."""

ADDRESSES = (0x08, 0x77)
"""Seven-bit addresses that are not reserved (I2C specification UM10204, table 4)."""

CLOCKS = (10_000, 1_000_000)
"""Hz; both chips are specified to 400,000, and 1,000,000 usually works on short wires."""

LONGEST = 86_400
"""Seconds until the panel dims or goes dark or the console goes off, at the most a day."""

PINS = tuple(pin for pin in range(28) if pin not in (2, 3))
"""BCM pins of the header without the panel's."""


@dataclass(frozen=True, slots=True)
class Config:
    """What the file says, or what is true without it.

    ``pins`` are button names to BCM pins, ``address`` is the panel's, ``clock`` the bus's in Hz, and with ``settings``
    a console begins.
    """

    pins: Mapping[str, int] = field(default_factory=lambda: MappingProxyType(BUTTON_PINS))
    panel: str = PANELS[0]
    address: int = I2C_ADDRESS
    clock: int = 400_000
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A configuration and what was wrong with its file, a line each."""

    config: Config = field(default_factory=Config)
    faults: tuple[str, ...] = ()


class _Refusal(ValueError):
    """A value that is not allowed; the message says what is. ``key`` is where it stands, from the outermost table."""

    def __init__(self, allowed: str, *key: str) -> None:
        super().__init__(allowed)
        self.key = key


def load(folder: Path | None, environment: Mapping[str, str], named: Path | None = None) -> Loaded:
    """Return the configuration of the file that is found; ``named`` is one that must be there, before all others.

    Never raises: a file that can't be read is a fault.
    """
    path = find_file(folder, environment) if named is None else named
    if path is None:
        return Loaded()
    try:
        raw = first_bytes(path)
        if len(raw) > LARGEST:
            return Loaded(faults=(f"{path}: larger than {LARGEST} bytes; expected a configuration",))
        # A boot partition is edited on any computer, and some begin a text with a mark.
        return parse(raw.decode("utf-8-sig"), str(path))
    except OSError as error:
        return Loaded(faults=(f"{path}: {error.strerror}; expected a configuration",))
    except UnicodeDecodeError as error:
        return Loaded(faults=(f"{path}: not a text in UTF-8 ({error.reason})",))


def parse(text: str, name: str) -> Loaded:
    """Return what a text in TOML says; ``name`` is what faults call its file."""
    try:
        table = toml_table(text)
    except ValueError as error:
        return Loaded(faults=(f"{name}:{_line_of_error(text, str(error))}: this is no TOML: {error}",))
    config, faults = Config(), []
    for key, value in table.items():
        try:
            config = _with(config, key, value)
        except _Refusal as refusal:
            path = refusal.key or (key,)
            faults.append((line_of(text, path), f"{'.'.join(path)}{_shown(table, path)}: {refusal}"))
    return Loaded(config, tuple(f"{name}:{line}: {fault}" for line, fault in sorted(faults)))


def _with(config: Config, key: str, value: object) -> Config:
    """Return the configuration with this key changed; raises ``_Refusal``."""
    settings = config.settings
    match key:
        case "pins":
            return replace(config, pins=_pins(value))
        case "panel":
            return replace(config, panel=_one_of(PANELS, value))
        case "address":
            return replace(config, address=_number(value, *ADDRESSES, as_text=lambda number: f"0x{number:02X}"))
        case "clock":
            return replace(config, clock=_number(value, *CLOCKS, unit=" Hz"))
        case "dim_after":
            return replace(config, settings=replace(settings, dim_after=_seconds(value)))
        case "dark_after":
            return replace(config, settings=replace(settings, dark_after=_seconds(value)))
        case "off_after":
            return replace(config, settings=replace(settings, off_after=_seconds(value)))
        case "language":
            return replace(config, settings=replace(settings, language=_one_of(LANGUAGES, value)))
        case "rules":
            return replace(config, settings=replace(settings, rules=_rules(value)))
        case _:
            raise _Refusal(f"there is no such key; there are {' '.join(_KEYS)}")


_KEYS = ("panel", "address", "clock", "dim_after", "dark_after", "off_after", "language", "rules", "pins")


def _one_of(allowed: tuple[str, ...], value: object) -> str:
    if isinstance(value, str) and value in allowed:
        return value
    raise _Refusal("name one of " + " ".join(f'"{each}"' for each in allowed))


def _number(value: object, least: int, most: int, *, unit: str = "", as_text: Callable[[int], str] = str) -> int:
    # To Python a bool is an int.
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise _Refusal(f"give a whole number from {as_text(least)} to {as_text(most)}{unit}")


def _seconds(value: object) -> int:
    return _number(value, 0, LONGEST, unit=" seconds, 0 being never")


def _rules(value: object) -> RuleSet:
    if isinstance(value, str) and value in PRESETS:
        return PRESETS[value]
    if not isinstance(value, dict):
        raise _Refusal(f"name a preset ({' '.join(PRESETS)}) or give a table [rules]")
    try:
        return ruleset_from_table(value)
    except RuleError as error:
        option, _, told = str(error).partition(": ")
        raise _Refusal(told.rpartition("is not allowed; ")[2], "rules", option) from error


def _pins(value: object) -> Mapping[str, int]:
    if not isinstance(value, dict):
        raise _Refusal("give a table [pins]")
    pins = dict(BUTTON_PINS)
    for button, pin in value.items():
        if button not in BUTTON_PINS:
            raise _Refusal(f"there is no such button; there are {' '.join(BUTTON_PINS)}", "pins", button)
        if not isinstance(pin, int) or isinstance(pin, bool) or pin not in PINS:
            raise _Refusal("give a BCM pin from 0 to 27 but 2 and 3, which are the panel's", "pins", button)
        pins[button] = pin
    for button, pin in pins.items():
        others = [other for other in value if other != button and pins[other] == pin]
        if others:
            raise _Refusal(f"button {button} is on GPIO{pin}, too; give each a pin of its own", "pins", others[-1])
    return MappingProxyType(pins)


def _shown(table: Mapping[str, object], path: tuple[str, ...]) -> str:
    """Return what the file says at a path, an equals sign before it; nothing when it says nothing."""
    value: object = table
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return "" if value is None else f" = {json.dumps(value, ensure_ascii=False, default=str)}"


def line_of(text: str, path: tuple[str, ...]) -> int:
    """Return the line, from 1, on which this key stands, or else the table that it is in; 1 when neither is found.

    ``path`` are the names from the outermost table on. It searches the text, for the parser keeps no lines: a key that
    is repeated within a text of several lines misleads it.
    """
    found, header = 1, ""
    dotted = ".".join(path)
    for number, line in enumerate(text.splitlines(), start=1):
        bare = re.sub(r"[\s\"']", "", line)
        if bare.startswith("["):
            header = bare.partition("]")[0].lstrip("[")
            key = header
        else:
            key = ".".join(filter(None, (header, bare.partition("=")[0])))
        if key == dotted:
            return number
        if key == path[0]:
            found = number
    return found


def _line_of_error(text: str, error: str) -> int:
    at = re.search(r"at line (\d+)", error)
    return int(at[1]) if at else max(len(text.splitlines()), 1)
