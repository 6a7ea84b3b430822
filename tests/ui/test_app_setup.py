"""Set-up, settings and help."""

from __future__ import annotations

import pytest

from pressing import FIVE, FOUR, ONE, ROLL, THREE, TWO, Player
from servida.rules import PRESETS
from servida.ui.events import Keep, Light, Save
from servida.ui.frame import Canvas
from servida.ui.keypad import Chord, Long, Press, Repeat
from servida.ui.parts import Row, list_view
from servida.ui.screens.help import facts
from servida.ui.settings import NAME_LENGTH, Settings
from tables import begun


def test_setup_begins_a_match_of_named_players_under_chosen_rules() -> None:
    player = Player.at(None, Settings(players=("", ""))).tap(ONE, ROLL)
    assert player.screen == "setup"
    player.tap(THREE, FIVE)
    player.tap(THREE, ROLL)
    assert "Jugador 1" in player.words
    player.tap(FIVE, THREE, FIVE, FIVE, TWO, THREE, FOUR).give(Repeat(FIVE))
    player.tap(ROLL)
    player.tap(THREE, THREE, THREE, FIVE, FOUR, FOUR)
    player.tap(TWO, TWO, TWO, TWO, TWO)
    player.effects.clear()
    player.tap(ROLL)
    assert player.screen == "handover"
    assert player.match.rules == PRESETS["wiki-wrap"]
    assert len(player.match.players) == 3
    assert player.match.players[1:] == ("Jugador 2", "Jugador 3")
    assert player.effects == [Save(player.match), Keep(player.app.settings)]


def test_setup_rows_turn_by_roll_too_and_unnamed_rows_by_nothing() -> None:
    player = Player.at(None).tap(ROLL, FOUR, FIVE)
    player.tap(THREE, ROLL)
    assert "Jugadores 3" in player.words
    player.tap(FOUR, FOUR, FOUR)
    assert "Jugadores 8" in player.words
    player.tap(TWO, TWO, ROLL)
    assert "New match" in player.words
    player.tap(FOUR, ONE)
    assert player.screen == "title"


def test_typing_can_be_given_up() -> None:
    player = Player.at(None).tap(ROLL, THREE, THREE, ROLL, FIVE, ONE)
    assert "Nombre 1 Ana" in player.words


def test_players_are_kept_when_the_set_up_is_left_without_a_match() -> None:
    player = Player.at(None, Settings(players=("", ""))).tap(ROLL, THREE, THREE, ROLL, FIVE, ROLL)
    name = player.words.split("Nombre 1 ")[1].split()[0]
    player.tap(THREE, FIVE, THREE, FIVE)
    player.effects.clear()
    player.tap(ONE)
    assert player.screen == "title"
    assert player.effects == [Keep(player.app.settings), Light(player.app.settings.contrast)]
    player.tap(ROLL, ROLL)
    assert player.match.players[0] == name
    assert player.match.players[1] != "Jugador 2"
    assert player.match.rules == PRESETS["table"]


def test_a_set_up_that_changed_nothing_keeps_nothing() -> None:
    player = Player.at(None).tap(ROLL)
    player.effects.clear()
    player.tap(ONE)
    assert player.effects == []


def test_a_console_remembers_the_players_it_has_room_for() -> None:
    player = Player.at(None, Settings(players=("Ana", "Beto", "Caro"))).tap(ROLL, THREE, FOUR)
    assert "Caro" not in player.words
    player.tap(FIVE, THREE, THREE)
    assert "Caro" in player.words


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("", ""), ("Jugador 1", "Jugador 2")),
        (("Ana", "Ana", "Ana"), ("Ana", "Ana 2", "Ana 3")),
        (("Guadalupe1", "Guadalupe1"), ("Guadalupe1", "Guadalup 2")),
        (("Jugador 2", ""), ("Jugador 2", "Jugador 3")),
    ],
)
def test_names_are_made_unique(names: tuple[str, ...], expected: tuple[str, ...]) -> None:
    player = Player.at(None, Settings(players=names)).tap(ROLL, ROLL)
    assert player.match.players == expected
    assert all(len(name) <= NAME_LENGTH for name in player.match.players)


def test_settings_turn_both_ways_and_are_kept() -> None:
    player = Player.at(None).give(Chord()).tap(THREE, THREE, ROLL)
    assert player.screen == "settings"
    for button in (FIVE, FOUR, ROLL):
        player.effects.clear()
        player.tap(button)
        assert player.effects == [Keep(player.app.settings), Light(player.app.settings.contrast)]
    assert player.app.settings.language == "en"
    player.tap(THREE, FIVE, FIVE)
    assert player.app.settings.brightness == 1
    player.tap(THREE, FIVE)
    assert player.app.settings.dim_after == 120
    player.tap(FIVE)
    assert "never" in player.words
    player.tap(THREE, FOUR)
    assert player.app.settings.dark_after == 120
    player.tap(THREE, TWO).give(Repeat(THREE), Repeat(TWO), Repeat(FIVE), Repeat(FOUR), Press(ROLL), Long(ROLL))
    assert player.app.settings.dark_after == 300
    player.tap(THREE, FIVE)
    assert player.app.settings.off_after == 900
    assert "15 min" in player.words
    player.tap(FOUR)
    assert player.app.settings.off_after == 0
    player.tap(THREE, FIVE)
    assert player.app.settings.hints
    assert "hold 1-5" in player.words
    assert not player.tap(FOUR).app.settings.hints


def test_help_tells_of_the_coach_where_it_may_be_asked() -> None:
    told = [fact.words for fact in facts(Player.at(begun(), Settings("en", hints=True)).app.world(0.0))]
    assert "1-5 long: coach" in told
    assert "1-5 long: coach" not in [fact.words for fact in facts(Player.at(begun()).app.world(0.0))]


def test_a_short_list_has_no_scroll_bar() -> None:
    canvas = Canvas(strict=True)
    list_view(canvas, [Row("Start"), Row("Rules", "table")], 1)
    assert canvas.image.crop((125, 32, 128, 64)).getbbox() is None


def test_help_scrolls_by_rows_and_pages() -> None:
    player = Player.at(begun()).give(Chord()).tap(THREE, THREE, ROLL)
    first = player.words
    player.tap(TWO)
    assert player.words == first
    player.tap(THREE)
    assert player.words != first
    player.tap(TWO, FOUR)
    assert player.words == first
    for _ in range(20):
        player.tap(THREE)
    assert "SD!" in player.words
    player.tap(ROLL)
    assert player.words == first
    player.tap(ROLL)
    assert player.words != first
