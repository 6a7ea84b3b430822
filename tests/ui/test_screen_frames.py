"""Golden frames of every screen in its important states; of three languages where words decide the layout."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from golden import check
from servida.rules import PRESETS, Line, Mark, RollOff
from servida.strategy.advice import Choice, Hold, Level, Mistake, Review
from servida.ui.app import draw
from servida.ui.events import Counted, Described, Failed
from servida.ui.keypad import Button
from servida.ui.naming import Naming
from servida.ui.screens.about import About
from servida.ui.screens.check import Check
from servida.ui.screens.coach import Coach
from servida.ui.screens.dark import Dark
from servida.ui.screens.dice import Dice
from servida.ui.screens.handover import HandOver
from servida.ui.screens.help import SEEN, Help, facts
from servida.ui.screens.lines import Lines
from servida.ui.screens.menu import Menu
from servida.ui.screens.result import Result
from servida.ui.screens.review import Pages
from servida.ui.screens.scoreboard import Scoreboard
from servida.ui.screens.settings import SettingsList
from servida.ui.screens.setup import Setup
from servida.ui.screens.title import Title
from servida.ui.screens.watched import APPEAR, LOOK, READ, Watched
from servida.ui.settings import LANGUAGES, Settings
from servida.ui.state import Glow
from tables import WORST, app_of, begun, highest, played, some_rounds, thrown

if TYPE_CHECKING:
    from servida.rules import Match

WIDE = tuple(f"{letter}WWWWMMMM{number}" for number, letter in enumerate("WMQÑÃÇWM", start=1))
"""Eight of the widest names."""

NOW = 100.0

DOUBLES = some_rounds("wiki-60-double", ("Ana", "Guadalupe"))
FULL = thrown(DOUBLES, (5, 5, 5, 3, 3))
AGAIN = thrown(FULL, (5, 1), (0, 1, 2))
LAST = thrown(AGAIN, (5,), (0, 1, 2, 3))
SERVED = thrown(some_rounds(), (6, 6, 6, 6, 6))
WIDEST = highest("wiki-60-double", WIDE)
TIE = highest("wiki-60-double", ("Ana", "Beto"))
SOLITAIRE = highest("wiki-60-double", WIDE[:1])


def rolled(match: Match, *sums: tuple[int, ...]) -> RollOff:
    contenders = tuple(range(len(match.players)))
    throws = tuple((contenders[i % len(contenders)], hand) for i, hand in enumerate(sums))
    return RollOff(contenders, throws)


def setup(cursor: int, naming: Naming | None = None) -> Setup:
    return replace(Setup.of(Settings(players=("", "Muñoz"))), cursor=cursor, naming=naming)


AGAINST = (None, Level.EXPERT)
VERSUS = some_rounds("wiki-60-double", ("Ana", "Doc"))
DOC = thrown(played(VERSUS, (5, 5, 5, 3, 3), Line.GENERALA), (6, 3, 6, 6, 1))
DOC_LAST = thrown(thrown(DOC, (2, 6), (0, 2, 3)), (1, 4), (0, 2, 3))
SIXES = Choice(Hold((6, 6, 6)), 88.2, aim=Line.POKER)
ADVICE = (SIXES, Choice(Hold(), 80.9), Choice(Mark(Line.SIXES), 61.45), Choice(Mark(Line.ONES), 60.0))
DEAREST = (
    Mistake(7, (6, 6, 6, 3, 1), 1, Mark(Line.FULL), Hold((6, 6, 6)), 12.34),
    Mistake(10, (1, 2, 3, 4, 6), 2, Hold(), Mark(Line.POKER), 3.2),
)
REVIEWS = (Review("Ana", 23.04, DEAREST, 11.27), Review("Beto", 0.0, (), -104.5))


def watched(choice: Choice, ago: float, held: tuple[int, ...] = ()) -> Watched:
    return Watched(Dice(frozenset(held)), choice, NOW - ago)


DESCRIBED = Described("12.34.56", "bcm2835-rng", "1000000012345678", 12_345_678_901)
FEW = (3, 2, 9, 4, 5, 3)
LOADED = (1_648_623, 1_645_735, 1_644_848, 1_651_149, 1_648_351, 1_761_294)


def dice_check(counts: tuple[int, ...], source: str = "hwrng", failed: Failed | None = None) -> Check:
    return Check(Counted(counts, source, "hwrng", failed))


WORDY = (
    {
        "title": app_of(Title()),
        "handover-first": app_of(HandOver(), begun("wiki-60-double")),
        "handover-written": app_of(HandOver(), DOUBLES),
        "handover-scratched": app_of(HandOver(), played(DOUBLES, (5, 5, 5, 3, 3), Line.GENERALA)),
        "dice-served": app_of(Dice(frozenset({0, 1, 2})), FULL),
        "dice-poker": app_of(Dice(frozenset({0, 1, 2, 3})), LAST, substitute=True, fault="no room"),
        "dice-won": app_of(Dice(landed=98.0), SERVED),
        "lines-none": app_of(Lines(), FULL),
        "lines-full": app_of(Lines(Line.FULL), FULL),
        "lines-scratch": app_of(Lines(Line.DOUBLE), LAST),
        "lines-asked": app_of(Lines(Line.DOUBLE, asked=True), LAST),
        "scoreboard-two": app_of(Scoreboard(1), DOUBLES),
        "scoreboard-sheet": app_of(Scoreboard(0, sheet=True), DOUBLES),
        "menu": app_of(HandOver(), DOUBLES, over=(Menu(1),)),
        "menu-end": app_of(HandOver(), DOUBLES, over=(Menu(4, sure=True),)),
        "menu-off": app_of(Title(), over=(Menu(5, sure=True),)),
        "about": app_of(Title(), over=(About(DESCRIBED),)),
        "about-bare": app_of(Title(), over=(About(Described("0.1.0")),), fault="no room"),
        "check-few": app_of(Title(), over=(dice_check(FEW),)),
        "check-silent": app_of(Title(), over=(dice_check(FEW, "kernel"),), substitute=True),
        "check-repeats": app_of(
            Title(), over=(dice_check(LOADED, "kernel", Failed(5)),), substitute=True, fault="no room"
        ),
        "check-biased": app_of(Title(), over=(dice_check(LOADED, "kernel", Failed(16, 512)),), substitute=True),
        "check-uncounted": app_of(Title(), over=(Check(),), fault="no room"),
        "settings": app_of(Title(), over=(SettingsList(2),)),
        "settings-coach": replace(
            asking := app_of(Title(), over=(SettingsList(5),)), settings=replace(asking.settings, hints=True)
        ),
        "setup-top": app_of(setup(0)),
        "setup-bottom": app_of(setup(5)),
        "setup-name": app_of(setup(3, Naming.of(1, "Muñoz"))),
        "result-points": app_of(Result(), SOLITAIRE),
        "result-served": app_of(Result(), SERVED),
        "result-tie": app_of(Result(), TIE),
        "rolloff-first": app_of(Result(), TIE, rolloff=rolled(TIE)),
        "rolloff-thrown": app_of(Result(), TIE, rolloff=rolled(TIE, (6, 6, 6, 6, 5))),
        "rolloff-won": app_of(Result(), TIE, rolloff=rolled(TIE, (6, 6, 6, 6, 5), (1, 2, 3, 4, 5))),
        "dark-going-off": app_of(Title(), off=True),
        "dark-off": app_of(Title(), off=True, safe=True),
        "setup-computer": app_of(replace(setup(3), levels=AGAINST)),
        "handover-computer": app_of(HandOver(), played(VERSUS, (5, 5, 5, 3, 3), Line.FULL), levels=AGAINST),
        "handover-after-computer": app_of(HandOver(), VERSUS, levels=AGAINST),
        "watched-thinking": app_of(Watched(), DOC, levels=AGAINST),
        "watched-building": app_of(Watched(), DOC, levels=AGAINST, share=0.413),
        "watched-holding": app_of(watched(SIXES, LOOK + 1.5 * APPEAR), DOC, levels=AGAINST),
        "watched-writing": app_of(
            watched(Choice(Mark(Line.SIXES), 9), LOOK + 0.1, (0, 2, 3)), DOC_LAST, levels=AGAINST
        ),
        "watched-sheet": app_of(watched(Choice(Mark(Line.SIXES), 9), LOOK + READ), DOC_LAST, levels=AGAINST),
        "watched-scratching": app_of(watched(Choice(Mark(Line.DOUBLE), 9), LOOK + READ), DOC_LAST, levels=AGAINST),
        "coach-building": app_of(Dice(), DOC, over=(Coach(),), share=0.97),
        "coach-best": app_of(Dice(), DOC, over=(Coach(ADVICE),)),
        "coach-line": app_of(Lines(), DOC_LAST, over=(Coach(ADVICE[2:]),)),
        "coach-three": app_of(Dice(), DOC, over=(Coach(ADVICE, 1),)),
        "review-waiting": app_of(Result(), TIE, over=(Pages(),)),
        "review-player": app_of(Result(), TIE, over=(Pages(REVIEWS),)),
        "review-flawless": app_of(Result(), TIE, over=(Pages(REVIEWS, 3),)),
        "review-line": app_of(Result(), TIE, over=(Pages(REVIEWS, 1),)),
        "review-hold": app_of(Result(), TIE, over=(Pages(REVIEWS, 2),)),
    }
    | {f"character-{level.value}": app_of(replace(setup(3), levels=(None, level), about=level)) for level in Level}
    | {
        f"help-{first}": app_of(Title(), some_rounds("wiki-60-double"), over=(Help(first),))
        for first in (0, 4, 8, 10, 14)
    }
)

WORDLESS = {
    "dice-in-the-air": app_of(Dice(frozenset({1}), (0, 2, 3, 4), 99.9), FULL),
    "dice-half-landed": app_of(Dice(frozenset({1}), (0, 2, 3, 4), 99.5), FULL),
    "dice-won-flash": app_of(Dice(landed=98.3), SERVED),
    "lines-flat-chosen": app_of(Lines(Line.FIVES), FULL),
    "lines-widest": app_of(Scoreboard(7, sheet=True), WIDEST),
    "scoreboard-eight": app_of(Scoreboard(7), WIDEST),
    "scoreboard-five": app_of(Scoreboard(2), highest("wiki-60-double", WIDE[:5])),
    "scoreboard-one": app_of(Scoreboard(), SOLITAIRE),
    "handover-widest": app_of(HandOver(), played(begun("wiki-60-double", WIDE), (6, 6, 6, 6, 2), Line.POKER)),
    "result-tie-eight": app_of(Result(), WIDEST),
    "idle-title": app_of(Title(), glow=Glow.DIM),
    "idle-handover": app_of(HandOver(), begun(players=WIDE), glow=Glow.DIM),
    "dark": app_of(Dark()),
    "check-none": app_of(Title(), over=(dice_check((0,) * 6),)),
    "check-one": app_of(Title(), over=(dice_check((0, 0, 0, 0, 0, 1)),)),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WORDY)
def test_wordy_screen(name: str, language: str) -> None:
    app = WORDY[name]
    app = replace(app, settings=replace(app.settings, language=language))
    check(f"{name}-{language}", draw(app, NOW, strict=True).image)


@pytest.mark.parametrize("name", WORDLESS)
def test_wordless_screen(name: str) -> None:
    check(name, draw(WORDLESS[name], NOW, strict=True).image)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", list(WORST))
def test_every_line_fits_when_chosen_and_when_asked_about(line: Line, language: str) -> None:
    match = thrown(begun("wiki-60-double", WIDE), (1, 2, 2, 4, 6))
    for asked in (False, True):
        app = app_of(Lines(line, asked=asked), match, language)
        draw(app, NOW, strict=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_page_of_every_preset_fits(preset: str, language: str) -> None:
    app = app_of(Title(), begun(preset), language)
    for first in range(len(facts(app.world(NOW))) - SEEN + 1):
        draw(replace(app, over=(Help(first),)), NOW, strict=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*WORDY, *WORDLESS])
def test_every_screen_has_room_for_all_that_can_be_wrong(name: str, language: str) -> None:
    app = (WORDY | WORDLESS)[name]
    for stuck in (frozenset({Button.THREE}), frozenset(Button)):
        wrong = replace(app, stuck=stuck, substitute=True, fault="no room")
        canvas = draw(replace(wrong, settings=replace(app.settings, language=language)), NOW, strict=True)
        if app.glow is Glow.BRIGHT and app.screen.name != "dark" and name != "scoreboard-eight":
            assert ("3!" if len(stuck) == 1 else "12345R!") in canvas.words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", list(Line))
@pytest.mark.parametrize("player", ["Al", "Player 3", "Guadalupe"])
def test_every_written_line_fits_at_the_hand_over(player: str, line: Line, language: str) -> None:
    for faces in ((1, 2, 2, 4, 6), WORST[line]):
        match = played(begun("wiki-60-double", (player, "Beto")), faces, line, served=False)
        draw(app_of(HandOver(), match, language), NOW, strict=True)
