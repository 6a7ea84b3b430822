"""`servida selftest`: the hardware part by part, what is wrong with it and how to mend that."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from servida import __version__
from servida.cli_history import add_state, folder_of
from servida.command import Command, UsageError, above_zero
from servida.device.kernel import SYS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from pathlib import Path

    from servida.config import Config
    from servida.selftest.finding import Finding

PARTS = ("panel", "buttons", "entropy", "storage", "computer")

_SELFTEST = f"""\
Parts: {" ".join(PARTS)}; without any, all of them. The exit status is 1 when something is to be mended.
While the console runs it has the buttons: sudo systemctl stop servida

example: servida selftest
         servida selftest panel buttons
         sudo -u servida servida selftest --json"""


LONGEST = 3600
"""Seconds that it may be told to wait for a button."""


def _configure(parser: ArgumentParser) -> None:
    parser.epilog = _SELFTEST
    parser.add_argument("parts", nargs="*", metavar="PART", help="what to test")
    help_seconds = "how long to wait for each button (default: 10)"
    parser.add_argument("--seconds", type=above_zero(LONGEST), default=10.0, metavar="S", help=help_seconds)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_state(parser)


def _run(args: Namespace) -> int:
    for part in args.parts:
        if part not in PARTS:
            raise UsageError(f"there is no part {part!r}; there are {' '.join(PARTS)}")
    # Fed as it is found: whoever stands at the device wants to know before the last button.
    said = (lambda _: None) if args.json else _say
    findings: list[Finding] = []
    for part in PARTS:
        if not args.parts or part in args.parts:
            for finding in _examined(part, args):
                said(finding)
                findings.append(finding)
    if args.json:
        parts = [{"part": each.part, "ok": each.sound, **asdict(each)} for each in findings]
        print(json.dumps({"version": __version__, "parts": parts}, indent=2, ensure_ascii=False))  # noqa: T201  the answer
    return 0 if all(finding.sound for finding in findings) else 1


def _say(finding: Finding) -> None:
    print(f"{finding.part:12} {'ok  ' if finding.sound else 'FAIL'} {finding.found}", flush=True)  # noqa: T201  the answer
    if finding.mend:
        print(f"{'':17} to mend it: {finding.mend}", flush=True)  # noqa: T201  the same


def _tell(what: str) -> None:
    """Ask the person at the device for something; not on the output, which another program may read."""
    print(what, file=sys.stderr, flush=True)  # noqa: T201  a person at the device


def _examined(part: str, args: Namespace) -> list[Finding]:
    import time  # noqa: PLC0415  loaded when it is used, as all below

    from servida.device.entropy import HwRng  # noqa: PLC0415
    from servida.device.kernel import generator  # noqa: PLC0415
    from servida.selftest.computer import examine_temperature, examine_throttling  # noqa: PLC0415
    from servida.selftest.entropy import examine_entropy  # noqa: PLC0415
    from servida.selftest.storage import examine_storage  # noqa: PLC0415

    match part:
        case "panel":
            return _panel(_config(args), time.monotonic, time.sleep)
        case "buttons":
            return _buttons(_config(args), folder_of(args), args.seconds, time.monotonic)
        case "entropy":
            return [examine_entropy(HwRng(deadline=10.0), generator(SYS), time.monotonic)]
        case "storage":
            return [examine_storage(folder_of(args), time.monotonic)]
        case _:
            return [examine_temperature(SYS), examine_throttling(SYS)]


def _config(args: Namespace) -> Config:
    from servida.config import load  # noqa: PLC0415

    return load(folder_of(args), os.environ).config


def _panel(config: Config, clock: Callable[[], float], pause: Callable[[float], object]) -> list[Finding]:
    from servida.device.errors import DeviceError  # noqa: PLC0415
    from servida.device.kernel import requested_clock  # noqa: PLC0415
    from servida.run import light_panel  # noqa: PLC0415
    from servida.selftest.finding import Finding  # noqa: PLC0415
    from servida.selftest.panel import PART, examine_panel  # noqa: PLC0415

    try:
        display = light_panel(config.panel, config.address)
    except DeviceError as error:
        return [
            Finding(PART, f"no such device: {error}", "set dtparam=i2c_arm=on in config.txt (install.sh does), reboot")
        ]
    asked = requested_clock(SYS)
    return [examine_panel(display, requested=asked, wanted=config.clock, clock=clock, pause=pause, tell=_tell)]


def _buttons(config: Config, folder: Path, seconds: float, clock: Callable[[], float]) -> list[Finding]:
    import threading  # noqa: PLC0415

    from servida.device.errors import DeviceError  # noqa: PLC0415
    from servida.device.machine import open_pins  # noqa: PLC0415
    from servida.selftest.buttons import examine_buttons  # noqa: PLC0415
    from servida.selftest.finding import Finding  # noqa: PLC0415

    try:
        factory = open_pins(folder)
    except DeviceError as error:
        return [Finding("buttons", f"no such device: {error}", "run it on the Pi, as a user of the group gpio")]
    edge = threading.Event()

    def wait(seconds: float) -> bool:
        edge.clear()
        return edge.wait(seconds)

    return examine_buttons(config.pins, factory, patience=seconds, clock=clock, wait=wait, wake=edge.set, tell=_tell)


command = Command("selftest", "test panel, buttons, entropy, storage and the computer", _configure, _run)
