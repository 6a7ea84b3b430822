"""A moving picture: how long its frames stand, and what becomes of too many."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from servida_host.faces.web.gif import MOST_FRAMES, SHORTEST, Film, Reel, Shot, gif


def picture(number: int) -> Image.Image:
    """A picture like no other of a lower number."""
    image = Image.new("1", (128, 64))
    for bit in range(14):
        image.putpixel((bit, 0), number >> bit & 1)
    return image


def film(*moments: float, end: float) -> Film:
    return Film(tuple(Shot(at, picture(number + 1)) for number, at in enumerate(moments)), end)


def test_a_gif_stands_as_long_as_the_pictures_stood() -> None:
    with Image.open(io.BytesIO(gif(film(10.0, 10.5, 10.53, end=12.0), (0x7F, 0xD4, 0xFF)))) as moving:
        lasted = []
        for index in range(getattr(moving, "n_frames", 1)):
            moving.seek(index)
            lasted.append(moving.info["duration"])
        assert lasted == [500, 30, 1470]
        assert moving.size == (512, 256)
        assert moving.info["loop"] == 0
        assert {colour for _, colour in moving.convert("RGB").getcolors() or ()} == {(0, 0, 0), (0x7F, 0xD4, 0xFF)}


def test_of_pictures_too_close_the_last_is_shown() -> None:
    timed = film(0.0, 0.5, 0.505, 0.512, end=1.0).timed()
    assert [(shown.tobytes(), lasts) for shown, lasts in timed] == [
        (picture(1).tobytes(), 50),
        (picture(4).tobytes(), 50),
    ]


@given(st.lists(st.floats(0, 30), min_size=1, max_size=40), st.floats(0, 5))
def test_errors_do_not_add_up(moments: list[float], rest: float) -> None:
    moments.sort()
    timed = film(*moments, end=moments[-1] + rest).timed()
    assert all(lasts >= SHORTEST for _, lasts in timed)
    whole = (moments[-1] + rest - moments[0]) * 100
    assert sum(lasts for _, lasts in timed) == pytest.approx(whole, abs=SHORTEST + 1)


def test_a_reel_takes_what_is_new_until_it_is_full() -> None:
    reel = Reel(0.0, picture(0))
    reel.take(0.5, picture(0))
    for number in range(1, MOST_FRAMES + 5):
        reel.take(float(number), picture(number))
    assert reel.full
    whole = reel.ended(5000.0)
    assert [shot.at for shot in whole.shots] == [float(number) for number in range(MOST_FRAMES)]
    assert whole.end == 5000.0
