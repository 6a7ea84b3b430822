"""A served device in a process of its own and a real browser, headless, that looks at it."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from page_sim import Sim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[Sim]:
    sim = Sim(tmp_path / "state")
    sim.start()
    yield sim
    sim.end()


@pytest.fixture(scope="module")  # its event loop must be gone before other modules start theirs
def browser() -> Iterator[Browser]:
    found = shutil.which("chromium")
    if found is None:
        assert not os.environ.get("CI"), "chromium is missing: apt-get install chromium"
        pytest.skip("chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Browser, sim: Sim) -> Iterator[Callable[..., Page]]:
    contexts: list[BrowserContext] = []

    def opened(**how: object) -> Page:
        context = browser.new_context(**how)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(sim.address)
        page.wait_for_selector('html[data-connection="open"]:not([data-screen=""])')
        return page

    yield opened
    for context in contexts:
        context.close()
