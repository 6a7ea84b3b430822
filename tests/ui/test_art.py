from itertools import product

import pytest
from PIL import Image

import golden
from servida.ui import art_sheets
from servida.ui.art import (
    TUMBLES,
    BadFace,
    Sign,
    die,
    die_tumbling,
    mini_die,
    rolls_left,
    scroll_bar,
    sign,
    wordmark,
)
from servida.ui.frame import Canvas
from servida.ui.sheets import cut

FACES = range(1, 7)

each_face = pytest.mark.parametrize("face", FACES)


def blots(image: Image.Image, ink: bool) -> list[int]:
    """Return the sizes of the connected parts of one ink, the largest first."""
    left = {(x, y) for x, y in product(range(image.width), range(image.height)) if bool(image.getpixel((x, y))) is ink}
    found = []
    while left:
        edge = [left.pop()]
        size = 0
        while edge:
            x, y = edge.pop()
            size += 1
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
        found.append(size)
    return sorted(found, reverse=True)


@each_face
def test_a_die_shows_as_many_round_pips_as_its_face(face: int) -> None:
    outline, *pips = blots(die(face), ink=True)
    assert die(face).size == (24, 24)
    assert outline > 72
    assert pips == [12] * face


@each_face
def test_a_held_die_is_lit_with_dark_pips(face: int) -> None:
    corners = [5] * 4
    assert blots(die(face, inverted=True), ink=False) == [12] * face + corners
    assert die(face, inverted=True).histogram()[255] > 2 * die(face).histogram()[255]


@each_face
def test_a_little_die_shows_as_many_pips_as_its_face(face: int) -> None:
    assert mini_die(face).size == (9, 9)
    assert blots(mini_die(face), ink=True) == [7] * 4 + [1] * face


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_no_die_has_is_named(face: int) -> None:
    for draw in (die, mini_die):
        with pytest.raises(BadFace, match=f"no face {face}"):
            draw(face)


def test_a_turning_die_is_never_like_one_that_lies() -> None:
    pictures = [die_tumbling(step) for step in range(TUMBLES)]
    assert len({picture.tobytes() for picture in pictures}) == TUMBLES
    for picture in pictures:
        assert picture.size == (24, 24)
        # A die that lies has straight sides along the edges of its square and round pips; this has neither.
        assert picture.crop((0, 0, 24, 1)).histogram()[255] <= 2
        assert picture.crop((0, 0, 1, 24)).histogram()[255] <= 2
        assert 12 not in blots(picture, ink=True)
    assert die_tumbling(TUMBLES) is die_tumbling(0)
    assert die_tumbling(-1) is die_tumbling(TUMBLES - 1)


def test_pictures_are_made_once() -> None:
    assert die(3) is die(3)
    assert mini_die(3) is mini_die(3)
    assert sign(Sign.ROLL) is sign(Sign.ROLL)
    assert wordmark() is wordmark()


def test_every_mark_is_drawn_and_no_two_look_alike() -> None:
    assert set(cut(art_sheets.SIGNS)) == {each.value for each in Sign}
    assert len({(sign(each).size, sign(each).tobytes()) for each in Sign}) == len(Sign)
    for each in (Sign.ROLL, Sign.LONG, Sign.UNDO, Sign.SMALL_SCRATCH):
        assert sign(each).getbbox() == (0, 0, *sign(each).size)
        assert sign(each).height == 7


def test_the_wordmark_fits_the_panel_with_room_at_its_sides() -> None:
    assert wordmark().size == (97, 20)
    assert wordmark().getbbox() == (0, 0, 97, 20)


@pytest.mark.parametrize("left", range(4))
def test_a_pip_is_full_for_each_roll_that_is_left(left: int) -> None:
    canvas = Canvas(strict=True)
    assert rolls_left(canvas, 3, 2, left) == 17
    assert canvas.image.getbbox() == (3, 2, 20, 7)
    full = sign(Sign.FULL).histogram()[255]
    empty = sign(Sign.EMPTY).histogram()[255]
    assert canvas.image.histogram()[255] == left * full + (3 - left) * empty


def thumb(first: int, shown: int, total: int) -> tuple[int, int]:
    canvas = Canvas(strict=True)
    scroll_bar(canvas, 125, 10, 40, first, shown, total)
    box = canvas.image.crop((125, 0, 126, 64)).getbbox()
    assert box is not None
    return box[1], box[3]


def test_a_scroll_bar_shows_where_in_the_list_one_is() -> None:
    assert thumb(0, 4, 8) == (10, 30)
    assert thumb(2, 4, 8) == (20, 40)
    assert thumb(4, 4, 8) == (30, 50)
    assert thumb(0, 1, 100) == (10, 14)
    assert thumb(99, 1, 100) == (46, 50)


def test_a_list_that_is_seen_whole_has_no_scroll_bar() -> None:
    canvas = Canvas(strict=True)
    scroll_bar(canvas, 125, 10, 40, 0, 4, 4)
    assert canvas.image.getbbox() is None


def test_specimen_of_dice() -> None:
    canvas = Canvas(strict=True)
    for column, face in enumerate((1, 2, 3, 4, 5)):
        canvas.blit(die(face), 26 * column, 0)
    for column, face in enumerate((1, 2, 3, 5, 6)):
        canvas.blit(die(face, inverted=face != 6), 26 * column, 26)
    for face in FACES:
        canvas.blit(mini_die(face), 11 * face - 11, 53)
    golden.check("art-dice", canvas.image)


def test_specimen_of_turning_dice() -> None:
    canvas = Canvas(strict=True)
    for step in range(TUMBLES):
        canvas.blit(die_tumbling(step), 4 + 32 * (step % 4), 4 + 32 * (step // 4))
    golden.check("art-tumbling", canvas.image)


def test_specimen_of_marks() -> None:
    canvas = Canvas(strict=True)
    canvas.blit(wordmark(), 15, 1)
    x = 1
    for each in Sign:
        if each not in {Sign.SCRATCH, Sign.CROWN}:
            canvas.blit(sign(each), x, 26)
            x += sign(each).width + 2
    canvas.blit(sign(Sign.SCRATCH), 2, 38)
    canvas.blit(sign(Sign.CROWN), 20, 38)
    rolls_left(canvas, 40, 40, 2)
    scroll_bar(canvas, 125, 36, 16, 3, 4, 10)
    canvas.rounded(62, 36, 24, 14)
    canvas.dotted(90, 36, 20, 14)
    golden.check("art-marks", canvas.image)
