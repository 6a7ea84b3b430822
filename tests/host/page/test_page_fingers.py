"""Fingers in a real browser: how long they stay is how long a button is down, by mouse, keys and touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from page_hands import LONG, Keys, Mouse, OnPage, Touch, on, shows

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from page_stage import Stage

    Open = Callable[..., Page]

PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}

HANDS = [(Mouse, {}), (Keys, {}), (Touch, PHONE)]


def down(page: Page, *buttons: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-down", " ".join(buttons))


@pytest.mark.parametrize(("kind", "how"), HANDS)
def test_each_button_is_down_as_long_as_its_finger_is(
    opened: Open, stage: Stage, kind: type[OnPage], how: dict[str, object]
) -> None:
    page = opened(**how)
    hands = kind(page, stage)
    hands.tap("roll")
    on(page, "dice")
    for button in "12345":
        hands.down(button)
        down(page, button)
        expect(page.locator(f'[data-button="{button}"]')).to_have_class("key hold down")
        hands.up(button)
        down(page)
        stage.rest()
    expect(page.locator("#spoken")).to_contain_text("Held: 1 2 3 4 5")
    hands.down("roll")
    down(page, "roll")
    stage.let_pass(LONG / 2)
    assert hands.screen == "dice"
    stage.let_pass(LONG / 2)
    on(page, "lines")
    hands.up("roll")
    down(page)
    shows(page, stage.picture())


def test_two_fingers_on_the_glass_open_the_menu(opened: Open, stage: Stage) -> None:
    page = opened(**PHONE)
    hands = Touch(page, stage)
    hands.down("1", "5")
    down(page, "1", "5")
    stage.let_pass(1.1)
    hands.up()
    down(page)
    on(page, "menu")


def test_two_keys_open_the_menu(opened: Open, stage: Stage) -> None:
    page = opened()
    page.keyboard.down("1")
    page.keyboard.down("5")
    down(page, "1", "5")
    stage.let_pass(1.1)
    on(page, "menu")
    page.keyboard.up("1")
    down(page, "5")
    page.keyboard.up("5")
    down(page)


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_focused_button_is_held_as_long_as_space_or_enter_is(opened: Open, stage: Stage, key: str) -> None:
    page = opened()
    page.focus('[data-button="4"]')
    page.keyboard.down(key)
    page.keyboard.down(key)  # as the keyboard repeats it
    stage.heard("press 4")
    down(page, "4")
    page.keyboard.up(key)
    stage.heard("release 4")
    down(page)


def test_the_device_can_be_played_by_a_screen_readers_click(opened: Open, stage: Stage) -> None:
    page = opened()
    page.dispatch_event('[data-button="roll"]', "click")
    stage.heard("press roll", "release roll")
    stage.rest()
    on(page, "dice")


def test_keys_with_a_modifier_are_the_browsers(opened: Open, stage: Stage) -> None:
    page = opened()
    page.keyboard.press("Control+2")
    page.keyboard.press("3")
    stage.heard("press 3")
    page.click("#open")
    expect(page.locator("#log")).to_contain_text("press 3")
    expect(page.locator("#log")).not_to_contain_text("press 2")


def test_space_rolls_after_a_click_on_a_control_and_works_the_one_that_tab_has_come_to(
    opened: Open, stage: Stage
) -> None:
    page = opened()
    page.click("#open")
    page.click("#unplug")
    page.keyboard.press(" ")
    stage.heard("unplug oled", "press roll", "release roll")
    expect(page.locator("#unplug")).to_be_checked()
    page.click("#unplug")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press(" ")
    stage.heard("plug oled", "unplug oled")


def test_a_finger_is_lifted_when_the_window_loses_the_focus(opened: Open, stage: Stage) -> None:
    page = opened()
    page.keyboard.down("2")
    stage.heard("press 2")
    page.evaluate("() => window.dispatchEvent(new Event('blur'))")
    stage.heard("release 2")
    down(page)


def test_the_page_fits_a_phone(opened: Open, stage: Stage) -> None:
    page = opened(**PHONE)
    page.tap('[data-button="roll"]')
    stage.heard("press roll", "release roll")
    for wanted in ("closed", "open"):
        expect(page.locator("html")).to_have_attribute("data-panel", wanted)
        assert page.evaluate("() => document.documentElement.scrollWidth") == 360
        page.click("#open")
