"""Figure: processor time from a press to the last byte handed to the bus, and of its picture by Adafruit's driver.

Ours is all that happens in between: pin, update, draw, compare, pack, transactions. Theirs is ``image()`` and
``show()`` alone, of a picture that is already drawn. The presses are the hold buttons, which act on the leading edge:
on the dice they hold and free, on the lines they choose, which changes more; a sample is the mean of one of each. A
roll also writes to the store, which is no matter of the panel.
"""

from __future__ import annotations

import time
from functools import partial
from itertools import cycle, islice
from statistics import median
from typing import TYPE_CHECKING

from servida.board import I2C_ADDRESS
from servida_host.bench.adafruit_panel import AdafruitPanel
from servida_host.bench.figure import Comparison, Effort, Unit, Wanted, spread
from servida_host.bench.play import PLAYERS
from servida_host.bench.table import amount
from servida_host.bench.timing import NANOSECONDS
from servida_host.bench.watch import Stopwatch, bus_with
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

WANTED = Wanted("≤ 1.5 ms, and ≥ 5 × faster", most=1.5e-3, share=1 / 5)

WARM_UP = 10
"""Presses on each screen that are not counted: the first ones also draw each text for the first time."""


def measure(effort: Effort) -> tuple[Comparison, ...]:
    """Compare with ``image()`` and ``show()``, a press and its picture in turn."""
    with ConsoleRig(players=PLAYERS) as rig:
        rig.tap("roll")
        on_dice = presses(rig, effort.samples)
        rig.hold("roll", 0.8)
        on_lines = presses(rig, effort.samples)
    ours, theirs = (
        [(dice + lines) / 2 for dice, lines in zip(*screens, strict=True)]
        for screens in zip(on_dice, on_lines, strict=True)
    )
    told = ", ".join(
        f"{amount(median(mine), Unit.SECONDS)} against {amount(median(others), Unit.SECONDS)} on the {screen}"
        for screen, (mine, others) in (("dice", on_dice), ("lines", on_lines))
    )
    return (
        Comparison(
            "press",
            "press to last byte",
            "adafruit_ssd1306 image() + show()",
            Unit.SECONDS,
            spread(ours),
            spread(theirs),
            WANTED,
            f"processor time, theirs without drawing; {told}",
        ),
    )


def presses(rig: ConsoleRig, count: int) -> tuple[list[float], list[float]]:
    """Press the hold buttons in turn, and return our seconds of each press and theirs for its picture."""
    ours, theirs = Stopwatch(), Stopwatch()
    driver = AdafruitPanel(bus_with(theirs))
    taken = []
    rig.bus.detach(I2C_ADDRESS)
    rig.bus.attach(I2C_ADDRESS, ours)
    for button in islice(cycle("12345"), count + WARM_UP):
        pressed = _until_heard(ours, partial(rig.press, button))
        taken.append((pressed, _until_heard(theirs, partial(driver.show, _drawn(rig)))))
        rig.advance(0.1)
        rig.release(button)
        rig.advance(0.1)
    rig.bus.detach(I2C_ADDRESS)
    rig.bus.attach(I2C_ADDRESS, rig.panel)
    mine, others = zip(*taken[WARM_UP:], strict=True)
    return list(mine), list(others)


def _until_heard(watch: Stopwatch, act: Callable[[], object]) -> float:
    """Return the seconds of processor time from the beginning of an act to the last byte that the bus carried."""
    began = time.process_time_ns()
    act()
    assert watch.heard_at > began, "the act sent nothing: it shows no other picture"
    return (watch.heard_at - began) / NANOSECONDS


def _drawn(rig: ConsoleRig) -> Image.Image:
    assert rig.console is not None, "the power is on"
    return rig.console.canvas.image
