"""Hands that play: on the buttons of a page in a browser, by mouse or by keys, or on a rig without a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from playwright.sync_api import expect

if TYPE_CHECKING:
    from random import Random

    from playwright.sync_api import Page

    from page_stage import Stage
    from servida_host.console_rig import ConsoleRig

LONG = 0.9
"""Seconds of a long press."""

GLASS = """async () => {
  await new Promise(requestAnimationFrame);
  const canvas = document.getElementById("glass");
  const context = canvas.getContext("2d");
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const bytes = new Array(1024).fill(0);
  for (let row = 0; row < 64; row += 1) {
    for (let column = 0; column < 128; column += 1) {
      const x = Math.floor(((column + 0.4) * canvas.width) / 128);
      const y = Math.floor(((row + 0.4) * canvas.height) / 64);
      bytes[row * 16 + (column >> 3)] |= (data[4 * (y * canvas.width + x)] > 40) << (7 - (column & 7));
    }
  }
  return bytes;
}"""
"""Reads which of the panel's pixels shine in the canvas, after whatever waits to be drawn."""

LOOKS = 600
"""So often a picture is looked at, once in each of the browser's frames, before it is the wrong one."""


def glass(page: Page) -> bytes:
    """Return what the page shows of the panel, as ``Image.tobytes`` of mode "1"."""
    return bytes(page.evaluate(GLASS))


def shows(page: Page, picture: bytes) -> None:
    """Wait until the page shows this picture."""
    seen = b""
    for _ in range(LOOKS):
        seen = glass(page)
        if seen == picture:
            return
    assert seen == picture


def on(page: Page, screen: str) -> None:
    """Wait until this screen is in front."""
    expect(page.locator("html")).to_have_attribute("data-screen", screen)


def middle(page: Page, button: str) -> tuple[float, float]:
    """Return where a button is drawn, in CSS pixels of the window."""
    box = page.locator(f'[data-button="{button}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def open_columns(rig: ConsoleRig) -> str:
    """Return the buttons above which there is a line that is open."""
    assert rig.match is not None
    sheet, lines = rig.match.sheets[rig.match.mover], tuple(rig.match.rules.lines)
    return "".join(sorted({"12345"[i % 5] for i, line in enumerate(lines) if sheet[line] is None}))


class Hands(Protocol):
    """What plays."""

    @property
    def screen(self) -> str:
        """The screen in front."""
        ...

    @property
    def columns(self) -> str:
        """The buttons that have a line to be filled by whose turn it is."""
        ...

    def tap(self, button: str) -> None:
        """Press and release, and wait until all is at rest."""
        ...

    def hold(self, button: str) -> None:
        """Press long."""
        ...


@dataclass
class OnRig:
    """Hands on a rig that nobody sees."""

    rig: ConsoleRig

    @property
    def screen(self) -> str:
        return self.rig.screen

    @property
    def columns(self) -> str:
        return open_columns(self.rig)

    def tap(self, button: str) -> None:
        self.rig.tap(button)

    def hold(self, button: str) -> None:
        self.rig.hold(button, LONG)


@dataclass
class OnPage:
    """Hands on a page of a staged session; how they press is told by those who are."""

    page: Page
    stage: Stage

    def down(self, button: str) -> None:
        raise NotImplementedError

    def up(self, button: str) -> None:
        raise NotImplementedError

    @property
    def screen(self) -> str:
        return self.stage.ask(lambda rig: rig.screen)

    @property
    def columns(self) -> str:
        return self.stage.ask(open_columns)

    def tap(self, button: str) -> None:
        self.down(button)
        self.up(button)
        self.stage.heard(f"press {button}", f"release {button}")
        self.stage.rest()

    def hold(self, button: str) -> None:
        self.down(button)
        self.stage.heard(f"press {button}")
        self.stage.let_pass(LONG)
        self.up(button)
        self.stage.heard(f"release {button}")
        self.stage.rest()


@dataclass
class Mouse(OnPage):
    """The mouse on the drawn buttons."""

    _places: dict[str, tuple[float, float]] = field(default_factory=dict)

    def down(self, button: str) -> None:
        if button not in self._places:
            self._places[button] = middle(self.page, button)
        self.page.mouse.move(*self._places[button])
        self.page.mouse.down()

    def up(self, button: str) -> None:
        del button
        self.page.mouse.up()


class Keys(OnPage):
    """The keyboard."""

    def down(self, button: str) -> None:
        self.page.keyboard.down(" " if button == "roll" else button)

    def up(self, button: str) -> None:
        self.page.keyboard.up(" " if button == "roll" else button)


class Touch(OnPage):
    """Fingers on glass, as Chromium takes them from a touch screen."""

    def __init__(self, page: Page, stage: Stage) -> None:
        super().__init__(page, stage)
        self._screen = page.context.new_cdp_session(page)

    def down(self, *buttons: str) -> None:
        self._touch("touchStart", buttons)

    def up(self, *_buttons: str) -> None:
        self._touch("touchEnd", ())

    def _touch(self, kind: str, buttons: tuple[str, ...]) -> None:
        places = [middle(self.page, button) for button in buttons]
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def play_match(hands: Hands, chance: Random) -> None:
    """Play to the result: hold a die, roll again, then some line that is open."""
    while hands.screen != "result":
        _play_turn(hands, chance)


def _play_turn(hands: Hands, chance: Random) -> None:
    hands.tap("roll")
    if hands.screen == "dice":
        hands.tap(chance.choice("12345"))
        hands.tap("roll")
    if hands.screen == "dice":
        hands.hold("roll")
    while hands.screen == "lines":
        # ROLL twice, since a scratch asks once more.
        for button in (chance.choice(hands.columns), "roll", "roll"):
            if hands.screen == "lines":
                hands.tap(button)
