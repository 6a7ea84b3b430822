"""The coach and the review by their events."""

from __future__ import annotations

from math import inf

from fake_strategist import FakeStrategist, choices
from pressing import FIVE, FOUR, ONE, ROLL, THREE, TWO, Player
from servida.rules import Line, Match
from servida.ui import app as ui
from servida.ui.events import Advise, Advised, Building, Examine, Examined
from servida.ui.keypad import Chord, Long, Press, Repeat, Short
from servida.ui.settings import Settings
from tables import begun, highest, thrown

HINTS = Settings("en", players=("Ana", "Beto"), hints=True)
SIXES = thrown(begun(), (6, 1, 6, 2, 6))


def asked(match: Match = SIXES, settings: Settings = HINTS) -> Player:
    """Return a player who held button 2 down at the dice."""
    return Player.at(match, settings).give(Press(TWO), Long(TWO)).rest(0)


def answered(match: Match = SIXES) -> Player:
    return asked(match).give(Advised(match, choices(match)))


def test_a_button_held_down_asks_and_holds_nothing() -> None:
    player = asked()
    assert (player.screen, player.held) == ("coach", frozenset())
    assert player.effects[-1] == Advise(SIXES)
    assert ui.busy_until(player.app, player.now) == inf
    assert "Thinking…" in player.words
    player.give(Building(0.5)).give(Advised(begun(), ()))
    assert "Thinking 50 %" in player.words
    player.give(Advised(SIXES, choices(SIXES)))
    assert "HELD HELD HELD For the sixes" in player.words
    assert ui.busy_until(player.app, player.now) is None


def test_without_hints_during_a_tumble_and_elsewhere_nobody_is_asked() -> None:
    player = asked(settings=Settings("en", players=("Ana", "Beto")))
    assert (player.screen, player.held) == ("dice", frozenset({1}))
    player = Player.at(begun(), HINTS)
    player.falls.append((6, 1, 6, 2, 6))
    player.tap(ROLL).give(Press(TWO), Long(TWO))
    assert (player.screen, player.held) == ("dice", frozenset())
    player = Player.at(SIXES, HINTS).give(Long(TWO))
    assert player.screen == "dice", "its press was meant for another screen"


def test_the_lines_keep_what_was_chosen() -> None:
    player = Player.at(SIXES, HINTS).give(Press(ROLL), Long(ROLL)).tap(ONE)
    player.give(Press(THREE), Long(THREE)).rest(0)
    assert player.screen == "coach"
    player.tap(ROLL)
    assert getattr(player.app.base, "chosen", None) is Line.ONES
    player.give(Long(THREE), Press(THREE), Short(THREE))
    assert player.screen == "lines"


def test_a_second_press_compares_and_the_way_back() -> None:
    player = answered().tap(TWO, FOUR, THREE)
    assert "best" in player.words
    assert "Roll all" in player.words
    assert "-0.2" in player.words
    player.tap(THREE, THREE, THREE).give(Repeat(THREE))
    assert getattr(player.app.screen, "at", None) == 2
    player.tap(TWO, TWO, TWO)
    assert "For the sixes" in player.words
    assert player.tap(ONE).screen == "dice"
    assert player.held == frozenset()


def test_the_proposal_is_taken_over() -> None:
    player = answered().tap(FIVE)
    assert (player.screen, player.held) == ("dice", frozenset({0, 2, 4}))
    player = answered().tap(THREE, THREE, THREE, FIVE)
    assert player.screen == "lines"
    assert getattr(player.app.base, "chosen", None) is Line.SIXES
    player = asked().tap(FIVE, THREE)
    assert player.screen == "coach"


def test_with_one_choice_there_is_one_row() -> None:
    match = SIXES
    player = asked(match).give(Advised(match, choices(match)[-1:])).tap(THREE, THREE)
    assert getattr(player.app.screen, "at", None) == 0


def test_values_are_prepared_where_they_may_be_asked_for() -> None:
    assert ui.studied(Player.at(begun(), HINTS).app) == begun().rules
    assert ui.studied(Player.at(begun()).app) is None
    assert ui.studied(Player.at(None, HINTS).app) is None
    assert ui.studied(Player.at(highest("table", ("Ana", "Beto")), HINTS).app) is None


def reviewed() -> Player:
    match = highest("wiki-60", ("Ana", "Beto"))
    player = Player.at(match, HINTS).tap(FIVE).rest(0)
    assert player.screen == "review"
    assert player.effects[-1] == Examine(match)
    assert ui.busy_until(player.app, player.now) == inf
    player.tap(THREE, TWO).give(Repeat(THREE))
    reviews = FakeStrategist().review(match)
    assert reviews is not None
    return player.give(Examined(begun(), ()), Examined(match, reviews))


def test_the_review_goes_through_players_and_their_mistakes() -> None:
    player = reviewed()
    assert ui.busy_until(player.app, player.now) is None
    assert "ANA 1/3" in player.words.replace("1/3 ANA", "ANA 1/3")
    assert "-12.5" in player.words
    assert "+8.0" in player.words
    player.tap(THREE)
    assert "BETO" in player.words
    assert "-1.5" in player.words
    player.tap(ROLL)
    assert "Write: Ones" in player.words
    player.tap(THREE)
    assert "BETO 2" in player.words
    player.tap(TWO, TWO, TWO, FOUR)
    assert "ANA" in player.words
    assert player.tap(ONE).screen == "result"


def test_roll_leads_through_the_review_and_out() -> None:
    player = reviewed().tap(ROLL, ROLL)
    assert player.give(Press(ROLL), Long(ROLL)).screen == "result"
    assert player.give(Chord()).screen == "menu"
