"""The console between fakes: order of effects, times to wake, and what happens when the world fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from console_world import DESCRIBED, World, choose, choose_switching_off, tap
from servida.device.entropy import Roll
from servida.device.health import Failure, HealthTest
from servida.rules import Throw, apply
from servida.ui import app as ui
from servida.ui.app import FRAME
from servida.ui.events import Counted, Failed
from servida.ui.keypad import Button
from servida.ui.screens.about import About
from servida.ui.screens.check import Check
from tables import begun, thrown

if TYPE_CHECKING:
    from servida.console import Console


def test_a_console_is_alive_as_long_as_its_panel_s_bus_goes_on() -> None:
    world = World()
    console = world.console()
    assert console.alive
    world.hung = True
    assert not console.alive


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


def test_a_roll_is_handed_to_the_store_with_its_bytes_and_only_once() -> None:
    world = World()
    console = world.console(begun())
    now = tap(world, console, Button.ROLL, 1.0)
    console.step(now + 1)
    tap(world, console, Button.ONE, now + 1)
    tap(world, console, Button.ROLL, now + 2)
    assert world.rolls == [
        (Roll((6, 6, 6, 6, 2), bytes((5, 5, 5, 5, 1)), "world", substitute=False),),
        (Roll((6, 6, 6, 6), bytes((5, 5, 5, 5)), "world", substitute=False),),
    ]


def test_a_roll_that_could_not_be_stored_is_the_stores_to_keep() -> None:
    world = World(full=True)
    console = world.console(begun())
    now = tap(world, console, Button.ROLL, 1.0)
    console.step(now + 1)
    tap(world, console, Button.ROLL, now + 1)
    assert [len(rolls) for rolls in world.rolls] == [1, 1]


def test_what_the_store_found_at_the_start_is_said_until_a_save() -> None:
    world = World()
    console = world.console(begun(), found="a backup was taken")
    console.step(0.0)
    assert console.app.fault == "a backup was taken"
    assert "a backup was taken" in " ".join(console.canvas.words)
    tap(world, console, Button.ROLL, tap(world, console, Button.ONE, 1.0))
    assert console.app.fault == ""


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
    now = choose_switching_off(world, console)
    world.diary.clear()
    tap(world, console, Button.ROLL, now)
    assert [entry.split(" at ")[0] for entry in world.diary[:3]] == ["save 0 None", "show", "power off"]
    assert console.app.off is not refuses
    assert console.app.fault == ("not allowed" if refuses else "")


@pytest.mark.parametrize("safe", [False, True])
def test_that_the_plug_may_be_pulled_is_said_when_it_is_true_and_left_for_later_until_then(*, safe: bool) -> None:
    world = World(safe=safe)
    console = world.console()
    tap(world, console, Button.ROLL, choose_switching_off(world, console))
    assert console.canvas.words == ["Ya puede desenchufar" if safe else "Apagando"]
    farewell = ui.farewell(console.app)
    assert farewell.words == ["Ya puede desenchufar"]
    assert world.farewell is not None
    assert world.farewell.tobytes() == farewell.image.tobytes()


def open_dice_check(world: World) -> Console:
    console = world.console()
    choose(world, console, Button.TWO, Button.TWO, Button.TWO, Button.ROLL)
    assert console.app.screen.name == "check"
    return console


def test_the_about_screen_shows_what_the_console_is() -> None:
    world = World()
    console = world.console()
    choose(world, console, Button.TWO, Button.TWO, Button.ROLL)
    assert console.app.screen == About(DESCRIBED)


def test_a_refused_switching_off_counts_as_a_press_so_that_an_idle_console_waits_before_it_tries_again() -> None:
    world = World(refuses=True, off_after=900)
    console = world.console()
    console.step(0.0)
    world.diary.clear()
    console.step(900.0)
    assert [entry.split(" at ")[0] for entry in world.diary].count("power off") == 1
    assert console.app.fault == "not allowed"
    console.step(930.0)
    assert [entry.split(" at ")[0] for entry in world.diary].count("power off") == 1
    console.step(1800.0)
    assert [entry.split(" at ")[0] for entry in world.diary].count("power off") == 2


@pytest.mark.parametrize(
    ("failure", "failed"),
    [
        (None, None),
        (Failure(HealthTest.REPETITION, 7, 5, 99), Failed(5)),
        (Failure(HealthTest.PROPORTION, 7, 16, 99), Failed(16, 512)),
    ],
)
def test_the_dice_check_shows_counts_source_and_failure(failure: Failure | None, failed: Failed | None) -> None:
    console = open_dice_check(World(source="kernel", failure=failure))
    assert console.app.screen == Check(Counted((1, 2, 3, 4, 5, 6), "kernel", "hwrng", failed))


def test_a_dice_check_of_a_store_that_cant_be_read_says_so() -> None:
    console = open_dice_check(World(full=True))
    assert console.app.screen == Check()
    assert console.app.fault == "can't be read"


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
