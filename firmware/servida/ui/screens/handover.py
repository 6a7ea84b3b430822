"""The hand-over: whose turn it is, and a last look at what was written before.

The console waits here for the next player, in solitaire too, so that nobody rolls twice by mistake
(Random-Number-Generator#32).  The last line can be taken back until the next roll, except a computer's.  A computer
begins by itself, after a pause that is long enough for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from servida.rules import Mark, Throw
from servida.ui.art import Sign, sign
from servida.ui.events import Open, Place, Play, TakeBack, Woken
from servida.ui.font import LARGE, SMALL, measure
from servida.ui.keypad import Button, Long, Short
from servida.ui.parts import MIDDLE, WIDTH, fitted, roll_bar, top_bar
from servida.ui.seats import CHARACTERS, level_at

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World


PAUSE = 2.5
"""Seconds until a computer begins: a slip is noticed and taken back within them (a guess)."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """Says whose turn it is and waits; ``since`` (seconds) for a computer, from the next :class:`Woken` on."""

    since: float | None = None

    name: ClassVar[str] = "handover"

    def update(self, event: Event, world: World) -> Answer:
        """ROLL throws all five dice; held, it opens the scoreboard; button 1 takes the last line back.

        A computer throws after its pause, or at any press that means nothing else.
        """
        match event:
            case Short(Button.ROLL):
                return self, (Play(Throw()),)
            case Long(Button.ROLL):
                return self, (Open(Place.SCOREBOARD),)
            case Short(Button.ONE) if can_take_back(world):
                return self, (TakeBack(),)
            case Short() if world.level is not None:
                return self, (Play(Throw()),)
            case Woken() if world.level is not None:
                return self._wait(world)
            case _:
                return self, ()

    def _wait(self, world: World) -> Answer:
        if self.since is None:
            return HandOver(world.now), ()
        return self, (Play(Throw()),) if world.now >= self.since + PAUSE else ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the next player's name large, the round, the rules in force and the line written before."""
        match, say = world.game, world.texts.say
        top_bar(canvas, match.rules.name, f"{match.round}/{len(match.rules.lines)}", world)
        level = world.level
        turn = say("Turn of") if level is None else say("Computer: {level}", level=say(CHARACTERS[level].level))
        canvas.text(MIDDLE, 13, turn, anchor="m")
        canvas.text(MIDDLE, 22, world.mover, LARGE, anchor="m")
        written = _written(world)
        if written is not None:
            who = (match.mover - 1) % len(match.players)
            points = match.sheets[who][written.line]
            words = f"{match.players[who]}: {world.texts.line(written.line)}"
            worth = f" {points or '×'}"
            canvas.blit(sign(Sign.UNDO if can_take_back(world) else Sign.COMPUTER), 0, 44)
            room = WIDTH - 10 - SMALL.gap - measure(worth, SMALL)
            canvas.text(10, 44, fitted(words, room) + worth)
        roll_bar(canvas, say("Roll") if level is None else say("Continue"), say("Scores"))

    def busy_until(self, world: World) -> float | None:
        """Return when a computer begins; nothing moves for a person."""
        if world.level is None:
            return None
        return world.now if self.since is None else self.since + PAUSE


def can_take_back(world: World) -> bool:
    """Whether the last move wrote a person's line."""
    match = world.game
    writer = match.mover if match.outcome is not None else (match.mover - 1) % len(match.players)
    return _written(world) is not None and level_at(world.levels, writer) is None


def _written(world: World) -> Mark | None:
    """Return the line written last, before any roll."""
    last = world.game.moves[-1] if world.game.moves else None
    return last if isinstance(last, Mark) else None
