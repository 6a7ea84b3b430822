"""One page that looks on: what it has been told, and what it must be told next.

It spells the session's view on the wire: pictures as bytes, all else as JSON. It must not know sockets.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from servida import __version__
from servida.board import HEIGHT, WIDTH
from servida.rules.notation import to_text
from servida.ui.keypad import Button
from servida_host.faces.web.keys import FINGERS, STRUCK
from servida_host.faces.web.messages import News
from servida_host.wire import cost, last_frame, windows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from servida.rules import Match
    from servida_host.bus import Transaction
    from servida_host.faces.web.journal import Entry
    from servida_host.faces.web.session import Glass, Session, Standing, View

FRAME = 1
"""The first byte of a picture."""

UNTOLD = -1
"""A count of what a page knows that it has never been told."""


class Told:
    """What a page of a session knows; ``hz`` is the bus clock to reckon with."""

    def __init__(self, session: Session, hz: int) -> None:
        self._session, self._hz = session, hz
        self._view: View | None = None
        self._wants: frozenset[News] = frozenset()
        self._wired = self._written = UNTOLD
        self._match: Match | None = None
        self._knows_match = False

    def want(self, wanted: frozenset[News]) -> None:
        """Tell these from now on, and what the page did not want so far anew."""
        new, self._wants = wanted - self._wants, wanted
        if News.WIRE in new:
            self._wired = UNTOLD
        if News.LOG in new:
            self._written = UNTOLD
        if News.MATCH in new:
            self._knows_match = False

    def news(self) -> Iterator[str | bytes]:
        """Give the messages that the page needs to know what holds now; they are taken as told."""
        before, self._view = self._view, self._session.view
        view = self._view
        if before is None or before.language != view.language:
            yield hello(view.language, self._session.speeds)
        if before is None or before.glass != view.glass:
            yield frame(view.glass)
        if before is None or before.standing != view.standing:
            yield state(view.standing, self._session.rig.now)
        yield from self._bulky(view)

    def _bulky(self, view: View) -> Iterator[str]:
        if News.WIRE in self._wants and self._wired != view.wired:
            self._wired = view.wired
            yield wire(last_frame(self._session.rig.bus.log), self._hz)
        if News.LOG in self._wants and self._written != view.written:
            entries = self._session.journal.since(max(self._written, 0))
            self._written = view.written
            yield log(entries)
        if News.MATCH in self._wants and not (self._knows_match and self._match is view.match):
            self._match, self._knows_match = view.match, True
            yield match(view.match)


def hello(language: str, speeds: Sequence[float]) -> str:
    """Return what a page must know of the device, and the speeds that it offers."""
    return _message(
        "hello",
        {
            "version": __version__,
            "language": language,
            "width": WIDTH,
            "height": HEIGHT,
            "buttons": _names(Button),
            "keys": {key: button.value for key, button in FINGERS.items()},
            "strokes": list(STRUCK),
            "speeds": speeds,
        },
    )


def frame(glass: Glass) -> bytes:
    """Return the picture: what it is, contrast, whether it shines, and its pixels."""
    return bytes((FRAME, glass.contrast, glass.lit)) + glass.pixels


def state(standing: Standing, now: float) -> str:
    """Return how device and session stand at this moment of virtual time, in seconds."""
    return _message(
        "state",
        {
            "time": round(now, 6),
            "paused": standing.stopped is not None,
            "speed": standing.speed,
            "down": _names(standing.down),
            "powered": standing.powered,
            "plugged": standing.plugged,
            "stuck": _names(standing.stuck),
            "stalled": standing.stalled,
            "bounce": round(standing.bounce * 1000, 3),
            "queued": standing.queued,
            "screen": standing.screen,
            "off": standing.off,
            "gif": standing.gif,
            "spoken": standing.spoken,
        },
    )


def wire(transactions: tuple[Transaction, ...], hz: int) -> str:
    """Return what a picture took on the wire at this clock, and where it was written."""
    spent = cost(transactions, hz)
    return _message(
        "wire",
        {
            "bytes": spent.bytes,
            "milliseconds": round(spent.seconds * 1000, 3),
            "hz": hz,
            "windows": windows(transactions),
        },
    )


def log(entries: Iterable[Entry]) -> str:
    """Return entries of the journal."""
    return _message("log", {"entries": [{"at": round(entry.at, 6), "text": entry.text} for entry in entries]})


def match(played: Match | None) -> str:
    """Return the match in its notation."""
    return _message("match", {"text": "" if played is None else to_text(played)})


def refused(text: str) -> str:
    """Return why nothing was done."""
    return _message("refused", {"text": text})


def _message(kind: str, content: Mapping[str, object]) -> str:
    return json.dumps({"type": kind, **content})


def _names(buttons: Iterable[Button]) -> list[str]:
    return [button.value for button in buttons]
