"""The widget that shows the panel: cells as `cells.py` draws them, in the light of the panel's contrast.

It sends on only what changed, for a line over SSH is as scarce as the I2C bus. It must not know what the picture
shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from servida.board import HEIGHT, WIDTH
from servida_host.faces.cells import Rendering, changed, runs

if TYPE_CHECKING:
    from PIL import Image
    from textual.geometry import Size

    from servida_host.faces.cells import Row

LIT = (196, 240, 255)
"""A lit pixel at full contrast: the cyan-white of the usual modules."""

UNLIT = (4, 7, 9)
"""The glass of a panel that is on or off: an OLED's black."""

DIMMEST = 0.35
"""The share of its light that a lit pixel keeps at contrast 0: dimmed, but to be read in a bright room (a guess)."""


def light(contrast: int) -> Style:
    """Return the style of the glass at a contrast of 0 to 255; the eye sees steps in light, not in current."""
    share = DIMMEST + (1 - DIMMEST) * (contrast / 255) ** 0.5
    red, green, blue = (round(dark + (lit - dark) * share) for lit, dark in zip(LIT, UNLIT, strict=True))
    return Style.parse(f"rgb({red},{green},{blue}) on rgb({','.join(map(str, UNLIT))})")


class Glass(Widget):
    """The panel; ``show`` a picture on it, and set ``rendering`` to draw it otherwise."""

    def __init__(self) -> None:
        super().__init__(id="glass")
        self._rendering = Rendering.BRAILLE
        self._image: Image.Image | None = None
        self._rows: tuple[Row, ...] = ()
        self._contrast = 255

    @property
    def rendering(self) -> Rendering:
        """How the picture is drawn."""
        return self._rendering

    @rendering.setter
    def rendering(self, rendering: Rendering) -> None:
        if rendering is not self._rendering:
            self._rendering, self._rows = rendering, ()
            self.refresh(layout=True)

    def show(self, image: Image.Image, contrast: int) -> None:
        """Show a mode "1" picture of the panel's size, at a contrast of 0 to 255."""
        if self._image is not None and contrast == self._contrast and image.tobytes() == self._image.tobytes():
            return
        before = self._rows if contrast == self._contrast else ()
        self._image, self._contrast = image, contrast
        self._rows = self._rendering.rows(image)
        if not before:
            self.refresh()
            return
        for line, pair in enumerate(zip(before, self._rows, strict=True)):
            part = changed(*pair)
            if part is not None:
                self.refresh(Region(part[0], line, part[1], 1))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of the picture."""
        del container, viewport
        return self._rendering.size(WIDTH, HEIGHT)[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of the picture."""
        del container, viewport, width
        return self._rendering.size(WIDTH, HEIGHT)[1]

    def render_line(self, y: int) -> Strip:
        """Return a line of the picture."""
        if not self._rows and self._image is not None:
            self._rows = self._rendering.rows(self._image)
        style = light(self._contrast)
        reverse = style + Style(reverse=True)
        if y >= len(self._rows):
            return Strip.blank(self.size.width, style)
        return Strip([Segment(text, reverse if is_dark else style) for text, is_dark in runs(self._rows[y])])
