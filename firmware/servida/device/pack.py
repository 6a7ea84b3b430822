"""From a Pillow picture to the bytes of an SSD1306, with Pillow doing the work.

The panel's memory is ``height / 8`` pages of ``width`` bytes; a byte is a column of eight pixels, the lowest bit on top
(SSD1306 data sheet, figure 8-14). Knows no bus and no driver.
"""

from PIL import Image

ROWS_PER_PAGE = 8


def panel_bytes(image: Image.Image) -> bytes:
    """Return the picture in page order, ``width * height / 8`` bytes; a lit pixel is a set bit.

    Raises ValueError unless the mode is "1" and the height a multiple of 8.
    """
    pages, rest = divmod(image.height, ROWS_PER_PAGE)
    if image.mode != "1" or rest:
        raise ValueError(
            f"a picture of mode {image.mode!r} and height {image.height} doesn't fit a panel: "
            "expected mode '1' and a multiple of 8"
        )
    # Pillow packs rows, the first pixel in the highest bit. Turned clockwise, a column of the picture becomes a row
    # that runs from the bottom up, so that the upper pixel of a page comes to lie in the lowest bit.
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[page::pages] for page in reversed(range(pages)))
