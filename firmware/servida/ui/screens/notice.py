"""A notice: something that the console has to say when it starts, in as many rows as it takes.

It lies over the screen at which the console begins and says it once; messages are English, as on the command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from servida.ui.art import Sign, scroll_bar
from servida.ui.events import Back
from servida.ui.font import SMALL, BadGlyph, composed, glyph, measure
from servida.ui.keypad import Button, Long, Press, Repeat, Short
from servida.ui.parts import LIST_PITCH, LIST_TOP, WIDTH, button_bar, top_bar

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World

SEEN = 4
"""Text rows on the stage."""

ROOM = WIDTH - 5
"""Pixels that a row may be wide, left of the scroll bar."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Messages, a paragraph each, scrolled to the row ``first``; ``title`` stands above."""

    title: str
    messages: tuple[str, ...]
    first: int = 0

    name: ClassVar[str] = "notice"

    def update(self, event: Event, world: World) -> Answer:
        """Scroll by a row with 2 and 3, by a page with ROLL, which at the end goes on as 1 does anywhere."""
        del world
        last = max(len(self.rows) - SEEN, 0)
        match event:
            case Short(Button.ONE):
                return self, (Back(),)
            case Short(Button.ROLL) | Long(Button.ROLL) if self.first == last:
                return self, (Back(),)
            case Short(Button.ROLL) | Long(Button.ROLL):
                return self._scrolled(min(self.first + SEEN, last)), ()
            case Press(Button.TWO) | Repeat(Button.TWO):
                return self._scrolled(max(self.first - 1, 0)), ()
            case Press(Button.THREE) | Repeat(Button.THREE):
                return self._scrolled(min(self.first + 1, last)), ()
            case _:
                return self, ()

    def _scrolled(self, first: int) -> Notice:
        return Notice(self.title, self.messages, first)

    @property
    def rows(self) -> tuple[str, ...]:
        """The messages in rows that fit the glass."""
        return tuple(row for message in self.messages for row in wrapped(readable(message), ROOM))

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw four rows, the scroll bar and the buttons."""
        rows = self.rows
        top_bar(canvas, self.title, "", world)
        for i, row in enumerate(rows[self.first : self.first + SEEN]):
            canvas.text(0, LIST_TOP + LIST_PITCH * i + 1, row)
        if len(rows) > SEEN:
            scroll_bar(canvas, WIDTH - 3, LIST_TOP, SEEN * LIST_PITCH, self.first, SEEN, len(rows))
        button_bar(canvas, (Sign.LEFT, Sign.UP, Sign.DOWN, None, None))

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None


def readable(text: str) -> str:
    """Return the text with a question mark for every character that the small font has not: it may be anybody's."""
    return "".join(char if _has_glyph(char) else "?" for char in composed(text))


def _has_glyph(char: str) -> bool:
    try:
        glyph(char, SMALL)
    except BadGlyph:
        return False
    return True


def wrapped(text: str, room: int) -> tuple[str, ...]:
    """Return the text in rows of at most ``room`` pixels, broken between words and where a word alone is too wide."""
    rows: list[str] = []
    for word in text.split():
        if rows and measure(f"{rows[-1]} {word}", SMALL) <= room:
            rows[-1] += f" {word}"
            continue
        rest = word
        while rest:
            end = len(rest)
            while end > 1 and measure(rest[:end], SMALL) > room:
                end -= 1
            rows.append(rest[:end])
            rest = rest[end:]
    return tuple(rows)
