"""What is said of computers, the coach and the review to a person who does not see the glass.

A part of ``spoken.py``: their screens draw the dice that stay, which nobody hears, so here they are told by their
faces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from servida.rules import Mark
from servida.strategy.advice import Hold
from servida.ui.choices import brought, purpose, writing
from servida.ui.parts import waiting_words
from servida.ui.screens.coach import SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from servida.rules import Hand
    from servida.strategy.advice import Action, Mistake
    from servida.ui.screen import World
    from servida.ui.screens.coach import Coach
    from servida.ui.screens.review import Pages
    from servida.ui.screens.watched import Watched
    from servida.ui.texts import Texts


def told_watched(screen: Watched, world: World) -> Iterator[str]:
    """Say a computer's dice and, once it has decided, what it keeps and why."""
    texts, faces = world.texts, world.game.turn.faces
    yield world.mover
    if faces is None or screen.moves(world):
        yield texts.say("The dice roll")
        return
    yield told_dice(faces, texts)
    if screen.choice is None:
        yield waiting_words(world)
        return
    if isinstance(screen.choice.action, Hold):
        yield told_hold(screen.choice.action, texts)
    yield purpose(screen.choice, world.game, texts)


def told_coach(screen: Coach, world: World) -> Iterator[str]:
    """Say the best choice and what for, or the chosen one of the comparison and what it costs."""
    texts = world.texts
    yield texts.say("Coach")
    if not screen.choices:
        yield waiting_words(world)
        return
    choice = screen.choices[screen.at or 0]
    if isinstance(choice.action, Hold):
        yield told_hold(choice.action, texts)
    yield purpose(choice, world.game, texts)
    if screen.at is not None:
        lost = choice.expected - screen.choices[0].expected
        yield texts.say("{n} points", n=texts.number(lost)) if screen.at else texts.say("best")
        yield f"{screen.at + 1}/{min(SHOWN, len(screen.choices))}"


def told_review(screen: Pages, world: World) -> Iterator[str]:
    """Say a player's account, or one of their mistakes."""
    texts = world.texts
    yield texts.say("Review")
    if not screen.pages:
        yield waiting_words(world)
        return
    review, mistake = screen.pages[screen.page]
    yield review.player
    if mistake is None:
        yield f"{texts.say('Mistakes')}: {texts.number(-review.lost, signed=True)}"
        yield f"{texts.say('Luck')}: {texts.number(review.luck, signed=True)}"
    else:
        yield texts.say("Round {n} of {count}", n=mistake.round, count=len(world.game.rules.lines))
        yield told_dice(mistake.faces, texts)
        yield f"{texts.say('Done:')} {_told_action(mistake.done, mistake, world)}"
        yield f"{texts.say('Best:')} {_told_action(mistake.best, mistake, world)}"
        yield texts.say("{n} points", n=texts.number(-mistake.price))
    yield f"{screen.page + 1}/{len(screen.pages)}"


def told_dice(faces: Hand, texts: Texts) -> str:
    """Say what the dice show."""
    return f"{texts.say('Dice')}: {' '.join(map(str, faces))}"


def told_hold(hold: Hold, texts: Texts) -> str:
    """Say the faces that stay."""
    if not hold.faces:
        return texts.say("Roll all")
    return texts.say("Keep: {faces}", faces=" ".join(map(str, hold.faces)))


def _told_action(action: Action, mistake: Mistake, world: World) -> str:
    """Say the faces that stay, or the line that is written or scratched."""
    match action:
        case Hold():
            return told_hold(action, world.texts)
        case Mark(line):
            return writing(world.texts.line(line), brought(line, mistake, world.game.rules), world.texts)
        case other:
            assert_never(other)
