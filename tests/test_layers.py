"""Who may import whom, read from the source of every module."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted([*(ROOT / "firmware").rglob("*.py"), *(ROOT / "host").rglob("*.py")])

MAY_IMPORT = {
    "servida.rules": {"servida.rules"},
    "servida.strategy": {"servida.rules", "servida.strategy", "numpy"},
    "servida.ui": {"servida.rules", "servida.strategy.advice", "servida.ui", "PIL"},
    "servida.console": {
        *("servida.rules", "servida.strategy.advice", "servida.ui", "servida.device", "servida.seams", "PIL"),
    },
    "servida.seams": {"servida.rules", "servida.strategy.advice", "servida.ui", "servida.device", "PIL"},
    "servida.device": {"servida.rules", "servida.ui", "servida.device", "servida.board"},
    "servida.board": set(),
}
"""For each layer what it may import besides the standard library; what is not here may import all of servida."""

THIRD_PARTY_OF_DEVICE = {"PIL", "gpiod", "gpiozero", "adafruit_ssd1306", "board", "busio"}

BANNED = {"time", "random", "os", "secrets", "threading", "socket", "subprocess", "sqlite3", "pathlib"}
"""Time, chance and the world: none of them in rules, strategy and ui."""

PURE = {"servida.rules", "servida.strategy", "servida.ui"}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts[1:]
    return ".".join(part for part in parts if part != "__init__")


def imports_of(source: str) -> set[str]:
    """Return the dotted names of all imports, wherever they stand."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                found |= {name.name for name in names}
            case ast.ImportFrom(module=str(module), level=0, names=names):
                # `from servida.ui import app` imports a module, too.
                packages = {"servida", "servida.ui"}
                found |= {f"{module}.{name.name}" if module in packages else module for name in names}
            case ast.ImportFrom():
                found.add(".")
    return found


def layer_of(name: str) -> str | None:
    return next((layer for layer in MAY_IMPORT if name == layer or name.startswith(f"{layer}.")), None)


def faults(name: str, source: str) -> list[str]:
    """Return what this module imports and must not."""
    layer = layer_of(name)
    found = []
    for imported in sorted(imports_of(source)):
        top = imported.split(".")[0]
        ours = top in {
            "servida",
            "servida_host",
            "PIL",
            "gpiod",
            "gpiozero",
            "adafruit_ssd1306",
            "board",
            "busio",
            "numpy",
        }
        if (
            imported == "."
            or (name.startswith("servida.") and top == "servida_host")
            or (layer in PURE and top in BANNED)
        ):
            found.append(imported)
        elif layer is not None and ours:
            allowed = MAY_IMPORT[layer] | (THIRD_PARTY_OF_DEVICE if layer == "servida.device" else set())
            if not any(imported == each or imported.startswith(f"{each}.") for each in allowed):
                found.append(imported)
    return found


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_imports_only_what_its_layer_may(path: Path) -> None:
    assert faults(name_of(path), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("servida.rules.match", "import time"),
        ("servida.rules.match", "from servida.ui import app"),
        ("servida.rules.match", "def f():\n    from PIL import Image"),
        ("servida.ui.app", "from servida.device.buttons import Buttons"),
        ("servida.ui.screens.dice", "import random"),
        ("servida.ui.screens.dice", "from servida import console"),
        ("servida.ui.app", "import gpiozero"),
        ("servida.ui.app", "import numpy"),
        ("servida.ui.app", "from servida.strategy.lattice import keeps"),
        ("servida.strategy.lattice", "import random"),
        ("servida.rules.match", "from servida.strategy.advice import Level"),
        ("servida.console", "import gpiozero"),
        ("servida.run", "from servida_host.rig import Rig"),
        ("servida.board", "from servida.ui.keypad import Button"),
        ("servida.ui.app", "from . import screens"),
        ("servida.device.display", "from servida.console import Console"),
    ],
)
def test_a_wrong_import_is_found(name: str, source: str) -> None:
    assert faults(name, source) != []
