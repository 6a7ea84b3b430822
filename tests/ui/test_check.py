"""The dice-check screen: how it is reached and left, and what its bars and words say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from servida.ui import app as ui
from servida.ui.events import Back, CountDice, Counted, Failed
from servida.ui.keypad import Button, Chord, Long, Press, Short
from servida.ui.screens.check import BAR, LEFTS, TEXT, TRACK, Check
from servida.ui.screens.menu import Menu
from servida.ui.screens.title import Title
from servida.ui.settings import Settings
from tables import app_of, begun

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.state import App

FAIR = (16_667, 16_666, 16_667, 16_667, 16_667, 16_666)


def drawn(counted: Counted | None, *, substitute: bool = False) -> Canvas:
    app = replace(app_of(Title(), over=(Check(counted),), substitute=substitute), settings=Settings(language="en"))
    return ui.draw(app, 100.0, strict=True)


def lit(counts: tuple[int, ...]) -> list[int]:
    """Return for each face how many pixels of its track are lit, those of the marks among them."""
    image = drawn(Counted(counts, "hwrng", "hwrng")).image
    rows = [10 + 15 * i + 9 + BAR // 2 for i in range(3)]
    return [sum(bool(image.getpixel((x + TEXT + i, y))) for i in range(TRACK)) for x in LEFTS for y in rows]


def opened(app: App) -> tuple[App, list[object]]:
    effects: list[object] = []
    events: tuple[Event, ...] = (Chord(), *(Press(Button.TWO), Short(Button.TWO)) * 3, Short(Button.ROLL))
    for event in events:
        app, more = ui.update(app, event, 100.0)
        effects += more
    return app, effects


@pytest.mark.parametrize("match", [None, begun()])
def test_the_menu_opens_it_and_asks_for_the_counts(match: object) -> None:
    app, effects = opened(app_of(Title(), begun() if match else None))
    assert app.screen == Check()
    assert effects == [CountDice()]
    counted = Counted(FAIR, "hwrng", "hwrng")
    app, more = ui.update(app, counted, 100.0)
    assert (app.screen, more) == (Check(counted), ())


@pytest.mark.parametrize("event", [Short(Button.ONE), Short(Button.ROLL), Long(Button.ROLL)])
def test_one_and_roll_go_back_to_the_menu(event: Event) -> None:
    app, _ = opened(app_of(Title()))
    app, effects = ui.update(app, event, 100.0)
    assert isinstance(app.screen, Menu)
    assert effects == ()
    assert Check().update(event, app.world(100.0)) == (Check(), (Back(),))


@pytest.mark.parametrize("event", [Press(Button.TWO), Short(Button.THREE), Press(Button.ONE)])
def test_other_buttons_do_nothing(event: Event) -> None:
    app, _ = opened(app_of(Title()))
    assert ui.update(app, event, 100.0)[0].screen == Check()


def test_without_counts_there_is_the_way_back_alone() -> None:
    assert drawn(None).words == ["Dice"]


def test_nothing_moves() -> None:
    app, _ = opened(app_of(Title()))
    assert ui.busy_until(app, 100.0) is None


def test_figures_are_said_in_full() -> None:
    counts = (1_648_623, 2, 3, 4, 5, 6)
    words = drawn(Counted(counts, "hwrng", "hwrng")).words
    assert words[0] == str(sum(counts)) or words[1] == str(sum(counts))
    assert [str(count) for count in counts] == [word for word in words if word.isdecimal()][-6:]
    assert {"Dice: hwrng", "fair dice end here"} <= set(words)


@pytest.mark.parametrize(
    ("counted", "said"),
    [
        (Counted(FAIR, "kernel", "hwrng"), "hwrng is silent"),
        (Counted(FAIR, "kernel", "hwrng", Failed(5)), "hwrng: 5 in a row"),
        (Counted(FAIR, "kernel", "hwrng", Failed(16, 512)), "hwrng: 16 of 512"),
    ],
)
def test_what_is_wrong_with_the_source_is_said(counted: Counted, said: str) -> None:
    words = drawn(counted, substitute=True).words
    assert {"kernel", "RNG!", said} <= set(words)
    assert "fair dice end here" not in words


def test_a_count_outside_the_band_is_marked_and_one_inside_is_not() -> None:
    # 60,000 dice: ±3 standard deviations are 273.86.
    def marks(six: int) -> int:
        rest = 60_000 - six
        counts = (*(rest // 5 + (i < rest % 5) for i in range(5)), six)
        return drawn(Counted(counts, "hwrng", "hwrng")).words.count("!")

    assert [marks(six) for six in (10_000, 10_273, 10_274, 9_727, 9_726)] == [0, 0, 1, 0, 1]


def test_a_bar_ends_in_the_middle_when_as_long_as_expected_and_at_either_end_when_far_off() -> None:
    assert lit((0,) * 6) == [2] * 6  # the two marks alone
    assert lit(FAIR) == [TRACK // 2 + 1] * 6  # one mark is in the bar
    assert lit((0, 0, 0, 0, 0, 6000)) == [2] * 5 + [TRACK]
