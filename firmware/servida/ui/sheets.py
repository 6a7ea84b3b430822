"""Text art into one-bit pictures: how every glyph and mark of the interface is stored.

A sheet is a text of bands parted by empty lines.  A band's first line names its pictures; the lines
below show them side by side, `#` for a lit pixel and `.` for a dark one, parted by spaces.  This module
knows the notation and nothing of what is drawn.
"""

from PIL import Image

LIT = 255
"""The byte of a lit pixel: Pillow also stores a 1 as it is given, but inverts it to a 254, which is lit again."""

_INK = str.maketrans(".#", "\x00\xff")


class BadSheet(ValueError):
    """A sheet that isn't pictures side by side; the message names the picture or the band."""


def _picture(rows: list[str]) -> Image.Image:
    """Return the mode-"1" picture of text rows of equal length made of `#` and `.`."""
    grey = Image.frombytes("L", (len(rows[0]), len(rows)), "".join(rows).translate(_INK).encode("latin-1"))
    return grey.convert("1", dither=Image.Dither.NONE)


def cut(sheet: str) -> dict[str, Image.Image]:
    """Return the pictures of a sheet by their names, in order.

    Raises `BadSheet` when a row has more or fewer cells than the band has names, when the rows of a picture
    differ in length, when anything but `#` and `.` is drawn, or when a name comes twice.
    """
    pictures: dict[str, Image.Image] = {}
    for band in sheet.strip("\n").split("\n\n"):
        heading, *lines = band.splitlines()
        names = heading.split()
        cells = [line.split() for line in lines]
        if not cells or any(len(row) != len(names) for row in cells):
            raise BadSheet(f"band {heading!r}: every row needs {len(names)} cells")
        for name, *rows in zip(names, *cells, strict=True):
            if len({len(row) for row in rows}) != 1 or set("".join(rows)) - set("#."):
                raise BadSheet(f"picture {name!r}: rows of one length made of '#' and '.' are needed")
            if name in pictures:
                raise BadSheet(f"picture {name!r} is drawn twice")
            pictures[name] = _picture(rows)
    return pictures
