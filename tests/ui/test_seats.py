"""Who sits at the table: names, levels, and the set-up that chooses them."""

from __future__ import annotations

import pytest

from pressing import FIVE, FOUR, ONE, ROLL, THREE, TWO, Player
from servida.strategy.advice import Level
from servida.ui.events import Keep, Save
from servida.ui.font import ALPHABET
from servida.ui.keypad import Press
from servida.ui.seats import (
    CHARACTERS,
    level_named,
    levels_from_text,
    levels_of,
    levels_text,
    seated,
    settled,
    typed,
)
from servida.ui.settings import NAME_LENGTH, Settings
from servida.ui.texts import Texts


def test_every_level_has_a_character_of_its_own_that_every_font_can_write() -> None:
    assert set(CHARACTERS) == set(Level)
    names = [character.name for character in CHARACTERS.values()]
    assert len(set(names)) == len(names)
    assert all(len(name) <= NAME_LENGTH - 2 and set(name.upper()) <= set(ALPHABET) for name in names)


def test_levels_are_one_for_each_player_or_none_at_all() -> None:
    assert settled((None, Level.EXPERT), 3) == (None, Level.EXPERT, None)
    assert settled((None, Level.EXPERT), 1) == ()
    assert settled((), 8) == ()


@pytest.mark.parametrize("levels", [(), (None, Level.BEGINNER), (Level.MASTER, None, None)])
def test_levels_in_words_and_back(levels: tuple[Level | None, ...]) -> None:
    count = len(levels) or 2
    assert levels_from_text(levels_text(levels, count), count) == levels


@pytest.mark.parametrize("text", ["person", "person expert person", "person wizard"])
def test_words_that_are_no_levels_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="level"):
        levels_from_text(text, 2)


def test_an_unknown_level_names_the_five() -> None:
    with pytest.raises(ValueError, match="'wizard'; the levels are beginner casual skilled expert master"):
        level_named("wizard")


def test_players_in_words() -> None:
    words = ("Ana", "@expert", "@expert")
    assert levels_of(words) == (None, Level.EXPERT, Level.EXPERT)
    assert seated(typed(words), levels_of(words)) == ("Ana", "Doc", "Doc 2")


def test_a_person_keeps_a_name_that_a_computer_has_too() -> None:
    assert seated(("", "Doc", ""), (Level.EXPERT, None, Level.EXPERT)) == ("Doc 2", "Doc", "Doc 3")


def test_setup_turns_a_person_into_a_computer_and_shows_its_character() -> None:
    player = Player.at(None, Settings("en", players=("Ana", "Beto"))).tap(ROLL, THREE, THREE, THREE, FIVE)
    assert "2: beginner Mimi" in player.words.replace("Mimi 2: beginner", "2: beginner Mimi")
    player.tap(FOUR, FOUR)
    assert "Sibila" in player.words
    player.tap(ROLL)
    assert "Computer: master Sibila Looks at your sheet" in player.words
    player.give(Press(TWO)).tap(TWO)
    assert "Rules" in player.words
    player.tap(TWO, TWO, TWO)
    player.effects.clear()
    player.tap(ROLL)
    assert player.match.players == ("Ana", "Sibila")
    assert player.app.levels == player.app.settings.levels == (None, Level.MASTER)
    assert player.effects == [Save(player.match, levels=player.app.levels), Keep(player.app.settings)]


def test_setup_remembers_computers_and_who_a_seat_was_before() -> None:
    settings = Settings("en", players=("Ana", "Beto", "Caro"), levels=(None, Level.SKILLED, Level.CASUAL))
    player = Player.at(None, settings).tap(ROLL, THREE, FOUR)
    assert "Tato" not in player.words
    player.tap(FIVE, THREE, THREE)
    assert "Tato" in player.words
    player.tap(FOUR, FOUR, FOUR)
    assert "Beto" in player.words
    player.tap(ONE)
    assert player.screen == "title"


def test_numbers_follow_the_language() -> None:
    english, spanish = Texts("en"), Texts("es")
    assert [english.number(value) for value in (-0.04, 1.25, -104.5)] == ["0.0", "1.2", "-104"]
    assert spanish.number(3.25, signed=True) == "+3,2"
    assert spanish.number(0, signed=True) == "0,0"
