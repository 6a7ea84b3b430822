"""The canvas: every mark that a screen makes on the 128×64 panel goes through here.

A strict canvas is harder than the real panel: a pixel outside and a character without a glyph raise, so that
tests find them.  On the device drawing is clipped instead, since a lost pixel is better than a lost game.
The canvas knows fonts and pictures and nothing of the game.
"""

from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple

from PIL import Image, ImageChops

from servida.ui.font import SMALL, Font, lettering
from servida.ui.sheets import LIT

WIDTH = 128
HEIGHT = 64

SMALLEST = 5
"""Width and height, in pixels, of the smallest outline that still has sides between its corners."""

Anchor = Literal["l", "m", "r"]


class OffPanel(ValueError):
    """A drawing that leaves the panel or has no size; the message names what it was, and where."""


@cache
def _chequers() -> Image.Image:
    """Return the panel with every other pixel lit, the first one among them."""
    return Image.frombytes("1", (WIDTH, HEIGHT), (b"\xaa" * (WIDTH // 8) + b"\x55" * (WIDTH // 8)) * (HEIGHT // 2))


@cache
def _rounded(w: int, h: int) -> tuple[Image.Image, Image.Image]:
    """Return the outline with corners cut by two pixels, and its inside: masks to paste through."""
    whole = Image.new("1", (w, h))
    for inset in (2, 1, 0):
        whole.paste(LIT, (inset, 2 - inset, w - inset, h - 2 + inset))
    inside = Image.new("1", (w, h))
    inside.paste(LIT, (2, 1, w - 2, h - 1))
    inside.paste(LIT, (1, 2, w - 1, h - 2))
    return ImageChops.logical_xor(whole, inside), inside


class Canvas:
    """A dark picture of the panel's size to draw on.

    `image` is the picture, mode "1"; `words` are the texts drawn so far, in order.  All coordinates are pixels
    from the upper left corner, and `ink` is 1 for lit or 0 for dark.  With `strict`, a pixel outside raises
    `OffPanel` and an unknown character `BadGlyph`; without it, pixels outside are left out and
    a stand-in (the letter without its marks, or a hollow box) is drawn for the character.
    """

    def __init__(self, strict: bool = False) -> None:
        self.strict = strict
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self.words: list[str] = []

    def text(self, x: int, y: int, text: str, font: Font = SMALL, *, ink: int = 1, anchor: Anchor = "l") -> int:
        """Draw a text whose capitals begin in row `y` and return its width in pixels.

        `x` is the first column ("l"), the middle ("m") or the column after the last one ("r").
        """
        written = lettering(text, font, strict=self.strict)
        width = written.picture.width
        left = x - {"l": 0, "m": width // 2, "r": width}[anchor]
        if written.reach is not None:
            first, top, last, bottom = written.reach
            self._check(f"text {text!r} from ({left}, {y})", left + first, y + top, last - first, bottom - top)
            self.image.paste(LIT * ink, (left, y), written.picture)
        self.words.append(text)
        return width

    def fill(self, x: int, y: int, w: int, h: int, ink: int = 1) -> None:
        """Fill a rectangle; one without width or height is nothing."""
        self._check("fill", x, y, w, h)
        self._fill(x, y, w, h, ink)

    def hline(self, x: int, y: int, w: int) -> None:
        """Draw `w` pixels to the right from (x, y)."""
        self._check("hline", x, y, w, 1)
        self._fill(x, y, w, 1, 1)

    def rounded(self, x: int, y: int, w: int, h: int, ink: int = 1, fill: int | None = None) -> None:
        """Draw an outline with corners cut by two pixels; `fill` is the ink of its inside.

        The inside is left as it is when `fill` is None.  One smaller than 5 by 5 is nothing.
        """
        self._check("rounded", x, y, w, h)
        if w < SMALLEST or h < SMALLEST:
            return
        outline, inside = _rounded(w, h)
        if fill is not None:
            self.image.paste(LIT * fill, (x, y), inside)
        self.image.paste(LIT * ink, (x, y), outline)

    def dotted(self, x: int, y: int, w: int, h: int) -> None:
        """Draw every other pixel of a rectangle, a line of dots when it is one pixel thin.

        The dots lie where x + y is even, so that neighbours join without a seam.
        """
        self._check("dotted", x, y, w, h)
        if w > 0 and h > 0:
            self.image.paste(LIT, (x, y), _chequers().crop((x, y, x + w, y + h)))

    def blit(self, bitmap: Image.Image, x: int, y: int, ink: int = 1) -> None:
        """Draw the lit pixels of a mode-"1" picture in `ink`, its upper left corner at (x, y)."""
        self._check(f"picture {bitmap.width}×{bitmap.height}", x, y, *bitmap.size)
        self.image.paste(LIT * ink, (x, y), bitmap)

    def stamp(self, stamp: "Stamp", x: int, y: int) -> None:
        """Draw again what was drawn once, its corner at (x, y); what it left dark stays as it is."""
        if stamp.picture is not None:
            self.blit(stamp.picture, x + stamp.left, y + stamp.top)
        self.words += stamp.words

    def _check(self, what: str, x: int, y: int, w: int, h: int) -> None:
        inside = 0 <= x <= x + w <= WIDTH and 0 <= y <= y + h <= HEIGHT
        if self.strict and not inside:
            raise OffPanel(f"{what}: {w}×{h} at ({x}, {y}) isn't on the panel of {WIDTH}×{HEIGHT}")

    def _fill(self, x: int, y: int, w: int, h: int, ink: int) -> None:
        if w > 0 and h > 0:
            self.image.paste(LIT * ink, (x, y, x + w, y + h))


class Stamp(NamedTuple):
    """Something drawn once, to be drawn often: one picture instead of many marks.

    `picture` has its lit pixels, `None` if there are none; it lies `left` columns and `top` rows from its corner.
    `words` are its texts.  A tuple because it takes a seventh of the time of a dataclass to define, before the first
    picture of all.
    """

    picture: Image.Image | None
    left: int
    top: int
    words: tuple[str, ...]


def stamp_of(draw: Callable[[Canvas, int, int], None], *, strict: bool) -> Stamp:
    """Return what `draw` draws at the corner that it is given, in the middle of a canvas: at most 64 by 32 pixels."""
    canvas = Canvas(strict)
    x, y = WIDTH // 2, HEIGHT // 2
    draw(canvas, x, y)
    box = canvas.image.getbbox()
    if box is None:
        return Stamp(None, 0, 0, tuple(canvas.words))
    return Stamp(canvas.image.crop(box), box[0] - x, box[1] - y, tuple(canvas.words))
