"""What is said of each screen to a person who does not see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from servida.rules import Line, Mark, RollOff
from servida.strategy.advice import Choice, Hold, Level, Mistake, Review
from servida.ui.keypad import Button
from servida.ui.naming import Naming
from servida.ui.screens.check import Check
from servida.ui.screens.coach import Coach
from servida.ui.screens.dice import Dice
from servida.ui.screens.handover import HandOver
from servida.ui.screens.help import Help
from servida.ui.screens.lines import Lines
from servida.ui.screens.menu import Menu
from servida.ui.screens.notice import Notice
from servida.ui.screens.result import Result
from servida.ui.screens.review import Pages
from servida.ui.screens.scoreboard import Scoreboard
from servida.ui.screens.settings import SettingsList
from servida.ui.screens.setup import Setup
from servida.ui.screens.title import Title
from servida.ui.screens.watched import Watched
from servida.ui.settings import LANGUAGES, Settings
from servida.ui.spoken import spoken
from servida.ui.state import Glow
from tables import app_of, begun, highest, some_rounds, thrown

NOW = 100.0

ROUNDS = some_rounds()
FULL = thrown(ROUNDS, (5, 5, 5, 3, 3))
LAST = thrown(thrown(FULL, (5, 1), (0, 1, 2)), (2,), (0, 1, 2, 3))
SERVED = thrown(ROUNDS, (6, 6, 6, 6, 6))
TIE = highest("wiki-60-double", ("Ana", "Beto"))
THROW = (0, (6, 6, 6, 6, 5))
SETUP = Setup.of(Settings(players=("", "Muñoz")))

CHOICES = (
    Choice(Mark(Line.FULL), 100.0),
    Choice(Hold((5, 5, 5)), 87.5, aim=Line.POKER),
    Choice(Hold(), 60.0),
)
REVIEWS = (Review("Ana", 12.5, (Mistake(2, (5, 5, 5, 1, 2), 1, Mark(Line.ONES), Hold((5, 5, 5)), 7.26),), 8.0),)
SCRATCHED = (
    Review(
        "Ana",
        12.5,
        (
            Mistake(2, (5, 5, 5, 1, 2), 1, Mark(Line.POKER), Mark(Line.ONES), 7.26),
            Mistake(3, (5, 5, 5, 5, 5), 1, Mark(Line.DOUBLE), Mark(Line.GENERALA), 9.0),
        ),
        8.0,
    ),
)

SCREENS = {
    "title": (app_of(Title()), "Servida. ROLL: Play. Menu: 1+5."),
    "setup": (app_of(replace(SETUP, cursor=3)), "New match. Name 2: Muñoz. 4/6."),
    "start": (app_of(SETUP), "New match. Start. 1/6."),
    "naming": (app_of(replace(SETUP, naming=Naming.of(1, "Eva"))), "4: –. Player 2. Eva. ROLL: done."),
    "first": (app_of(HandOver(), begun()), "Turn of Ana. Round 1 of 10. Ana 0, Beto 0. ROLL: Roll."),
    "handover": (app_of(HandOver(), ROUNDS), "Beto: Threes 9. Turn of Ana. Round 4 of 10."),
    "held": (
        app_of(Dice(frozenset({4, 0})), FULL),
        "Ana. Dice: 5 5 5 3 3. Full house, served. Held: 1 5. Rolls left: 2.",
    ),
    "no roll": (app_of(Dice(), LAST), "Ana. Dice: 5 5 5 5 2. Four of a kind. Rolls left: 0. ROLL: Write a line."),
    "nothing": (app_of(Dice(), thrown(ROUNDS, (1, 2, 2, 4, 6))), "Ana. Dice: 1 2 2 4 6. Rolls left: 2. ROLL: Roll."),
    "tumbling": (app_of(Dice(frozenset(), (0, 1, 2, 3, 4), 99.9), FULL), "Ana. The dice roll."),
    "won": (app_of(Dice(landed=98.0), SERVED), "Ana. Dice: 6 6 6 6 6. Generala, served. Wins the match!"),
    "lines": (app_of(Lines(), FULL), "Choose a line. Ana. Dice: 5 5 5 3 3. Open lines: Ones 0,"),
    "chosen": (app_of(Lines(Line.FULL), FULL), "ROLL: Full house 35. Ana."),
    "scratch": (app_of(Lines(Line.ONES), FULL), "ROLL: Scratch Ones. Ana."),
    "asked": (app_of(Lines(Line.ONES, asked=True), FULL), "Scratch Ones? ROLL: yes. Ana."),
    "served": (app_of(Result(), SERVED), "Ana. Wins the match! served generala."),
    "points": (app_of(Result(), highest("table", ("Ana",))), "Ana. Wins the match!"),
    "tie": (app_of(Result(), TIE), "Tie. Ana, Beto."),
    "roll-off": (
        app_of(Result(), TIE, rolloff=RollOff((0, 1))),
        "Roll-off. Highest sum wins. Turn of Ana. ROLL: Roll.",
    ),
    "thrown": (
        app_of(Result(), TIE, rolloff=RollOff((0, 1), (THROW,))),
        "Roll-off. Ana: 29. Dice: 6 6 6 6 5. Turn of Beto.",
    ),
    "rolling": (app_of(Result(asked=True), TIE, rolloff=RollOff((0, 1))), "The dice roll."),
    "decided": (
        app_of(Result(), TIE, rolloff=RollOff((0, 1), (THROW, (1, (1, 1, 1, 1, 1))))),
        "Roll-off. Beto: 5. Dice: 1 1 1 1 1. Ana. Wins the match! 29 in the roll-off.",
    ),
    "scores": (app_of(Scoreboard(1), ROUNDS), "Beto "),
    "sheet": (app_of(Scoreboard(0, sheet=True), ROUNDS), "Ana. Total "),
    "whole sheet": (app_of(Scoreboard(0, sheet=True), TIE), "Ana. Total "),
    "new sheet": (app_of(Scoreboard(0, sheet=True), begun()), "Ana. Total 0. Open lines: Ones, Twos,"),
    "settings": (app_of(Title(), over=(SettingsList(1),)), "Settings. Brightness: 4. 2/6."),
    "menu": (app_of(Title(), over=(Menu(1),)), "Menu. Rules and help. 2/6."),
    "sure": (app_of(Title(), over=(Menu(5, sure=True),)), "Switch off. The match is kept. ROLL: yes. 1: no."),
    "help": (app_of(Title(), over=(Help(),)), "Rules. Ones to Sixes sum."),
    "notice": (app_of(Title(), over=(Notice("Servida", ("no room",)),)), "Servida. no room."),
    "check": (app_of(Title(), over=(Check(),)), "Dice."),
    "about": (app_of(replace(SETUP, about=Level.MASTER)), "Computer: master. Sibila."),
    "computer": (
        app_of(HandOver(), ROUNDS, levels=(Level.EXPERT,)),
        "Beto: Threes 9. Turn of Ana. Round 4 of 10. Ana",
    ),
    "watched roll": (app_of(Watched(Dice(landed=99.9)), FULL), "Ana. The dice roll."),
    "watched thought": (app_of(Watched(), FULL), "Ana. Dice: 5 5 5 3 3. Thinking…"),
    "watched hold": (
        app_of(Watched(choice=Choice(Hold((5, 5, 5)), 90.0, aim=Line.POKER), since=99.0), FULL),
        "Ana. Dice: 5 5 5 3 3. Keep: 5 5 5. For four alike.",
    ),
    "watched line": (
        app_of(Watched(choice=Choice(Mark(Line.FULL), 90.0), since=99.0), FULL),
        "Ana. Dice: 5 5 5 3 3. Write: Full house.",
    ),
    "watched scratch": (
        app_of(Watched(choice=Choice(Mark(Line.SIXES), 90.0), since=99.0), FULL),
        "Ana. Dice: 5 5 5 3 3. Scratch Sixes.",
    ),
    "coach asked": (app_of(Dice(), FULL, over=(Coach(),), share=0.5), "Coach. Thinking 50 %."),
    "coach": (app_of(Dice(), FULL, over=(Coach(CHOICES),)), "Coach. Write: Full house."),
    "coach best": (
        app_of(Dice(), FULL, over=(Coach(CHOICES, 0),)),
        "Coach. Write: Full house. best. 1/3.",
    ),
    "coach other": (
        app_of(Dice(), FULL, over=(Coach(CHOICES, 1),)),
        "Coach. Keep: 5 5 5. For four alike. -12.5 points. 2/3.",
    ),
    "coach all": (app_of(Dice(), FULL, over=(Coach(CHOICES, 2),)), "Coach. Roll all."),
    "review asked": (app_of(Result(), TIE, over=(Pages(),)), "Review. Thinking…"),
    "review": (app_of(Result(), TIE, over=(Pages(REVIEWS),)), "Review. Ana. Mistakes: -12.5. Luck: +8.0. 1/2."),
    "mistake": (
        app_of(Result(), TIE, over=(Pages(REVIEWS, 1),)),
        "Review. Ana. Round 2 of 11. Dice: 5 5 5 1 2. Done: Write: Ones. Best: Keep: 5 5 5. -7.3 points. 2/2.",
    ),
    "mistake scratched": (
        app_of(Result(), TIE, over=(Pages(SCRATCHED, 1),)),
        "Review. Ana. Round 2 of 11. Dice: 5 5 5 1 2. Done: Scratch Four of a kind. Best: Write: Ones.",
    ),
    "mistake doubled": (
        app_of(Result(), TIE, over=(Pages(SCRATCHED, 2),)),
        "Review. Ana. Round 3 of 11. Dice: 5 5 5 5 5. Done: Scratch Double. Best: Write: Generala. -9.0 points. 3/3.",
    ),
    "dark": (app_of(Title(), glow=Glow.DARK, fault="no room"), "The display is dark."),
    "going-off": (app_of(Title(), off=True, fault="no room"), "Switching off."),
    "off": (app_of(Title(), off=True, safe=True, fault="no room"), "Safe to unplug."),
}


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_told_what_changes_most_first(name: str) -> None:
    app, said = SCREENS[name]
    app = replace(app, settings=replace(app.settings, language="en"))
    assert spoken(app, NOW).startswith(said), spoken(app, NOW)


def test_a_computer_begins_by_itself_or_when_told_to() -> None:
    app = app_of(HandOver(), ROUNDS, "en", levels=(Level.EXPERT,))
    assert spoken(app, NOW).endswith("Computer: expert. ROLL: Continue. 1: take back.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_is_told_in_every_language(name: str, language: str) -> None:
    app, _ = SCREENS[name]
    said = spoken(replace(app, settings=replace(app.settings, language=language)), NOW)
    assert said[-1] in ".!?"
    assert ".." not in said


def test_what_is_wrong_is_told_on_every_screen() -> None:
    app = app_of(Title(), stuck=frozenset({Button.THREE}), substitute=True, fault="no room")
    said = spoken(replace(app, settings=replace(app.settings, language="en")), NOW)
    assert said.endswith("Stuck buttons: 3. RNG!: substitute dice. SD!: not being saved.")


@pytest.mark.parametrize(("language", "said"), [("es", "Ruedan los dados"), ("pt", "Os dados rolam")])
def test_words_are_the_settings_language(language: str, said: str) -> None:
    app, _ = SCREENS["tumbling"]
    assert said in spoken(replace(app, settings=replace(app.settings, language=language)), NOW)
