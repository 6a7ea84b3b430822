"""What the page takes, measured in the page: frames a second of tumbling dice, and from a press to its picture.

`make bench-page` runs it: `servida sim` in a process of its own and Chromium, headless, which presses and looks by the
counters of ``window.servida``. The tumble is timed twice: as fast as it is, of which the device makes 30 pictures a
second and no face can show more, and in time that goes four times as fast, where the screen's rate is the bound. A
press is timed from the moment that the browser gives it: to the picture's drawing, and to the frame after that, in
which it must be on the screen. Other programs on the computer make the figures worse.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from servida_host.bench.table import machine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Page

ROLLS = 9
PRESSES = 100

PAUSE = 0.25
"""Seconds between two presses: longer than the keypad listens to a contact."""

LONG = 0.9
"""Seconds of a long press."""

GAP = 0.25
"""Seconds without a picture that end a tumble, in real time."""

WATCH = """() => {
  const { glass, link } = window.servida;
  const seen = { pressed: [], drawn: [], link };
  window.seen = seen;
  document.addEventListener("keydown", (event) => event.repeat || seen.pressed.push(event.timeStamp), true);
  let drawn = glass.drawn;
  const look = () => {
    if (glass.drawn !== drawn) {
      drawn = glass.drawn;
      seen.drawn.push([glass.at, performance.now()]);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Notes each press, each drawing and the frame after it, in milliseconds of the page's clock."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page did, in seconds: moments of presses, of drawings, and of the frames after these."""

    pressed: tuple[float, ...]
    drawn: tuple[float, ...]
    after: tuple[float, ...]
    sent: int


@dataclass(frozen=True, slots=True)
class Row:
    """A figure with its samples, the worst last, and what was wanted of the median."""

    what: str
    samples: tuple[float, ...]
    unit: str
    wanted: str
    met: bool

    def __str__(self) -> str:
        """Tell it in a line."""
        found = f"median {median(self.samples):5.1f}, worst {self.samples[-1]:5.1f} {self.unit}"
        return f"{self.what:42} {found}  ({self.wanted}: {'met' if self.met else 'NOT MET'})"


def rate(drawn: Sequence[float]) -> float:
    """Return how many pictures a second were drawn; of moments that are far apart, only the first ones count.

    Raises ValueError for fewer than two pictures.
    """
    last = next((i for i, (one, next_) in enumerate(pairwise(drawn)) if next_ - one > GAP), len(drawn) - 1)
    if last < 1:
        raise ValueError(f"{len(drawn)} pictures are no tumble; at least 2 at most {GAP} s apart are needed")
    return last / (drawn[last] - drawn[0])


def delays(pressed: Sequence[float], shown: Sequence[float]) -> list[float]:
    """Return the seconds from each press to what was shown first after it."""
    return [next(moment for moment in shown if moment >= press) - press for press in pressed]


def rows(tumbles: Sequence[Seen], fast: Sequence[Seen], presses: Seen) -> list[Row]:
    """Return the figures."""
    slow_rates = sorted((rate(each.drawn) for each in tumbles), reverse=True)
    fast_rates = sorted((rate(each.drawn) for each in fast), reverse=True)
    shares = sorted((100 * len(each.drawn) / each.sent for each in tumbles), reverse=True)
    drawn, shown = (
        sorted(1000 * delay for delay in delays(presses.pressed, moments)) for moments in (presses.drawn, presses.after)
    )
    return [
        # The device makes 30 a second, give or take the screen's frame in which the first and the last one fall.
        Row("frames of a tumble", tuple(slow_rates), "a second", "≥ 29.5", median(slow_rates) >= 29.5),
        Row("pictures of a tumble that were drawn", tuple(shares), "%", "all", median(shares) >= 100),
        Row("frames of a tumble, four times as fast", tuple(fast_rates), "a second", "≥ 30", median(fast_rates) >= 30),
        Row("press to drawn picture", tuple(drawn), "ms", "≤ 50", median(drawn) <= 50),
        Row("press to the screen's frame after it", tuple(shown), "ms", "≤ 50", median(shown) <= 50),
    ]


def main() -> int:
    """Measure and print; 0, met or not."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only tests and this want it

    chromium = shutil.which("chromium")
    if chromium is None:
        sys.stderr.write("servida: chromium is missing; Debian's package is chromium\n")
        return 2
    with _served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        page.wait_for_selector('html[data-connection="open"]:not([data-screen=""])')
        page.evaluate(WATCH)
        tumbles = _roll(page, ROLLS)
        presses = _press(page)
        _write(page)
        page.click("#open")
        page.click('#speeds [data-value="4"]')
        page.click("#open")
        fast = _roll(page, ROLLS)
        version = browser.version
        browser.close()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    lines = [*map(str, rows(tumbles, fast, presses)), f"on {machine()}, Chromium {version}, load {load}"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


@contextmanager
def _served() -> Iterator[str]:
    """Start `servida sim` and give its address."""
    with tempfile.TemporaryDirectory(prefix="servida-") as folder:
        options = ("--no-browser", "--players", "Ana,Beto", "--lang", "en", "--seed", "7", "--state", folder)
        with subprocess.Popen(  # noqa: S603  this interpreter, our own program
            (sys.executable, "-m", "servida", "sim", *options), stdout=subprocess.PIPE, text=True
        ) as sim:
            assert sim.stdout is not None, "it was asked for"
            found = re.search(r"http://\S+", sim.stdout.readline())
            assert found is not None, "it says its address first"
            try:
                yield found.group()
            finally:
                sim.terminate()


def _look(page: Page) -> Seen:
    """Return what was seen since the last look."""
    seen = page.evaluate("() => ({ ...window.seen, sent: window.seen.link.pictures })")
    page.evaluate("() => { Object.assign(window.seen, { pressed: [], drawn: [] }); window.seen.link.pictures = 0; }")
    pressed, drawn = seen["pressed"], seen["drawn"]
    return Seen(
        tuple(each / 1000 for each in pressed),
        tuple(at / 1000 for at, _ in drawn),
        tuple(after / 1000 for _, after in drawn),
        seen["sent"],
    )


def _stroke(page: Page, key: str, seconds: float = 0.06) -> None:
    page.keyboard.down(key)
    page.wait_for_timeout(1000 * seconds)
    page.keyboard.up(key)
    page.wait_for_timeout(1000 * PAUSE)


def _roll(page: Page, count: int) -> list[Seen]:
    """Roll so often, all dice, and return each tumble."""
    found = []
    for number in range(count):
        if number:
            _write(page)
        _look(page)
        _stroke(page, " ")
        page.wait_for_timeout(1500)
        found.append(_look(page))
    return found


def _write(page: Page) -> None:
    """Write the dice that lie there on some line."""
    _stroke(page, " ", LONG)
    for key in "12345":
        if page.get_attribute("html", "data-screen") != "lines":
            return
        # ROLL twice: a scratch asks once more.
        for stroke in (key, " ", " "):
            if page.get_attribute("html", "data-screen") == "lines":
                _stroke(page, stroke)


def _press(page: Page) -> Seen:
    """Press hold buttons, which act when they go down."""
    _look(page)
    for number in range(PRESSES):
        _stroke(page, "12345"[number % 5])
    return _look(page)


if __name__ == "__main__":
    sys.exit(main())
