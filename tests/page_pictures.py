"""The README's pictures of the page: `make pictures` takes them with Chromium from the match in ``host/page.txt``.

Time stands still while they are taken, so that they show the same each time.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from page_browser import MISSING, chromium, installed, open_page
from page_hands import Keys, Mouse, shows
from page_stage import staged
from servida_host.console_rig import ConsoleRig
from servida_host.play import play
from servida_host.script import parse

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from page_stage import Stage

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "host" / "page.txt"

STILL = "performance.now = () => 0;"
"""Lets the page's clock say what the server told last."""


def played() -> ConsoleRig:
    """Return the rig at the end of the script."""
    rig = ConsoleRig(players=("Ana", "Beto"), language="en", seed=7)
    failure = play(rig, parse(SCRIPT.read_text("utf-8"), str(SCRIPT)), lambda _name, _image: None)
    assert failure is None, failure
    return rig


def take(browser: Browser, stage: Stage, folder: Path) -> None:
    """Play on, and take the pictures."""
    phone = _opened(browser, stage, 360, 600, device_scale_factor=2, has_touch=True, is_mobile=True)
    Keys(phone, stage).tap("roll")
    Keys(phone, stage).tap("1")
    Keys(phone, stage).tap("2")
    desk = _opened(browser, stage, 1280, 940, color_scheme="light")
    desk.click("#open")
    desk.check("#show-windows")
    Mouse(desk, stage).tap("3")
    desk.mouse.move(2, 2)
    for number, face in enumerate("44413"):
        desk.locator("#pickers .die").nth(number).press(face)
    desk.evaluate("() => document.activeElement.blur()")
    _save(desk, stage, folder / "page-1280.png")
    _save(phone, stage, folder / "page-360.png")
    tablet = _opened(browser, stage, 768, 860, color_scheme="dark")
    Keys(tablet, stage).hold("roll")
    Keys(tablet, stage).tap("4")
    _save(tablet, stage, folder / "page-768.png")


def _opened(browser: Browser, stage: Stage, width: int, height: int, **how: object) -> Page:
    context = browser.new_context(viewport={"width": width, "height": height}, **how)  # type: ignore[arg-type]
    context.add_init_script(STILL)
    return open_page(context, stage.address)


def _save(page: Page, stage: Stage, path: Path) -> None:
    shows(page, stage.picture())
    with Image.open(BytesIO(page.screenshot(animations="disabled"))) as picture:
        picture.convert("RGB").save(path, optimize=True)


def main(folder: Path) -> int:
    """Take the pictures into a folder."""
    path = installed()
    if path is None:
        sys.stderr.write(f"servida: the page's pictures stay as they are: {MISSING}\n")
        return 0
    with chromium(path) as browser, staged(played) as stage:
        take(browser, stage, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
