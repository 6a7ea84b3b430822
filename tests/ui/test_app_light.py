"""The light: dim, dark, and the press that wakes."""

from __future__ import annotations

from dataclasses import replace

from pressing import FIVE, ONE, ROLL, Player
from servida.ui import app as ui
from servida.ui.events import Landed, Light, PowerOff, Save, Woken
from servida.ui.keypad import Chord, Press, Repeat, Short
from servida.ui.settings import DIMMED, Settings
from servida.ui.state import Glow
from tables import begun, thrown


def test_dim_then_dark_and_the_waking_press_does_nothing_else() -> None:
    player = Player.at(thrown(begun(), (1, 2, 3, 4, 5)))
    assert ui.wake_at(player.app, player.now) == 160.0
    player.rest(60)
    assert player.app.glow is Glow.DIM
    assert player.effects[-1] == Light(DIMMED)
    assert ui.wake_at(player.app, player.now) == 400.0
    player.rest(240)
    assert (player.screen, player.app.glow) == ("dark", Glow.DARK)
    assert player.effects[-1] == Light(DIMMED, on=False)
    assert ui.wake_at(player.app, player.now) is None
    player.effects.clear()
    player.give(Press(ONE), Repeat(ONE), Short(ONE))
    assert player.effects == [Light(player.app.settings.contrast)]
    assert player.held == frozenset()
    player.tap(ONE)
    assert player.held == frozenset({0})


def test_a_press_on_a_dimmed_panel_acts() -> None:
    player = Player.at(thrown(begun(), (1, 2, 3, 4, 5))).rest(60).tap(ONE)
    assert player.app.glow is Glow.BRIGHT
    assert player.held == frozenset({0})


def test_the_chord_that_woke_the_panel_opens_nothing() -> None:
    player = Player.at(begun()).rest(300).give(Press(ONE), Press(FIVE), Chord())
    assert player.screen == "handover"
    player.give(Press(ONE), Press(FIVE), Chord())
    assert player.screen == "menu"


def test_waiting_pictures_wander_and_say_when() -> None:
    player = Player.at(begun()).rest(60)
    first = ui.draw(player.app, player.now).image.tobytes()
    assert ui.wake_at(player.app, player.now) == 190.0
    player.rest(30)
    assert ui.draw(player.app, player.now).image.tobytes() != first


def test_a_panel_that_never_dims_never_wakes() -> None:
    player = Player.at(begun(), Settings(dim_after=0, dark_after=0))
    assert ui.wake_at(player.app, player.now) is None
    assert player.rest(1e6).app.glow is Glow.BRIGHT


def test_a_console_that_nobody_presses_switches_itself_off_when_it_is_told_to() -> None:
    player = Player.at(begun(), Settings(off_after=900)).rest(899)
    off = [player.app.off]
    assert ui.wake_at(player.app, player.now) == player.now + 1.0
    player.effects.clear()
    off.append(player.rest(1).app.off)
    assert off == [False, True]
    assert player.effects == [Save(begun()), PowerOff()]
    assert ui.wake_at(player.app, player.now) is None


def test_a_press_begins_the_wait_anew() -> None:
    player = Player.at(begun(), Settings(off_after=900)).rest(899).tap(ONE).rest(899)
    assert not player.app.off


def test_by_itself_it_never_switches_off_before_it_is_told_to() -> None:
    assert not Player.at(begun()).rest(1e6).app.off


def test_dice_in_the_air_land_first() -> None:
    player = Player.at(begun(), Settings(off_after=1)).tap(ROLL)
    player.give(Landed((1, 2, 3, 4, 5)))
    landed = ui.busy_until(player.app, player.now)
    assert landed is not None
    player.app = replace(player.app, touched=player.now - 10.0)
    off = [player.give(Woken()).app.off, player.rest(landed - player.now).app.off]
    assert off == [False, True]
