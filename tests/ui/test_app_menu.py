"""The menu by its chord, and what it leads to."""

from __future__ import annotations

from pressing import FIVE, FOUR, ONE, ROLL, THREE, TWO, Player
from servida.ui import app as ui
from servida.ui.events import Landed, PowerOff, Save
from servida.ui.keypad import Chord, Long, Press
from servida.ui.screens.menu import Menu
from tables import begun, thrown


def test_the_chord_restores_what_its_presses_changed() -> None:
    player = Player.at(thrown(begun(), (1, 2, 3, 4, 5))).tap(THREE)
    before = player.app.base
    player.give(Press(ONE), Press(FIVE), Chord())
    assert (player.screen, player.app.base) == ("menu", before)
    player.give(Press(ONE), Press(FIVE), Chord())
    assert player.app.over == (Menu(),)
    player.tap(ONE)
    assert player.app.base == before


def test_the_chord_never_restores_across_a_move() -> None:
    player = Player.at(begun()).tap(ROLL).give(Press(ONE))
    player.give(Landed((1, 2, 3, 4, 5)), Press(FIVE), Chord())
    assert player.screen == "menu"
    assert player.match.turn.faces == (1, 2, 3, 4, 5)


def test_menu_leads_everywhere_and_back() -> None:
    player = Player.at(begun()).give(Chord())
    player.tap(THREE, ROLL)
    assert player.screen == "scoreboard"
    player.tap(ONE, THREE, ROLL)
    assert player.screen == "help"
    player.tap(ONE, THREE, ROLL)
    assert player.screen == "settings"
    player.tap(ONE, FOUR, TWO, TWO, TWO, ROLL)
    assert player.screen == "handover"


def test_menu_at_the_title_offers_no_match() -> None:
    player = Player.at(None).give(Chord())
    assert "Abandonar" not in player.words
    player.tap(ROLL)
    assert player.screen == "title"


def test_ending_a_match_asks_first() -> None:
    player = Player.at(begun()).give(Chord()).tap(TWO, TWO, TWO, TWO, ROLL)
    assert "TIRAR: sí" in player.words
    player.tap(ONE)
    assert player.screen == "menu"
    player.effects.clear()
    player.tap(ROLL).give(Press(ROLL), Long(ROLL))
    assert player.screen == "title"
    assert player.app.match is None
    assert player.effects == [Save(None)]


def test_switching_off_saves_says_so_and_answers_nothing_more() -> None:
    player = Player.at(begun()).give(Chord()).tap(TWO, ROLL)
    player.effects.clear()
    player.tap(ROLL)
    assert player.effects == [Save(begun()), PowerOff()]
    assert (player.screen, player.words) == ("dark", "Apagando")
    player.tap(ROLL)
    assert player.screen == "dark"
    assert ui.wake_at(player.app, player.now) is None
