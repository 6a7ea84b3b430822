"""The hand-over: whose turn it is, and a last look at what was written before.

The console waits here for the next player, in solitaire too, so that nobody rolls twice by mistake
(Random-Number-Generator#32).  The last line can be taken back until the next roll.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from servida.rules import Mark, Throw
from servida.ui.art import Sign, sign
from servida.ui.events import Open, Place, Play, TakeBack
from servida.ui.font import LARGE, SMALL, measure
from servida.ui.keypad import Button, Long, Short
from servida.ui.parts import MIDDLE, WIDTH, fitted, roll_bar, top_bar

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World


@dataclass(frozen=True, slots=True)
class HandOver:
    """Says whose turn it is and waits."""

    name: ClassVar[str] = "handover"

    def update(self, event: Event, world: World) -> Answer:
        """ROLL throws all five dice; held, it opens the scoreboard; button 1 takes the last line back."""
        match event:
            case Short(Button.ROLL):
                return self, (Play(Throw()),)
            case Long(Button.ROLL):
                return self, (Open(Place.SCOREBOARD),)
            case Short(Button.ONE) if _written(world) is not None:
                return self, (TakeBack(),)
            case _:
                return self, ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the next player's name large, the round, the rules in force and the line written before."""
        match, say = world.game, world.texts.say
        top_bar(canvas, match.rules.name, f"{match.round}/{len(match.rules.lines)}", world)
        canvas.text(MIDDLE, 13, say("Turn of"), anchor="m")
        canvas.text(MIDDLE, 22, world.mover, LARGE, anchor="m")
        written = _written(world)
        if written is not None:
            who = (match.mover - 1) % len(match.players)
            points = match.sheets[who][written.line]
            words = f"{match.players[who]}: {world.texts.line(written.line)}"
            worth = f" {points or '×'}"
            canvas.blit(sign(Sign.UNDO), 0, 44)
            room = WIDTH - 10 - SMALL.gap - measure(worth, SMALL)
            canvas.text(10, 44, fitted(words, room) + worth)
        roll_bar(canvas, say("Roll"), say("Scores"))

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None


def _written(world: World) -> Mark | None:
    """Return the line written last, which may still be taken back."""
    last = world.game.moves[-1] if world.game.moves else None
    return last if isinstance(last, Mark) else None
