"""The keys of the terminal face, on a page: one stroke for the menu and for a long press, others for ROLL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from page_hands import LONG, on
from servida_host.faces.keys import CHORD, DEEDS, TAP, Stroke

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from page_stage import Stage

    Open = Callable[..., Page]

PRESSES = {"space": " ", "enter": "Enter", "shift+space": "Shift+ "}
"""What Playwright calls a key, by its name in the terminal face."""

WIDE = {"viewport": {"width": 1280, "height": 800}}
NARROW = {"viewport": {"width": 360, "height": 740}}
PHONE = {**NARROW, "has_touch": True, "is_mobile": True}

INSIDE = """() => document.documentElement.scrollWidth <= innerWidth
  && [...document.querySelectorAll("#hint *")].every((part) => {
    const { left, right } = part.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
  })"""
"""Tells whether nothing of the hint is beyond the window's sides."""

HINTS = {
    "es": ("1–5 guardar espacio tirar ", "1+5 apretados un segundo", " o m", ": menú"),
    "en": ("1–5 hold space roll ", "1+5 held for a second", " or m", ": menu"),
    "pt": ("1–5 guardar espaço lançar ", "1+5 apertados um segundo", " ou m", ": menu"),
}
"""The hint by languages; the first and the third part are for those who have keys."""


def down(page: Page, *buttons: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-down", " ".join(buttons))


def test_every_key_of_the_terminal_does_the_same_on_a_page(opened: Open, stage: Stage) -> None:
    page = opened()
    strokes = {key: deed for key, deed in DEEDS.items() if isinstance(deed, Stroke)}
    assert len(strokes) > 10
    for key, stroke in strokes.items():
        page.keyboard.press(PRESSES.get(key, key))
        names = [button.value for button in stroke.buttons]
        if stroke.seconds == TAP:
            stage.heard(f"press {names[0]}", f"release {names[0]}")
        else:
            stage.heard(f"hold {'+'.join(names)} {stroke.seconds:g}")
            down(page, *names)
            stage.let_pass(stroke.seconds + 0.01)
        down(page)


def test_one_stroke_opens_the_menu(opened: Open, stage: Stage) -> None:
    page = opened()
    page.keyboard.down("m")
    page.keyboard.down("m")  # as the keyboard repeats it
    page.keyboard.up("m")
    down(page, "1", "5")
    stage.let_pass(CHORD + 0.01)
    on(page, "menu")
    down(page)
    assert stage.journal().count("hold 1+5 1.1") == 1


@pytest.mark.parametrize("key", ["Enter", "r"])
def test_a_key_of_roll_is_held_as_long_as_a_finger_is(opened: Open, stage: Stage, key: str) -> None:
    page = opened()
    page.keyboard.press(" ")
    stage.heard("press roll", "release roll")
    stage.rest()
    page.keyboard.down(key)
    page.keyboard.down(key)  # as the keyboard repeats it
    stage.heard("press roll")
    stage.let_pass(LONG)
    down(page, "roll")
    on(page, "lines")
    page.keyboard.up(key)
    stage.heard("release roll")
    down(page)
    assert stage.journal().count("press roll") == 2


def test_a_stroke_of_a_capital_r_is_a_long_press(opened: Open, stage: Stage) -> None:
    page = opened()
    page.keyboard.press(" ")
    stage.heard("release roll")
    stage.rest()
    on(page, "dice")
    page.keyboard.press("R")
    stage.heard("hold roll 0.9")
    stage.let_pass(LONG)
    on(page, "lines")


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_a_stroke_with_a_modifier_is_the_browsers(opened: Open, stage: Stage, modifier: str) -> None:
    page = opened()
    page.keyboard.press(f"{modifier}+m")
    page.keyboard.press("3")
    stage.heard("press 3", "release 3")
    assert not [text for text in stage.journal() if text.startswith("hold")]


def test_a_stroke_in_a_field_is_the_fields(opened: Open, stage: Stage) -> None:
    page = opened()
    page.evaluate("() => document.body.append(document.createElement('textarea'))")
    page.focus("textarea")
    page.keyboard.type("mRr\n1")
    expect(page.locator("textarea")).to_have_value("mRr\n1")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("3")
    stage.heard("press 3", "release 3")
    assert not [text for text in stage.journal() if text.startswith(("hold", "press 1", "press roll"))]


def test_enter_rolls_after_a_click_on_a_control_and_works_the_one_that_tab_has_come_to(
    opened: Open, stage: Stage
) -> None:
    page = opened()
    page.click("#open")
    page.keyboard.press("Enter")
    stage.heard("press roll", "release roll")
    expect(page.locator("#panel")).to_be_visible()
    page.keyboard.press("Shift+Tab")  # no pointer's focus any more
    page.focus("#open")
    page.keyboard.press("Enter")
    expect(page.locator("#panel")).to_be_hidden()
    page.keyboard.press("3")
    stage.heard("press 3")
    assert stage.journal().count("press roll") == 1


def test_a_stroke_waits_while_the_time_stands_still(opened: Open, stage: Stage) -> None:
    page = opened()
    page.click("#open")
    page.click("#pause")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    down(page, "1", "5")
    stage.let_pass(2 * CHORD)
    down(page, "1", "5")
    page.click("#pause")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "false")
    stage.let_pass(CHORD + 0.01)
    on(page, "menu")
    down(page)


@pytest.mark.parametrize("how", [WIDE, NARROW, PHONE], ids=["wide", "narrow", "phone"])
def test_the_hint_says_how_the_menu_opens_and_fits(opened: Open, how: dict[str, object]) -> None:
    page = opened(**how)
    for language, parts in HINTS.items():
        page.evaluate("async (language) => (await import('/static/words.js')).speak(language)", language)
        wanted = "".join(parts[1::2] if how is PHONE else parts)
        assert " ".join(page.locator("#hint").inner_text().split()) == wanted
        assert page.evaluate(INSIDE)
