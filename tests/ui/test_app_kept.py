"""What is kept: names as typed, holds, settings before a chord; and what answers nothing."""

from __future__ import annotations

import pytest

from pressing import FIVE, ONE, ROLL, THREE, TWO, TWO_PLAYERS, Player
from servida.rules import Throw, apply
from servida.ui.events import Keep, Light
from servida.ui.keypad import Chord, Press, Repeat
from servida.ui.screens.dark import Dark
from servida.ui.settings import Settings
from servida.ui.texts import Texts
from tables import begun, highest, thrown


def test_names_nobody_typed_follow_the_language() -> None:
    player = Player.at(None, Settings(players=("", "Beto"))).tap(ROLL, ROLL)
    assert player.match.players == ("Jugador 1", "Beto")
    assert player.app.settings.players == ("", "Beto")


def test_a_rematch_turns_the_typed_names_with_the_players() -> None:
    player = Player.at(highest("table", ("Ana", "Beto")), Settings(players=("Ana", "")))
    player.tap(ROLL).roll(6, 6, 6, 6, 6).roll(1, 1, 1, 1, 1).tap(ROLL)
    assert player.match.players == ("Beto", "Ana")
    assert player.app.settings.players == ("", "Ana")


def test_a_press_that_uncovers_a_wandering_picture_does_nothing_else() -> None:
    player = Player.at(begun()).rest(60).tap(ROLL)
    assert (player.screen, player.match) == ("handover", begun())
    assert player.tap(ROLL).match != begun()


def test_a_restart_keeps_the_dice_that_the_last_throw_held() -> None:
    match = thrown(thrown(begun(), (1, 2, 3, 4, 5)), (6, 6), (0, 2, 4))
    assert Player.at(match).held == frozenset({0, 2, 4})
    assert Player.at(thrown(begun(), (1, 2, 3, 4, 5))).held == frozenset()
    in_the_air = apply(thrown(begun(), (1, 2, 3, 4, 5)), Throw((1,)))
    assert Player.at(in_the_air).held == frozenset({1})


def test_the_chord_takes_back_a_setting_that_its_press_changed() -> None:
    player = Player.at(None).give(Chord()).tap(THREE, THREE, ROLL)
    player.effects.clear()
    player.give(Press(FIVE), Press(ONE), Chord())
    assert player.screen == "menu"
    assert player.app.settings == TWO_PLAYERS
    assert player.effects[-2:] == [Keep(TWO_PLAYERS), Light(TWO_PLAYERS.contrast)]


def test_a_jammed_button_lets_the_panel_go_dark() -> None:
    player = Player.at(begun()).give(Press(TWO))
    for _ in range(299):
        player.rest(1.0).give(Repeat(TWO))
    assert player.rest(1.0).screen == "dark"


def test_the_dark_screen_answers_nothing() -> None:
    world = Player.at(None).app.world(0.0)
    assert Dark().update(Press(ONE), world) == (Dark(), ())
    assert Dark().busy_until(world) is None


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(ValueError, match="language 'xx': allowed are es, en, pt"):
        Texts("xx")
