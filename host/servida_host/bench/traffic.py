"""Figure: bytes on the wire for a hold, a roll of five dice and a whole match, counted with their addresses.

The peers show the same pictures.  Ours includes what goes out besides pictures: contrast, and the periodic refresh.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from servida.board import HEIGHT, WIDTH
from servida_host.bench.adafruit_panel import AdafruitPanel
from servida_host.bench.figure import Comparison, Effort, Unit, Wanted, spread
from servida_host.bench.luma_panel import LumaPanel
from servida_host.bench.peers import bytes_sent
from servida_host.bench.play import Recording, holds, match, rolls
from servida_host.wire import octets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from servida_host.bench.peers import Shows
    from servida_host.bus import FakeI2C

PEERS: tuple[tuple[str, Callable[[FakeI2C], Shows]], ...] = (
    ("a full frame each by adafruit_ssd1306", AdafruitPanel),
    ("luma.oled", LumaPanel),
)


LARGE = 500
"""Bytes from which a picture is a change of the whole screen rather than of something on it: half a frame."""


WHOLE = 1 + WIDTH * HEIGHT // 8
"""Bytes of data, after the control byte, that write the panel's whole memory."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that players do, each time that it was recorded, and the share of the peers' bytes wanted of it."""

    what: str
    recordings: Sequence[Recording]
    wanted: Wanted


def measure(effort: Effort) -> tuple[Comparison, ...]:
    """Compare with a full frame each by Adafruit's driver and with luma.oled."""
    first, second = rolls(effort.rolls)
    deeds = (
        Deed("bytes: toggle a hold", holds(), Wanted("≤ 1/15", share=1 / 15)),
        Deed("bytes: a full roll", (*first, *second), Wanted("≤ 1/3", share=1 / 3)),
        Deed("bytes: a whole match", (match(),), Wanted("≤ 1/8", share=1 / 8)),
    )
    return tuple(compare(deed, against, peer) for deed in deeds for against, peer in PEERS)


def compare(deed: Deed, against: str, peer: Callable[[FakeI2C], Shows]) -> Comparison:
    """Let the peer show every picture of a deed, and compare the bytes of each time that it was done."""
    ours = [recording.bytes for recording in deed.recordings]
    theirs = [sum(bytes_sent(peer, recording.pictures)) for recording in deed.recordings]
    return Comparison(
        "traffic", deed.what, against, Unit.BYTES, spread(ours), spread(theirs), deed.wanted, _note(deed.recordings)
    )


def _note(recordings: Sequence[Recording]) -> str:
    """Say how many bytes a picture takes, and how many of all went into new screens and refreshes."""
    sizes = [
        sum(len(octets(transaction)) for transaction in instant)
        for recording in recordings
        for _, instant in groupby(recording.transactions, attrgetter("at"))
    ]
    pictures = sum(len(recording.pictures) for recording in recordings)
    refreshes = sum(
        len(transaction.payload) == WHOLE for recording in recordings for transaction in recording.transactions
    )
    large = [size for size in sizes if size > LARGE]
    told = f"{sum(sizes) / pictures:.0f} bytes a picture, {pictures:,} pictures"
    if not large:
        return told
    share = sum(large) / sum(sizes)
    return (
        f"{told}; {share:.0%} of all in {len(large)} new screens of more than {LARGE} bytes ({refreshes} whole frames)"
    )
