"""The page in a real browser: clicks, keys and real holds, faults, two pages, touch, a restart, axe-core."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from page_sim import Sim

    Open = Callable[..., Page]


def on(page: Page, screen: str) -> None:
    page.wait_for_selector(f'html[data-screen="{screen}"]', state="attached")


def settled(page: Page, text: str) -> None:
    expect(page.locator("#spoken")).to_contain_text(text)


def test_a_press_is_seen_and_spoken(opened: Open) -> None:
    page = opened()
    page.click('[data-button="roll"]')
    on(page, "dice")
    settled(page, "Rolls left: 2")
    page.keyboard.down("3")
    page.wait_for_selector('html[data-down="3"]', state="attached")
    page.keyboard.up("3")
    page.wait_for_selector('html[data-down=""]', state="attached")
    settled(page, "Held: 3")


def test_a_long_press_of_space_is_a_real_hold(opened: Open) -> None:
    page = opened()
    page.keyboard.down(" ")
    on(page, "scoreboard")
    page.keyboard.up(" ")


def test_the_clock_runs_while_nothing_happens_and_stands_when_told_to(opened: Open) -> None:
    page = opened()
    page.click("#open")
    page.click("#pause")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    stood = page.inner_text("#clock")
    page.click("#pause")
    expect(page.locator("#clock")).not_to_have_text(stood)
    page.click('#speeds [data-value="16"]')
    expect(page.locator("#clock")).to_have_text(re.compile(r"\d\d\.\d s"))


def test_two_pages_see_the_same(opened: Open) -> None:
    first, second = opened(), opened()
    first.click('[data-button="roll"]')
    on(second, "dice")
    settled(second, "Rolls left: 2")
    settled(first, "Rolls left: 2")
    assert first.inner_text("#spoken") == second.inner_text("#spoken")


def test_touch_at_a_phones_width(opened: Open) -> None:
    page = opened(viewport={"width": 360, "height": 740}, device_scale_factor=3, has_touch=True, is_mobile=True)
    page.tap('[data-button="roll"]')
    on(page, "dice")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360


def test_the_page_comes_back_after_a_restart(opened: Open, sim: Sim) -> None:
    page = opened()
    page.click('[data-button="roll"]')
    settled(page, "Rolls left: 2")
    sim.end()
    expect(page.locator("#lost")).to_be_visible()
    sim.options = ()
    sim.start()
    page.wait_for_selector('html[data-connection="open"]', state="attached")
    on(page, "dice")


@pytest.mark.parametrize(("box", "text"), [("cut", "no power"), ("stall", "RNG!")])
def test_a_fault_is_seen_and_mended(opened: Open, box: str, text: str) -> None:
    page = opened()
    page.click("#open")
    page.check(f"#{box}")
    if box == "stall":
        page.click('[data-button="roll"]')
    settled(page, text)
    page.uncheck(f"#{box}")
    expect(page.locator(f"#{box}")).not_to_be_checked()


def test_a_stuck_button_and_an_unplugged_display_are_told(opened: Open) -> None:
    page = opened()
    page.click("#open")
    page.click('[data-stick="3"]')
    expect(page.locator('[data-stick="3"]')).to_have_attribute("aria-pressed", "true")
    page.check("#unplug")
    expect(page.locator("#log")).to_contain_text("unplug oled")


def test_a_gif_is_saved(opened: Open, tmp_path: Path) -> None:
    page = opened()
    page.click("#open")
    page.click("#gif")
    expect(page.locator("#gif")).to_have_text("Save GIF")
    page.click('[data-button="roll"]')
    settled(page, "Rolls left: 2")
    with page.expect_download() as saved:
        page.click("#gif")
    saved.value.save_as(tmp_path / "film.gif")
    assert (tmp_path / "film.gif").read_bytes().startswith(b"GIF89a")


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("panel", ["closed", "open"])
def test_axe_finds_nothing(opened: Open, light: str, panel: str) -> None:
    page = opened(color_scheme=light)
    if panel == "open":
        page.click("#open")
        page.click('[data-button="roll"]')
        settled(page, "Rolls left: 2")
        expect(page.locator("#log li")).not_to_have_count(0)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
