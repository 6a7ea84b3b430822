"""Play for benchmarks to watch: a turn, a roll of five dice, a hold, and a whole match, all on the rig."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING

from servida.board import I2C_ADDRESS
from servida_host.bench.watch import Witness
from servida_host.console_rig import ConsoleRig
from servida_host.play import play
from servida_host.script import parse
from servida_host.wire import octets

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from servida_host.bus import Transaction

PLAYERS = ("Ana", "Beto")

MATCH = "match.txt"
"""A whole match of two players as a script, with the pauses in which they think."""


@dataclass(frozen=True, slots=True)
class Recording:
    """What some play sent over the bus, and the pictures that it made of it, neighbours different."""

    transactions: tuple[Transaction, ...]
    pictures: tuple[Image.Image, ...]

    @property
    def bytes(self) -> int:
        """All bytes on the wire, addresses among them."""
        return sum(len(octets(transaction)) for transaction in self.transactions)


def record(rig: ConsoleRig, act: Callable[[], object]) -> Recording:
    """Return what went over the rig's bus while ``act`` played."""
    witness = Witness(rig.panel, rig.clock)
    before = len(rig.bus.log)
    rig.bus.detach(I2C_ADDRESS)
    rig.bus.attach(I2C_ADDRESS, witness)
    act()
    rig.bus.detach(I2C_ADDRESS)
    rig.bus.attach(I2C_ADDRESS, rig.panel)
    return Recording(tuple(rig.bus.log[before:]), witness.pictures)


def a_turn() -> tuple[Image.Image, ...]:
    """Return the screens of one turn at rest: hand-over, dice, dice held, lines, a line chosen, hand-over."""
    with ConsoleRig(players=PLAYERS) as rig:
        rig.dice(5, 2, 5, 3, 1, 5, 4, 4)
        pictures = [rig.frame()]
        for button in ("roll", "1", "3", "roll"):
            rig.tap(button)
            pictures.append(rig.frame())
        rig.hold("roll", 0.8)
        pictures.append(rig.frame())
        for button in ("5", "roll"):
            rig.tap(button)
            pictures.append(rig.frame())
    return tuple(pictures)


def holds() -> tuple[Recording, ...]:
    """Return the ten presses that hold and free each of five dice in turn."""
    with ConsoleRig(players=PLAYERS) as rig:
        rig.tap("roll")
        presses = []
        for button in ("1", "1", "2", "2", "3", "3", "4", "4", "5", "5"):
            presses.append(record(rig, partial(rig.press, button)))
            rig.advance(0.1)
            rig.release(button)
            rig.advance(0.1)
    return tuple(presses)


def rolls(count: int) -> tuple[tuple[Recording, ...], tuple[Recording, ...]]:
    """Return so many rolls of five dice, each from the press to rest: first rolls of a turn, and second ones.

    A first roll also brings the dice in place of the hand-over.
    """
    first, second = [], []
    for seed in range(count):
        with ConsoleRig(players=PLAYERS, seed=seed) as rig:
            first.append(record(rig, partial(rig.tap, "roll")))
            second.append(record(rig, partial(rig.tap, "roll")))
    return tuple(first), tuple(second)


def match() -> Recording:
    """Return the whole match of ``MATCH``; raises AssertionError should it not end as it says."""
    script = resources.files("servida_host.bench").joinpath(MATCH).read_text(encoding="utf-8")
    with ConsoleRig(players=PLAYERS) as rig:

        def act() -> None:
            failure = play(rig, parse(script, MATCH), lambda _name, _picture: None)
            assert failure is None, f"{MATCH}:{failure.line}: expected {failure.expected}, found {failure.found}"

        return record(rig, act)
