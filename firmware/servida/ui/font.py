"""The fonts of the panel: which picture stands for a character or a text, and how wide a text is.

A `Font` is a value; its pictures are cut from the glyph sheets when the first of them is asked for and
kept, as are the texts written last: a screen draws the same ones again and again.  LARGE is SMALL at twice
the size with its diagonals smoothed and accents of its own.
"""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops

from servida.ui import glyphs_figures, glyphs_large, glyphs_small
from servida.ui.sheets import LIT, cut

ALPHABET = " ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚÜÃÕÂÊÔÀÇ0123456789.-'"
"""The characters of name entry, in the order in which they are offered; SMALL and LARGE have all of them."""

_ACCENTS = {
    "\N{COMBINING ACUTE ACCENT}": "acute",
    "\N{COMBINING GRAVE ACCENT}": "grave",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "circumflex",
    "\N{COMBINING TILDE}": "tilde",
    "\N{COMBINING DIAERESIS}": "diaeresis",
}
"""Which picture of the large accents belongs to which combining mark; the cedilla is doubled like a letter."""


REMEMBERED = 256
"""How many texts are kept as pictures, about a kilobyte each: all that one match shows (a guess)."""


class BadGlyph(ValueError):
    """A character that a font has no picture of; the message names both."""


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """One alphabet.

    `height` is that of capitals and figures above the baseline, `descent` the rows below it, `gap` the empty
    columns between two characters and `space` the width of a space, all in pixels.
    """

    name: str
    height: int
    descent: int
    gap: int
    space: int
    draw: Callable[[], Mapping[str, Image.Image]] = field(repr=False)


def _small() -> Mapping[str, Image.Image]:
    return cut(glyphs_small.PLAIN) | cut(glyphs_small.SIGNS) | cut(glyphs_small.ACCENTED)


def _large() -> Mapping[str, Image.Image]:
    accents = cut(glyphs_large.ACCENTS)
    glyphs = {}
    for char, small in _small().items():
        mark = _ACCENTS.get(unicodedata.normalize("NFD", char)[-1])
        glyphs[char] = doubled(small) if mark is None else _accented(small, accents[mark])
    return glyphs


def _accented(small: Image.Image, accent: Image.Image) -> Image.Image:
    """Return a letter at twice its size, the two rows of its small accent replaced by a large one."""
    body = small.copy()
    body.paste(0, (0, 0, body.width, 2))
    large = doubled(body)
    large.paste(LIT, ((large.width - accent.width) // 2, 0), accent)
    return large


def _figures() -> Mapping[str, Image.Image]:
    return cut(glyphs_figures.FIGURES)


def _narrow() -> Mapping[str, Image.Image]:
    return cut(glyphs_figures.NARROW)


SMALL = Font("SMALL", height=7, descent=2, gap=1, space=3, draw=_small)
LARGE = Font("LARGE", height=14, descent=4, gap=2, space=6, draw=_large)
FIGURES = Font("FIGURES", height=12, descent=0, gap=2, space=4, draw=_figures)
NARROW = Font("NARROW", height=12, descent=0, gap=1, space=3, draw=_narrow)


def doubled(small: Image.Image) -> Image.Image:
    """Return a picture at twice its size with smooth diagonals.

    Where two lit pixels meet at a corner only, the four quarters around that corner are lit, so that a diagonal
    stays as thick as a stem.  Nothing is taken away: right angles stay sharp.
    """
    width, height = small.size
    right, below, beyond = (small.crop((dx, dy, dx + width, dy + height)) for dx, dy in ((1, 0), (0, 1), (1, 1)))
    both, either = ImageChops.logical_and, ImageChops.logical_or
    falling = both(both(small, beyond), ImageChops.invert(either(right, below)))
    rising = both(both(right, below), ImageChops.invert(either(small, beyond)))
    twice = (2 * width, 2 * height)
    large = small.resize(twice, Image.Resampling.NEAREST)
    large.paste(LIT, (1, 1), either(falling, rising).resize(twice, Image.Resampling.NEAREST))
    return large


@cache
def _glyphs(font: Font) -> Mapping[str, Image.Image]:
    """Return all pictures of a font; the space is an empty one."""
    blank = Image.new("1", (font.space, font.height + font.descent))
    return {" ": blank, **font.draw()}


@cache
def _hollow(font: Font) -> Image.Image:
    """Return the box that stands for a character without a picture."""
    width = font.height * 5 // 7
    box = Image.new("1", (width, font.height + font.descent))
    box.paste(LIT, (0, 0, width, font.height))
    box.paste(0, (1, 1, width - 1, font.height - 1))
    return box


def glyph(char: str, font: Font) -> Image.Image:
    """Return the picture of one character, `font.height + font.descent` rows; it is shared: don't draw on it.

    Raises `BadGlyph` when the font has none.
    """
    picture = _glyphs(font).get(char)
    if picture is None:
        name = unicodedata.name(char, "unnamed")
        raise BadGlyph(f"{font.name} has no glyph for {char!r} (U+{ord(char):04X}, {name})")
    return picture


def stand_in(char: str, font: Font) -> Image.Image:
    """Return what to show for any character: its picture, its letter without marks, or a hollow box."""
    pictures = _glyphs(font)
    return pictures.get(char) or pictures.get(unicodedata.normalize("NFD", char)[0]) or _hollow(font)


def composed(text: str) -> str:
    """Return a text with letters and their combining accents joined, as the sheets have them."""
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=REMEMBERED)
def measure(text: str, font: Font) -> int:
    """Return the width of a text in pixels as a canvas draws it, without a gap after the last character.

    Never raises: a character without a picture counts as wide as its stand-in.
    """
    widths = [stand_in(char, font).width for char in composed(text)]
    return sum(widths) + font.gap * max(len(widths) - 1, 0)


class Lettering(NamedTuple):
    """A text as one picture, as wide as it measures; it is shared: don't draw on it.

    `reach` is the box (left, top, right, bottom) of the characters that have ink, within their inked rows; `None`
    for a text without ink.  A tuple because that is quicker to define, before the first picture of all.
    """

    picture: Image.Image
    reach: tuple[int, int, int, int] | None


@lru_cache(maxsize=REMEMBERED)
def lettering(text: str, font: Font, *, strict: bool) -> Lettering:
    """Return a text as a picture; a character without one raises `BadGlyph` when strict, else a stand-in is drawn."""
    picture = Image.new("1", (measure(text, font), font.height + font.descent))
    boxes = []
    x = 0
    for char in composed(text):
        each = glyph(char, font) if strict else stand_in(char, font)
        picture.paste(LIT, (x, 0), each)
        ink = each.getbbox()
        if ink is not None:
            boxes.append((x, ink[1], x + each.width, ink[3]))
        x += each.width + font.gap
    if not boxes:
        return Lettering(picture, None)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Lettering(picture, (min(lefts), min(tops), max(rights), max(bottoms)))
