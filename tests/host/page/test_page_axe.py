"""What axe-core finds in the page: nothing, by day and night, on desk and phone, with and without a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from page_stage import Stage

WIDTHS = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing(opened: Callable[..., Page], stage: Stage, light: str, width: str) -> None:
    page = opened(color_scheme=light, viewport=WIDTHS[width])
    assert_accessible(page)
    page.click("#open")
    page.click('[data-button="roll"]')
    stage.heard("press roll", "release roll")
    stage.rest()
    expect(page.locator("#spoken")).to_contain_text("Rolls left: 2")
    expect(page.locator("#log li")).not_to_have_count(0)
    assert_accessible(page)
    stage.end()
    expect(page.locator("#lost")).to_be_visible()
    assert_accessible(page)


def assert_accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
