"""A turn by its events: rolling, holding, writing, taking back, winning, rolling off."""

from __future__ import annotations

from math import inf

from pressing import FIVE, FOUR, ONE, ROLL, THREE, TWO, Player
from servida.rules import PRESETS, Land, Line, RollOff, Throw, Tie, apply
from servida.ui import app as ui
from servida.ui.events import Landed, Light, Roll, Save, Stored
from servida.ui.keypad import Long, Press, Repeat
from servida.ui.screens.dice import CELEBRATION
from servida.ui.settings import Settings
from servida.ui.tumble import TUMBLE
from tables import WORST, begun, highest, played, some_rounds, thrown


def test_a_turn_from_the_hand_over_to_the_next_players() -> None:
    player = Player.at(begun())
    assert player.screen == "handover"
    player.roll(4, 4, 4, 2, 6)
    assert (player.screen, player.match.turn.faces) == ("dice", (4, 4, 4, 2, 6))
    player.tap(ONE, TWO, THREE)
    player.roll(4, 1)
    assert player.match.moves == (Throw(), Land((4, 4, 4, 2, 6)), Throw((0, 1, 2)), Land((4, 1)))
    player.give(Press(ROLL), Long(ROLL))
    assert player.screen == "lines"
    player.tap(FOUR, FOUR)
    assert "Póker 40" in player.words
    player.tap(ROLL)
    assert (player.screen, player.match.mover) == ("handover", 1)
    assert player.match.sheets[0][Line.POKER] == 40


def test_a_roll_is_saved_before_it_is_drawn() -> None:
    player = Player.at(begun())
    player.falls.append((1, 2, 3, 4, 5))
    player.effects.clear()
    player.tap(ROLL)
    assert player.effects == [Roll(5), Save(player.match)]
    assert player.match.turn.faces == (1, 2, 3, 4, 5)


def test_dice_in_the_air_wait_for_their_answer() -> None:
    player = Player.at(begun()).tap(ROLL)
    assert ui.busy_until(player.app, player.now) == inf
    assert ui.wake_at(player.app, player.now) == player.now + ui.FRAME
    player.tap(ONE, ROLL)
    assert (player.screen, player.app.match) == ("dice", apply(begun(), Throw()))
    assert "1/10" in player.words


def test_a_tumble_does_not_tell_what_will_lie_there() -> None:
    player = Player.at(begun())
    player.falls.append((6, 6, 6, 6, 6))
    winning = player.tap(ROLL).words
    player = Player.at(begun())
    player.falls.append((1, 2, 2, 4, 6))
    assert player.tap(ROLL).words == winning


def test_a_press_during_the_tumble_only_ends_it() -> None:
    player = Player.at(begun())
    player.falls.append((1, 2, 3, 4, 5))
    player.tap(ROLL)
    assert ui.busy_until(player.app, player.now) == player.now + TUMBLE
    player.tap(TWO)
    assert ui.busy_until(player.app, player.now) is None
    assert "ESCALERA SERVIDA" in player.words
    player.tap(TWO)
    assert player.held == frozenset({1})


def test_a_long_press_that_ended_the_tumble_does_nothing_more() -> None:
    player = Player.at(begun())
    player.falls.append((1, 2, 3, 4, 5))
    player.tap(ROLL).give(Press(ROLL), Long(ROLL))
    assert player.screen == "dice"
    player.give(Press(ROLL), Long(ROLL))
    assert player.screen == "lines"


def test_result_of_a_roll_stays_when_the_tumble_is_over() -> None:
    player = Player.at(begun()).roll(6, 6, 6, 6, 2)
    assert "PÓKER SERVIDO" in player.words
    assert player.rest(30).words == player.words


def test_the_last_roll_stays_until_roll_is_pressed() -> None:
    player = Player.at(begun()).roll(1, 1, 2, 3, 6).roll(1, 1, 2, 3, 6).roll(1, 1, 2, 3, 6)
    assert (player.screen, player.match.rolls_left) == ("dice", 0)
    assert "Anotar" in player.words
    assert player.tap(ROLL).screen == "lines"
    assert player.give(Press(ROLL), Long(ROLL)).screen == "lines"


def test_all_held_goes_to_the_lines_and_holds_survive_the_way_back() -> None:
    player = Player.at(begun()).roll(1, 2, 3, 4, 5).tap(ONE, TWO, THREE, FOUR, FIVE, ROLL)
    assert player.screen == "lines"
    player.give(Press(ROLL), Long(ROLL))
    assert player.held == frozenset(range(5))


def test_holds_stay_across_rolls_and_end_with_the_turn() -> None:
    player = Player.at(begun()).roll(1, 2, 3, 4, 5).tap(ONE).roll(2, 3, 4, 5)
    assert player.held == frozenset({0})
    player.give(Press(ROLL), Long(ROLL)).tap(ONE, ROLL).roll(1, 2, 3, 4, 5)
    assert player.held == frozenset()


def test_nothing_is_chosen_on_arrival_and_roll_says_so() -> None:
    player = Player.at(begun()).roll(1, 2, 3, 4, 5).give(Press(ROLL), Long(ROLL))
    assert "Elija una línea" in player.words
    player.tap(ROLL)
    assert player.screen == "lines"
    assert player.match.sheets[0].open == PRESETS["table"].lines


def test_a_column_chooses_its_open_cells_around() -> None:
    match = played(played(begun("wiki-50-double"), (5, 5, 1, 2, 3), Line.FIVES), (1, 2, 2, 4, 6), Line.ONES)
    player = Player.at(thrown(match, (1, 2, 3, 4, 6))).give(Press(ROLL), Long(ROLL))
    chosen = []
    for _ in range(3):
        player.tap(FIVE)
        chosen.append(getattr(player.app.base, "chosen", None))
    assert chosen == [Line.GENERALA, Line.DOUBLE, Line.GENERALA]
    player.tap(ONE)
    assert getattr(player.app.base, "chosen", None) is Line.ONES


def test_a_full_column_chooses_nothing() -> None:
    match = begun(players=("Ana",))
    for line in (Line.ONES, Line.SIXES):
        match = played(match, WORST[line], line, served=False)
    player = Player.at(thrown(match, (1, 2, 2, 4, 6))).give(Press(ROLL), Long(ROLL)).tap(ONE)
    assert "Elija una línea" in player.words


def test_a_scratch_asks_once_more_and_choosing_again_forgets_the_question() -> None:
    player = Player.at(begun()).roll(1, 2, 2, 4, 6).give(Press(ROLL), Long(ROLL)).tap(FOUR, FOUR)
    assert "Tachar Póker" in player.words
    player.tap(ROLL)
    assert "¿Tachar Póker?" in player.words
    player.tap(THREE, FOUR, FOUR, ROLL)
    assert player.screen == "lines"
    player.tap(ROLL)
    assert player.match.sheets[0].scratched(Line.POKER)


def test_taking_back_returns_to_the_lines_and_ends_with_the_next_roll() -> None:
    player = Player.at(begun()).roll(4, 4, 4, 2, 6).give(Press(ROLL), Long(ROLL)).tap(FOUR, ROLL)
    player.effects.clear()
    player.tap(ONE)
    assert (player.screen, player.match.mover) == ("lines", 0)
    assert player.match.sheets[0][Line.FOURS] is None
    assert player.effects == [Save(player.match)]
    player.tap(ROLL).roll(1, 2, 3, 4, 5)
    before = player.match
    player.give(Press(ROLL), Long(ROLL)).tap(ONE)
    assert player.match == before


def test_nothing_to_take_back_at_the_first_hand_over() -> None:
    player = Player.at(begun()).tap(ONE, TWO)
    assert player.screen == "handover"
    assert player.match == begun()


def test_hand_over_opens_the_scoreboard() -> None:
    player = Player.at(some_rounds()).give(Press(ROLL), Long(ROLL))
    assert player.screen == "scoreboard"
    player.tap(THREE, THREE, TWO, ROLL)
    assert "Total 38" in player.words
    player.tap(ROLL, ROLL, ONE)
    assert "Total" not in player.words
    assert player.screen == "scoreboard"
    player.give(Press(FOUR), Repeat(TWO), Repeat(THREE))
    player.tap(ONE)
    assert player.screen == "handover"
    player.give(Press(ROLL), Long(ROLL)).tap(ROLL).give(Press(ROLL), Long(ROLL), Press(ROLL), Long(ROLL))
    assert player.screen == "handover"


def test_a_served_generala_is_celebrated_and_goes_to_the_result_by_itself() -> None:
    player = Player.at(begun())
    player.falls.append((6, 6, 6, 6, 6))
    player.tap(ROLL)
    player.tap(ONE)
    assert player.screen == "dice"
    assert ui.busy_until(player.app, player.now) == player.now + TUMBLE + CELEBRATION
    player.rest(TUMBLE + 0.3)
    assert "GENERALA SERVIDA" in player.words
    assert "¡Gana la partida!" in player.words
    player.rest(CELEBRATION)
    assert player.screen == "result"
    assert "generala servida" in player.words
    player.tap(ONE)
    assert player.screen == "result"


def test_a_press_hurries_the_celebration() -> None:
    player = Player.at(begun()).roll(6, 6, 6, 6, 6)
    assert player.give(Press(ONE)).screen == "result"


def test_a_celebration_that_the_power_cut_short_ends_at_the_result() -> None:
    won = thrown(begun(), (6, 6, 6, 6, 6))
    player = Player.at(won)
    assert player.screen == "result"


def test_result_by_points_then_scores_then_rematch_with_the_next_player_first() -> None:
    match = highest("wiki-60", ("Ana",))
    player = Player.at(match)
    assert f"{match.sheets[0].total} puntos" in player.words
    player.give(Press(ROLL), Long(ROLL))
    assert player.screen == "scoreboard"
    player.tap(ONE, ROLL)
    assert player.screen == "handover"
    assert player.match.moves == ()


def test_the_line_that_ended_the_match_can_be_taken_back() -> None:
    player = Player.at(highest("table", ("Ana", "Beto"))).tap(ONE)
    assert player.screen == "lines"
    assert player.match.outcome is None


def test_a_tie_is_rolled_off_until_one_is_left() -> None:
    match = highest("table", ("Ana", "Beto"))
    assert match.outcome == Tie((0, 1))
    player = Player.at(match)
    assert "Empate" in player.words
    player.effects.clear()
    player.tap(ROLL)
    assert player.effects == [Save(match, RollOff((0, 1)))]
    assert "Turno de Ana" in player.words
    player.falls.append((1, 2, 3, 4, 5))
    player.tap(ROLL)
    assert ui.busy_until(player.app, player.now) == player.now + TUMBLE
    ui.draw(player.app, player.now, strict=True)
    player.tap(ROLL).rest()
    assert "Ana: 15" in player.words
    player.roll(5, 4, 3, 2, 1)
    assert "Turno de Ana" in player.words
    player.roll(1, 1, 1, 1, 1).roll(1, 1, 1, 1, 2)
    assert "Beto" in player.words
    assert "6 en el desempate" in player.words
    assert player.app.rolloff is not None
    assert player.app.rolloff.winner == 1
    player.tap(ROLL)
    assert player.match.players == ("Beto", "Ana")
    assert player.app.rolloff is None


def test_a_roll_off_waits_for_its_dice() -> None:
    player = Player.at(highest("table", ("Ana", "Beto"))).tap(ROLL, ROLL)
    assert ui.busy_until(player.app, player.now) == inf
    player.tap(ROLL)
    assert sum(isinstance(effect, Roll) for effect in player.effects) == 1


def test_a_tie_can_be_taken_back_only_before_its_roll_off() -> None:
    match = highest("table", ("Ana", "Beto"))
    player = Player.at(match).tap(ROLL, ONE)
    assert player.screen == "lines"
    player = Player.at(match).tap(ROLL).roll(1, 2, 3, 4, 5)
    assert player.tap(ONE).screen == "result"


def test_stored_match_in_the_air_is_thrown_again() -> None:
    match = apply(begun(), Throw())
    app, effects = ui.start(Settings(), match, 0.0)
    assert effects == (Light(Settings().contrast), Roll(5))
    assert app.screen.name == "dice"


def test_substitute_dice_and_a_storage_fault_are_said_and_unsaid() -> None:
    player = Player.at(begun()).tap(ROLL).give(Landed((1, 2, 2, 4, 6), substitute=True), Stored("no room")).rest()
    assert "RNG! SD!" in player.words
    player.give(Stored()).roll(1, 2, 2, 4, 6)
    assert "RNG!" not in player.words
    assert "SD!" not in player.words
