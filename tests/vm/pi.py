"""QEMU's Raspberry Pi: boots, does its own checks (``pi/checks_pi.py``) and tells them on its serial line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from typing import TYPE_CHECKING

from machine import OUT, MachineError
from report import Row, expect
from servida.board import BUTTON_PINS
from servida_host.console_rig import ConsoleRig
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

    from report import Report

FOLDER = OUT / "pi"

PATIENCE = 1200.0
"""Seconds until all is told, on a computer with much else to do; alone it takes about 60."""

WORDS = "console=ttyAMA0,115200 quiet panic=-1 rdinit=/init initcall_blacklist=bcm2835_pm_driver_init"
"""What the kernel is told: QEMU lacks the power management, whose driver would panic."""

REST = 30.0
"""Seconds after the start at which the picture is looked at: jammed buttons were found by then, and nothing dimmed."""

SENT = re.compile(r"i2c_send send\(addr:0x3c\) data:0x([0-9a-f]{2})")


class Pi:
    """One run of the Pi; with ``panel`` something on the bus acknowledges at 0x3c (QEMU's ``ssd0303``)."""

    def __init__(self, name: str, *, panel: bool) -> None:
        self._log, self._trace = FOLDER / f"{name}.log", FOLDER / f"{name}.trace"
        for path in (self._log, self._trace):
            path.unlink(missing_ok=True)
        (version,) = (FOLDER / "kernel" / "lib" / "modules").iterdir()
        command = [
            *("qemu-system-aarch64", "-M", "raspi3ap", "-accel", "tcg,thread=multi", "-nodefaults", "-no-reboot"),
            *("-display", "none", "-serial", f"file:{self._log}", "-trace", f"i2c_*,file={self._trace}"),
            *("-kernel", str(FOLDER / "kernel" / "boot" / f"vmlinuz-{version.name}")),
            *("-dtb", str(FOLDER / "kernel" / "pi.dtb"), "-initrd", str(FOLDER / "initrd")),
            *("-append", WORDS + (" servida_panel" if panel else "")),
            *(("-device", "ssd0303,bus=i2c-bus.1,address=0x3c") if panel else ()),
        ]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def rows(self) -> list[Row]:
        """Return what it tells; raises MachineError when it doesn't come to the end."""
        began = time.monotonic()
        try:
            while "\nEND " not in (said := self._log.read_text(errors="replace") if self._log.exists() else ""):
                if self._process.poll() is not None or time.monotonic() > began + PATIENCE:
                    raise MachineError(f"the Pi didn't come to the end; its last words: {said[-500:]}")
                time.sleep(0.2)
        finally:
            if self._process.poll() is None:
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        told = [json.loads(line[4:]) for line in said.splitlines() if line.startswith("ROW ")]
        return [Row("raspi3ap", each["name"], each["holds"], each["seen"], each["seconds"]) for each in told]

    def picture(self) -> Image:
        """Return what a panel shows that got the bytes which the controller sent to 0x3c."""
        return decoded(self._trace)


def decoded(trace: Path) -> Image:
    """Return the picture that QEMU's trace of the bus leaves on a panel."""
    panel = Ssd1306()
    payload = bytearray()
    for line in trace.read_text().splitlines():
        if sent := SENT.search(line):
            payload.append(int(sent[1], 16))
        elif payload:
            panel.write(bytes(payload))
            payload.clear()
    return panel.image


def jammed() -> Image:
    """Return what the rig shows when it starts with all buttons down, as QEMU's GPIO, which has no inputs, reads."""
    with ConsoleRig() as rig:
        rig.cut_power()
        for button in BUTTON_PINS:
            rig.stick(button)
        rig.restore_power()
        rig.advance(REST)
        return rig.panel.image


def pi(report: Report, expected: Image) -> None:
    """Do the checks of the Pi; ``expected`` is the rig's picture."""

    def same() -> str:
        picture = machine.picture()
        expect(picture.tobytes() == expected.tobytes(), "another picture than the rig's")
        return "decoded from QEMU's trace of what the kernel's i2c-bcm2835 sent"

    for name in ("alone", "panel"):
        machine = Pi(name, panel=name == "panel")
        try:
            for row in machine.rows():
                report.tell(row)
        except MachineError as error:
            report.tell(Row(report.machine, f"boots ({name})", holds=False, seen=str(error), seconds=0))
    report.check("with something on the bus: its picture is the rig's", same)
