"""Faults of each kind, struck and mended from the workshop: what the page shows of them, and that they replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from page_hands import Keys, shows
from servida_host.console_rig import ConsoleRig
from servida_host.play import play
from servida_host.record import beginning
from servida_host.script import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from page_stage import Stage

BLACK = bytes(1024)


@pytest.fixture
def page(opened: Callable[..., Page], stage: Stage) -> Iterator[Page]:
    """A page with dice on the table and its workshop open; what was done there replays."""
    page = opened()
    page.click("#open")
    Keys(page, stage).tap("roll")
    yield page
    with page.expect_download() as saved:
        page.click("#script")
    steps = parse(saved.value.path().read_text("utf-8"))
    with ConsoleRig(again=beginning(steps)) as again:
        assert play(again, steps, lambda _name, _image: None) is None
        assert list(again.bus.log) == stage.ask(lambda rig: list(rig.bus.log))
        shows(page, again.frame().tobytes())


def test_an_unplugged_display_is_black_until_it_is_plugged_in(page: Page, stage: Stage) -> None:
    before = stage.picture()
    shows(page, before)
    page.check("#unplug")
    shows(page, BLACK)
    page.uncheck("#unplug")
    stage.heard("unplug oled", "plug oled")
    stage.let_pass(40.0)
    shows(page, before)


def test_a_stuck_button_is_down_until_it_is_freed(page: Page, stage: Stage) -> None:
    key, stick = page.locator('[data-button="3"]'), page.locator('[data-stick="3"]')
    stick.click()
    expect(key).to_have_class("key hold down")
    expect(stick).to_have_attribute("aria-pressed", "true")
    stage.let_pass(12.0)
    expect(page.locator("#spoken")).to_contain_text("Held: 3")
    Keys(page, stage).tap("3")
    expect(page.locator("#spoken")).to_contain_text("Held: 3")
    stick.click()
    stage.heard("unstick 3")
    expect(key).to_have_class("key hold")
    stage.let_pass(1.0)
    Keys(page, stage).tap("3")
    expect(page.locator("#spoken")).not_to_contain_text("Held: 3")


def test_a_contact_that_bounces_is_one_press(page: Page, stage: Stage) -> None:
    page.locator("#bounce").fill("20")
    expect(page.locator("#bounced")).to_have_text("20 ms")
    expect(page.locator("#log")).to_contain_text("bounce 20")
    hands = Keys(page, stage)
    for button in "12345":
        hands.tap(button)
    expect(page.locator("#spoken")).to_contain_text("Held: 1 2 3 4 5")


def test_a_stalled_generator_is_told_and_its_dice_come_from_another(page: Page, stage: Stage) -> None:
    page.check("#stall")
    expect(page.locator("#log")).to_contain_text("stall rng")
    Keys(page, stage).tap("roll")
    expect(page.locator("#spoken")).to_contain_text("RNG!")
    expect(page.locator("#spoken")).to_contain_text("Rolls left: 1")
    page.uncheck("#stall")
    expect(page.locator("#log")).to_contain_text("free rng")


def test_a_power_cut_in_the_midst_of_a_roll_loses_no_die(page: Page, stage: Stage) -> None:
    page.keyboard.press(" ")
    stage.heard("press roll", "release roll")
    stage.let_pass(0.3)
    page.check("#cut")
    stage.heard("cut power")
    shows(page, BLACK)
    expect(page.locator("#spoken")).to_have_text("The console has no power.")
    stage.let_pass(3.0)
    page.uncheck("#cut")
    stage.heard("restore power")
    stage.rest()
    expect(page.locator("#spoken")).to_contain_text("Rolls left: 1")


def test_scripted_dice_fall_next(page: Page, stage: Stage) -> None:
    for die in page.locator("#pickers .die").all():
        die.press("4")
    page.click("#queue")
    expect(page.locator("#queued")).to_have_text("5 waiting")
    Keys(page, stage).tap("roll")
    expect(page.locator("#spoken")).to_contain_text("Dice: 4 4 4 4 4")
