"""Dice, marks and the parts that all screens share: what isn't a letter.

Pictures are made once, when first asked for, and shared: blit them, never draw on them.  This
module knows how things look and nothing of the game.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache

from PIL import Image

from servida.ui import art_sheets
from servida.ui.frame import Canvas
from servida.ui.sheets import LIT, cut

TUMBLES = 8
"""How many pictures `die_tumbling` has before they come around again."""

_PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((2, 0), (0, 2)),
    3: ((2, 0), (1, 1), (0, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
"""The columns and rows, 0 to 2, of each face's pips."""


class BadFace(ValueError):
    """A face that a die doesn't have; the message names it."""


class Sign(Enum):
    """The marks of the interface; each has one meaning on every screen."""

    ROLL = "roll"  # the ROLL button
    LONG = "long"  # the ROLL button, held down
    UNDO = "undo"
    PLUS = "plus"
    MINUS = "minus"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    FULL = "full"  # a roll that is left
    EMPTY = "empty"  # a roll that is spent
    SCRATCH = "scratch"  # a line filled with nothing
    SMALL_SCRATCH = "small-scratch"
    CROWN = "crown"  # the winner
    TAKE = "take"  # do what is proposed
    COMPUTER = "computer"  # a player who is none of the people


@cache
def _signs() -> Mapping[str, Image.Image]:
    return cut(art_sheets.SIGNS)


def sign(which: Sign) -> Image.Image:
    """Return the picture of a mark."""
    return _signs()[which.value]


def _pips(face: int) -> tuple[tuple[int, int], ...]:
    if face not in _PIPS:
        raise BadFace(f"a die has no face {face!r}; it has 1 to 6")
    return _PIPS[face]


@cache
def die(face: int, *, inverted: bool = False) -> Image.Image:
    """Return a die, 24×24: lit pips in an outline, or, inverted, dark pips in a lit square.

    Raises `BadFace` unless `face` is 1 to 6.
    """
    picture = Image.new("1", (24, 24))
    _square(picture, 0, LIT)
    if not inverted:
        _square(picture, 1, 0)
    pip = 0 if inverted else LIT
    for column, row in _pips(face):
        x, y = 3 + 7 * column, 3 + 7 * row
        picture.paste(pip, (x, y + 1, x + 4, y + 3))
        picture.paste(pip, (x + 1, y, x + 3, y + 4))
    return picture


def _square(picture: Image.Image, margin: int, ink: int) -> None:
    """Fill the 24×24 picture but for a margin and rounded corners."""
    for x, y in ((margin + 3, margin), (margin + 1, margin + 1), (margin, margin + 3)):
        picture.paste(ink, (x, y, 24 - x, 24 - y))


@cache
def _tumbles() -> tuple[Image.Image, ...]:
    """Return the cubes as drawn, in their mirror and upside down, each in two pages of a die's three."""
    drawn = tuple(cut(art_sheets.TUMBLES).values())
    seen = drawn + tuple(picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT) for picture in drawn)
    pictures = []
    for cube in seen + tuple(picture.transpose(Image.Transpose.ROTATE_180) for picture in seen):
        picture = Image.new("1", (24, 24))
        picture.paste(cube, (4, 0))
        pictures.append(picture)
    return tuple(pictures)


def die_tumbling(step: int) -> Image.Image:
    """Return a turning die in 24×24; the pictures repeat after `TUMBLES` steps and none shows a face.

    It is smaller than one that lies, as if it were tossed up, and needs two of the panel's pages instead of three.
    """
    return _tumbles()[step % TUMBLES]


@cache
def mini_die(face: int) -> Image.Image:
    """Return a die, 9×9: lit pips of one pixel in an outline.

    Raises `BadFace` unless `face` is 1 to 6.
    """
    picture = Image.new("1", (9, 9))
    picture.paste(LIT, (1, 0, 8, 9))
    picture.paste(LIT, (0, 1, 9, 8))
    picture.paste(0, (1, 1, 8, 8))
    for column, row in _pips(face):
        picture.putpixel((2 + 2 * column, 2 + 2 * row), LIT)
    return picture


@cache
def wordmark() -> Image.Image:
    """Return the name of the console, 97×20, a die for the dot of its I."""
    letters = tuple(cut(art_sheets.WORDMARK).values())
    gap = 3
    name = Image.new("1", (sum(letter.width + gap for letter in letters) - gap, letters[0].height))
    x = 0
    for letter in letters:
        name.paste(letter, (x, 0))
        x += letter.width + gap
    return name


def rolls_left(canvas: Canvas, x: int, y: int, left: int) -> int:
    """Draw three pips, one a roll, `left` of them full, and return the width; 5 rows, 6 columns a pip."""
    for index in range(3):
        canvas.blit(sign(Sign.FULL if index < left else Sign.EMPTY), x + 6 * index, y)
    return 6 * 3 - 1


def scroll_bar(canvas: Canvas, x: int, y: int, h: int, first: int, shown: int, total: int) -> None:
    """Draw, 3 pixels wide, which part of a list is shown: `shown` entries from `first` (0-based) of `total`.

    Nothing is drawn when the whole list is shown.
    """
    if shown >= total:
        return
    canvas.dotted(x + 1, y, 1, h)
    size = max(4, h * shown // total)
    offset = (h - size) * first // (total - shown)
    canvas.fill(x, y + offset, 3, size)
