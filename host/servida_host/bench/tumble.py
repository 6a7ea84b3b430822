"""Figure: how many frames a second of tumbling dice a bus of 400 kHz carries, from counted bytes.

Nine bits a byte, a start and a stop bit a transaction.  The rolls are second ones of a turn, all five dice: from the
first picture of the tumble to the dice at rest with their words.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from servida_host.bench.adafruit_panel import AdafruitPanel
from servida_host.bench.figure import Comparison, Effort, Unit, Wanted, spread
from servida_host.bench.play import Recording, rolls
from servida_host.bench.watch import bus_with, panel
from servida_host.wire import CLOCK, cost

WANTED = Wanted("≥ 100", least=100)


def measure(effort: Effort) -> tuple[Comparison, ...]:
    """Compare with full frames by Adafruit's driver."""
    _, tumbles = rolls(effort.rolls)
    ours = [len(recording.pictures) / cost(recording.transactions, CLOCK).seconds for recording in tumbles]
    return (
        Comparison(
            "tumble",
            "frames of a tumble that 400 kHz carry",
            "full frames by adafruit_ssd1306",
            Unit.FRAMES,
            spread(ours),
            spread([_full_frames(recording) for recording in tumbles]),
            WANTED,
            f"the costliest of {sum(len(each.pictures) for each in tumbles)} pictures would go {slowest(tumbles):.0f} "
            "times a second",
        ),
    )


def slowest(recordings: tuple[Recording, ...]) -> float:
    """Return how often a second the wire would carry the costliest picture of all."""
    frames = (
        tuple(group) for recording in recordings for _, group in groupby(recording.transactions, attrgetter("at"))
    )
    return 1 / max(cost(frame, CLOCK).seconds for frame in frames)


def _full_frames(recording: Recording) -> float:
    bus = bus_with(panel())
    driver = AdafruitPanel(bus)
    bus.log.clear()
    for picture in recording.pictures:
        driver.show(picture)
    return len(recording.pictures) / cost(bus.log, CLOCK).seconds
