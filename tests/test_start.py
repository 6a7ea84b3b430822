"""What is loaded when the panel shows its first lit pixel: nothing that is slow and not needed for that."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import json, os, sys

before = set(sys.modules)

class Bus:
    lit = False

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def readfrom_into(self, address, buffer, *, start=0, end=None):
        buffer[start:end] = bytes(len(buffer[start:end]))

    def writeto(self, address, buffer, *, start=0, end=None):
        payload = bytes(buffer[start:end])
        if payload[:1] == b"@" and any(payload[1:]):
            print(json.dumps(sorted(set(sys.modules) - before)), flush=True)
            os._exit(0)

from servida.device import machine

machine.open_bus = Bus
from servida.cli import main

main(["console", "--state", sys.argv[1]])
"""
"""The console on a bus that ends the process at the first data with a lit pixel, and tells what was loaded by then."""

THIRD_PARTY = {
    # The panel's driver, and what it imports by itself.
    "adafruit_blinka",
    "adafruit_bus_device",
    "adafruit_framebuf",
    "adafruit_platformdetect",
    "adafruit_ssd1306",
    "busio",
    "circuitpython_typing",
    "digitalio",
    "micropython",
    "typing_extensions",
}
"""All that may be loaded besides the standard library; ``busio`` is the bus on a Pi."""

OURS = {
    "servida.board",
    "servida.cli",
    "servida.command",
    "servida.config_file",
    "servida.device.chip",
    "servida.device.cover",
    "servida.device.display",
    "servida.device.errors",
    "servida.device.folder",
    "servida.device.machine",
    "servida.device.short_writes",
    "servida.device.sweep",
    "servida.device.windows",
    "servida.run",
    "servida.splash",
}

HEAVY = {
    "PIL",
    "asyncio",
    "concurrent",
    "csv",
    "ctypes",
    "decimal",
    "email",
    "gpiozero",
    "hashlib",
    "importlib.metadata",
    "multiprocessing",
    "numba",
    "numpy",
    "platformdirs",
    "random",
    "secrets",
    "servida.console",
    "servida.rules",
    "servida.ui",
    "servida_host",
    "socket",
    "sqlite3",
    "ssl",
    "statistics",
    "subprocess",
    "tempfile",
    "textual",
    "tomllib",
    "unittest",
    "xml",
}
"""What takes longer to load than a player should wait for; the standard library's other modules are cheap or needed."""


@dataclass(frozen=True)
class Loaded:
    """Modules, with their packages."""

    names: frozenset[str]

    @property
    def third_party(self) -> set[str]:
        tops = {name.partition(".")[0] for name in self.names}
        return {top for top in tops if top not in sys.stdlib_module_names and top not in ("servida", "__editables__")}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return load(PROGRAM, tmp_path_factory.mktemp("state"))


def load(program: str, state: Path) -> Loaded:
    """Run the program; return what was loaded when the first pixel was lit."""
    done = subprocess.run(
        [sys.executable, "-c", program, str(state)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout, done.stderr
    return Loaded(frozenset(json.loads(done.stdout)))


def test_the_panel_lights_before_anything_heavy_is_imported(loaded: Loaded) -> None:
    assert sorted(loaded.names & HEAVY) == []


def test_of_other_packages_only_the_panels_driver_is_loaded(loaded: Loaded) -> None:
    assert sorted(loaded.third_party - THIRD_PARTY) == []


def test_of_our_own_modules_only_those_that_light_it_are_loaded(loaded: Loaded) -> None:
    ours = {name for name in loaded.names if name.startswith("servida.")} - {"servida.device"}
    assert sorted(ours ^ OURS) == []


def test_a_heavy_import_would_be_seen(tmp_path: Path) -> None:
    seen = load("import sqlite3, gpiozero\n" + PROGRAM.replace("before = set(sys.modules)", "before = set()"), tmp_path)
    assert {"sqlite3", "gpiozero"} <= seen.names & HEAVY
    assert "gpiozero" in seen.third_party
