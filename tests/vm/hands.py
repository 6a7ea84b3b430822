"""The console in a machine, as somebody sees and presses it: the picture decoded from the bus, buttons pulled down.

Beside it the headless rig gets the same buttons and, read from the machine's own store, the same dice: the pictures of
both must be the same whenever both are at rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PIL import ImageChops

from servida.board import BUTTON_PINS
from servida.device.opening import FILE
from servida_host.halfblocks import to_text
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

    from machine import Machine, Sent
    from servida.rules import Match
    from servida_host.console_rig import ConsoleRig

STORE = "/var/lib/servida"


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll as the machine's store holds it."""

    faces: tuple[int, ...]
    source: str
    substitute: bool


@dataclass
class Hands:
    """Hands and eyes for the console in a machine."""

    machine: Machine
    panel: Ssd1306 = field(default_factory=Ssd1306)
    writes: int = 0
    size: int = 0

    def look(self, quiet: float = 0.8, timeout: float = 60) -> Image:
        """Wait until the panel is at rest and return its picture."""
        for sent in self.machine.wire(quiet, timeout):
            self.see(sent)
        return self.panel.image

    def see(self, sent: Sent) -> None:
        """Take over one write to the panel."""
        self.panel.write(sent.payload)
        self.writes += 1
        self.size += len(sent.payload)

    def tap(self, *buttons: str, seconds: float = 0.08) -> Image:
        """Press buttons one after the other, each until the panel rests, and return the picture."""
        for button in buttons:
            self.machine.tap(BUTTON_PINS[button], seconds=seconds)
            picture = self.look()
        return picture

    def rolls(self) -> list[Rolled]:
        """Return all rolls that the store holds."""
        rows = self.machine.ask(60, rolls=f"{STORE}/{FILE}")["rolls"]
        return [Rolled(tuple(map(int, faces.split())), source, bool(substitute)) for faces, source, substitute in rows]


@dataclass
class Twins:
    """The console in the machine and the rig, kept in step; ``differences`` are the pictures that weren't the same.

    To whoever plays it is a rig: it has the rig's screen, match and ties.
    """

    hands: Hands
    rig: ConsoleRig
    store: Path
    """Where the rig's store is."""

    compared: int = 0
    presses: int = 0
    rolled: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def screen(self) -> str:
        """The name of the rig's screen."""
        return self.rig.screen

    @property
    def match(self) -> Match | None:
        """The rig's match."""
        return self.rig.match

    @property
    def tie(self) -> tuple[str, ...]:
        """Who is tied in the rig's match."""
        return self.rig.tie

    def tap(self, *buttons: str) -> None:
        """Press buttons on both, one after the other, and compare what they show after each."""
        for button in buttons:
            picture = self.hands.tap(button)
            self.queue_dice()
            self.rig.tap(button)
            self.presses += 1
            self.compare(picture, f"after {button}, on {self.rig.screen}")

    def hold(self, buttons: str, seconds: float) -> None:
        """Hold a button, or several at once ("1+5"), on both."""
        # Longer than on the rig: an emulated machine may see the end of it early.
        self.hands.machine.tap(*(BUTTON_PINS[button] for button in buttons.split("+")), seconds=seconds + 0.4)
        picture = self.hands.look()
        self.queue_dice()
        self.rig.hold(buttons, seconds)
        self.presses += 1
        self.compare(picture, f"after holding {buttons}, on {self.rig.screen}")

    def queue_dice(self) -> None:
        """Let the rig roll what the machine has stored since the last time."""
        rolls = self.hands.rolls()
        for roll in rolls[self.rolled :]:
            self.rig.dice(*roll.faces)
        self.rolled = len(rolls)

    def compare(self, picture: Image, where: str) -> None:
        """Note a difference between this picture and the rig's."""
        self.compared += 1
        if ImageChops.logical_xor(picture, self.rig.panel.image).getbbox() is not None:
            drawn = f"the machine\n{to_text(picture)}\nthe rig\n{to_text(self.rig.panel.image)}"
            self.differences.append(f"press {self.presses}, {where}:\n{drawn}")
