"""What was checked, told as it goes and as a table at the end; one fault doesn't keep the others from being seen."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from machine import MachineError

if TYPE_CHECKING:
    from collections.abc import Callable


HELD = {True: "yes", False: "**no**", None: "–"}


class Failed(AssertionError):
    """The console didn't do what the check is about; the message says what was seen."""


@dataclass(frozen=True, slots=True)
class Row:
    """One check: its machine, what it shows, whether it holds, and the figures that were seen.

    ``holds`` is ``None`` for what is only told and has nothing to hold.
    """

    machine: str
    name: str
    holds: bool | None
    seen: str
    seconds: float


@dataclass
class Report:
    """The checks of one machine, in the order in which they were done."""

    machine: str
    rows: list[Row] = field(default_factory=list)

    def check(self, name: str, act: Callable[[], str]) -> bool:
        """Do a check, which returns what was seen or raises; tell at once and keep the outcome."""
        began = time.monotonic()
        try:
            holds, seen = True, act()
        except (Failed, MachineError) as error:
            holds, seen = False, str(error)
        self.tell(Row(self.machine, name, holds, seen, time.monotonic() - began))
        return holds

    def fact(self, name: str, act: Callable[[], str]) -> None:
        """Look at something that has nothing to hold; a machine that can't be looked at is a failed check."""
        if self.check(name, act):
            self.rows[-1] = replace(self.rows[-1], holds=None)

    def tell(self, row: Row) -> None:
        """Keep an outcome and tell it at once."""
        self.rows.append(row)
        told = f"{'ok  ' if row.holds else 'FAIL'} {row.machine:15} {row.name} ({row.seconds:.0f} s): {row.seen}"
        print(told, flush=True)  # noqa: T201  for a person


def expect(holds: object, seen: str) -> None:
    """Raise ``Failed`` with what was seen unless it holds."""
    if not holds:
        raise Failed(seen)


def table(rows: list[Row]) -> str:
    """Return the rows as a table in Markdown."""
    lines = ["| machine | check | holds | seen |", "| --- | --- | --- | --- |"]
    for row in rows:
        seen = " ".join(row.seen.split()).replace("|", "\\|")
        shown = seen if len(seen) < 300 else seen[:300] + "…"
        lines.append(f"| {row.machine} | {row.name} | {HELD[row.holds]} | {shown} |")
    return "\n".join(lines) + "\n"
