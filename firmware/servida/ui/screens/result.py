"""The result: who won and how, or a tie and its roll-off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, ClassVar, TypeVar, assert_never

from servida.rules import ServedWin, Tie, Won
from servida.ui.art import Sign, die, die_tumbling, sign
from servida.ui.events import Begin, Open, Place, RollOffBegin, RollOffThrow, TakeBack, Woken
from servida.ui.font import LARGE
from servida.ui.keypad import Button, Long, Short
from servida.ui.parts import COLUMNS, MIDDLE, WIDTH, fitted, roll_bar, top_bar
from servida.ui.screens.handover import PAUSE
from servida.ui.screens.handover import can_take_back as was_written_by_a_person
from servida.ui.seats import level_at, settled
from servida.ui.tumble import rests_at, tumbles, turn

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World


Seat = TypeVar("Seat")


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match; ``tumbled`` is when the last roll-off dice landed, in seconds.

    ``since`` is when the pause of a computer began that throws next in a roll-off.
    """

    tumbled: float | None = None
    asked: bool = False
    since: float | None = None

    name: ClassVar[str] = "result"

    def update(self, event: Event, world: World) -> Answer:
        """ROLL goes on (roll-off, or a new match); held, it opens the scoreboard; 1 takes the last line back.

        5 opens the review.  In a roll-off a computer throws by itself.
        """
        match event:
            case Short(Button.ROLL) if not self._tumbles(world.now):
                return self._go_on(world)
            case Long(Button.ROLL):
                return self, (Open(Place.SCOREBOARD),)
            case Short(Button.ONE) if can_take_back(world):
                return self, (TakeBack(),)
            case Short(Button.FIVE) if not _rolls_off(world):
                return self, (Open(Place.REVIEW),)
            case Woken() if self._waits(world) and self.since is None:
                return replace(self, since=world.now), ()
            case Woken() if self._waits(world) and world.now >= (self.since or 0.0) + PAUSE:
                return self._go_on(world)
            case _:
                return self, ()

    def _waits(self, world: World) -> bool:
        """Whether a computer throws next in the roll-off, when its pause is over."""
        if self._tumbles(world.now) or world.rolloff is None or world.rolloff.next is None:
            return False
        return level_at(world.levels, world.rolloff.next) is not None

    def _go_on(self, world: World) -> Answer:
        match = world.game
        if isinstance(match.outcome, Tie):
            if world.rolloff is None:
                return self, (RollOffBegin(),)
            if world.rolloff.winner is None:
                return Result(asked=True), (RollOffThrow(),)
        levels = _next_first(settled(world.levels, len(match.players)))
        return self, (Begin(_next_first(match.players), match.rules, _next_first(world.settings.players), levels),)

    def _tumbles(self, now: float) -> bool:
        return self.asked or tumbles(self.tumbled, now)

    def busy_until(self, world: World) -> float | None:
        """Return the end of a roll-off's tumble or of a computer's pause, ``inf`` while its dice are in the air."""
        if self._waits(world):
            return world.now if self.since is None else self.since + PAUSE
        return inf if self.asked else rests_at(self.tumbled, world.now)

    def moves(self, world: World) -> bool:
        """Whether dice are in the air or tumble, so that the picture changes all the time."""
        return self._tumbles(world.now)

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the winner, the tie, or the roll-off."""
        say = world.texts.say
        top_bar(canvas, say("Result"), world.game.rules.name if _rolls_off(world) else say("Review: 5"), world)
        if world.rolloff is not None:
            self._draw_rolloff(canvas, world)
            return
        match = world.game
        assert match.outcome is not None, "the result shows a match that has ended"
        match match.outcome:
            case Tie(players):
                canvas.text(MIDDLE, 13, say("Tie"), LARGE, anchor="m")
                total = match.sheets[players[0]].total
                names = ", ".join(match.players[player] for player in players)
                canvas.text(MIDDLE, 32, fitted(names, WIDTH), anchor="m")
                canvas.text(MIDDLE, 43, say("{n} points each", n=total), anchor="m")
                roll_bar(canvas, say("Roll-off"), say("Scores"))
            case ServedWin(player):
                self._draw_winner(canvas, world, player, say("served generala"))
            case Won(player):
                self._draw_winner(canvas, world, player, say("{n} points", n=match.sheets[player].total))
            case _:
                assert_never(match.outcome)

    def _draw_winner(self, canvas: Canvas, world: World, player: int, reason: str) -> None:
        say = world.texts.say
        crown = sign(Sign.CROWN)
        for x in (MIDDLE - 20, MIDDLE, MIDDLE + 20):
            canvas.blit(crown, x - crown.width // 2, 11)
        canvas.text(MIDDLE, 24, world.game.players[player], LARGE, anchor="m")
        canvas.text(MIDDLE, 44, reason, anchor="m")
        roll_bar(canvas, say("Rematch"), say("Scores"))

    def _draw_rolloff(self, canvas: Canvas, world: World) -> None:
        """Draw the dice thrown last with their sum, and who throws next."""
        assert world.rolloff is not None, "only a roll-off is drawn here"
        say, rolloff, match = world.texts.say, world.rolloff, world.game
        if self._tumbles(world.now):
            for i, x in enumerate(COLUMNS):
                canvas.blit(die_tumbling(turn(i, len(COLUMNS), world.now - (self.tumbled or 0.0))), x, 11)
            return
        if rolloff.winner is not None:
            thrown = [sum(hand) for player, hand in rolloff.throws if player == rolloff.winner]
            self._draw_winner(canvas, world, rolloff.winner, say("{n} in the roll-off", n=thrown[-1]))
            return
        if rolloff.throws:
            player, hand = rolloff.throws[-1]
            for face, x in zip(hand, COLUMNS, strict=True):
                canvas.blit(die(face), x, 11)
            canvas.text(MIDDLE, 37, f"{match.players[player]}: {sum(hand)}", anchor="m")
        else:
            canvas.text(MIDDLE, 13, say("Roll-off"), LARGE, anchor="m")
            canvas.text(MIDDLE, 32, say("Highest sum wins"), anchor="m")
        assert rolloff.next is not None, "an undecided roll-off has a next player"
        canvas.text(MIDDLE, 47, say("Turn of {name}", name=match.players[rolloff.next]), anchor="m")
        roll_bar(canvas, say("Roll"), say("Scores"))


def can_take_back(world: World) -> bool:
    """Whether the match ended by a line written last and nothing was rolled since."""
    return was_written_by_a_person(world) and (world.rolloff is None or not world.rolloff.throws)


def _rolls_off(world: World) -> bool:
    return world.rolloff is not None and world.rolloff.winner is None


def _next_first(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return seats[1:] + seats[:1]
