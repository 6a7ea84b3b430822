"""A computer's turn by its events: the pause, the marks, the line, what hurries it, and what it waits for."""

from __future__ import annotations

from math import inf

from pressing import FIVE, ONE, ROLL, THREE, TWO, Player
from servida.rules import Line, Mark, Match, Throw, apply
from servida.strategy.advice import Choice, Hold, Level
from servida.ui import app as ui
from servida.ui.events import Building, Decided, Roll, Save, Think
from servida.ui.keypad import Chord, Long, Press, Short
from servida.ui.screens.dice import CELEBRATION
from servida.ui.screens.handover import PAUSE
from servida.ui.screens.watched import APPEAR, LOOK, READ, WRITE, Watched
from servida.ui.settings import Settings
from servida.ui.state import Glow
from servida.ui.tumble import TUMBLE
from tables import begun, highest, played, thrown

AGAINST = (None, Level.EXPERT)
NAMES = ("Ana", "Doc")
SETTINGS = Settings("en", players=("Ana", ""), levels=AGAINST)


def at(match: Match, levels: tuple[Level | None, ...] = AGAINST) -> Player:
    """Return somebody who looks on from this moment of the match."""
    app, effects = ui.start(SETTINGS, match, 100.0, levels=levels)
    return Player(app, effects=list(effects)).rest(0)


def written() -> Match:
    """Return a match in which Ana has written a line, so that Doc is next."""
    return played(begun(players=NAMES), (4, 4, 4, 2, 6), Line.FOURS)


def decide(player: Player, choice: Choice) -> Player:
    """Let the strategist say so; it was asked."""
    assert player.effects[-1] == Think(player.match, Level.EXPERT)
    return player.give(Decided(player.match, choice)).rest(0)


def held_by_now(player: Player) -> int:
    return player.words.split().count("HELD")


def test_a_computer_begins_by_itself_after_a_pause() -> None:
    player = at(written())
    assert "Computer: expert Doc" in player.words
    assert ui.busy_until(player.app, player.now) == player.now + PAUSE
    assert ui.wake_at(player.app, player.now) == player.now + PAUSE
    player.rest(PAUSE - 0.1)
    assert player.screen == "handover"
    player.falls.append((6, 6, 6, 1, 2))
    player.rest(0.1)
    assert player.match.turn.faces == (6, 6, 6, 1, 2)
    assert ui.busy_until(player.app, player.now) == player.now + TUMBLE


def test_any_other_press_hurries_it_and_a_long_one_shows_the_scores() -> None:
    for button in (TWO, ROLL):
        player = at(written())
        player.falls.append((6, 6, 6, 1, 2))
        assert player.tap(button).match.turn.rolls == 1
    player = at(written()).give(Press(ROLL), Long(ROLL))
    assert player.screen == "scoreboard"


def test_a_persons_line_is_taken_back_before_the_computer_rolls_and_never_a_computers() -> None:
    player = at(written()).rest(1).tap(ONE)
    assert (player.screen, player.match.mover) == ("lines", 0)
    assert player.effects[-1] == Save(player.match, levels=AGAINST)
    match = played(written(), (1, 2, 2, 4, 6), Line.ONES)
    player = at(match).tap(ONE)
    assert (player.screen, player.match) == ("handover", match)
    assert ui.busy_until(player.app, player.now) is None


def test_it_looks_marks_one_after_the_other_says_its_aim_and_rolls() -> None:
    player = at(thrown(written(), (6, 1, 6, 2, 6)))
    assert ui.busy_until(player.app, player.now) == inf
    assert ui.wake_at(player.app, player.now) == 160.0, "only the panel will dim"
    assert "Thinking…" in player.words
    decide(player, Choice(Hold((6, 6, 6)), 99.0, aim=Line.POKER))
    assert held_by_now(player) == 0
    assert ui.wake_at(player.app, player.now) == player.now + LOOK
    for count in (1, 2, 3):
        player.rest(LOOK if count == 1 else APPEAR)
        assert held_by_now(player) == count
        assert "For four alike" in player.words
    player.falls.append((3, 3))
    player.rest(APPEAR + READ - 0.01)
    assert player.match.turn.rolls == 1
    player.rest(0.01)
    assert player.match.moves[-2] == Throw((0, 2, 4))
    player.rest()
    decide(player, Choice(Hold((3, 3)), 99.0)).rest(LOOK)
    assert held_by_now(player) == 1
    player.rest(APPEAR).falls.append((1, 1, 1))
    assert player.rest(READ + APPEAR).match.moves[-2] == Throw((1, 3))


def test_it_writes_a_line_that_was_shown_and_hands_over() -> None:
    player = decide(at(thrown(written(), (6, 6, 6, 1, 2))), Choice(Mark(Line.SIXES), 18.0))
    player.rest(LOOK)
    assert "Write: Sixes" in player.words
    player.rest(READ)
    assert "Sixes 18" in player.words
    assert ui.wake_at(player.app, player.now) == player.now + WRITE
    player.rest(WRITE)
    assert (player.screen, player.match.mover) == ("handover", 0)
    assert player.match.sheets[1][Line.SIXES] == 18
    assert player.effects[-1] == Save(player.match, levels=AGAINST)
    assert "Doc: Sixes 18" in player.words


def test_presses_hurry_every_stage() -> None:
    player = at(written())
    player.falls.append((6, 1, 6, 2, 6))
    player.tap(TWO)
    assert ui.animates(player.app, player.now)
    player.give(Press(TWO)).give(Short(TWO)).rest(0)
    assert not ui.animates(player.app, player.now)
    player.tap(TWO)
    assert player.match.turn.rolls == 1, "there is nothing to hurry before the decision"
    player.falls.append((3, 3))
    decide(player.rest(0), Choice(Hold((6, 6, 6)), 99.0)).tap(THREE)
    assert player.match.turn.faces == (6, 3, 6, 3, 6)
    decide(player.tap(FIVE).rest(0), Choice(Mark(Line.SIXES), 18.0)).tap(ONE)
    assert "Sixes 18" in player.words
    assert player.tap(ONE).match.sheets[1][Line.SIXES] == 18


def test_the_menu_pauses_a_turn_and_its_pause_begins_anew() -> None:
    player = at(written()).rest(2).give(Press(ONE), Press(FIVE), Chord())
    assert player.rest(99).screen == "menu"
    assert player.match == written()
    player.tap(ONE).rest(0).rest(PAUSE - 0.1)
    assert player.screen == "handover"
    player = decide(at(thrown(written(), (6, 1, 6, 2, 6))), Choice(Hold((6, 6, 6)), 99.0)).rest(LOOK)
    player.give(Press(ROLL), Long(ROLL))
    assert player.screen == "scoreboard"
    assert ui.busy_until(player.app, player.now) is None
    before = player.rest(99).match
    player.tap(ONE)
    assert ui.busy_until(player.app, player.now) == player.now
    assert player.rest(0).match == before
    assert held_by_now(player) == 0


def test_a_decision_made_while_the_chord_was_pressed_is_not_forgotten() -> None:
    player = at(thrown(written(), (6, 6, 6, 1, 2))).give(Press(ONE), Press(FIVE))
    player.rest(0)
    decide(player, Choice(Mark(Line.SIXES), 18.0)).give(Chord()).tap(ONE).rest(0)
    assert isinstance(player.app.base, Watched)
    assert player.app.base.choice == Choice(Mark(Line.SIXES), 18.0)


def test_an_answer_about_another_match_is_none() -> None:
    player = at(thrown(written(), (6, 6, 6, 1, 2)))
    player.give(Decided(written(), Choice(Mark(Line.ONES), 1.0)), Building(0.4))
    assert ui.busy_until(player.app, player.now) == inf
    assert "Thinking 40 %" in player.words


def test_a_turn_goes_on_after_a_restart_from_wherever_it_was() -> None:
    in_the_air = apply(thrown(written(), (6, 1, 6, 2, 6)), Throw((0, 2, 4)))
    player = at(in_the_air)
    assert Roll(2) in player.effects
    assert ui.animates(player.app, player.now)
    assert ui.busy_until(player.app, player.now) == inf
    assert held_by_now(player) == 3
    assert at(written()).screen == "handover"


def test_a_computers_served_generala_is_celebrated() -> None:
    player = at(written())
    player.falls.append((6, 6, 6, 6, 6))
    player.tap(ROLL).rest(TUMBLE + 0.3)
    assert "Wins the match!" in player.words
    assert player.rest(CELEBRATION).screen == "result"


def test_the_hand_over_to_a_computer_does_not_wander_and_it_plays_on_in_the_dark() -> None:
    player = at(written())
    player.now += 60
    player.falls.append((6, 6, 6, 1, 2))
    player.rest(0)
    assert player.app.glow is Glow.DIM
    assert player.match.turn.rolls == 1
    player.rest(300)
    assert player.screen == "dark"
    decide(player, Choice(Mark(Line.SIXES), 18.0))
    assert ui.wake_at(player.app, player.now) == player.now + LOOK


def test_a_computer_throws_by_itself_in_a_roll_off() -> None:
    player = at(highest("table", NAMES)).tap(ROLL)
    assert ui.busy_until(player.app, player.now) is None, "Ana throws first"
    player.falls.append((1, 2, 3, 4, 5))
    player.tap(ROLL).rest()
    assert ui.busy_until(player.app, player.now) == player.now + PAUSE
    player.falls.append((1, 1, 1, 1, 1))
    player.rest(PAUSE - 0.1)
    assert not ui.animates(player.app, player.now)
    player.rest(0.1)
    assert ui.animates(player.app, player.now)
    assert player.app.rolloff is not None
    assert player.app.rolloff.winner == 0
    player.rest()
    assert ui.busy_until(player.app, player.now) is None
    player.tap(ROLL)
    assert (player.match.players, player.app.levels) == (("Doc", "Ana"), (Level.EXPERT, None))
    assert player.app.settings.levels == (Level.EXPERT, None)


def test_a_computers_last_line_stays() -> None:
    match = highest("wiki-60", NAMES)
    assert at(match).tap(ONE).screen == "result"
    assert at(match, ()).tap(ONE).screen == "lines"
