"""The display's pictures on the wire: only what changed, in transactions that aren't too long, and none lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from panel_desk import BLACK, Desk, picture, pictures
from servida.board import HEIGHT, I2C_ADDRESS, WIDTH
from servida.device.display import Display
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from PIL import Image

WHOLE = 8 + 2 + WIDTH * HEIGHT // 8
"""Bytes on the wire for the whole panel in one window, with the addresses."""

SHOW = 1037
"""Payload bytes of the driver's own ``show``."""


def test_a_picture_of_noise_is_the_whole_panel_in_one_window() -> None:
    desk = Desk()
    desk.traffic()
    assert desk.cost(picture(1), 1.0) == WHOLE < SHOW
    command, data = (transaction.payload for transaction in desk.bus.log)
    assert command == bytes([0x00, 0x21, 0, 127, 0x22, 0, 7])
    assert len(data) == 1025


def test_only_what_changed_is_sent() -> None:
    desk = Desk()
    image = picture(1)
    desk.display.show(image, 1.0)
    image.paste(0, (10, 20, 40, 24))
    image.paste(1, (20, 20, 30, 24))
    desk.traffic()
    assert desk.cost(image, 1.0) == 10 + 30
    command, data = (transaction.payload for transaction in desk.bus.log)
    assert command == bytes([0x00, 0x21, 10, 39, 0x22, 2, 2])
    assert (data[0], len(data)) == (0x40, 31)


def test_a_picture_that_is_there_already_costs_nothing() -> None:
    desk = Desk()
    assert desk.cost(BLACK, 1.0) == 0
    desk.display.show(picture(1), 1.0)
    assert desk.cost(picture(1), 1.0) == 0


@given(st.lists(pictures(), min_size=2, max_size=6))
def test_whatever_was_shown_the_glass_shows_the_picture_and_never_for_more_than_the_whole(
    shown: list[Image.Image],
) -> None:
    desk = Desk()
    for image in shown:
        assert desk.cost(image, 0.0) <= WHOLE


@given(st.lists(pictures(), min_size=1, max_size=4), st.sampled_from([8, 17, 32, 33, 256, 1024, 1025, 2000]))
def test_no_transaction_is_longer_than_the_largest(shown: list[Image.Image], largest: int) -> None:
    desk = Desk(largest=largest)
    for image in shown:
        assert desk.cost(image, 0.0) <= 8 + 1024 + 2 * -(-1024 // (largest - 1))
    assert max(len(transaction.payload) for transaction in desk.bus.log) <= largest


def test_a_largest_transaction_without_room_for_a_command_is_refused() -> None:
    with pytest.raises(ValueError, match="a largest transaction of 7 bytes: expected 8 or more"):
        Desk(largest=7)


@given(pictures(), pictures(), st.data())
def test_a_picture_of_which_any_transaction_fails_is_shown_after_the_retry(
    before: Image.Image, after: Image.Image, data: st.DataObject
) -> None:
    desk = Desk()
    desk.display.show(before, 0.0)
    desk.traffic()
    desk.display.show(after, 0.0)
    count = desk.traffic()
    desk.display.show(before, 0.0)
    assume(count)
    at, delivered = data.draw(st.integers(0, count - 1)), data.draw(st.integers(0, 50))
    desk.bus.fail_at(desk.bus.count + at, data.draw(st.sampled_from([121, 5, 110])), delivered=delivered)
    assert not desk.display.show(after, 0.0)
    # Half a command may be left in the chip: see below.
    assert desk.display.retry(1.0) or desk.display.retry(2.0)
    assert desk.cost(after, 2.0) == 0


@pytest.mark.parametrize(("width", "height"), [(64, 48), (96, 16), (128, 32)])
def test_smaller_panels_get_their_windows_where_the_driver_puts_its_picture(width: int, height: int) -> None:
    panel = Ssd1306(width, height)
    bus = FakeI2C(VirtualClock())
    bus.attach(I2C_ADDRESS, panel)
    display = Display(bus, width=width, height=height, address=I2C_ADDRESS, now=0.0)
    image = picture(3).crop((0, 0, width, height))
    for _ in range(2):
        assert display.show(image, 0.0)
        assert panel.image.tobytes() == image.tobytes()
        image.paste(1, (5, 3, 30, 9))
