"""What of a Raspberry Pi is there: the I2C bus, the pins.  Everything missing is one ``DeviceError``.

Imports Blinka and gpiozero only when asked for: they are slow on a Zero 2 W, and useless on a laptop.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Any

from servida.board import I2C_BUS
from servida.device.errors import DeviceError

DEVICES = Path("/dev")


def bus_node(devices: Path = DEVICES) -> Path:
    """Return the device file of the panel's bus."""
    return devices / f"i2c-{I2C_BUS}"


def open_bus(devices: Path = DEVICES) -> Any:  # noqa: ANN401  Blinka's I2C has no type
    """Return the I2C bus of the panel as a ``busio.I2C``; raises ``DeviceError`` on a machine without one."""
    node = bus_node(devices)
    if not node.exists():
        raise DeviceError(f"no I2C bus: {node} is missing (on a Pi: raspi-config, Interface, I2C)")
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        import board  # noqa: PLC0415  Blinka looks at the machine when it is imported
        import busio  # noqa: PLC0415

        return busio.I2C(board.SCL, board.SDA)
    except (NotImplementedError, AttributeError, ImportError, ValueError, OSError, RuntimeError) as error:
        raise DeviceError(f"I2C bus {node}: can't be used: {error}") from error


def open_pins(folder: Path) -> Any:  # noqa: ANN401  gpiozero is untyped
    """Return the pin factory for this machine; raises ``DeviceError`` where there are no pins.

    Ours (``gpiod_pins``), unless ``GPIOZERO_PIN_FACTORY`` names another. Where ``gpiod`` isn't installed, gpiozero
    chooses, and what it chose is said in the log. ``folder`` takes the FIFOs that lgpio makes in its working directory
    (gpiozero#1106).
    """
    os.environ.setdefault("LG_WD", str(folder))
    import gpiozero  # noqa: PLC0415  slow

    try:
        if os.environ.get("GPIOZERO_PIN_FACTORY"):
            return _gpiozeros_choice(gpiozero)
        try:
            from servida.device.gpiod_pins import GpiodFactory  # noqa: PLC0415  not on every machine
        except ModuleNotFoundError as error:
            factory = _gpiozeros_choice(gpiozero)
            # systemd's journal
            print(f"servida: no {error.name}: pins by {type(factory).__name__} instead", file=sys.stderr)  # noqa: T201
            return factory
        return GpiodFactory()
    except (gpiozero.BadPinFactory, gpiozero.PinFactoryFallback, OSError, RuntimeError) as error:
        raise DeviceError(f"no GPIO pins: {error}") from error


def _gpiozeros_choice(gpiozero: Any) -> Any:  # noqa: ANN401  gpiozero is untyped
    """Return the pin factory that the environment names or gpiozero prefers, and no other.

    gpiozero falls back from one library to the next with a warning and then fails far from the cause (gpiozero#1172):
    here that is an error.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", gpiozero.PinFactoryFallback)
        gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory
