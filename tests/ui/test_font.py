import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import golden
from servida.ui.font import (
    ALPHABET,
    FIGURES,
    LARGE,
    NARROW,
    SMALL,
    BadGlyph,
    Font,
    composed,
    doubled,
    glyph,
    lettering,
    measure,
    stand_in,
)
from servida.ui.frame import Canvas

ACCENTED = "ÁÉÍÓÚÜÑÃÕÂÊÔÀÇ"
PRINTABLE = string.digits + string.ascii_letters + string.punctuation
WRITTEN = PRINTABLE + ACCENTED + ACCENTED.lower() + "¡¿ºª«»…·×–—’‘“”✓"
FIGURE_SIGNS = string.digits + "+-×?."
CHARACTERS = {SMALL: WRITTEN, LARGE: WRITTEN, FIGURES: FIGURE_SIGNS, NARROW: string.digits + "-"}

every_font = pytest.mark.parametrize("font", CHARACTERS, ids=lambda font: font.name)
alphabets = pytest.mark.parametrize("font", [SMALL, LARGE], ids=lambda font: font.name)

DESCENDING = "gjpqy"
X_HEIGHT = "acemnorsuvwxz"


def inked(char: str, font: Font) -> tuple[int, int, int, int]:
    box = glyph(char, font).getbbox()
    assert box is not None, char
    return box


@every_font
def test_every_character_is_drawn_in_the_fonts_rows(font: Font) -> None:
    for char in CHARACTERS[font]:
        inked(char, font)
        assert glyph(char, font).height == font.height + font.descent, char
        assert glyph(char, font).mode == "1"
    assert glyph(" ", font).getbbox() is None
    assert glyph(" ", font).width == font.space


@every_font
def test_no_two_characters_look_alike(font: Font) -> None:
    seen: dict[tuple[tuple[int, int], bytes], str] = {}
    for char in CHARACTERS[font]:
        picture = glyph(char, font)
        twin = seen.setdefault((picture.size, picture.tobytes()), char)
        assert twin == char


@every_font
def test_a_glyph_has_no_blank_column_at_its_sides_but_in_a_figures_cell(font: Font) -> None:
    for char in set(CHARACTERS[font]) - set(string.digits):
        left, _, right, _ = inked(char, font)
        assert (left, right) == (0, glyph(char, font).width), char


@alphabets
def test_capitals_and_figures_fill_the_cap_height_exactly(font: Font) -> None:
    for char in string.ascii_uppercase + string.digits + ACCENTED.replace("Ç", ""):
        assert inked(char, font)[1::2] == (0, font.height), char


@alphabets
def test_small_letters_stand_at_x_height_and_only_descenders_go_below(font: Font) -> None:
    scale = font.height // SMALL.height
    for char in X_HEIGHT:
        assert inked(char, font)[1::2] == (2 * scale, 7 * scale), char
    for char in string.ascii_letters + ACCENTED + ACCENTED.lower():
        below = inked(char, font)[3] > font.height
        assert below == (char in DESCENDING + "Çç"), char


@pytest.mark.parametrize("font", [SMALL, LARGE, FIGURES], ids=lambda font: font.name)
def test_figures_are_of_one_width(font: Font) -> None:
    assert len({glyph(digit, font).width for digit in string.digits}) == 1


@pytest.mark.parametrize("points", ["100", "120"])
def test_a_three_figure_score_leaves_room_for_a_letter_in_a_cell(points: str) -> None:
    assert measure(points, NARROW) + 1 + 5 <= 22


def test_the_alphabet_of_name_entry_has_pictures_and_no_twins() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET)
    assert set(string.ascii_uppercase) | set(ACCENTED) <= set(ALPHABET)
    for char in ALPHABET:
        assert glyph(char, SMALL).height == 9
        assert glyph(char, LARGE).height == 18


def test_doubling_thickens_diagonals_and_keeps_corners() -> None:
    slope = Image.new("1", (2, 2))
    slope.putpixel((0, 0), 255)
    slope.putpixel((1, 1), 255)
    assert rows(doubled(slope)) == ["##..", "###.", ".###", "..##"]
    assert rows(doubled(slope.transpose(Image.Transpose.FLIP_LEFT_RIGHT))) == ["..##", ".###", "###.", "##.."]
    corner = Image.new("1", (2, 2), 255)
    corner.putpixel((1, 1), 0)
    assert rows(doubled(corner)) == ["####", "####", "##..", "##.."]


def rows(image: Image.Image) -> list[str]:
    return ["".join(".#"[bool(image.getpixel((x, y)))] for x in range(image.width)) for y in range(image.height)]


def test_a_large_accent_stands_clear_of_its_letter() -> None:
    for char in (ACCENTED + ACCENTED.lower()).replace("Ç", "").replace("ç", ""):
        picture = glyph(char, LARGE)
        assert picture.crop((0, 0, picture.width, 3)).getbbox() is not None, char
        assert picture.crop((0, 3, picture.width, 4)).getbbox() is None, char


def test_a_character_without_a_picture_is_named() -> None:
    with pytest.raises(BadGlyph, match=r"NARROW has no glyph for 'A' \(U\+0041, LATIN CAPITAL LETTER A\)"):
        glyph("A", NARROW)
    with pytest.raises(BadGlyph, match=r"U\+0007, unnamed"):
        glyph("\a", SMALL)


def test_a_stand_in_is_the_plain_letter_or_else_a_hollow_box() -> None:
    assert stand_in("A", SMALL) is glyph("A", SMALL)
    assert stand_in("Ž", SMALL) is glyph("Z", SMALL)
    box = stand_in("字", SMALL)
    assert rows(box) == ["#####", *["#...#"] * 5, "#####", ".....", "....."]
    assert stand_in("字", FIGURES).size == (8, 12)


def test_a_letter_and_its_combining_accent_are_one_character() -> None:
    apart = unicodedata.normalize("NFD", "Muñoz")
    assert len(apart) == 6
    assert composed(apart) == "Muñoz"
    assert measure(apart, SMALL) == measure("Muñoz", SMALL)


def test_measure_leaves_no_gap_at_the_end() -> None:
    assert measure("", SMALL) == 0
    assert measure("A", SMALL) == 5
    assert measure("AA", SMALL) == 11
    assert measure("A A", SMALL) == 5 + 1 + 3 + 1 + 5
    assert measure("A", LARGE) == 10
    assert measure("AA", LARGE) == 22
    assert measure("Ж", SMALL) == 5


@given(
    text=st.text(alphabet=sorted(set(PRINTABLE + ACCENTED) - set(string.digits)), min_size=1, max_size=7),
    font=st.sampled_from([SMALL, LARGE]),
    y=st.integers(0, 46),
)
def test_a_text_is_as_wide_as_it_measures(text: str, font: Font, y: int) -> None:
    canvas = Canvas(strict=True)
    width = canvas.text(0, y, text, font)
    box = canvas.image.getbbox()
    assert width == measure(text, font)
    assert box is not None
    assert (box[0], box[2]) == (0, width)


@pytest.mark.parametrize(
    ("text", "reach"),
    [("", None), ("  ", None), ("a", (0, 2, 5, 7)), (" Ag ", (4, 0, 15, 9)), ("-", (0, 3, 3, 4))],
)
def test_the_reach_of_a_text_is_that_of_its_ink(text: str, reach: tuple[int, int, int, int] | None) -> None:
    written = lettering(text, SMALL, strict=True)
    assert (written.picture.size, written.reach) == ((measure(text, SMALL), 9), reach)


def test_specimen_of_the_small_alphabet() -> None:
    canvas = Canvas(strict=True)
    lines = (
        "ABCDEFGHIJKLMNOPQRSTU",
        "VWXYZ 0123456789 &@#$",
        "abcdefghijklmnopqrstuvw",
        "xyz !?¡¿.,:;…·'’“”\"«»ºª✓",
        "ÁÉÍÓÚÜÑÃÕÂÊÔÀÇ ()[]{}<>",
        "áéíóúüñãõâêôàç +-×–—=%",
    )
    for row, line in enumerate(lines):
        canvas.text(1, 1 + 10 * row, line)
    golden.check("font-small", canvas.image)


def test_specimen_of_words() -> None:
    canvas = Canvas(strict=True)
    lines = ("Guadalupe Muñoz", "João PÓKER ESCALERA", "Sequência Ação Não há", "Turno de Ana 100", "INGLÉS Óscar Ê")
    for row, line in enumerate(lines):
        canvas.text(1, 1 + 12 * row, line)
    golden.check("font-words", canvas.image)


def test_specimen_of_the_large_alphabet() -> None:
    canvas = Canvas(strict=True)
    for row, line in enumerate(("Guadalupe", "João Muñoz", "PÓKER 20")):
        canvas.text(64, 2 + 21 * row, line, LARGE, anchor="m")
    golden.check("font-large", canvas.image)


def test_specimen_of_figures() -> None:
    canvas = Canvas(strict=True)
    canvas.text(1, 2, "0123456789+-×?", FIGURES)
    canvas.text(1, 18, "12 35 50 120", FIGURES)
    canvas.text(1, 34, "0123456789-", NARROW)
    canvas.text(1, 50, "100 120 48", NARROW)
    golden.check("font-figures", canvas.image)
