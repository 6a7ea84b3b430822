"""The console between fakes: a world that keeps a diary, and hands for its buttons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fake_strategist import FakeStrategist
from servida.console import Console
from servida.device.entropy import Roll
from servida.device.errors import DeviceError
from servida.device.store import Saved
from servida.ui.events import Described
from servida.ui.keypad import Button
from servida.ui.settings import Settings

if TYPE_CHECKING:
    from PIL.Image import Image

    from servida.device.health import Failure
    from servida.rules import Match, RollOff
    from servida.ui.seats import Levels


DESCRIBED = Described("1.2.3", "bcm2835-rng", "1000000012345678", 12_300_000_000)


@dataclass
class World:
    """Everything around a console, with a diary of what it did in which order."""

    down: frozenset[Button] = frozenset()
    diary: list[str] = field(default_factory=list)
    rolls: list[tuple[Roll, ...]] = field(default_factory=list)
    seats: list[Levels] = field(default_factory=list)
    strategist: FakeStrategist = field(default_factory=FakeStrategist)
    fall: tuple[int, ...] = (6, 6, 6, 6, 2)
    substitute: bool = False
    full: bool = False
    refuses: bool = False
    source: str = "hwrng"
    wanted: str = "hwrng"
    failure: Failure | None = None
    retry_at: float | None = None
    check_at: float | None = None
    hung: bool = False
    off_after: int = 0
    safe: bool = False
    farewell: Image | None = None

    def read(self) -> frozenset[Button]:
        return self.down

    def roll(self, count: int) -> Roll:
        self.diary.append(f"roll {count}")
        return Roll(self.fall[:count], bytes(face - 1 for face in self.fall[:count]), "world", self.substitute)

    def save_match(self, match: Match | None, rolloff: RollOff | None, rolls: tuple[Roll, ...], levels: Levels) -> None:
        self.seats.append(levels)
        self.diary.append(f"save {len(match.moves) if match is not None else match} {rolloff}")
        self.rolls.append(rolls)
        if self.full:
            raise DeviceError("no room")

    def face_counts(self) -> tuple[int, ...]:
        if self.full:
            raise DeviceError("can't be read")
        return (1, 2, 3, 4, 5, 6)

    def save_settings(self, settings: Settings) -> None:
        self.diary.append(f"keep {settings.language}")

    def show(self, image: Image, now: float) -> bool:
        self.diary.append(f"show at {now:g}")
        return image.size == (128, 64)

    def set_light(self, contrast: int, *, on: bool, now: float) -> bool:
        del now
        self.diary.append(f"light {contrast} {on}")
        return True

    def retry(self, now: float) -> bool:
        self.diary.append(f"retry at {now:g}")
        self.retry_at = None
        return True

    def check(self, now: float) -> bool:
        self.diary.append(f"check at {now:g}")
        self.check_at = None
        return True

    def power_off(self, farewell: Image) -> bool:
        self.farewell = farewell
        self.diary.append("power off")
        if self.refuses:
            raise DeviceError("not allowed")
        return self.safe

    def console(
        self, match: Match | None = None, found: str = "", levels: Levels = (), *, hints: bool = False
    ) -> Console:
        settings = Settings(players=("Ana", "Beto"), hints=hints, off_after=self.off_after)
        return Console(
            Saved(settings, match, fault=found, levels=levels),
            settings,
            buttons=self,
            glass=self,
            dice=self,
            store=self,
            strategist=self.strategist,
            describe=lambda: DESCRIBED,
            power_off=self.power_off,
            now=0.0,
            strict=True,
        )


def tap(world: World, console: Console, button: Button, now: float, *others: Button) -> float:
    """Press and release a button; return the time of its rest."""
    world.down = frozenset({button, *others})
    console.step(now)
    world.down = frozenset()
    console.step(now + 0.05)
    console.step(now + 0.08)
    return now + 0.08


def choose(world: World, console: Console, *buttons: Button) -> float:
    """Open the menu with both outer buttons and tap these in it, a second apart; return the time of the last rest."""
    console.step(0.0)
    world.down = frozenset({Button.ONE, Button.FIVE})
    console.step(1.0)
    console.step(2.1)
    now = 2.1
    for button in buttons:
        now = tap(world, console, button, now + 1)
    return now


def choose_switching_off(world: World, console: Console) -> float:
    """Go to the last row of the menu and choose it, so that it asks whether it may; return the time."""
    return choose(world, console, Button.TWO, Button.ROLL)
