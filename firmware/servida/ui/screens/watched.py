"""A computer's turn, watched: it looks at its dice, marks what it holds, says its aim, and rolls or writes.

Everything waits long enough to be read, and any press hurries it.  The decision comes from outside and is made from
the match alone, after the dice lie; so a turn that was cut off goes on as it would have.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, ClassVar, assert_never

from servida.rules import Mark, Throw
from servida.strategy.advice import Hold
from servida.ui.choices import places, purpose
from servida.ui.events import Consult, Decided, Open, Place, Play, Think, Woken
from servida.ui.keypad import Button, Long, Short
from servida.ui.parts import BOTTOM, MIDDLE, draw_waiting
from servida.ui.screens.dice import Dice
from servida.ui.screens.lines import Lines
from servida.ui.tumble import rests_at, tumbles

if TYPE_CHECKING:
    from servida.rules import Match
    from servida.strategy.advice import Choice
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World

LOOK = 0.7
"""Seconds from the rest of the dice to the first mark: others want to see what fell, too (a guess)."""

APPEAR = 0.25
"""Seconds from mark to mark (a guess)."""

READ = 1.6
"""Seconds for which the marks and the aim stand before the dice are rolled, or the sheet is shown (a guess)."""

WRITE = 1.8
"""Seconds for which the sheet shows the line that will be written (a guess)."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The dice of a computer's turn.

    ``choice`` is its decision, ``None`` until it is made; ``since`` is when that began to be shown, in seconds,
    ``None`` where it begins with the next :class:`Woken`.
    """

    dice: Dice = field(default_factory=Dice)
    choice: Choice | None = None
    since: float | None = None

    name: ClassVar[str] = "dice"

    def update(self, event: Event, world: World) -> Answer:
        """Decide once the dice lie, and do it when it could be read; a press hurries, ROLL held shows the scores."""
        match, now = world.game, world.now
        if event == Long(Button.ROLL):
            return self, (Open(Place.SCOREBOARD),)
        if match.turn.thrown is not None:
            return self, ()
        if tumbles(self.dice.landed, now):
            return (replace(self, dice=replace(self.dice, landed=None)) if isinstance(event, Short) else self), ()
        if self.choice is None:
            return self._decide(event, world)
        match event:
            case Woken() if self.since is None:
                return replace(self, since=now), ()
            case Woken() if now >= self._moments(match)[-1]:
                return self._act(match)
            case Short():
                return self._hurry(world)
            case _:
                return self, ()

    def _decide(self, event: Event, world: World) -> Answer:
        match event:
            case Decided(match, choice) if match == world.game:
                return replace(self, choice=choice, since=world.now), ()
            case Woken():
                assert world.level is not None, "only a computer's turn is watched"
                return self, (Consult(Think(world.game, world.level)),)
            case _:
                return self, ()

    def _hurry(self, world: World) -> Answer:
        """Skip what is shown at present: the dice before a line is written, the sheet, or the whole of a hold."""
        if isinstance(self._action, Mark) and not self._shows_sheet(world):
            return replace(self, since=world.now - LOOK - READ), ()
        return self._act(world.game)

    def _act(self, match: Match) -> Answer:
        match self._action:
            case Hold():
                stay = self._stay(match)
                dice = Dice(stay)
                return replace(self, dice=dice, choice=None), (Play(Throw(tuple(sorted(stay)))),)
            case Mark(line):
                return self, (Play(Mark(line)),)
            case other:
                assert_never(other)

    @property
    def _action(self) -> Hold | Mark:
        assert self.choice is not None, "asked after the decision"
        return self.choice.action

    def _stay(self, match: Match) -> frozenset[int]:
        assert match.turn.faces is not None, "a decision is made on dice that lie"
        return places(self._action, match.turn.faces, self.dice.held)

    def _moments(self, match: Match) -> tuple[float, ...]:
        """Return when the picture changes, in seconds; the last is when the turn goes on."""
        start = (self.since or 0.0) + LOOK
        if isinstance(self._action, Mark):
            return start, start + READ, start + READ + WRITE
        marks = len(self._stay(match) - self.dice.held)
        return (*(start + APPEAR * i for i in range(marks)), start + APPEAR * marks + READ)

    def _shows_sheet(self, world: World) -> bool:
        return self.since is not None and isinstance(self._action, Mark) and world.now >= self._moments(world.game)[1]

    def moves(self, world: World) -> bool:
        """Whether dice are in the air or tumble, so that the picture changes all the time."""
        return world.game.turn.thrown is not None or tumbles(self.dice.landed, world.now)

    def busy_until(self, world: World) -> float | None:
        """Return when the picture changes next; ``inf`` while dice are in the air or a decision is awaited."""
        if self.moves(world):
            return rests_at(self.dice.landed, world.now) or inf
        if self.choice is None:
            return inf
        if self.since is None:
            return world.now
        return min((at for at in self._moments(world.game) if at > world.now), default=world.now)

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the dice with what is held by now and why, or the sheet with the line that will be written."""
        if self.choice is None or self.since is None:
            self.dice.draw_table(canvas, world)
            if not self.moves(world):
                draw_waiting(canvas, BOTTOM, world)
            return
        if self._shows_sheet(world):
            assert isinstance(self._action, Mark), "the sheet is shown for a line"
            Lines(self._action.line).draw_watched(canvas, world)
            return
        looked = world.now >= self.since + LOOK
        replace(self.dice, held=self._marked(world) if looked else self.dice.held).draw_table(canvas, world)
        if looked:
            canvas.text(MIDDLE, BOTTOM, purpose(self.choice, world.game, world.texts), anchor="m")

    def _marked(self, world: World) -> frozenset[int]:
        """Return what is marked by now: what stays held at once, new marks one after the other from the left."""
        stay = self._stay(world.game)
        if isinstance(self._action, Mark):
            return self.dice.held
        fresh = sorted(stay - self.dice.held)
        seen = sum(world.now >= at for at in self._moments(world.game)[:-1])
        return (stay & self.dice.held) | frozenset(fresh[:seen])
