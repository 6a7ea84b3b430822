"""What a cut has left of the games: a console starts from the folder, and nothing that was shown may be missing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from killing import Seen, lost
from servida.audit import audit
from servida.device.errors import DeviceError
from servida.device.history import Archive, matches, rolls
from servida.device.opening import FILE
from servida.device.records import rolloff_from_text
from servida.device.store import Store
from servida.rules import from_text

if TYPE_CHECKING:
    from pathlib import Path


class Fault(Exception):
    """What is wrong after a cut: its kind in a word or two, and what was seen."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass
class Shown:
    """What the panel had shown: all rolls, and the match that was on it last."""

    seen: Seen = field(default_factory=Seen)
    rolls: list[tuple[Any, ...]] = field(default_factory=list)

    def add(self, line: dict[str, Any]) -> None:
        """Take over what one line of ``guest/cut_player.py`` tells."""
        if "match" in line:
            self.seen = Seen(from_text(line["match"]), rolloff_from_text(line["rolloff"]))
            self.rolls += map(tuple, line["rolls"])
        elif "another match" in line:
            self.seen = Seen()
        else:
            self.seen = Seen(self.seen.match, self.seen.rolloff, taking_back=True)


def judge(folder: Path, shown: Shown) -> None:
    """Start from the folder as a console does; raises ``Fault`` when anything that was shown isn't as it was."""
    store = Store(folder)
    saved = store.load()
    store.close()
    if saved.fault:
        raise Fault("store unreadable", saved.fault)
    with closing(sqlite3.connect(folder / FILE)) as base:
        (verdict,) = base.execute("PRAGMA integrity_check").fetchone()
        rows = base.execute("SELECT number, faces, hex(raw), source FROM roll ORDER BY id").fetchall()
    if verdict != "ok":
        raise Fault("integrity_check", verdict)
    found = [(number, faces, raw.lower(), source) for number, faces, raw, source in rows]
    if found[: len(shown.rolls)] != shown.rolls:
        kind = "rolls missing" if found == shown.rolls[: len(found)] else "rolls changed"
        raise Fault(kind, f"{len(shown.rolls)} were shown, {len(found)} found")
    fault = lost(shown.seen, saved.match, saved.rolloff)
    if fault:
        raise Fault("match lost", fault)
    try:
        with Archive(folder) as archive:
            told = audit(list(matches(archive)), list(rolls(archive)))
    except DeviceError as error:
        raise Fault("audit", str(error)) from error
    if told.fault is not None:
        raise Fault("audit", told.fault)
