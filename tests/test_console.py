"""The console between fakes: order of effects, times to wake, and what happens when the world fails."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servida.console import Console
from servida.device.errors import DeviceError
from servida.device.store import Saved
from servida.rules import Match, RollOff, Throw, apply
from servida.ui.app import FRAME
from servida.ui.keypad import Button
from servida.ui.settings import Settings
from servida_host.rig import Rig
from tables import begun, thrown

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass
class World:
    """Everything around a console, with a diary of what it did in which order."""

    down: frozenset[Button] = frozenset()
    diary: list[str] = field(default_factory=list)
    fall: tuple[int, ...] = (6, 6, 6, 6, 2)
    substitute: bool = False
    full: bool = False
    refuses: bool = False
    retry_at: float | None = None
    check_at: float | None = None

    @dataclass(frozen=True)
    class Rolled:
        faces: tuple[int, ...]
        substitute: bool

    def read(self) -> frozenset[Button]:
        return self.down

    def roll(self, count: int) -> Rolled:
        self.diary.append(f"roll {count}")
        return self.Rolled(self.fall[:count], self.substitute)

    def save_match(self, match: Match | None, rolloff: RollOff | None) -> None:
        self.diary.append(f"save {len(match.moves) if match is not None else match} {rolloff}")
        if self.full:
            raise DeviceError("no room")

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

    def power_off(self) -> None:
        self.diary.append("power off")
        if self.refuses:
            raise DeviceError("not allowed")

    def console(self, match: Match | None = None, fault: str = "") -> Console:
        settings = Settings(players=("Ana", "Beto"))
        return Console(
            Saved(settings, match),
            settings,
            buttons=self,
            glass=self,
            dice=self,
            store=self,
            power_off=self.power_off,
            now=0.0,
            fault=fault,
            strict=True,
        )


def tap(world: World, console: Console, button: Button, now: float, *others: Button) -> float:
    """Press and release a button; return the time of its rest."""
    world.down = frozenset({button, *others})
    console.step(now)
    world.down = frozenset()
    console.step(now + 0.05)
    console.step(now + 0.07)
    return now + 0.07


def test_the_first_picture_comes_after_the_light() -> None:
    world = World()
    console = world.console()
    assert console.step(0.0) == 60.0
    assert world.diary == ["light 160 True", "show at 0"]
    assert console.frames == 1


def test_an_unchanged_picture_is_not_sent_again() -> None:
    world = World()
    console = world.console()
    console.step(0.0)
    console.step(1.0)
    assert world.diary.count("show at 1") == 0


def test_a_roll_is_stored_before_it_is_shown() -> None:
    world = World()
    console = world.console(begun())
    console.step(0.0)
    world.diary.clear()
    now = tap(world, console, Button.ROLL, 1.0)
    assert world.diary == ["roll 5", "save 2 None", f"show at {now:g}"]
    assert console.busy(now)
    assert not console.busy(now + 1)


def test_a_throw_found_in_the_air_is_rolled_before_the_first_picture() -> None:
    world = World()
    console = world.console(apply(begun(), Throw()))
    console.step(0.0)
    assert world.diary == ["light 160 True", "roll 5", "save 2 None", "show at 0"]
    assert console.app.match == thrown(begun(), world.fall)
    assert console.step(0.01) == pytest.approx(0.01 + FRAME)


def test_a_full_store_is_said_and_unsaid() -> None:
    world = World(full=True, substitute=True)
    console = world.console(begun())
    tap(world, console, Button.ROLL, 1.0)
    assert (console.app.fault, console.app.substitute) == ("no room", True)
    world.full = False
    console.step(3.0)
    tap(world, console, Button.ROLL, 3.0)
    assert console.app.fault == ""


def test_a_store_in_memory_stays_a_fault_though_it_saves() -> None:
    world = World()
    console = world.console(begun(), fault="no card")
    tap(world, console, Button.ROLL, 1.0)
    assert console.app.fault == "no card"


def test_settings_are_kept() -> None:
    world = World()
    console = world.console()
    now = tap(world, console, Button.ROLL, 1.0)
    now = tap(world, console, Button.TWO, now)
    tap(world, console, Button.FIVE, now)
    assert "keep en" in world.diary


@pytest.mark.parametrize("refuses", [False, True])
def test_switching_off_shows_the_farewell_first_and_goes_on_when_refused(*, refuses: bool) -> None:
    world = World(refuses=refuses)
    console = world.console(begun())
    console.step(0.0)
    world.down = frozenset({Button.ONE, Button.FIVE})
    console.step(1.0)
    console.step(2.1)
    world.down = frozenset()
    console.step(2.2)
    console.step(2.3)
    now = tap(world, console, Button.TWO, 3.0)
    now = tap(world, console, Button.ROLL, now)
    world.diary.clear()
    tap(world, console, Button.ROLL, now)
    assert [entry.split(" at ")[0] for entry in world.diary[:3]] == ["save 0 None", "show", "power off"]
    assert console.app.off is not refuses
    assert console.app.fault == ("not allowed" if refuses else "")


def test_a_lost_panel_is_tried_again_and_a_lit_one_looked_after_at_their_times() -> None:
    world = World()
    console = world.console()
    console.step(0.0)
    world.retry_at = 5.0
    assert console.step(4.0) == 5.0
    console.step(5.0)
    world.check_at = 7.0
    assert console.step(6.0) == 7.0
    console.step(7.0)
    assert world.diary[-2:] == ["retry at 5", "check at 7"]


def test_a_dark_console_wakes_for_nothing() -> None:
    world = World()
    console = world.console(begun())
    assert console.step(300.0) is None


PRESSES = st.lists(
    st.tuples(st.sampled_from([*Button, "chord"]), st.sampled_from([0.05, 0.3, 0.9, 1.2]), st.floats(0.0, 400.0)),
    max_size=25,
)


@settings(max_examples=40)
@given(PRESSES, st.sampled_from([("Ana",), ("Ana", "Beto"), ()]), st.sampled_from(["es", "en", "pt"]))
def test_no_presses_lead_off_the_panel_or_out_of_the_game(
    presses: list[tuple[Button | str, float, float]], players: tuple[str, ...], language: str
) -> None:
    with Rig(players=players, language=language) as rig:
        for button, seconds, pause in presses:
            rig.hold("1+5" if button == "chord" else button, seconds)
            rig.advance(pause)
        assert rig.frame().tobytes() == shown(rig)


def shown(rig: Rig) -> bytes:
    """Return what the glass should show: the picture drawn last, or darkness."""
    assert rig.console is not None
    return rig.console.canvas.image.tobytes()
