"""The app by its events: what each press does on each screen, and which effects it asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

import pytest

from servida.rules import PRESETS, Land, Line, Match, RollOff, Throw, Tie, apply
from servida.ui import app as ui
from servida.ui.events import Effect, Event, Keep, Landed, Light, PowerOff, Roll, Save, Stored, Woken
from servida.ui.keypad import Button, Chord, Long, Press, Repeat, Short
from servida.ui.screens.dark import Dark
from servida.ui.screens.dice import CELEBRATION, Dice
from servida.ui.screens.menu import Menu
from servida.ui.settings import DIMMED, NAME_LENGTH, Settings
from servida.ui.state import App, Glow
from servida.ui.texts import Texts
from servida.ui.tumble import TUMBLE
from tables import WORST, begun, highest, played, some_rounds, thrown

TWO_PLAYERS = Settings(players=("Ana", "Beto"))
ONE, TWO, THREE, FOUR, FIVE, ROLL = Button


@dataclass
class Player:
    """Somebody who presses buttons and lets the dice fall at once."""

    app: App
    now: float = 100.0
    effects: list[Effect] = field(default_factory=list)
    falls: list[tuple[int, ...]] = field(default_factory=list)

    @classmethod
    def at(cls, match: Match | None, settings: Settings = TWO_PLAYERS) -> Player:
        app, effects = ui.start(settings, match, 100.0)
        return cls(app, effects=list(effects))

    def give(self, *events: Event) -> Player:
        for event in events:
            self.app, effects = ui.update(self.app, event, self.now)
            self.effects += effects
            for effect in effects:
                if isinstance(effect, Roll) and self.falls:
                    self.give(Landed(self.falls.pop(0)))
        return self

    def tap(self, *buttons: Button) -> Player:
        for button in buttons:
            self.give(Press(button), Short(button))
        return self

    def rest(self, seconds: float = TUMBLE) -> Player:
        self.now += seconds
        return self.give(Woken())

    def roll(self, *faces: int) -> Player:
        self.falls.append(faces)
        return self.tap(ROLL).rest()

    @property
    def screen(self) -> str:
        return self.app.screen.name

    @property
    def match(self) -> Match:
        assert self.app.match is not None
        return self.app.match

    @property
    def held(self) -> frozenset[int]:
        assert isinstance(self.app.base, Dice)
        return self.app.base.held

    @property
    def words(self) -> str:
        return " ".join(ui.draw(self.app, self.now, strict=True).words)


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


# The light.


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


# The menu.


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
    player = Player.at(begun()).give(Chord()).tap(TWO, TWO, TWO, ROLL)
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
    assert (player.screen, player.words) == ("dark", "Ya puede desenchufar")
    player.tap(ROLL)
    assert player.screen == "dark"
    assert ui.wake_at(player.app, player.now) is None


# Set-up, settings, help.


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
