import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from panel_pictures import noise, same
from servida_host.halfblocks import BadPicture, diff, from_text, to_text

TINY = """\
┌────┐
│ ▀▄█│
│█▄▀ │
└────┘
"""


def drawn(*rows: str) -> Image.Image:
    pixels = bytes(255 * (pixel == "#") for row in rows for pixel in row)
    return Image.frombytes("L", (len(rows[0]), len(rows)), pixels).convert("1")


def test_two_rows_become_one_line() -> None:
    image = drawn(" # #", "  ##", "# # ", "##  ")
    assert to_text(image) == TINY
    assert same(from_text(TINY), image)


def test_a_panel_is_32_lines_of_128_columns_in_a_bezel() -> None:
    lines = to_text(noise()).splitlines()
    assert len(lines) == 34
    assert {len(line) for line in lines} == {130}


@given(st.integers(1, 40), st.integers(1, 8), st.integers())
def test_reading_back_gives_the_same_picture(width: int, lines: int, seed: int) -> None:
    image = noise(width, 2 * lines, seed)
    assert same(from_text(to_text(image)), image)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "at least one half block"),
        ("┌─┐\n└─┘\n", "at least one half block"),
        ("┌┐\n││\n└┘\n", "at least one half block"),
        (TINY.replace("┌", "+"), "line 1 "),
        (TINY.replace("┘", "+"), "line 4 "),
        (TINY.replace("│ ▀▄█│", "│ ▀▄│"), "line 2 "),
        (TINY.replace("│ ▀▄█│", "│ ▀▄█"), "line 2 "),
        (TINY.replace("│█▄▀ │", ""), "line 3 "),
        (TINY.replace("│█▄▀ │", "│█▄▀"), "line 3 "),
        (TINY.replace("│█▄▀ │", "│█▄▀#│"), "line 3 "),
        (TINY.replace("│█▄▀ │", "│█▄▀ |"), "line 3 "),
    ],
)
def test_a_damaged_text_is_refused_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(BadPicture, match=complaint):
        from_text(text)


@pytest.mark.parametrize("image", [Image.new("L", (8, 8)), Image.new("1", (8, 7))])
def test_only_whole_lines_of_black_and_white_can_be_drawn(image: Image.Image) -> None:
    with pytest.raises(BadPicture, match="of even height"):
        to_text(image)


def test_equal_pictures_differ_in_nothing() -> None:
    assert diff(noise(), noise()) == ""


def test_a_difference_shows_what_is_too_much_and_what_is_missing() -> None:
    expected = drawn(" # #", "  ##", "# # ", "##  ")
    actual = drawn("## #", "   #", "  # ", "#  #")
    assert diff(expected, actual) == (
        "5 pixels differ, x 0 to 3, y 0 to 3; "
        "from y 0 to 3, + is light too much, - light missing, x both:\n"
        "┌────┐\n"
        "│+▀-█│\n"
        "│--▀+│\n"
        "└────┘\n"
    )


def test_a_cell_may_have_both() -> None:
    assert "│x│" in diff(drawn("#", " "), drawn(" ", "#"))


def test_a_difference_is_cut_to_two_lines_around_it() -> None:
    expected = Image.new("1", (4, 40))
    actual = expected.copy()
    actual.putpixel((1, 20), 255)
    lines = diff(expected, actual).splitlines()
    assert lines[0].startswith("1 pixels differ, x 1 to 1, y 20 to 20; from y 16 to 25")
    assert lines[1:] == ["┌────┐", "│    │", "│    │", "│ +  │", "│    │", "│    │", "└────┘"]


def test_another_size_is_said_not_drawn() -> None:
    assert diff(Image.new("1", (8, 8)), Image.new("1", (8, 16))) == "expected 8 × 8 pixels, got 8 × 16\n"
