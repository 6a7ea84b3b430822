"""The menu, opened anywhere by buttons 1 and 5 together, and the question before what can't be undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from servida.ui.events import Back, Leave, Open, Place, SwitchOff
from servida.ui.keypad import Button, Long, Press, Repeat, Short
from servida.ui.parts import Row, list_view, menu_bar, top_bar
from servida.ui.texts import mark

if TYPE_CHECKING:
    from servida.ui.events import Event, Intent
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World


class Entry(Enum):
    """What the menu offers, by the words that say it."""

    CONTINUE = mark("Continue")
    SCORES = mark("Scores")
    RULES = mark("Rules and help")
    SETTINGS = mark("Settings")
    LEAVE = mark("End this match")
    CHECK = mark("Check dice")
    ABOUT = mark("About")
    OFF = mark("Switch off")


SURE = {
    Entry.LEAVE: mark("It stays unfinished."),
    Entry.OFF: mark("The match is kept."),
}
"""The entries that ask once more, and what they say."""

INTENTS: dict[Entry, tuple[Intent, ...]] = {
    Entry.CONTINUE: (Back(),),
    Entry.SCORES: (Open(Place.SCOREBOARD),),
    Entry.RULES: (Open(Place.HELP),),
    Entry.SETTINGS: (Open(Place.SETTINGS),),
    Entry.LEAVE: (Leave(),),
    Entry.CHECK: (Open(Place.CHECK),),
    Entry.ABOUT: (Open(Place.ABOUT),),
    Entry.OFF: (SwitchOff(),),
}


def entries(world: World) -> tuple[Entry, ...]:
    """Return what the menu offers now: scores and the end of the match only during one."""
    if world.match is None:
        return tuple(entry for entry in Entry if entry not in (Entry.SCORES, Entry.LEAVE))
    return tuple(Entry)


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu with a cursor; ``sure`` says that the chosen entry asks once more."""

    cursor: int = 0
    sure: bool = False

    name: ClassVar[str] = "menu"

    def update(self, event: Event, world: World) -> Answer:
        """Move, choose, or go back."""
        rows = entries(world)
        match event:
            case Short(Button.ONE):
                return (replace(self, sure=False), ()) if self.sure else (self, (Back(),))
            case Press(Button.TWO) | Repeat(Button.TWO):
                return Menu((self.cursor - 1) % len(rows)), ()
            case Press(Button.THREE) | Repeat(Button.THREE):
                return Menu((self.cursor + 1) % len(rows)), ()
            case Short(Button.ROLL) | Long(Button.ROLL):
                entry = rows[self.cursor]
                if entry in SURE and not self.sure:
                    return replace(self, sure=True), ()
                return replace(self, sure=False), INTENTS[entry]
            case _:
                return self, ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the list, or the question."""
        say = world.texts.say
        rows = entries(world)
        if self.sure:
            entry = rows[self.cursor]
            top_bar(canvas, say(entry.value), "", world)
            canvas.text(64, 18, say(SURE[entry]), anchor="m")
            canvas.text(64, 34, say("ROLL: yes"), anchor="m")
            canvas.text(64, 45, say("1: no"), anchor="m")
            return
        top_bar(canvas, say("Menu"), world.match.rules.name if world.match else "", world)
        list_view(canvas, [Row(say(entry.value)) for entry in rows], self.cursor)
        menu_bar(canvas, turns=False)

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None
