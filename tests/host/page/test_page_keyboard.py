"""The page without a mouse: Tab comes to everything, what has the focus can be seen, and keys work it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from page_stage import Stage

FOCUSED = """() => {
  const focused = document.activeElement;
  const ring = focused.querySelector(".ring");
  const seen = ring ? getComputedStyle(ring).stroke !== "none" : getComputedStyle(focused).outlineStyle !== "none";
  return [focused.id || focused.dataset.button || focused.dataset.stick || focused.dataset.value || "die", seen];
}"""
"""Gives a name of what has the focus, and whether that is seen."""

STOPS = [
    "open",
    *("1", "2", "3", "4", "5", "roll"),
    *("pause", "1"),
    *("white", "grid", "png", "gif", "script"),
    *(5 * ["die"]),
    "queue",
    *("unplug", "stall", "cut"),
    *("1", "2", "3", "4", "5", "roll"),
    *("bounce", "show-windows", "log", "match"),
]


def test_tab_comes_to_everything_and_shows_where_it_is(opened: Callable[..., Page]) -> None:
    page = opened()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#panel")).to_be_visible()
    found = [page.evaluate(FOCUSED)]
    while len(found) < len(STOPS):
        page.keyboard.press("Tab")
        found.append(page.evaluate(FOCUSED))
    assert found == [[name, True] for name in STOPS]


def test_keys_work_what_tab_has_come_to(opened: Callable[..., Page], stage: Stage) -> None:
    page = opened()
    page.focus("#open")
    page.keyboard.press("Enter")
    page.focus("#pause")
    page.keyboard.press(" ")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "false")
    page.focus('#speeds [data-value="1"]')
    page.keyboard.press("ArrowRight")
    expect(page.locator('#speeds [data-value="4"]')).to_have_attribute("aria-checked", "true")
    page.focus("#tints [data-value=white]")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tints [data-value=green]")).to_be_focused()
    expect(page.locator("#tints [data-value=green]")).to_have_attribute("aria-checked", "true")
    page.focus('[data-stick="2"]')
    page.keyboard.press(" ")
    page.focus("#bounce")
    page.keyboard.press("ArrowRight")
    stage.heard("stick 2", "bounce 1")
    page.focus("#log")
    page.keyboard.press("3")
    stage.heard("press 3", "release 3")
