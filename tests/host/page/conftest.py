"""A real browser, headless, and what it looks at: a staged device, or `servida sim` in a process of its own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from page_browser import MISSING, chromium, installed, open_page
from page_sim import Sim
from page_stage import staged
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

    from page_stage import Stage

PATIENCE = 30_000
"""Milliseconds after which a test gives up; none that passes waits so long."""


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[Sim]:
    sim = Sim(tmp_path / "state")
    yield sim
    sim.end()


@pytest.fixture
def stage() -> Iterator[Stage]:
    with staged(lambda: ConsoleRig(players=("Ana", "Beto"), language="en", seed=7)) as stage:
        yield stage


@pytest.fixture(scope="module")  # its event loop must be gone before other modules start theirs
def browser() -> Iterator[Browser]:
    found = installed()
    if found is None:
        assert not os.environ.get("CI"), MISSING
        pytest.skip(MISSING)
    expect.set_options(timeout=PATIENCE)
    with chromium(found) as browser:
        yield browser


@pytest.fixture
def looked(browser: Browser) -> Iterator[Callable[..., Page]]:
    contexts: list[BrowserContext] = []

    def looked(address: str, **how: object) -> Page:
        context = browser.new_context(**how)  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        return open_page(context, address)

    yield looked
    for context in contexts:
        context.close()


@pytest.fixture
def opened(stage: Stage, looked: Callable[..., Page]) -> Callable[..., Page]:
    """Open a page on the staged device."""
    return lambda **how: looked(stage.address, **how)
