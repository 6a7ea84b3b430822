"""Debian's Chromium, headless, driven by Playwright."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

MISSING = "chromium is not installed (Debian: apt-get install chromium)"


def installed() -> str | None:
    """Return where Chromium is, ``None`` where it isn't."""
    return shutil.which("chromium")


def open_page(context: BrowserContext, address: str) -> Page:
    """Open a page of a session, and wait until it knows how the device stands."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector('html[data-connection="open"]:not([data-screen=""])')
    return page


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """Run the Chromium at this path until the end of the block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()
