from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from servida.ui.font import LARGE, SMALL, BadGlyph, glyph, measure, stand_in
from servida.ui.frame import HEIGHT, WIDTH, Canvas, OffPanel, stamp_of

Pixels = set[tuple[int, int]]
Primitive = Callable[[Canvas, int, int, int, int], None]

SOLID = Image.new("1", (3, 2), 1)

RECTANGLES: dict[str, Primitive] = {
    "fill": lambda canvas, x, y, w, h: canvas.fill(x, y, w, h),
    "rounded": lambda canvas, x, y, w, h: canvas.rounded(x, y, w, h, 1, 1),
    "dotted": lambda canvas, x, y, w, h: canvas.dotted(x, y, w, h),
    "hline": lambda canvas, x, y, w, _: canvas.hline(x, y, w),
}

sides = st.integers(-12, 140)
sizes = st.integers(5, 40)


def lit(canvas: Canvas) -> Pixels:
    grey = canvas.image.convert("L").tobytes()
    return {(at % WIDTH, at // WIDTH) for at, value in enumerate(grey) if value}


def expected(name: str, x: int, y: int, w: int, h: int) -> Pixels:
    """Return what a rectangle should light on an endless dark panel, said pixel by pixel."""
    inside = {(x + i, y + j) for i in range(w) for j in range(h)}
    edge = {(i, j) for i, j in inside if i in {x, x + w - 1} or j in {y, y + h - 1}}
    corners = {(x + i, y + j) for i in (0, w - 1) for j in (0, h - 1)}
    beside = {(i, j) for i, j in edge for a, b in corners if abs(i - a) + abs(j - b) == 1}
    match name:
        case "fill":
            return inside
        case "rounded":
            return inside - corners - beside
        case "dotted":
            return {(i, j) for i, j in inside if (i + j) % 2 == 0}
        case _:
            return {(i, y) for i in range(x, x + w)}


@pytest.mark.parametrize("name", RECTANGLES)
@given(x=sides, y=sides, w=sizes, h=sizes)
def test_what_is_on_the_panel_is_drawn_and_what_is_off_it_is_clipped_or_refused(
    name: str, x: int, y: int, w: int, h: int
) -> None:
    pixels = expected(name, x, y, w, h)
    on_panel = {(i, j) for i, j in pixels if 0 <= i < WIDTH and 0 <= j < HEIGHT}
    clipped = Canvas()
    RECTANGLES[name](clipped, x, y, w, h)
    assert lit(clipped) == on_panel

    reach = {(i, j) for i in (x, x + w - 1) for j in (y, y + h - 1 if name != "hline" else y)}
    strict = Canvas(strict=True)
    if all(0 <= i < WIDTH and 0 <= j < HEIGHT for i, j in reach):
        RECTANGLES[name](strict, x, y, w, h)
        assert lit(strict) == pixels
    else:
        with pytest.raises(OffPanel, match=rf"^{name}: \d+×\d+ at \({x}, {y}\)"):
            RECTANGLES[name](strict, x, y, w, h)
        assert not lit(strict)


@pytest.mark.parametrize("name", RECTANGLES)
def test_a_rectangle_without_size_is_nothing_and_one_of_negative_size_a_fault(name: str) -> None:
    strict = Canvas(strict=True)
    RECTANGLES[name](strict, 10, 10, 0, 0)
    clipped = Canvas()
    RECTANGLES[name](clipped, 10, 10, -2, -2)
    if name in {"fill", "dotted", "hline"}:
        assert not lit(strict)
        assert not lit(clipped)
    with pytest.raises(OffPanel, match=f"^{name}: "):
        RECTANGLES[name](strict, 10, 10, -2, -2)


def test_a_picture_is_drawn_in_ink_and_clipped_or_refused() -> None:
    canvas = Canvas(strict=True)
    canvas.blit(SOLID, 125, 62)
    assert lit(canvas) == {(x, y) for x in (125, 126, 127) for y in (62, 63)}
    canvas.blit(SOLID, 124, 62, ink=0)
    assert lit(canvas) == {(127, 62), (127, 63)}
    with pytest.raises(OffPanel, match=r"^picture 3×2: 3×2 at \(126, 0\) isn't on the panel of 128×64$"):
        canvas.blit(SOLID, 126, 0)
    clipped = Canvas()
    clipped.blit(SOLID, -2, -1)
    assert lit(clipped) == {(0, 0)}


def test_ink_zero_darkens() -> None:
    canvas = Canvas(strict=True)
    canvas.fill(0, 0, 20, 20)
    canvas.fill(2, 2, 3, 3, 0)
    dark = {(x, y) for x in (2, 3, 4) for y in (2, 3, 4)}
    assert lit(canvas) == {(x, y) for x in range(20) for y in range(20)} - dark


def test_a_rounded_frame_leaves_or_clears_its_inside() -> None:
    canvas = Canvas(strict=True)
    canvas.fill(3, 3, 2, 1)
    canvas.rounded(0, 0, 9, 7)
    frame = ["..#####..", ".#.....#.", "#.......#", "#.......#", "#.......#", ".#.....#.", "..#####.."]
    full = [*frame[:3], "#..##...#", *frame[4:]]
    assert pixel_rows(canvas, 9, 7) == full
    canvas.rounded(0, 0, 9, 7, fill=0)
    assert pixel_rows(canvas, 9, 7) == frame


def pixel_rows(canvas: Canvas, w: int, h: int) -> list[str]:
    return ["".join(".#"[bool(canvas.image.getpixel((x, y)))] for x in range(w)) for y in range(h)]


def test_texts_are_remembered_in_order() -> None:
    canvas = Canvas(strict=True)
    canvas.text(0, 0, "PÓKER")
    canvas.text(0, 20, "45", LARGE)
    assert canvas.words == ["PÓKER", "45"]


@pytest.mark.parametrize(("anchor", "left"), [("l", 60), ("m", 60 - 8), ("r", 60 - 17)])
def test_an_anchor_says_what_x_is(anchor: str, left: int) -> None:
    canvas = Canvas(strict=True)
    assert anchor in ("l", "m", "r")
    match anchor:
        case "l":
            width = canvas.text(60, 10, "AAA", anchor="l")
        case "m":
            width = canvas.text(60, 10, "AAA", anchor="m")
        case _:
            width = canvas.text(60, 10, "AAA", anchor="r")
    assert width == measure("AAA", SMALL) == 17
    box = canvas.image.getbbox()
    assert box is not None
    assert box == (left, 10, left + 17, 17)


def test_dark_letters_on_a_lit_ground() -> None:
    canvas = Canvas(strict=True)
    canvas.fill(0, 0, 5, 9)
    canvas.text(0, 0, "A", ink=0)
    ground = {(x, y) for x in range(5) for y in range(9)}
    letter = {(x, y) for x, y in ground if glyph("A", SMALL).getpixel((x, y))}
    assert lit(canvas) == ground - letter


def test_only_the_ink_of_a_text_must_be_on_the_panel() -> None:
    canvas = Canvas(strict=True)
    canvas.text(0, HEIGHT - 7, "Ana ")
    with pytest.raises(OffPanel, match=r"^text 'Jugar' from \(0, 57\): .* isn't on the panel of 128×64$"):
        canvas.text(0, HEIGHT - 7, "Jugar")
    with pytest.raises(OffPanel, match=r"^text 'Ana' from \(120, 0\)"):
        canvas.text(120, 0, "Ana")
    with pytest.raises(OffPanel, match=r"^text 'Ana' from \(0, -1\)"):
        canvas.text(0, -1, "Ana")
    clipped = Canvas()
    assert clipped.text(120, 60, "Ana") == 17
    assert clipped.words == ["Ana"]
    assert lit(clipped)


def test_an_unknown_character_is_refused_when_strict_and_else_stood_in_for() -> None:
    with pytest.raises(BadGlyph, match="字"):
        Canvas(strict=True).text(0, 0, "a字")
    canvas = Canvas()
    canvas.text(0, 0, "字")
    assert canvas.image.crop((0, 0, 5, 9)).tobytes() == stand_in("字", SMALL).tobytes()


def test_what_was_drawn_with_a_stand_in_is_still_refused_when_strict() -> None:
    Canvas().text(0, 0, "b字")
    with pytest.raises(BadGlyph, match="字"):
        Canvas(strict=True).text(0, 0, "b字")


def test_a_text_drawn_again_is_the_same_and_touches_nothing_else() -> None:
    first, second = Canvas(strict=True), Canvas(strict=True)
    first.text(3, 5, "Ana")
    first.fill(0, 0, 60, 20)
    second.text(3, 5, "Ana")
    assert lit(second) == {
        (3 + x + 6 * i, 5 + y)
        for i, char in enumerate("Ana")
        for x in range(5)
        for y in range(9)
        if glyph(char, SMALL).getpixel((x, y))
    }


@pytest.mark.parametrize("size", [(4, 9), (9, 4), (1, 1)])
def test_an_outline_smaller_than_its_corners_is_nothing(size: tuple[int, int]) -> None:
    canvas = Canvas(strict=True)
    canvas.rounded(10, 10, *size, fill=1)
    assert not lit(canvas)


def a_label(canvas: Canvas, x: int, y: int) -> None:
    canvas.fill(x - 1, y, 20, 9)
    canvas.text(x, y + 1, "Ana", ink=0)


@pytest.mark.parametrize("corner", [(1, 0), (40, 20), (109, 55)])
def test_a_stamp_is_what_it_was_drawn_from_with_its_words(corner: tuple[int, int]) -> None:
    drawn, stamped = Canvas(strict=True), Canvas(strict=True)
    a_label(drawn, *corner)
    stamped.stamp(stamp_of(a_label, strict=True), *corner)
    assert lit(stamped) == lit(drawn)
    assert stamped.words == ["Ana"]


def test_a_stamp_off_the_panel_is_refused_or_clipped() -> None:
    stamp = stamp_of(a_label, strict=True)
    with pytest.raises(OffPanel, match="picture 20×9"):
        Canvas(strict=True).stamp(stamp, 0, 0)
    clipped, drawn = Canvas(), Canvas()
    clipped.stamp(stamp, 120, 60)
    a_label(drawn, 120, 60)
    assert lit(clipped) == lit(drawn)


def test_a_stamp_of_nothing_has_only_words() -> None:
    canvas = Canvas(strict=True)

    def a_space(on: Canvas, x: int, y: int) -> None:
        on.text(x, y, " ")

    canvas.stamp(stamp_of(a_space, strict=True), 200, 200)
    assert (lit(canvas), canvas.words) == (set(), [" "])


def test_a_stamp_is_as_strict_as_it_is_asked_to_be() -> None:
    def unknown(canvas: Canvas, x: int, y: int) -> None:
        canvas.text(x, y, "字")

    assert stamp_of(unknown, strict=False).picture is not None
    with pytest.raises(BadGlyph, match="字"):
        stamp_of(unknown, strict=True)
