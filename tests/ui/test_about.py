"""The screen that says what this console is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pressing import ROLL, TWO, Player
from servida.ui import app as ui
from servida.ui.events import Back, Describe, Described
from servida.ui.keypad import Button, Chord, Long, Press, Short
from servida.ui.screens.about import About, rows
from servida.ui.screens.title import Title
from servida.ui.settings import Settings
from tables import app_of

WHOLE = Described("1.2.3", "bcm2835-rng", "1000000012345678", 12_345_678_901)


def said(described: Described, language: str = "en") -> tuple[str, ...]:
    app = replace(app_of(Title()), settings=Settings(language=language))
    return rows(described, app.world(0.0))


def test_it_names_version_generator_board_and_room() -> None:
    assert said(WHOLE) == ("Servida 1.2.3", "Dice: bcm2835-rng", "Board: 12345678", "Free: 12.3 GB")
    assert said(WHOLE, "es")[3] == "Libre: 12,3 GB"


def test_what_is_not_there_is_said_to_be_missing() -> None:
    assert said(Described("1.2.3")) == ("Servida 1.2.3", "Dice: none", "Board: ?", "Free: ?")


@pytest.mark.parametrize(("free", "told"), [(0, "0 MB"), (999_999_999, "999 MB"), (1_000_000_000, "1.0 GB")])
def test_room_in_its_unit(free: int, told: str) -> None:
    assert said(Described("1", free=free))[3] == f"Free: {told}"


def test_the_menu_opens_it_and_the_console_is_asked() -> None:
    player = Player.at(None).give(Chord())
    player.effects.clear()
    player.tap(TWO, TWO, ROLL)
    assert (player.screen, player.effects) == ("about", [Describe()])
    player.give(WHOLE)
    assert "bcm2835-rng" in player.words
    player.tap(ROLL)
    assert player.screen == "menu"


@pytest.mark.parametrize("event", [Short(Button.ONE), Short(Button.ROLL), Long(Button.ROLL)])
def test_one_and_roll_go_back(event: Short | Long) -> None:
    assert About().update(event, app_of(Title()).world(0.0)) == (About(), (Back(),))


def test_other_buttons_and_time_do_nothing() -> None:
    world = app_of(Title()).world(0.0)
    assert About(WHOLE).update(Press(Button.TWO), world) == (About(WHOLE), ())
    assert About().busy_until(world) is None


def test_until_it_is_described_it_has_no_rows() -> None:
    app = app_of(Title(), over=(About(),))
    assert ui.draw(app, 0.0).words == [app.world(0.0).texts.say("About")]
