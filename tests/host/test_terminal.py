"""The terminal face through keys, mouse and sizes of terminals, on the real rig; time passes when a test says so."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from textual.events import Key

from panel_pictures import same
from servida.rules import Line, preset
from servida_host.console_rig import ConsoleRig
from servida_host.faces import terminal
from servida_host.faces.cells import Rendering
from servida_host.faces.farewell import farewell
from servida_host.faces.glass import LIT, Glass
from servida_host.faces.keys import CHORD, DEEDS, KEY_ROWS, LONG, TAP
from servida_host.faces.shapes import SHAPES, Shape
from servida_host.faces.terminal import AGAIN, OFF, SOON, TerminalFace, help_line
from servida_host.wire import cost, last_frame

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from textual.pilot import Pilot

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


@pytest.fixture(autouse=True)
def quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot looks every 20 ms whether the app is idle, twice a key; these tests press hundreds."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.002)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[ConsoleRig]:
    with ConsoleRig(players=("Ana", "Beto"), language="en", state=tmp_path / "state") as rig:
        yield rig


@asynccontextmanager
async def playing(rig: ConsoleRig, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Player]:
    clock = Clock()
    face = TerminalFace(rig, clock)
    async with face.run_test(size=size) as pilot:
        yield Player(face, pilot, clock)


# Keys


async def test_a_whole_match_by_keys(rig: ConsoleRig) -> None:
    rounds = (
        *((str(face), (face, face, face, *{1: (2, 3), 2: (1, 3)}.get(face, (1, 2)))) for face in range(1, 6)),
        ("1", (6, 6, 6, 1, 2)),
        ("2", (2, 3, 4, 5, 6)),
        ("3", (2, 2, 3, 3, 3)),
        ("4", (4, 4, 4, 4, 1)),
    )
    async with playing(rig) as player:
        for key, faces in rounds:
            for _ in range(2):
                rig.dice(*faces)
                await player.press("space", "R", key, "space")
        # Ana's generala comes with her second roll; Beto scratches his, which is asked about.
        rig.dice(5, 5, 5, 5, 1, 5)
        await player.press("space", "1", "2", "3", "4", "r", "R", "5", "enter")
        rig.dice(1, 2, 3, 4, 6)
        await player.press("space", "R", "5", "space")
        assert rig.match is not None
        assert rig.match.outcome is None
        await player.press("space")
    ana, beto = (sheet.total for sheet in rig.match.sheets)
    assert (ana, beto) == (3 * 15 + 18 + 25 + 35 + 45 + 50, 3 * 15 + 18 + 25 + 35 + 45)
    assert rig.match.sheets[1].scratched(Line.GENERALA)
    assert (rig.screen, rig.winner) == ("result", "Ana")


async def test_holding_dice(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        rig.dice(2, 2, 5, 3, 6)
        await player.press("space", "1", "2", "5", "2")
        assert rig.held == (1, 5)
        rig.dice(4, 4, 4)
        await player.press("space")
        assert rig.match is not None
        assert rig.match.turn.faces == (2, 4, 4, 4, 6)


async def test_a_drawn_button_stays_pressed_for_a_long_press(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.press("R")
        assert player.down("roll")
        player.wait(LONG - 0.01)
        assert player.down("roll")
        assert rig.screen == "scoreboard"
        player.wait(0.02)
        assert not player.down("roll")


async def test_the_chord_opens_the_menu(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.press("m")
        assert player.down("1")
        assert player.down("5")
        assert not player.down("3")
        player.wait(CHORD)
        assert rig.screen == "menu"
        assert not player.down("1")


async def test_a_held_space_rolls_once(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.press("space", then=0.5)
        player.repeat("space", 2)
        player.wait(2)
        assert (rig.screen, rig.rolls_left) == ("dice", 2)


async def test_the_timer_is_set_for_what_is_due(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(rig) as player:
        set_timer, waits = player.face.set_timer, list[float]()

        def noted(delay: float, *args: object, **options: object) -> object:
            waits.append(delay)
            return set_timer(delay, *args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(player.face, "set_timer", noted)
        await player.pilot.press("1")
        assert 0 < waits[-1] <= TAP
        player.wait(1)
        assert rig.wake_at is not None
        assert waits[-1] == pytest.approx(rig.wake_at - rig.now)


async def test_keys_that_mean_nothing(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        before = player.glass
        await player.press("6", "x", "left", "tab", "escape", "left_shift")
        assert (player.glass, rig.screen) == (before, "handover")


async def test_a_remark_is_said_when_it_comes_and_once(rig: ConsoleRig) -> None:
    remarks: list[str] = []
    clock = Clock()
    face = TerminalFace(rig, clock, remarks=remarks)
    async with face.run_test(size=(100, 40)) as pilot:
        player = Player(face, pilot, clock)
        player.wait(1)
        assert player.line == str(help_line())
        remarks.append("the recording ends here")
        player.wait(1)
        assert player.line == "the recording ends here"
        await player.press("1")
        assert player.line == str(help_line())


@pytest.mark.parametrize("key", ["q", "Q", "ctrl+c", "ctrl+q"])
async def test_leaving(rig: ConsoleRig, key: str) -> None:
    async with playing(rig) as player:
        await player.pilot.press("space")
        await player.pilot.press(key)
    assert (player.face.return_code, player.face.is_running) == (0, False)


async def test_switching_off(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.press("m", "2", "space", "space")
        assert rig.switched_off
        assert player.line == OFF
        assert player.face._alarm is None
        await player.press("left_shift")
        assert player.face.is_running
        await player.pilot.press("x")
    assert (player.face.return_code, player.face.is_running) == (0, False)


async def test_the_key_that_switched_off_does_not_quit_by_its_repeats(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.press("m", "2", "space")
        await player.press("space", then=0.5)
        assert rig.switched_off
        player.repeat("space", 2)
        assert player.face.is_running


async def test_stopping_the_program(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[bool] = []
    async with playing(rig) as player:
        monkeypatch.setattr(player.face, "action_suspend_process", lambda: stopped.append(True))
        await player.pilot.press("ctrl+z")
        assert stopped == [True]
        player.clock.now += 8 * 3600
        drawn: list[str] = []
        monkeypatch.setattr(player.face, "refresh", lambda: drawn.append("everything"))
        player.face.app_resume_signal.publish(player.face)
        await player.pilot.pause()
        assert drawn == ["everything"]
        assert rig.now < 60
        await player.press("space")
        assert rig.screen == "dice"


# The help


async def test_the_help_line_names_the_keys(rig: ConsoleRig) -> None:
    async with playing(rig, (66, 21)) as player:
        assert player.line == "1–5 hold  space roll  R long  m menu  s picture  ? help  q quit"
        assert len(player.line) <= player.face.query_one("#line").size.width


@pytest.mark.parametrize("key", ["question_mark", "space", "escape"])
async def test_any_key_closes_the_help_and_does_nothing_else(rig: ConsoleRig, key: str) -> None:
    async with playing(rig) as player:
        assert not player.shown("#help")
        await player.press("question_mark")
        assert player.shown("#help")
        await player.press("left_shift")
        assert player.shown("#help")
        await player.press(key)
        assert not player.shown("#help")
        assert rig.screen == "handover"


async def test_a_held_question_mark_keeps_the_help(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.press("question_mark", then=0.5)
        player.repeat("question_mark", 3)
        assert player.shown("#help")
        player.wait(AGAIN)
        await player.press("question_mark")
        assert not player.shown("#help")


@pytest.mark.parametrize("size", [shape.size for shape in SHAPES])
async def test_the_help_fits(rig: ConsoleRig, size: tuple[int, int]) -> None:
    async with playing(rig, size) as player:
        await player.press("question_mark")
        help_sheet = player.face.query_one("#help")
        assert player.face.screen.region.contains_region(help_sheet.region)
        told = str(help_sheet.render())
        assert all(f"{row.shown} " in told and row.told in told for row in KEY_ROWS)


def test_the_table_tells_each_key_once() -> None:
    keys = [key for row in KEY_ROWS for key in row.deeds]
    assert len(keys) == len(set(keys)) == len(DEEDS)


async def test_what_the_last_picture_took(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        case = player.face.query_one("#case")
        assert not case.border_subtitle
        await player.press("space", "w")
        spent = cost(last_frame(rig.bus.log), 400_000)
        assert case.border_subtitle == (
            f"last picture: {spent.bytes:,} bytes, {spent.seconds * 1000:.1f} ms at 400 kHz"
        )
        before = rig.bus.wire_bytes
        await player.press("1", then=0.2)
        assert case.border_subtitle.startswith(f"last picture: {rig.bus.wire_bytes - before:,} bytes")
        await player.press("w")
        assert not case.border_subtitle


# The mouse


async def test_a_click_is_a_tap(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        rig.dice(1, 2, 3, 4, 6)
        await player.pilot.click("#key-roll")
        assert player.down("roll")
        player.wait(1)
        assert not player.down("roll")
        await player.pilot.click("#key-3")
        assert rig.held == (3,)


async def test_the_mouse_holds(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.mouse_down("#key-roll")
        player.wait(1.5)
        assert rig.screen == "scoreboard"
        assert player.down("roll")
        await player.pilot.mouse_up("#key-roll")
        assert not player.down("roll")


@pytest.mark.parametrize("elsewhere", ["#glass", "#key-2"])
async def test_a_pointer_that_leaves_lets_go(rig: ConsoleRig, elsewhere: str) -> None:
    async with playing(rig) as player:
        await player.pilot.hover("#key-1")
        await player.pilot.mouse_down("#key-1")
        player.wait(0.3)
        assert player.down("1")
        await player.pilot.hover(elsewhere)
        assert not player.down("1")


async def test_a_release_elsewhere_lets_go(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.mouse_down("#key-1")
        player.wait(0.3)
        await player.pilot.mouse_up("#line")
        assert not player.down("1")


async def test_another_window_gets_the_release(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        await player.pilot.mouse_down("#key-1")
        player.wait(0.3)
        player.face.on_app_blur()
        assert not player.down("1")


# The drawing


@pytest.mark.parametrize("shape", SHAPES)
async def test_everything_fits_a_terminal_of_its_size(rig: ConsoleRig, shape: Shape) -> None:
    async with playing(rig, shape.size) as player:
        case, glass = player.face.query_one("#case"), player.face.query_one(Glass)
        assert glass.rendering is shape.rendering
        columns, lines = shape.rendering.size(128, 64)
        assert (glass.content_region.width, glass.content_region.height) == (columns, lines)
        assert case.region.size == (shape.size[0], shape.size[1] - 1)
        names = [key.id for key in player.face.query("Key")]
        regions = [key.region for key in player.face.query("Key")]
        assert names == [f"key-{name}" for name in ("1", "2", "3", "4", "5", "roll")]
        assert all(case.content_region.contains_region(region) for region in regions)
        assert not any(one.overlaps(other) for one in regions for other in (glass.region, *regions) if one is not other)
        # Each hold button stands under its column of the glass.
        column, gap = (24, 2) if shape.rendering is Rendering.HALF_BLOCKS else (12, 1)
        lefts = [glass.content_region.x + i * (column + gap) for i in range(5)]
        assert [region.x for region in regions[:5]] == lefts
        assert [region.width for region in regions[:5]] == [column] * 5


async def test_the_glass_shows_the_panel(rig: ConsoleRig) -> None:
    async with playing(rig, (160, 50)) as player:
        rows = Rendering.HALF_BLOCKS.rows(rig.frame())
        assert player.glass == ["".join(character for character, _ in row) for row in rows]
        await player.press("space")
        after = Rendering.HALF_BLOCKS.rows(rig.frame())
        assert after != rows
        assert player.glass == ["".join(character for character, _ in row) for row in after]


async def test_only_what_changed_is_drawn_again(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(rig) as player:
        rig.dice(1, 2, 3, 4, 6)
        await player.press("space")
        glass = player.face.query_one(Glass)
        refresh, parts = glass.refresh, list[object]()

        def noted(*regions: object, **options: object) -> object:
            parts.extend(regions or ("all",))
            return refresh(*regions, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(glass, "refresh", noted)
        player.face.beat()
        assert parts == []
        await player.press("5")
        assert parts
        # The die of column 5, its mark, and the number of dice that ROLL rolls.
        assert {(part.y, part.x >= 52 or part.y >= 13) for part in parts} == {(part.y, True) for part in parts}  # type: ignore[attr-defined]


async def test_resizing_while_it_runs(rig: ConsoleRig) -> None:
    async with playing(rig, (80, 24)) as player:
        glass = player.face.query_one(Glass)
        for width, height, rendering in (
            (150, 45, Rendering.HALF_BLOCKS),
            (100, 30, Rendering.BRAILLE),
            (66, 21, Rendering.BRAILLE),
        ):
            await player.pilot.resize_terminal(width, height)
            assert glass.rendering is rendering
            rows = rendering.rows(rig.frame())
            assert player.glass == ["".join(character for character, _ in row) for row in rows]


async def test_a_small_terminal_says_what_is_needed_and_comes_back(rig: ConsoleRig) -> None:
    async with playing(rig, (60, 15)) as player:
        small = player.face.query_one("#small")
        assert str(small.render()) == "Servida needs 66 × 21 characters; here are 60 × 15."
        assert small.region.height == 1
        assert not player.shown("#case")
        assert not player.shown("#line")
        await player.press("space", "question_mark", "escape")
        assert rig.screen == "handover"
        await player.pilot.resize_terminal(80, 24)
        assert player.shown("#case")
        assert not player.shown("#small")
        await player.press("space")
        assert rig.screen == "dice"


async def test_the_linux_console_has_no_braille(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    async with playing(rig, (100, 40)) as player:
        assert "needs 130 × 37" in str(player.face.query_one("#small").render())
        await player.pilot.resize_terminal(160, 60)
        assert player.face.query_one(Glass).rendering is Rendering.HALF_BLOCKS


async def test_the_light_follows_the_contrast(rig: ConsoleRig) -> None:
    async with playing(rig) as player:

        def light() -> int:
            [segment, *_] = player.face.query_one(Glass).render_line(0)
            assert segment.style is not None
            assert segment.style.color is not None
            assert segment.style.color.triplet is not None
            return sum(segment.style.color.triplet)

        bright = light()
        player.wait(61)
        assert 0.2 * sum(LIT) < light() < 0.6 * bright
        await player.press("3")
        assert light() == bright


async def test_a_dark_panel_is_black_glass(rig: ConsoleRig) -> None:
    async with playing(rig) as player:
        player.wait(301)
        assert rig.screen == "dark"
        assert set("".join(player.glass)) == {" "}


async def test_before_the_first_picture_the_glass_is_blank() -> None:
    glass = Glass()
    assert glass.render_line(0).text.strip() == ""


async def test_without_colour_all_can_be_told(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(rig) as player:
        assert player.face.no_color
        rig.dice(2, 2, 5, 3, 6)
        await player.press("space")
        glass = player.face.query_one(Glass)

        def reversed_cells() -> int:
            segments = [segment for y in range(glass.size.height) for segment in glass.render_line(y)]
            return sum(len(segment.text) for segment in segments if segment.style and segment.style.reverse)

        assert reversed_cells() == 0
        await player.press("3", then=0)
        assert reversed_cells() >= 12
        assert player.down("3")


# Pictures


def pictures(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.png"))


async def test_saving_a_picture(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "servida-1.png").write_text("mine")
    async with playing(rig) as player:
        await player.press("s")
        assert player.line == f"Saved servida-2.png in {tmp_path}"
        await player.press("s")
        await player.press("space")
        assert player.line == str(help_line())
    with Image.open(tmp_path / "servida-2.png") as picture:
        assert picture.size == (512, 256)
        assert picture.mode == "1"
    assert (tmp_path / "servida-1.png").read_text() == "mine"
    assert pictures(tmp_path) == ["servida-1.png", "servida-2.png", "servida-3.png"]


async def test_a_folder_named_like_markup(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "[bold]x"
    folder.mkdir()
    monkeypatch.chdir(folder)
    async with playing(rig) as player:
        await player.press("s")
        assert player.line == f"Saved servida-1.png in {folder}"


async def test_the_picture_is_the_glass(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with playing(rig) as player:
        await player.press("s")
    with Image.open(tmp_path / "servida-1.png") as picture:
        assert same(picture.resize((128, 64), Image.Resampling.NEAREST), rig.frame())


async def test_a_held_s_saves_one_picture(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with playing(rig) as player:
        await player.press("s", then=0.5)
        player.repeat("s", 1)
    assert pictures(tmp_path) == ["servida-1.png"]


async def test_a_folder_that_takes_no_picture(rig: ConsoleRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    async with playing(rig) as player:
        await player.press("s")
        assert player.line == "No picture was saved: servida-1.png: No such file or directory"


# The end


def test_the_farewell_says_how_to_go_on(rig: ConsoleRig, tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert farewell(rig) == (f"servida: the match is kept; go on with: servida sim --state {state}")


def test_the_farewell_quotes_a_folder_for_the_shell(tmp_path: Path) -> None:
    with ConsoleRig(state=tmp_path / "my games", rules=preset("table")) as rig:
        assert farewell(rig).endswith(f"all is kept; go on with: servida sim --state '{tmp_path}/my games'")


def test_the_farewell_after_a_power_cut(rig: ConsoleRig) -> None:
    rig.cut_power()
    assert farewell(rig).startswith("servida: all that was on the panel when the power went is kept; go on with: ")


def test_the_farewell_while_the_store_has_a_fault(rig: ConsoleRig) -> None:
    assert rig.console is not None
    rig.console.app = replace(rig.console.app, fault="no room")
    assert farewell(rig).startswith("servida: the last moves may not be kept: no room; go on with: ")


def test_the_farewell_without_a_folder() -> None:
    with ConsoleRig(players=("Ana",)) as rig:
        assert farewell(rig) == "servida: nothing was kept; with --state DIR a match can be gone on with later"


def test_running_it(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(TerminalFace, "run", lambda face: face.exit(return_code=3))
    assert terminal.run(rig) == 3
    assert capsys.readouterr().out == farewell(rig) + "\n"
    monkeypatch.setattr(TerminalFace, "run", lambda _face: None)
    assert terminal.run(rig) == 0


async def test_a_match_goes_on_where_it_was_left(rig: ConsoleRig, tmp_path: Path) -> None:
    async with playing(rig) as player:
        rig.dice(2, 2, 5, 3, 6)
        await player.press("space", "q")
    rig.close()
    with ConsoleRig(state=tmp_path / "state") as again:
        async with playing(again) as player:
            assert again.match is not None
            assert again.match.turn.faces == (2, 2, 5, 3, 6)
            assert again.screen == "dice"


async def test_a_timer_of_no_seconds_is_never_set(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(rig) as player:
        waits: list[float] = []
        monkeypatch.setattr(type(player.face._pace), "wait", property(lambda _: 0.0))
        monkeypatch.setattr(player.face, "set_timer", lambda wait, _: waits.append(wait))
        player.face.beat()
        assert waits == [SOON]
