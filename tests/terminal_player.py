"""A person before the terminal face: strokes, the mouse, and what is seen; time passes when a test says so."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.events import Key

from servida_host.faces.glass import Glass
from servida_host.faces.terminal import TerminalFace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from textual.pilot import Pilot

    from servida_host.console_rig import ConsoleRig


STEP = 0.5
"""Seconds that the clock goes on at once: less than a program that stood still."""


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Player:
    """A person before the face."""

    face: TerminalFace
    pilot: Pilot[None]
    clock: Clock

    def wait(self, seconds: float) -> None:
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now = min(self.clock.now + STEP, end)
            self.face.beat()

    async def press(self, *keys: str, then: float = 1.2) -> None:
        for key in keys:
            await self.pilot.press(key)
            self.wait(then)

    def repeat(self, key: str, seconds: float, every: float = 0.04) -> None:
        """What a keyboard does with a held key after its first delay; the pilot takes too long for each."""
        for _ in range(round(seconds / every)):
            self.face.on_key(Key(key, None))
            self.wait(every)

    @property
    def line(self) -> str:
        return str(self.face.query_one("#line").render())

    @property
    def glass(self) -> list[str]:
        glass = self.face.query_one(Glass)
        return [glass.render_line(y).text for y in range(glass.size.height)]

    def shown(self, name: str) -> bool:
        return self.face.query_one(name).display

    def down(self, name: str) -> bool:
        key = self.face.query_one(f"#key-{name}")
        return any("▾" in key.render_line(y).text for y in range(key.size.height))


@asynccontextmanager
async def playing(
    rig: ConsoleRig, size: tuple[int, int] = (80, 24), remarks: Sequence[str] = ()
) -> AsyncIterator[Player]:
    clock = Clock()
    face = TerminalFace(rig, clock, remarks=remarks)
    async with face.run_test(size=size) as pilot:
        yield Player(face, pilot, clock)
