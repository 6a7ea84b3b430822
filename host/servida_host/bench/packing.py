"""Figure: processor time from a picture to the bytes of the panel's memory.

A sample packs all screens of a turn once, and is divided by their number: Adafruit's time depends on how many pixels
are lit. Neither side sends anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.device.pack import panel_bytes
from servida_host.bench.adafruit_panel import AdafruitPanel
from servida_host.bench.figure import Comparison, Effort, Unit, Wanted, spread
from servida_host.bench.luma_panel import LumaPacking
from servida_host.bench.peers import WrongPicture
from servida_host.bench.play import a_turn
from servida_host.bench.timing import in_turn
from servida_host.bench.watch import bus_with, panel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from servida_host.bench.peers import Packs


def measure(effort: Effort) -> tuple[Comparison, ...]:
    """Compare with Adafruit's ``image()`` and with luma.oled's ``display()`` on an interface that drops everything."""
    pictures = a_turn()
    adafruit, luma = AdafruitPanel(bus_with(panel())), LumaPacking()
    return (
        compare(pictures, adafruit, "adafruit_framebuf.image()", Wanted("≥ 50 × faster", share=1 / 50), effort),
        compare(pictures, luma, "luma.oled ssd1306.display()", Wanted("≥ 8 × faster", share=1 / 8), effort),
    )


def compare(pictures: Sequence[Image.Image], peer: Packs, against: str, wanted: Wanted, effort: Effort) -> Comparison:
    """Time both sides on the same pictures; raises WrongPicture when a peer's bytes are not ours."""
    for picture in pictures:
        peer.pack(picture)
        if peer.packed != panel_bytes(picture):
            raise WrongPicture(f"{against} packs other bytes than panel_bytes() does")

    def ours() -> None:
        for picture in pictures:
            panel_bytes(picture)

    def theirs() -> None:
        for picture in pictures:
            peer.pack(picture)

    mine, others = in_turn(ours, theirs, effort.samples)
    each = len(pictures)
    return Comparison(
        "packing",
        "image to panel bytes",
        against,
        Unit.SECONDS,
        spread([seconds / each for seconds in mine]),
        spread([seconds / each for seconds in others]),
        wanted,
        f"processor time of one picture, mean of the {each} pictures of a turn",
    )
