"""The few parts that all screens share, so that a player learns one grammar.

A top bar (rows 0..8), a stage (rows 9..54) and a bottom bar (rows 55..63).  The bottom bar says what ROLL does, short
at the left and long at the right, or in menus what the five buttons below it do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from servida.ui.art import Sign, rolls_left, scroll_bar, sign
from servida.ui.font import SMALL, measure
from servida.ui.keypad import Button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servida.ui.frame import Canvas
    from servida.ui.screen import World

COLUMNS = (0, 26, 52, 78, 104)
"""Left edges of the five columns, in pixels: each stands over its button."""

COLUMN = 24
"""Width of a column, in pixels; the size of a die."""

WIDTH = 128
MIDDLE = 64

STAGE = 9
"""First row below the top bar."""

BOTTOM = 55
"""First row of the bottom bar."""

PIPS_WIDTH = 17
"""Width of three roll pips."""

LIST_TOP = 10
LIST_PITCH = 11
LIST_ROWS = 4


def top_bar(canvas: Canvas, left: str, right: str, world: World, *, pips: int | None = None) -> None:
    """Draw the top bar: words at both ends, rolls left as ``pips`` (0..3), and what is wrong, inverted."""
    edge = WIDTH
    if pips is not None:
        edge -= rolls_left(canvas, WIDTH - PIPS_WIDTH, 1, pips) + 3
    if right:
        edge -= canvas.text(edge, 0, right, anchor="r") + 4
    tags = sum(measure(tag, SMALL) + 4 for tag in warnings(world))
    x = canvas.text(0, 0, fitted(left, edge - tags - 1))
    draw_warnings(canvas, x + 3 if x else 0, world)


def fitted(text: str, width: int) -> str:
    """Return the text, its end an ellipsis when it is wider than so many pixels; nothing where not even that fits."""
    if measure(text, SMALL) <= width:
        return text
    while text and measure(f"{text}…", SMALL) > width:
        text = text[:-1].rstrip()
    return f"{text}…" if text else ""


def draw_warnings(canvas: Canvas, x: int, world: World) -> None:
    """Draw what is wrong from this column of the first row on, inverted."""
    for tag in warnings(world):
        x += _tag(canvas, x, tag) + 2


def warnings(world: World) -> tuple[str, ...]:
    """Return the short marks of what the console runs without: jammed buttons, the hardware dice, the store."""
    marks: tuple[str, ...] = ()
    if world.stuck:
        marks += ("".join(_label(button) for button in Button if button in world.stuck) + "!",)
    if world.substitute:
        marks += (world.texts.say("RNG!"),)
    if world.fault:
        marks += (world.texts.say("SD!"),)
    return marks


def _label(button: Button) -> str:
    """Return a button's name in one letter."""
    return "R" if button is Button.ROLL else button.value


def _tag(canvas: Canvas, x: int, text: str) -> int:
    width = measure(text, SMALL) + 2
    canvas.fill(x, 0, width, 8)
    canvas.text(x + 1, 1, text, ink=0)
    return width


def draw_waiting(canvas: Canvas, y: int, world: World) -> None:
    """Draw in row ``y`` that an answer is awaited and, while values are computed, above it how many are ready."""
    canvas.text(MIDDLE, y, waiting_words(world), anchor="m")
    if world.share is not None:
        canvas.fill(0, y - 3, int(WIDTH * world.share), 2)


def waiting_words(world: World) -> str:
    """Return that an answer is awaited and, while values are computed, how many are ready."""
    say = world.texts.say
    return say("Thinking…") if world.share is None else say("Thinking {n} %", n=int(100 * world.share))


def roll_bar(canvas: Canvas, short: str, long: str = "") -> None:
    """Draw the bottom bar of a game screen: what ROLL does, pressed and (right) held."""
    if short:
        canvas.blit(sign(Sign.ROLL), 0, BOTTOM)
        canvas.text(10, BOTTOM, short)
    if long:
        start = WIDTH - measure(long, SMALL)
        canvas.text(start, BOTTOM, long)
        canvas.blit(sign(Sign.LONG), start - 11, BOTTOM)


def button_bar(canvas: Canvas, signs: Sequence[Sign | None]) -> None:
    """Draw the bottom bar of a menu: one sign above each hold button, ``None`` where it does nothing."""
    for x, each in zip(COLUMNS, signs, strict=True):
        if each is not None:
            bitmap = sign(each)
            canvas.blit(bitmap, x + (COLUMN - bitmap.width) // 2, BOTTOM + (9 - bitmap.height) // 2)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list: a label and, at the right, a value with a sign before it."""

    label: str
    value: str = ""
    sign: Sign | None = None


def list_view(canvas: Canvas, rows: Sequence[Row], cursor: int) -> None:
    """Draw a list of rows of which one is chosen, scrolled so that it is seen; ROLL acts on one without a value."""
    first = min(max(cursor - LIST_ROWS + 2, 0), max(len(rows) - LIST_ROWS, 0))
    scrolls = len(rows) > LIST_ROWS
    right = WIDTH - (5 if scrolls else 0)
    for i, row in enumerate(rows[first : first + LIST_ROWS]):
        y = LIST_TOP + LIST_PITCH * i
        chosen = first + i == cursor
        if chosen:
            canvas.rounded(0, y, right, LIST_PITCH, ink=1, fill=1)
        ink = 0 if chosen else 1
        canvas.text(3, y + 1, row.label, ink=ink)
        if row.value:
            x = right - 3 - canvas.text(right - 3, y + 1, row.value, ink=ink, anchor="r")
            if row.sign is not None:
                canvas.blit(sign(row.sign), x - 10, y + 2, ink=ink)
        elif chosen:
            canvas.blit(sign(Sign.ROLL), right - 11, y + 2, ink=0)
    if scrolls:
        scroll_bar(canvas, WIDTH - 3, LIST_TOP, LIST_ROWS * LIST_PITCH, first, LIST_ROWS, len(rows))


def menu_bar(canvas: Canvas, *, turns: bool) -> None:
    """Draw the buttons of every list: back, up, down and, where the row has a value, less and more."""
    values = (Sign.MINUS, Sign.PLUS) if turns else (None, None)
    button_bar(canvas, (Sign.LEFT, Sign.UP, Sign.DOWN, *values))
