"""The panel as characters: every cell shows its pixels, in both renderings, and light areas are solid."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageOps

from panel_pictures import noise, same
from servida.ui.font import FIGURES
from servida.ui.frame import Canvas
from servida.ui.parts import COLUMN
from servida_host.faces.cells import Rendering, Row, braille, changed, half_blocks, runs
from servida_host.halfblocks import from_text, to_text

BLOCKS = {
    " ": "00000000",
    "▂": "00000011",
    "▄": "00001111",
    "▆": "00111111",
    "▌": "10101010",
    "▐": "01010101",
}
"""What a block element lights of a cell of 2 × 4 pixels, row by row."""

DOTS = (0, 2, 4, 1, 3, 5, 6, 7)
"""Where the dots of a braille character are, by their numbers in Unicode, among the pixels row by row."""


def lit(character: str) -> list[bool]:
    """The eight pixels of a character, row by row."""
    if character in BLOCKS:
        return [bit == "1" for bit in BLOCKS[character]]
    number = ord(character) - 0x2800
    assert 0 < number < 256
    pixels = [False] * 8
    for dot, place in enumerate(DOTS):
        pixels[place] = bool(number >> dot & 1)
    return pixels


def read(rows: tuple[Row, ...]) -> Image.Image:
    """The picture that braille rows show, by the Unicode standard and not by the renderer's tables."""
    image = Image.new("1", (2 * len(rows[0]), 4 * len(rows)))
    for line, row in enumerate(rows):
        for column, (character, is_reversed) in enumerate(row):
            for i, pixel in enumerate(lit(character)):
                image.putpixel((2 * column + i % 2, 4 * line + i // 2), 255 * (pixel is not is_reversed))
    return image


def text(rows: tuple[Row, ...]) -> list[str]:
    return ["".join(character for character, _ in row) for row in rows]


def reversed_places(rows: tuple[Row, ...]) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(rows) for x, (_, is_reversed) in enumerate(row) if is_reversed}


def box(left: int, top: int, right: int, bottom: int) -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).rectangle((left, top, right, bottom), fill=255)
    return image


@settings(max_examples=20)
@given(st.binary(min_size=16 * 64, max_size=16 * 64))
def test_braille_shows_every_pixel(pixels: bytes) -> None:
    image = Image.frombytes("1", (128, 64), pixels)
    assert same(read(braille(image)), image)


@settings(max_examples=40)
@given(
    st.tuples(st.integers(0, 127), st.integers(0, 63)),
    st.tuples(st.integers(0, 127), st.integers(0, 63)),
    st.booleans(),
)
def test_braille_shows_every_box(one: tuple[int, int], other: tuple[int, int], inverted: bool) -> None:
    across, down = sorted((one[0], other[0])), sorted((one[1], other[1]))
    image = box(across[0], down[0], across[1], down[1])
    if inverted:
        image = ImageOps.invert(image)
    assert same(read(braille(image)), image)


def test_half_blocks_are_the_golden_frames_text() -> None:
    image = noise()
    lines = text(half_blocks(image))
    assert lines == [line[1:-1] for line in to_text(image).splitlines()[1:-1]]
    assert not reversed_places(half_blocks(image))
    top, *_, bottom = to_text(image).splitlines()
    assert same(from_text("\n".join((top, *(f"│{line}│" for line in lines), bottom))), image)


@pytest.mark.parametrize(("rendering", "size"), [(Rendering.HALF_BLOCKS, (128, 32)), (Rendering.BRAILLE, (64, 16))])
def test_size(rendering: Rendering, size: tuple[int, int]) -> None:
    rows = rendering.rows(noise())
    assert rendering.size(128, 64) == size
    assert (len(rows[0]), len(rows)) == size
    assert {len(row) for row in rows} == {size[0]}


def test_a_dark_panel_is_blank() -> None:
    assert text(braille(Image.new("1", (128, 64)))) == [" " * 64] * 16


def test_a_light_panel_is_solid() -> None:
    assert set(sum(braille(box(0, 0, 127, 63)), ())) == {(" ", True)}


def test_an_inverted_row_with_words_is_dark_on_solid_light() -> None:
    canvas = Canvas()
    canvas.fill(0, 16, 128, 12)
    canvas.text(3, 17, "Continuar", ink=0)
    rows = braille(canvas.image)
    assert {(x, y) for x in range(64) for y in (4, 5, 6)} - reversed_places(rows) == set()
    assert reversed_places(rows) <= {(x, y) for x in range(64) for y in (4, 5, 6)}


@pytest.mark.parametrize("word", ["HELD", "FIJO", "FIXO"])
def test_the_marks_of_neighbouring_held_dice_are_light_and_apart(word: str) -> None:
    canvas = Canvas()
    for left in (0, 26, 52):
        canvas.fill(left, 36, COLUMN, 9)
        canvas.text(left + COLUMN // 2, 37, word, ink=0, anchor="m")
    rows = braille(canvas.image)
    assert {x for x, y in reversed_places(rows) if y == 9} == {*range(12), *range(13, 25), *range(26, 38)}
    assert {rows[y][x] for x in (12, 25) for y in (9, 10)} == {(" ", False)}


def test_digits_in_a_chosen_cell_are_dark_on_solid_light() -> None:
    canvas = Canvas()
    canvas.fill(26, 8, COLUMN, 24)
    canvas.text(38, 14, "40", FIGURES, ink=0, anchor="m")
    light = {(x, y) for x in range(13, 25) for y in range(2, 8)}
    undotted = {(x, y) for x, y in light if braille(canvas.image)[y][x] == (" ", False)}
    assert reversed_places(braille(canvas.image)) == light - undotted
    assert len(undotted) <= 4


def test_a_frame_beside_a_chosen_cell_is_dots() -> None:
    canvas = Canvas()
    canvas.fill(26, 8, COLUMN, 24)
    canvas.rounded(52, 8, COLUMN, 24, ink=1, fill=0)
    assert reversed_places(braille(canvas.image)) == {(x, y) for x in range(13, 25) for y in range(2, 8)}


def test_words_lines_and_thick_letters_are_dots() -> None:
    canvas = Canvas()
    canvas.text(0, 0, "Ana 1/10")
    canvas.rounded(26, 11, COLUMN, 24, ink=1, fill=0)
    canvas.fill(60, 20, 19, 20)
    assert reversed_places(braille(canvas.image)) == set()


def test_edges_of_a_light_area_are_straight() -> None:
    rows = text(braille(box(8, 6, 71, 29)))
    assert rows[1] == " " * 4 + "▄" * 32 + " " * 28
    assert rows[7] == " " * 4 + "▄" * 32 + " " * 28
    rows = text(braille(box(7, 8, 70, 31)))
    assert {row[3] + row[35] for row in rows[2:8]} == {"▐▌"}


def test_runs_join_cells_that_are_shown_alike() -> None:
    row = (("a", False), ("b", False), ("c", True), ("d", False))
    assert list(runs(row)) == [("ab", False), ("c", True), ("d", False)]


def test_what_changed_in_a_row() -> None:
    before = (("a", False), ("b", False), ("c", False), ("d", False))
    after = (("a", False), ("b", True), ("c", False), ("x", False))
    assert changed(before, after) == (1, 3)
    assert changed(before, before) is None
