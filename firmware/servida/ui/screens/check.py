"""The dice check: how often each face fell in this console's life, against the band that fair dice keep to.

Players of every electronic dice game say that it is rigged; figures that they can open themselves end the quarrel
(FlyCasual#2380, triplea#2778).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from servida.ui.art import Sign, mini_die, sign
from servida.ui.events import Back, Counted
from servida.ui.font import SMALL, measure
from servida.ui.keypad import Button, Long, Short
from servida.ui.parts import BOTTOM, COLUMN, COLUMNS, STAGE, WIDTH, fitted, top_bar

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World

BAND = 3.0
"""Half of the band in standard deviations: with fair dice one of the six lies outside in 1 console of 62."""

REACH = 6.0
"""Standard deviations at either end of a bar's track; a count beyond ends there."""

LEFTS = (1, 66)
"""Left edges of the two columns: ones to threes, fours to sixes."""

PITCH = 15
TEXT = 13
"""Pixels from a column's left edge to the count and the bar, right of the die."""

TRACK = 48
"""Pixels of the longest bar; one as long as expected has half of them, the marks stand at a quarter from either end."""

BAR = 3


@dataclass(frozen=True, slots=True)
class Check:
    """The dice check; ``counted`` is ``None`` until the console has counted, and while it can't."""

    counted: Counted | None = None

    name: ClassVar[str] = "check"

    def update(self, event: Event, world: World) -> Answer:
        """1 or ROLL goes back."""
        del world
        match event:
            case Counted():
                return replace(self, counted=event), ()
            case Short(Button.ONE | Button.ROLL) | Long(Button.ROLL):
                return self, (Back(),)
            case _:
                return self, ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw six counts with their bars, how many dice there were, and the source or what is wrong with it."""
        say = world.texts.say
        back = sign(Sign.LEFT)
        canvas.blit(back, COLUMNS[0] + (COLUMN - back.width) // 2, BOTTOM + (9 - back.height) // 2)
        if self.counted is None:
            top_bar(canvas, say("Dice"), "", world)
            return
        total = sum(self.counted.counts)
        trouble = _trouble(self.counted, world)
        # With marks beside it the name alone has room.
        title = self.counted.source if trouble else say("Dice: {source}", source=self.counted.source)
        top_bar(canvas, title, str(total), world)
        for i, count in enumerate(self.counted.counts):
            _draw_face(canvas, LEFTS[i // 3], STAGE + 1 + PITCH * (i % 3), i + 1, count, total)
        _draw_remark(canvas, trouble, world)

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None


def _draw_remark(canvas: Canvas, trouble: str, world: World) -> None:
    """Say the trouble, or else what the marks at the bars mean."""
    x = COLUMNS[1]
    if not trouble:
        for edge in (x, x + 8):
            canvas.fill(edge, BOTTOM + 1, 1, BAR + 2)
        x += 13
    canvas.text(x, BOTTOM, fitted(trouble or world.texts.say("fair dice end here"), WIDTH - x))


def _trouble(counted: Counted, world: World) -> str:
    """Return what is wrong with the wanted source, nothing when it serves."""
    say = world.texts.say
    failed = counted.failed
    if failed is not None and failed.window is not None:
        return say("{source}: {n} of {window}", source=counted.wanted, n=failed.count, window=failed.window)
    if failed is not None:
        return say("{source}: {n} in a row", source=counted.wanted, n=failed.count)
    if counted.source != counted.wanted:
        return say("{source} is silent", source=counted.wanted)
    return ""


def _draw_face(canvas: Canvas, x: int, y: int, face: int, count: int, total: int) -> None:
    """Draw a die and its count, and below a bar that ends between two marks when the count is a fair one."""
    canvas.blit(mini_die(face), x, y + 1)
    canvas.text(x + TEXT, y, str(count))
    spread = math.sqrt(total * 5 / 36)
    deviation = (count - total / 6) / spread if spread else 0.0
    if abs(deviation) > BAND:
        canvas.text(x + TEXT + measure(str(count), SMALL) + 3, y, "!")
    top = y + 9
    canvas.fill(x + TEXT, top, _along(deviation) if total else 0, BAR)
    for edge in (-BAND, BAND):
        canvas.fill(x + TEXT + _along(edge), top - 1, 1, BAR + 2)


def _along(deviation: float) -> int:
    """Return how far along the track so many standard deviations lie, in pixels."""
    return round((max(min(deviation, REACH), -REACH) + REACH) / (2 * REACH) * TRACK)
