"""A served device in a process of its own and a real browser, headless, that looks at it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

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


@dataclass
class Sim:
    """`servida sim`, which a test may start and end; its port and folder stay the same."""

    folder: Path
    process: subprocess.Popen[str] | None = None
    address: str = ""
    port: int = 0
    options: tuple[str, ...] = field(default=("--players", "Ana,Beto", "--lang", "en", "--seed", "7"))

    def start(self) -> None:
        port = ("--port", str(self.port)) if self.port else ()
        command = (sys.executable, "-m", "servida", "sim", "--no-browser", "--speed", "16", "--state", str(self.folder))
        self.process = subprocess.Popen([*command, *port, *self.options], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\S+", self.process.stdout.readline())
        assert found is not None
        self.address, self.port = found.group(), int(found[1])

    def end(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.communicate(timeout=20)
            self.process = None


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[Sim]:
    sim = Sim(tmp_path / "state")
    sim.start()
    yield sim
    sim.end()


@pytest.fixture(scope="session")
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
