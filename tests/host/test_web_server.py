"""The page's server: sockets, pages and files, on a real port."""

from __future__ import annotations

import io
import json
from random import Random
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from page_desk import TOKEN, Page, Served, serving
from servida.rules.notation import from_text
from servida_host.console_rig import ConsoleRig
from servida_host.faces.web.messages import LARGEST
from servida_host.play import play
from servida_host.record import beginning
from servida_host.script import parse

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


@pytest.fixture
def rig() -> Iterator[ConsoleRig]:
    with ConsoleRig(players=("Ana", "Beto"), language="en") as rig:
        yield rig


@pytest.fixture
async def served(rig: ConsoleRig) -> AsyncIterator[Served]:
    async with serving(rig) as served:
        yield served


@pytest.fixture
async def page(served: Served) -> AsyncIterator[Page]:
    async with served.page() as page:
        yield page


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now

    async def let_pass(self, page: Page, seconds: float) -> None:
        """Let them pass by parts, for a longer one would count as slept through."""
        while seconds > 0:
            self.now += min(seconds, 0.5)
            seconds -= 0.5
            await page.send("resume")
            await page.answered()


async def tap(page: Page, clock: Clock, button: str = "roll") -> None:
    """A tap, and what comes of it: dice take a second to come to rest."""
    await page.send("press", button=button)
    await page.answered()
    await clock.let_pass(page, 0.1)
    await page.send("release", button=button)
    await clock.let_pass(page, 1.4 if button == "roll" else 0.1)


async def play_turn(page: Page, clock: Clock, chance: Random) -> None:
    """From the hand-over to the next: one throw, and some line that is open."""
    await tap(page, clock)
    if page.state["screen"] == "dice":
        await page.send("press", button="roll")
        await clock.let_pass(page, 0.8)
        await page.send("release", button="roll")
        await clock.let_pass(page, 0.1)
    while page.state["screen"] == "lines":
        # ROLL twice, since a scratch asks once more.
        for button in (chance.choice("12345"), chance.choice("12345"), "roll", "roll"):
            if page.state["screen"] == "lines":
                await tap(page, clock, button)


async def test_a_new_page_is_told_what_the_device_is_and_how_it_stands(page: Page, rig: ConsoleRig) -> None:
    assert page.last["hello"]["buttons"] == ["1", "2", "3", "4", "5", "roll"]
    assert (page.last["hello"]["width"], page.last["hello"]["height"]) == (128, 64)
    assert page.last["hello"]["language"] == "en"
    assert page.state["screen"] == "handover"
    assert page.frame == bytes((1, rig.panel.contrast, 1)) + rig.frame().tobytes()


async def test_a_press_changes_the_pins_and_the_picture(page: Page, rig: ConsoleRig) -> None:
    await page.send("press", button="roll")
    await page.until(lambda page: page.state["down"] == ["roll"])
    assert rig.fingers.down("roll")
    frames = page.frames
    await page.send("release", button="roll")
    await page.until(lambda page: page.state["down"] == [] and page.frames > frames and page.state["screen"] == "dice")


async def test_a_whole_match_is_played_over_the_socket(rig: ConsoleRig) -> None:
    clock, chance = Clock(), Random(5)
    async with serving(rig, clock) as served, served.page() as page:
        await page.send("tell", what=["match", "log"])
        await page.send("dice", faces=[1, 2, 3, 4, 6] * 5)
        while page.state["screen"] != "result":
            await play_turn(page, clock, chance)
        match = from_text(page.last["match"]["text"])
        assert match.outcome is not None
        assert match == rig.match
        assert "land 1 2 3 4 6" in page.log
        assert page.frame[3:] == rig.frame().tobytes()


async def test_a_second_page_sees_and_holds_the_same_device(page: Page, served: Served, rig: ConsoleRig) -> None:
    async with served.page() as second:
        await page.send("press", button="1")
        await second.until(lambda page: page.state["down"] == ["1"])
        await second.send("press", button="1")
        await second.answered()
        await page.send("release", button="1")
        await page.answered()
        assert rig.fingers.down("1")
        assert second.frame == page.frame
        await second.send("release", button="1")
        await page.until(lambda page: page.state["down"] == [])


async def test_a_page_that_closes_lifts_its_fingers_and_loses_nothing(page: Page, served: Served) -> None:
    async with served.page() as second:
        await second.send("press", button="2")
        await second.send("press", button="3")
        await page.until(lambda page: page.state["down"] == ["2", "3"])
    await page.until(lambda page: page.state["down"] == [])
    assert page.state["screen"] == "handover"


async def test_a_page_that_is_gone_without_a_word_lifts_its_fingers(page: Page, served: Served) -> None:
    async with served.page() as second:
        await second.send("press", button="2")
        await page.until(lambda page: page.state["down"] == ["2"])
        second.socket.transport.abort()
    await page.until(lambda page: page.state["down"] == [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 4000,
        "null",
        "[]",
        "{}",
        '{"do":"press"}',
        '{"do":1}',
        '{"do":"pause","at":1}',
        "\x00",
        '"\\ud800"',
    ],
)
async def test_what_means_nothing_is_refused_and_the_page_goes_on(page: Page, text: str) -> None:
    await page.socket.send(text)
    refusal = await page.refusal()
    assert "expected" in refusal
    assert len(refusal) < 300
    await page.send("press", button="1")
    await page.until(lambda page: page.state["down"] == ["1"])


async def test_bytes_close_the_socket(page: Page) -> None:
    await page.socket.send(b'{"do":"pause"}')
    assert await page.closed() == 1003


async def test_a_message_that_is_too_large_closes_the_socket(page: Page, served: Served) -> None:
    async with served.page() as second:
        await second.socket.send(json.dumps({"do": "pause", "much": "x" * LARGEST}))
        assert await second.closed() == 1009
    await page.answered()
    assert not page.state["paused"]


async def test_a_message_in_pieces_is_one_and_may_not_be_larger(page: Page, served: Served) -> None:
    await page.socket.send(['{"do":', '"pause"}'])
    await page.until(lambda page: page.state["paused"])
    async with served.page() as second:
        await second.socket.send(["x" * 2000] * 3)
        assert await second.closed() == 1009


async def test_text_that_is_no_utf_8_closes_the_socket(page: Page) -> None:
    await page.socket.send(b"\xff\xfe", text=True)
    assert await page.closed() == 1007


async def test_the_bulky_messages_come_to_whom_wants_them(page: Page, served: Served) -> None:
    async with served.page() as second:
        await page.send("tell", what=["wire", "log", "match"])
        await page.until(lambda page: {"wire", "log", "match"} <= page.last.keys())
        assert page.last["wire"]["windows"]
        assert page.last["match"]["text"].startswith("servida match 1\n")
        await page.send("press", button="1")
        await page.until(lambda page: page.log == ["press 1"])
        await page.send("tell", what=[])
        await page.send("stall")
        await page.until(lambda page: page.state["stalled"])
        await second.answered()
        assert page.log == ["press 1"]
        assert second.last.keys() == {"hello", "state", "refused"}
        await page.send("tell", what=["log"])
        await page.until(lambda page: page.log[1:] == ["press 1", "stall rng"])


async def test_the_session_is_a_script_that_replays_it(page: Page, served: Served, rig: ConsoleRig) -> None:
    await page.send("bounce", ms=3)
    await page.send("dice", faces=[1, 2, 3, 4, 6])
    await page.send("press", button="roll")
    await page.send("release", button="roll")
    await page.send("unplug")
    await page.send("plug")
    await page.send("cut")
    await page.send("restore")
    await page.send("pause")
    await page.answered()
    answer = await served.get("/session.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"] == 'attachment; filename="session.txt"'
    steps = parse(answer.body.decode())
    with ConsoleRig(again=beginning(steps)) as again:
        assert play(again, steps, lambda _name, _image: None) is None
        assert list(again.bus.log) == list(rig.bus.log)


async def test_a_picture_is_the_rigs_frame_four_times_as_large(served: Served, rig: ConsoleRig) -> None:
    answer = await served.get("/panel.png")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    with Image.open(io.BytesIO(answer.body)) as picture:
        assert picture.size == (512, 256)
        small = picture.convert("L").resize((128, 64), Image.Resampling.NEAREST).convert("1")
    assert small.tobytes() == rig.frame().tobytes()


async def test_a_picture_may_have_a_tint(served: Served) -> None:
    answer = await served.get("/panel.png?tint=7fd4ff")
    with Image.open(io.BytesIO(answer.body)) as picture:
        colours = {colour for _, colour in picture.convert("RGB").getcolors() or ()}
    assert colours == {(0, 0, 0), (0x7F, 0xD4, 0xFF)}
    wrong = await served.get("/panel.png?tint=blue")
    assert (wrong.status, wrong.line) == (400, "servida: tint 'blue': expected six hexadecimal digits, as in 7fd4ff")
    assert (await served.get("/session.gif?tint=blue")).status == 400


async def test_a_gif_holds_what_was_shown_for_as_long(page: Page, served: Served) -> None:
    none = await served.get("/session.gif")
    assert (none.status, none.line) == (404, "servida: no GIF has been recorded yet")
    await page.send("pause")
    await page.send("gif", on=True)
    await page.answered()
    began = page.state["time"]
    await page.send("press", button="roll")
    await page.send("release", button="roll")
    while page.state["time"] < began + 1.0:
        await page.send("step")
        await page.answered()
    await page.send("gif", on=False)
    await page.until(lambda page: not page.state["gif"])
    answer = await served.get("/session.gif")
    assert answer.headers["content-type"] == "image/gif"
    with Image.open(io.BytesIO(answer.body)) as film:
        count = getattr(film, "n_frames", 1)
        lasted = 0.0
        for index in range(count):
            film.seek(index)
            lasted += film.info["duration"] / 1000
        assert film.size == (512, 256)
    assert count > 10
    assert lasted == pytest.approx(page.state["time"] - began, abs=0.02)


async def test_the_page_has_its_files_and_nothing_else(served: Served) -> None:
    page = await served.get(f"/?token={TOKEN}", cookie=None)
    assert page.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f"servida_token_{served.port}={TOKEN}" in page.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict"} <= set(page.headers["set-cookie"].split("; "))
    assert page.headers["content-security-policy"].startswith("default-src 'self'; ")
    assert (await served.get("/static/index.html")).status == 200
    assert (await served.get("/static/../app.py")).status == 404
    assert (await served.get("/static/%2e%2e/app.py")).status == 404
    assert (await served.get("/app.py")).status == 404
