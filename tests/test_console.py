"""The console between fakes: order of effects, times to wake, and what happens when the world fails."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fake_strategist import FakeStrategist
from servida.console import SLICE_PAUSE, Console
from servida.device.entropy import Roll
from servida.device.errors import DeviceError
from servida.device.health import Failure, HealthTest
from servida.device.store import Saved, Store
from servida.rules import Line, Match, RollOff, Throw, apply
from servida.strategy.advice import Level
from servida.ui import app as ui
from servida.ui.app import FRAME
from servida.ui.events import Counted, Described, Failed
from servida.ui.keypad import Button
from servida.ui.screens.about import About
from servida.ui.screens.check import Check
from servida.ui.screens.handover import PAUSE
from servida.ui.screens.watched import LOOK
from servida.ui.settings import Settings
from servida_host.console_rig import ConsoleRig
from tables import begun, highest, played, thrown

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

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


ALONE = (Level.CASUAL,)


def test_values_are_built_while_people_play_but_not_while_dice_tumble() -> None:
    world = World(strategist=FakeStrategist(slices=4))
    console = world.console(begun(), hints=True)
    assert console.step(0.0) == SLICE_PAUSE
    assert not console.busy(0.0)
    now = tap(world, console, Button.ROLL, 1.0)
    asked = len(world.strategist.asked)
    assert console.step(now + 0.1) == pytest.approx(now + 0.1 + FRAME)
    assert len(world.strategist.asked) == asked
    while world.strategist.built < 4:
        now += 1
        console.step(now)
    assert console.step(now) == pytest.approx(61.0, abs=0.1), "all that comes is the dimming"
    assert set(world.strategist.asked) == {"work table"}


def test_people_without_a_coach_need_no_values() -> None:
    world = World(strategist=FakeStrategist(slices=4))
    world.console(begun()).step(0.0)
    assert world.strategist.asked == []


def test_a_computer_waits_for_the_values_and_the_screen_says_how_long() -> None:
    world = World(strategist=FakeStrategist(slices=2))
    console = world.console(thrown(begun(), (6, 6, 6, 1, 2)), levels=(Level.MASTER, None))
    assert console.step(0.0) == SLICE_PAUSE
    assert "Pensando 50 %" in console.canvas.words
    assert console.busy(0.0)
    console.step(SLICE_PAUSE)
    console.step(2 * SLICE_PAUSE)
    assert world.strategist.asked == ["work table", "work table", "decide 2 master"]
    assert console.step(2 * SLICE_PAUSE) == 2 * SLICE_PAUSE + LOOK


def test_a_decision_takes_its_slices_and_a_press_is_answered_between_them() -> None:
    world = World(strategist=FakeStrategist(pondering=3))
    console = world.console(thrown(begun(), (6, 6, 6, 1, 2)), levels=(Level.MASTER, None))
    assert console.step(0.0) == SLICE_PAUSE
    assert "Pensando…" in console.canvas.words
    world.down = frozenset({Button.ROLL})
    console.step(0.1)
    console.step(1.0)
    assert console.app.screen.name == "scoreboard"
    assert world.strategist.asked == ["decide 2 master"] * 2
    world.down = frozenset()
    now = tap(world, console, Button.ONE, 2.0)
    assert world.strategist.asked == ["decide 2 master"] * 3
    assert console.busy(now)
    assert console.step(now + 1) == now + 1 + LOOK
    assert world.strategist.asked == ["decide 2 master"] * 4


def test_values_that_cant_be_kept_are_said_and_used() -> None:
    world = World(strategist=FakeStrategist(slices=2, fault=DeviceError("no room for values")))
    console = world.console(begun(), hints=True)
    assert console.step(0.0) == SLICE_PAUSE
    assert console.app.fault == "no room for values"
    assert console.step(SLICE_PAUSE) == 60.0


def test_the_levels_are_stored_with_the_match() -> None:
    world = World()
    console = world.console(begun(players=("Tato",)), levels=ALONE)
    console.step(0.0)
    console.step(PAUSE)
    assert world.seats == [ALONE]


def test_a_review_takes_its_slices() -> None:
    world = World(strategist=FakeStrategist(examining=2))
    console = world.console(highest("wiki-60", ("Ana", "Beto")))
    console.step(0.0)
    now = tap(world, console, Button.FIVE, 1.0)
    assert console.app.screen.name == "review"
    assert console.busy(now)
    while console.busy(now):
        now = console.step(now) or 0.0
    assert set(world.strategist.asked) == {"review 88"}
    assert "ANA" in console.canvas.words


def test_the_coach_answers_in_the_step_in_which_it_is_asked() -> None:
    world = World()
    console = world.console(thrown(begun(), (6, 6, 6, 1, 2)), hints=True)
    console.step(0.0)
    world.down = frozenset({Button.THREE})
    console.step(1.0)
    console.step(1.9)
    assert console.app.screen.name == "coach"
    assert console.canvas.words.count("FIJO") == 3
    assert world.strategist.asked == ["advise 2"]


@pytest.mark.parametrize("line", list(Line))
def test_a_computer_fills_its_last_line_and_a_match_of_computers_settles_at_its_end(line: Line, tmp_path: Path) -> None:
    match = begun("wiki-60-double", ("Tato", "Tato 2"))
    for each in match.rules.lines:
        for _ in match.players:
            if each is not line:
                match = played(match, (1, 2, 2, 4, 6), each, served=False)
    with closing(Store(tmp_path)) as store:
        store.save_match(match, None, (), (Level.CASUAL, Level.CASUAL))
    with ConsoleRig(state=tmp_path, strategist=FakeStrategist(slices=3)) as rig:
        rig.settle()
        assert rig.screen == "result"
        assert rig.match is not None
        assert rig.match.outcome is not None


PRESSES = st.lists(
    st.tuples(st.sampled_from([*Button, "chord"]), st.sampled_from([0.05, 0.3, 0.9, 1.2]), st.floats(0.0, 400.0)),
    max_size=25,
)


@settings(max_examples=40)
@given(
    PRESSES,
    st.sampled_from([("Ana",), ("Ana", "Beto"), (), ("Ana", "@expert"), ("@master", "@beginner", "Ana")]),
    st.sampled_from(["es", "en", "pt"]),
)
def test_no_presses_lead_off_the_panel_or_out_of_the_game(
    presses: list[tuple[Button | str, float, float]], players: tuple[str, ...], language: str
) -> None:
    with ConsoleRig(players=players, language=language, strategist=FakeStrategist(slices=20)) as rig:
        for button, seconds, pause in presses:
            rig.hold("1+5" if button == "chord" else button, seconds)
            rig.advance(pause)
        assert rig.frame().tobytes() == shown(rig)


def shown(rig: ConsoleRig) -> bytes:
    """Return what the glass should show: the picture drawn last, or darkness."""
    assert rig.console is not None
    return rig.console.canvas.image.tobytes()
