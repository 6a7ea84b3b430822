"""A moving picture of the glass as a GIF, in which every frame stands as long as it stood.

A GIF counts in hundredths of a second, and browsers slow down what stands for less than two of them. So frames begin
at the nearest hundredth of the whole time, errors don't add up, and of frames that are closer than that the last one
is shown. It knows pictures and their times, in virtual seconds; it must not know where they come from.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image

from servida_host.faces.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_FRAMES = 3000
"""Frames in a recording: a minute of tumbling dice, and some 200 kB to keep a thousand of them while it lasts."""

SHORTEST = 2
"""Hundredths of a second that a frame stands at least."""

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture, mode "1", and the moment at which it came, in seconds."""

    at: float
    picture: Image.Image


class Reel:
    """Pictures from ``began`` (seconds) on; it is full when there is no place for more."""

    def __init__(self, began: float, picture: Image.Image) -> None:
        self._shots = [Shot(began, picture)]

    @property
    def full(self) -> bool:
        """Whether further pictures are not taken any more."""
        return len(self._shots) >= MOST_FRAMES

    def take(self, at: float, picture: Image.Image) -> None:
        """Take the picture that is there from this moment on, unless it is the one before or the reel is full."""
        if not self.full and picture.tobytes() != self._shots[-1].picture.tobytes():
            self._shots.append(Shot(at, picture))

    def ended(self, at: float) -> Film:
        """Return what was recorded until this moment."""
        return Film(tuple(self._shots), at)


@dataclass(frozen=True, slots=True)
class Film:
    """Pictures in the order of their moments, at least one, and the moment at which the last one ends."""

    shots: tuple[Shot, ...]
    end: float

    def timed(self) -> list[tuple[Image.Image, int]]:
        """Return the pictures with the hundredths of a second that they stand."""
        began = self.shots[0].at
        begins = [round((shot.at - began) * 100) for shot in self.shots]
        end = max(round((self.end - began) * 100), begins[-1] + SHORTEST)
        timed: list[tuple[Image.Image, int]] = []
        since = 0
        for shot, until in zip(self.shots, (*begins[1:], end), strict=True):
            if until - since >= SHORTEST:
                timed.append((shot.picture, until - since))
                since = until
        return timed


def tinted(picture: Image.Image, tint: Colour) -> Image.Image:
    """Return the picture at ``SCALE`` with its lit pixels in this colour, mode "P"."""
    large = picture.resize((picture.width * SCALE, picture.height * SCALE), Image.Resampling.NEAREST)
    coloured = large.convert("L").point(lambda level: level and 1)
    coloured = Image.frombytes("P", coloured.size, coloured.tobytes())
    coloured.putpalette([*BLACK, *tint])
    return coloured


def gif(film: Film, tint: Colour = WHITE) -> bytes:
    """Return the film as a GIF that begins anew for ever; it takes some milliseconds a frame."""
    timed = film.timed()
    pictures: Sequence[Image.Image] = [tinted(picture, tint) for picture, _ in timed]
    file = BytesIO()
    pictures[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[10 * hundredths for _, hundredths in timed],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def png(picture: Image.Image, tint: Colour = WHITE) -> bytes:
    """Return the picture as a PNG."""
    file = BytesIO()
    tinted(picture, tint).save(file, "PNG")
    return file.getvalue()
