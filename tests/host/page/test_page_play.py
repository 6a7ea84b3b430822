"""The page in a real browser: what it says and shows, time, films, several pages, what is refused, a restart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect

from page_hands import Keys, Mouse, on, shows

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from page_sim import Sim
    from page_stage import Stage

    Open = Callable[..., Page]

SENDS = """(text) => new Promise((told) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.onopen = () => socket.send(text);
  socket.onclose = ({ code }) => told(code);
  socket.onmessage = ({ data }) => {
    const message = typeof data === "string" ? JSON.parse(data) : {};
    if (message.type === "refused") {
      told(message.text);
    }
  };
})"""
"""Sends a text by a socket of the page's own; gives the refusal, or the status with which the socket was closed."""


def spoken(page: Page, text: str) -> None:
    expect(page.locator("#spoken")).to_contain_text(text)


def test_the_clock_runs_stands_when_told_to_and_goes_by_steps(opened: Open, stage: Stage) -> None:
    page = opened()
    page.click("#open")
    expect(page.locator("#step")).to_be_disabled()
    page.click("#pause")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    page.click('[data-button="roll"]')
    stage.heard("press roll", "release roll")
    stood, pictures = page.inner_text("#clock"), page.evaluate("() => window.servida.link.pictures")
    stage.let_pass(9.0)
    expect(page.locator("#clock")).to_have_text(stood)
    while page.evaluate("() => window.servida.link.pictures") < pictures + 3:
        page.click("#step")
    assert 0 < stage.ask(lambda rig: rig.now) < 1
    page.click("#pause")
    expect(page.locator("#clock")).not_to_have_text(stood)
    page.click('#speeds [data-value="16"]')
    expect(page.locator('#speeds [data-value="16"]')).to_have_attribute("aria-checked", "true")
    stage.let_pass(3.0)
    expect(page.locator("#clock")).to_have_text(re.compile(r"\d\d\.\d s"))
    assert stage.ask(lambda rig: rig.now) > 48


def test_a_speed_of_the_command_line_is_marked_and_can_be_chosen_again(looked: Callable[..., Page], sim: Sim) -> None:
    sim.options = (*sim.options, "--speed", "3")
    sim.start()
    page = looked(sim.address)
    page.click("#open")
    marked = page.locator('#speeds [aria-checked="true"]')
    expect(page.locator("#speeds [role=radio]")).to_have_text(["1×", "3×", "4×", "16×"])
    expect(marked).to_have_text("3×")
    page.click('#speeds [data-value="4"]')
    expect(marked).to_have_text("4×")
    page.click('#speeds [data-value="3"]')
    expect(marked).to_have_text("3×")
    page.click('#speeds [data-value="4"]')
    expect(marked).to_have_text("4×")
    page.reload()
    expect(page.locator("#speeds [role=radio]")).to_have_text(["1×", "3×", "4×", "16×"])
    expect(marked).to_have_text("4×")


def test_two_pages_see_and_press_the_same_device(opened: Open, stage: Stage) -> None:
    first, second = opened(), opened()
    Mouse(first, stage).tap("roll")
    spoken(second, "Rolls left: 2")
    Keys(second, stage).tap("2")
    spoken(first, "Held: 2")
    assert first.inner_text("#spoken") == second.inner_text("#spoken")
    picture = stage.picture()
    shows(first, picture)
    shows(second, picture)


def test_closing_the_page_lifts_its_fingers_and_loses_nothing(opened: Open, stage: Stage) -> None:
    page = opened()
    Keys(page, stage).tap("roll")
    page.keyboard.down("1")
    stage.heard("press 1")
    told = stage.picture()
    page.close()
    stage.heard("release 1")
    again = opened()
    on(again, "dice")
    expect(again.locator("html")).to_have_attribute("data-down", "")
    shows(again, told)
    again.reload()
    shows(again, told)


def test_messages_that_mean_nothing_are_refused_and_the_page_plays_on(opened: Open, stage: Stage) -> None:
    page = opened()
    assert page.evaluate(SENDS, "{") == "'{': expected a JSON object"
    assert "expected 1 2 3 4 5 roll" in page.evaluate(SENDS, '{"do": "press", "button": 1}')
    assert page.evaluate(SENDS, '{"do": "pause", "much": "' + "x" * 5000 + '"}') == 1009
    Keys(page, stage).tap("roll")
    on(page, "dice")


def test_a_refusal_is_told_to_the_person(opened: Open) -> None:
    page = opened()
    page.click("#open")
    page.evaluate("() => { document.getElementById('step').disabled = false; }")
    page.click("#step")
    expect(page.locator("#notice")).to_have_text("step: expected while the time is paused")


def test_a_gif_stands_as_long_as_its_pictures_stood(opened: Open, stage: Stage, tmp_path: Path) -> None:
    page = opened()
    page.click("#open")
    page.click("#tints [data-value=amber]")
    page.click("#gif")
    expect(page.locator("#gif")).to_have_text("Save GIF")
    began = stage.ask(lambda rig: rig.now)
    Mouse(page, stage).tap("roll")
    stage.let_pass(2.0)
    ended = stage.ask(lambda rig: rig.now)
    with page.expect_download() as saved:
        page.click("#gif")
    saved.value.save_as(tmp_path / "film.gif")
    with Image.open(tmp_path / "film.gif") as film:
        assert film.format == "GIF"
        count = getattr(film, "n_frames", 1)
        lasted = 0.0
        for index in range(count):
            film.seek(index)
            lasted += film.info["duration"] / 1000
        colours = {colour for _, colour in film.convert("RGB").getcolors() or ()}
    assert count > 10
    assert lasted == pytest.approx(ended - began, abs=0.02)
    assert (255, 181, 64) in colours


@pytest.mark.parametrize("ratio", [1, 1.25, 2.625])
def test_every_pixel_of_the_glass_is_one_rectangle_of_one_colour(opened: Open, stage: Stage, ratio: float) -> None:
    page = opened(device_scale_factor=ratio, viewport={"width": 700, "height": 900})
    shows(page, stage.picture())
    colours = page.evaluate("""() => {
      const { width, height } = document.getElementById("glass");
      const { data } = document.getElementById("glass").getContext("2d").getImageData(0, 0, width, height);
      return [...new Set(new Uint32Array(data.buffer))].length;
    }""")
    assert colours == 2
    place = page.locator("#glass").bounding_box()
    assert place is not None
    left = place["x"] * ratio
    assert left == pytest.approx(round(left), abs=0.05)


def test_tint_and_grid_are_kept_and_windows_lie_over_the_glass(opened: Open, stage: Stage) -> None:
    page = opened()
    page.click("#open")
    page.click("#tints [data-value=green]")
    page.check("#grid")
    page.check("#show-windows")
    Mouse(page, stage).tap("roll")
    Mouse(page, stage).tap("3")
    coloured = page.evaluate("""() => {
      const canvas = document.getElementById("windows");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((part) => part > 0);
    }""")
    assert coloured
    expect(page.locator("#wire")).to_contain_text("400 kHz")
    page.reload()
    expect(page.locator("#tints [data-value=green]")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#grid")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-panel", "open")


@pytest.mark.parametrize(
    ("language", "told"), [("en", "played matches"), ("es", "partidas jugadas"), ("pt", "jogadas")]
)
def test_the_page_says_in_each_language_what_a_script_contains(opened: Open, language: str, told: str) -> None:
    page = opened()
    page.click("#open")
    page.evaluate("async (language) => (await import('/static/words.js')).speak(language)", language)
    expect(page.locator("#script")).to_have_accessible_description(re.compile(told))
    for element in page.locator("[data-say]").all():
        assert element.text_content() not in ("", "undefined")


def test_the_page_comes_back_after_a_restart(looked: Callable[..., Page], sim: Sim) -> None:
    sim.start()
    page = looked(sim.address)
    page.dispatch_event('[data-button="roll"]', "click")
    on(page, "dice")
    sim.end()
    expect(page.locator("#lost")).to_be_visible()
    sim.options = ()
    sim.start()
    expect(page.locator("#lost")).to_be_hidden()
    on(page, "dice")
    spoken(page, "Rolls left: 2")
    page.keyboard.down(" ")
    on(page, "lines")
    page.keyboard.up(" ")
