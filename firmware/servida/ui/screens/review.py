"""After a match: what each player's mistakes cost, the dearest of them, and luck apart from skill."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, ClassVar, assert_never

from servida.rules import Mark
from servida.strategy.advice import Hold, Mistake, Review
from servida.ui.art import Sign, die, mini_die
from servida.ui.choices import brought, writing
from servida.ui.events import Back, Consult, Examine, Examined, Woken
from servida.ui.font import LARGE
from servida.ui.keypad import Button, Long, Press, Repeat, Short
from servida.ui.parts import COLUMNS, MIDDLE, WIDTH, button_bar, draw_waiting, fitted, top_bar

if TYPE_CHECKING:
    from servida.strategy.advice import Action
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World

HALVES = (32, 96)
"""Middles of the two halves, in pixels: mistakes at the left, luck at the right."""

DICE_TOP = 9
DONE_TOP = 35
BEST_TOP = 45
MINI_PITCH = 10
WAITING_TOP = 30


@dataclass(frozen=True, slots=True)
class Pages:
    """The review of all players, ``None`` until it is there, opened at a page: a player's, then their mistakes'."""

    reviews: tuple[Review, ...] | None = None
    page: int = 0

    name: ClassVar[str] = "review"

    @property
    def pages(self) -> tuple[tuple[Review, Mistake | None], ...]:
        """All pages in order."""
        return tuple((review, each) for review in self.reviews or () for each in (None, *review.dearest))

    def update(self, event: Event, world: World) -> Answer:
        """2 and 3 turn the pages, ROLL goes on and after the last returns, as 1 does anywhere."""
        last = len(self.pages) - 1
        match event:
            case Short(Button.ONE):
                return self, (Back(),)
            case Short(Button.ROLL) | Long(Button.ROLL):
                return (self, (Back(),)) if self.page >= last else (replace(self, page=self.page + 1), ())
            case Press(Button.TWO) | Repeat(Button.TWO):
                return replace(self, page=max(self.page - 1, 0)), ()
            case Press(Button.THREE) | Repeat(Button.THREE):
                return replace(self, page=max(min(self.page + 1, last), 0)), ()
            case Examined(match, reviews) if match == world.game:
                return replace(self, reviews=reviews), ()
            case Woken() if self.reviews is None:
                return self, (Consult(Examine(world.game)),)
            case _:
                return self, ()

    def busy_until(self, world: World) -> float | None:
        """Return ``inf`` while the review is awaited."""
        del world
        return inf if self.reviews is None else None

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw a player's account, or one mistake on its dice."""
        if not self.pages:
            top_bar(canvas, world.texts.say("Review"), "", world)
            draw_waiting(canvas, WAITING_TOP, world)
            button_bar(canvas, (Sign.LEFT, None, None, None, None))
            return
        review, mistake = self.pages[self.page]
        if mistake is None:
            _draw_account(canvas, world, review, f"{self.page + 1}/{len(self.pages)}")
        else:
            _draw_mistake(canvas, world, review, mistake)
        up = Sign.UP if self.page else None
        down = Sign.DOWN if self.page < len(self.pages) - 1 else None
        button_bar(canvas, (Sign.LEFT, up, down, None, None))


def _draw_account(canvas: Canvas, world: World, review: Review, place: str) -> None:
    """Draw what mistakes cost beside what luck gave."""
    texts = world.texts
    top_bar(canvas, review.player.upper(), place, world)
    sums = ((texts.say("Mistakes"), -review.lost), (texts.say("Luck"), review.luck))
    for middle, (words, points) in zip(HALVES, sums, strict=True):
        canvas.text(middle, 12, words, anchor="m")
        canvas.text(middle, 22, texts.number(points, signed=True), LARGE, anchor="m")
    canvas.fill(MIDDLE, 12, 1, 26)
    total = world.game.sheets[world.game.players.index(review.player)].total
    canvas.text(MIDDLE, 43, texts.say("Total {n}", n=total), anchor="m")


def _draw_mistake(canvas: Canvas, world: World, review: Review, mistake: Mistake) -> None:
    """Draw the dice, what was done with them, and what would have been better by how much."""
    texts = world.texts
    price = texts.number(-mistake.price)
    top_bar(canvas, f"{review.player.upper()} {mistake.round}", price, world, pips=mistake.rolls_left)
    for x, face in zip(COLUMNS, mistake.faces, strict=True):
        canvas.blit(die(face), x, DICE_TOP)
    left = 4 + max(_label(canvas, DONE_TOP, texts.say("Done:")), _label(canvas, BEST_TOP, texts.say("Best:")))
    for y, action in ((DONE_TOP, mistake.done), (BEST_TOP, mistake.best)):
        _draw_action(canvas, world, left, y, action, mistake)


def _label(canvas: Canvas, y: int, words: str) -> int:
    return canvas.text(0, y, words)


def _draw_action(canvas: Canvas, world: World, x: int, y: int, action: Action, mistake: Mistake) -> None:
    """Draw the dice that stay, or the line that is written or scratched."""
    match action:
        case Hold(()):
            canvas.text(x, y, world.texts.say("Roll all"))
        case Hold(faces):
            for i, face in enumerate(faces):
                canvas.blit(mini_die(face), x + MINI_PITCH * i, y - 1)
        case Mark(line):
            points = brought(line, mistake, world.game.rules)
            canvas.text(x, y, fitted(writing(world.texts.brief(line), points, world.texts), WIDTH - x))
        case other:
            assert_never(other)
