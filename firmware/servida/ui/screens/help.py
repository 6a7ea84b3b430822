"""Help: the buttons, and the rules in force, which even the author of a rule set forgets (t_games#552)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from servida.rules import Line, RuleSet, ServedGenerala
from servida.ui.art import Sign, scroll_bar
from servida.ui.events import Back
from servida.ui.keypad import Button, Long, Press, Repeat, Short
from servida.ui.parts import LIST_PITCH, LIST_TOP, WIDTH, button_bar, fitted, top_bar

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World
    from servida.ui.texts import Texts

SEEN = 4
"""Text rows on the stage."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of the help: words at the left, a figure at the right; a heading has a rule under it."""

    words: str
    figure: str = ""
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Help:
    """The rules in force and the buttons, scrolled to ``first``."""

    first: int = 0

    name: ClassVar[str] = "help"

    def update(self, event: Event, world: World) -> Answer:
        """Scroll by a row with 2 and 3, by a page with ROLL; 1 goes back."""
        last = max(len(facts(world)) - SEEN, 0)
        match event:
            case Short(Button.ONE):
                return self, (Back(),)
            case Press(Button.TWO) | Repeat(Button.TWO):
                return Help(max(self.first - 1, 0)), ()
            case Press(Button.THREE) | Repeat(Button.THREE):
                return Help(min(self.first + 1, last)), ()
            case Short(Button.ROLL) | Long(Button.ROLL):
                return Help(0 if self.first == last else min(self.first + SEEN, last)), ()
            case _:
                return self, ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw four rows, the scroll bar and the buttons."""
        rows = facts(world)
        rules = rules_in_force(world)
        top_bar(canvas, world.texts.say("Rules"), rules.name, world)
        for i, fact in enumerate(rows[self.first : self.first + SEEN]):
            y = LIST_TOP + LIST_PITCH * i + 1
            room = WIDTH - 7
            if fact.figure:
                room -= canvas.text(room, y, fact.figure, anchor="r") + 3
            canvas.text(0, y, fitted(fact.words, room))
            if fact.heading:
                canvas.hline(0, y + 9, WIDTH - 7)
        scroll_bar(canvas, WIDTH - 3, LIST_TOP, SEEN * LIST_PITCH, self.first, SEEN, len(rows))
        button_bar(canvas, (Sign.LEFT, Sign.UP, Sign.DOWN, None, None))

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None


def rules_in_force(world: World) -> RuleSet:
    """Return the rule set of the match, or the one that the next match would have."""
    return world.match.rules if world.match is not None else world.settings.rules


def facts(world: World) -> tuple[Fact, ...]:
    """Return all rows of the help."""
    return (*rule_facts(rules_in_force(world), world.texts), *_buttons(world))


def rule_facts(rules: RuleSet, texts: Texts) -> tuple[Fact, ...]:
    """Return a rule set in words and figures, line by line."""
    say = texts.say
    plus = f"+{rules.served_bonus}"
    rows = [
        Fact(say("Ones to Sixes"), say("sum")),
        Fact(texts.line(Line.STRAIGHT), f"20 {plus}"),
        *_straights(rules, texts),
        Fact(texts.line(Line.FULL), f"30 {plus}"),
        Fact(texts.line(Line.POKER), f"40 {plus}"),
        Fact(texts.line(Line.GENERALA), str(rules.generala)),
    ]
    if rules.five_as_full:
        rows.insert(-2, Fact(say("  five of a kind too")))
    if rules.served_generala is ServedGenerala.WINS:
        rows.append(Fact(say("  served: wins")))
    else:
        rows.append(Fact(say("  served"), str(rules.served_generala_points)))
    if rules.double is not None:
        rows.append(Fact(texts.line(Line.DOUBLE), str(rules.double)))
    rows.append(Fact(say("Served: on the first"), plus))
    return tuple(rows)


def _straights(rules: RuleSet, texts: Texts) -> tuple[Fact, ...]:
    say = texts.say
    rows = [Fact("  12345  23456")]
    if rules.wrap:
        rows += [Fact("  34561  45612"), Fact("  56123  61234")]
    elif rules.ace_high:
        rows.append(Fact("  34561"))
    if rules.ace_as_two:
        rows.append(Fact(say("  1 may stand for 2")))
    return tuple(rows)


def _buttons(world: World) -> tuple[Fact, ...]:
    say = world.texts.say
    coach = (Fact(say("1-5 long: coach")),) if world.settings.hints else ()
    return (
        Fact(say("Buttons"), heading=True),
        Fact(say("1-5: hold, choose")),
        Fact(say("ROLL: roll, write")),
        Fact(say("ROLL long: lines, dice")),
        *coach,
        Fact(say("1+5 long: menu")),
        Fact(say("Asleep: a press wakes")),
        Fact(say("RNG!: substitute dice")),
        Fact(say("SD!: not being saved")),
        Fact(say("3!: that button is stuck")),
    )
