"""Imports the modules that each installed distribution brings, and ours; says which wheels were built for this machine.

python import_all.py SITE
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from importlib.metadata import distributions
from pathlib import PurePath

OURS = ("servida.run", "servida.console", "servida.device.gpiod_pins", "servida.device.display", "servida.device.store")

NOT_HERE = (
    "board",
    "busio",
    "digitalio",
    "microcontroller",
    "neopixel_write",
    "analogio",
    "pwmio",
    "pulseio",
    "keypad",
    "usb_hid",
)
"""Blinka's modules that ask at import for a board, or for its USB; the virtual machine imports the first three."""


def names_of(files: list[PurePath]) -> list[str]:
    """Return the importable top-level names among a distribution's files."""
    names = set()
    for file in files:
        if file.parts[0].endswith((".dist-info", ".data", ".libs")) or ".." in file.parts or file.parts[0] == "bin":
            continue
        if len(file.parts) == 1 and file.suffix in (".py", ".so"):
            names.add(file.name.split(".")[0])
        elif len(file.parts) == 2 and file.name == "__init__.py":
            names.add(file.parts[0])
    return sorted(name for name in names if name.isidentifier())


def main(site: str) -> int:
    """Import all; return 1 when one fails."""
    os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
    failed = []
    native = []
    imported = 0
    count = 0
    for each in sorted(distributions(path=[site]), key=lambda one: one.metadata["Name"]):
        count += 1
        wheel = each.read_text("WHEEL") or ""
        if "aarch64" in wheel:
            native.append(f"{each.metadata['Name']} {each.version}")
        for name in names_of([PurePath(str(file)) for file in each.files or []]):
            if name in NOT_HERE:
                continue
            try:
                importlib.import_module(name)
                imported += 1
            except Exception as error:  # noqa: BLE001  all are told of
                failed.append(f"{each.metadata['Name']}: {name}: {error!r}")
    for name in OURS:
        try:
            importlib.import_module(name)
            imported += 1
        except Exception as error:  # noqa: BLE001  all are told of
            failed.append(f"servida: {name}: {error!r}")
    print(f"Python {platform.python_version()} on {platform.machine()}: {count} distributions, {imported} imports")  # noqa: T201
    print(f"  built for it: {', '.join(native)}")  # noqa: T201
    for line in failed:
        print(f"  FAILED {line}")  # noqa: T201
    return 1 if failed else 0


sys.exit(main(sys.argv[1]))
