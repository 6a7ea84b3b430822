"""Pictures as text: two pixel rows a line in half blocks, inside a bezel so that no editor strips the spaces.

The golden frames, the failure messages and the terminal face all use this one renderer. It knows nothing of
what the pictures show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Iterable

BLOCKS = " ▀▄█"
"""By upper pixel + 2 × lower pixel."""

MARKS = {(True, False): "+", (False, True): "-", (True, True): "x"}
"""What a cell of a difference shows, by whether it has light too much and whether it lacks some."""

CONTEXT = 2
"""How many equal lines a difference shows above the first and below the last one that differs."""


class BadPicture(ValueError):
    """A text that is no picture, or a picture that no text can show; the message says where and why."""


def to_text(image: Image.Image) -> str:
    """Draw a mode "1" image of even height as half blocks in a bezel, ending in a line break.

    128 × 64 pixels become 32 lines of 128 columns, and the bezel around them. Raises BadPicture for another
    mode or an odd height.
    """
    return _in_bezel(_lines(image), image.width)


def from_text(text: str) -> Image.Image:
    """Read such a drawing back into a mode "1" image; raises BadPicture naming the line that does not fit."""
    lines = text.splitlines()
    width = max(map(len, lines), default=0) - 2
    if len(lines) < 3 or width < 1:
        raise BadPicture("a picture is at least one half block in a bezel")
    for number, line, expected in (
        (1, lines[0], _top(width)),
        (len(lines), lines[-1], _bottom(width)),
    ):
        if line != expected:
            raise BadPicture(f"line {number} is not the bezel's edge {expected!r}: {line!r}")
    pixels = bytearray()
    for number, line in enumerate(lines[1:-1], 2):
        cells = [BLOCKS.find(block) for block in line[1:-1]]
        if len(cells) != width or line[0] + line[-1] != "││" or -1 in cells:
            raise BadPicture(f"line {number} is not {width} half blocks between two bars: {line!r}")
        pixels += bytes(255 * (cell & 1) for cell in cells)
        pixels += bytes(255 * (cell >> 1) for cell in cells)
    return Image.frombytes("L", (width, len(pixels) // width), bytes(pixels)).convert("1")


def diff(expected: Image.Image, actual: Image.Image) -> str:
    """Say and draw how two pictures differ; the empty string if they don't.

    The drawing is the actual picture, cut to the lines that differ and two around them, with ``+`` in a cell
    that is lit and should not be, ``-`` where light is missing and ``x`` for both. Raises BadPicture as
    ``to_text`` does.
    """
    if expected.size != actual.size:
        return f"expected {expected.width} × {expected.height} pixels, got {actual.width} × {actual.height}\n"
    drawn: list[str] = []
    wrong: list[tuple[int, int]] = []
    for row, (wanted, got) in enumerate(zip(_lines(expected), _lines(actual), strict=True)):
        line = ""
        for column, (before, after) in enumerate(zip(wanted, got, strict=True)):
            light, dark = BLOCKS.index(after), BLOCKS.index(before)
            extra, missing = light & ~dark, dark & ~light
            line += MARKS.get((bool(extra), bool(missing)), after)
            wrong += [(column, 2 * row + half) for half in (0, 1) if (extra | missing) >> half & 1]
        drawn.append(line)
    if not wrong:
        return ""
    columns, rows = zip(*wrong, strict=True)
    first = max(min(rows) // 2 - CONTEXT, 0)
    last = min(max(rows) // 2 + CONTEXT, len(drawn) - 1)
    return (
        f"{len(wrong)} pixels differ, x {min(columns)} to {max(columns)}, y {min(rows)} to {max(rows)}; "
        f"from y {2 * first} to {2 * last + 1}, + is light too much, - light missing, x both:\n"
        + _in_bezel(drawn[first : last + 1], actual.width)
    )


def _lines(image: Image.Image) -> list[str]:
    if image.mode != "1" or image.height % 2:
        raise BadPicture(f'a picture is a mode "1" image of even height, not mode "{image.mode}", {image.height} high')
    width = image.width
    pixels = image.convert("L").tobytes()
    rows = [pixels[start : start + width] for start in range(0, len(pixels), width)]
    return [
        "".join([BLOCKS[(above & 1) + (below & 2)] for above, below in zip(upper, lower, strict=True)])
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def _in_bezel(lines: Iterable[str], width: int) -> str:
    return "\n".join((_top(width), *(f"│{line}│" for line in lines), _bottom(width))) + "\n"


def _top(width: int) -> str:
    return f"┌{'─' * width}┐"


def _bottom(width: int) -> str:
    return f"└{'─' * width}┘"
