"""Windows: what they cost, what they hold, and that they make any picture of any other."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.device.windows import OVERHEAD, SHORTEST, Window, choose
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306

WIDTH, PAGES = 128, 8
SIZE = WIDTH * PAGES
WHOLE = Window(0, WIDTH - 1, 0, PAGES - 1)
SHOW = 1037
"""Payload bytes of one ``show`` of adafruit_ssd1306."""


@st.composite
def pictures(draw: st.DrawFn) -> bytes:
    """Black with patches of noise, few or many, small or large."""
    picture = bytearray(SIZE)
    for _ in range(draw(st.integers(0, 12))):
        left, width = draw(st.integers(0, WIDTH - 1)), draw(st.integers(1, WIDTH))
        top, height = draw(st.integers(0, PAGES - 1)), draw(st.integers(1, PAGES))
        noise = random.Random(draw(st.integers(0, 9)))
        for page in range(top, min(top + height, PAGES)):
            end = min(left + width, WIDTH)
            picture[page * WIDTH + left : page * WIDTH + end] = noise.randbytes(end - left)
    return bytes(picture)


LARGEST = st.one_of(st.none(), st.integers(SHORTEST, 40), st.integers(SHORTEST, 2000))


def drawn(picture: bytearray, windows: tuple[Window, ...], wanted: bytes) -> bytes:
    """Return the picture after the windows were written to it, as their definition says."""
    for window in windows:
        data = iter(window.data(wanted, WIDTH)[1:])
        for page in range(window.first_page, window.last_page + 1):
            for column in range(window.first_column, window.last_column + 1):
                picture[page * WIDTH + column] = next(data)
    return bytes(picture)


def on_the_wire(windows: tuple[Window, ...], wanted: bytes, largest: int | None) -> tuple[int, Ssd1306]:
    """Write windows to a panel as a bus would; return the bytes counted there, and the panel."""
    panel, bus = Ssd1306(), FakeI2C(VirtualClock())
    bus.attach(0x3C, panel)
    bus.try_lock()
    step = SIZE if largest is None else largest - 1
    for window in windows:
        bus.writeto(0x3C, window.command())
        data = window.data(wanted, WIDTH)
        for at in range(1, len(data), step):
            bus.writeto(0x3C, data[:1] + data[at : at + step])
    return bus.wire_bytes, panel


@given(pictures(), pictures(), LARGEST)
def test_any_picture_is_made_of_any_other_for_no_more_than_the_whole_costs(
    known: bytes, wanted: bytes, largest: int | None
) -> None:
    windows = choose(known, wanted, WIDTH, PAGES)
    assert drawn(bytearray(known), windows, wanted) == wanted
    assert sum(window.cost(largest) for window in windows) <= WHOLE.cost(largest)


@given(st.binary(min_size=SIZE, max_size=SIZE), st.binary(min_size=SIZE, max_size=SIZE))
def test_any_two_pictures_cost_less_than_the_show_of_the_driver(known: bytes, wanted: bytes) -> None:
    assert sum(window.cost() for window in choose(known, wanted, WIDTH, PAGES)) < SHOW


@given(pictures(), pictures(), LARGEST)
def test_the_cost_is_what_the_bus_counts(known: bytes, wanted: bytes, largest: int | None) -> None:
    windows = choose(known, wanted, WIDTH, PAGES)
    counted, _ = on_the_wire(windows, wanted, largest)
    assert counted == sum(window.cost(largest) for window in windows)


def test_the_whole_panel_costs_its_picture_two_addresses_a_command_and_a_control_byte() -> None:
    assert WHOLE.cost() == 1024 + 2 + 7 + 1 == 1024 + OVERHEAD
    assert WHOLE.cost(largest=1025) == WHOLE.cost()
    assert WHOLE.cost(largest=1024) == WHOLE.cost() + 2
    assert WHOLE.cost(largest=32) == 8 + 34 * 2 + 1024


def test_a_window_is_the_command_of_the_data_sheet() -> None:
    window = Window(3, 26, 1, 3)
    assert window.command() == bytes([0x00, 0x21, 3, 26, 0x22, 1, 3])
    assert window.command(left=32) == bytes([0x00, 0x21, 35, 58, 0x22, 1, 3])
    assert window.size == 24 * 3


def test_a_windows_data_are_its_rows_of_the_picture() -> None:
    picture = bytes(range(12))
    assert Window(1, 2, 1, 2).data(picture, width=4) == b"\x40" + bytes([5, 6, 9, 10])


def test_an_unknown_panel_gets_everything_and_one_that_is_right_nothing() -> None:
    assert choose(None, bytes(SIZE), WIDTH, PAGES) == (WHOLE,)
    assert choose(bytes(SIZE), bytes(SIZE), WIDTH, PAGES) == ()


def test_two_dice_far_apart_are_two_windows() -> None:
    wanted = bytearray(SIZE)
    for page in (1, 2, 3):
        for left in (0, 78):
            wanted[page * WIDTH + left : page * WIDTH + left + 24] = b"\xff" * 24
    windows = choose(bytes(SIZE), bytes(wanted), WIDTH, PAGES)
    assert windows == (Window(0, 23, 1, 3), Window(78, 101, 1, 3))


def test_data_longer_than_a_transaction_cost_two_bytes_more_a_piece() -> None:
    wanted = bytearray(SIZE)
    for page in range(0, PAGES, 2):
        wanted[page * WIDTH : page * WIDTH + WIDTH] = b"\xff" * WIDTH
    windows = choose(bytes(SIZE), bytes(wanted), WIDTH, PAGES)
    assert [window.size for window in windows] == [WIDTH] * 4
    assert sum(window.cost(30) for window in windows) == 4 * (8 + 5 * 2 + WIDTH)


@pytest.mark.parametrize("largest", [SHORTEST, 31, 500])
def test_a_picture_in_pieces_is_what_the_panel_holds(largest: int) -> None:
    wanted = random.Random(1).randbytes(SIZE)
    whole, pieces = (on_the_wire(choose(None, wanted, WIDTH, PAGES), wanted, limit) for limit in (None, largest))
    assert pieces[0] > whole[0]
    for _, panel in (whole, pieces):
        panel.write(bytes([0x00, 0x8D, 0x14, 0xAF]))
    assert pieces[1].image.tobytes() == whole[1].image.tobytes()


@pytest.mark.parametrize(
    ("known", "wanted", "pages", "message"),
    [
        (bytes(1024), bytes(1023), 8, "expected pictures of 128 × 8 bytes, not 1024 and 1023"),
        (bytes(1023), bytes(1024), 8, "expected pictures of 128 × 8 bytes, not 1023 and 1024"),
        (None, bytes(1), 8, "not 1 and 1"),
        (None, bytes(1152), 9, "a panel of 9 pages: expected 1 to 8"),
        (None, b"", 0, "a panel of 0 pages: expected 1 to 8"),
    ],
)
def test_what_is_no_picture_is_refused(known: bytes | None, wanted: bytes, pages: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        choose(known, wanted, WIDTH, pages)
