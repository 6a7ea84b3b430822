"""The display over a fake bus: what the glass shows, with panels that are missing, lost and replugged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from panel_desk import BLACK, Desk, picture
from servida.board import HEIGHT, WIDTH
from servida.device.display import FIRST_PAUSE, LONGEST_PAUSE

INITIALISATION = 36
"""Transactions of the driver's construction, as FIELD counts them."""

WELL = (False, None, "")
"""Lost, when to retry, and why."""


def test_a_panel_that_is_there_is_lit_and_black_at_once() -> None:
    desk = Desk()
    assert desk.panel.powered
    assert desk.glass == BLACK.tobytes()
    assert desk.state() == WELL


def test_construction_costs_what_the_docstring_says() -> None:
    desk = Desk()
    construction = desk.bus.log[:INITIALISATION]
    assert construction[0].payload == b""
    assert sum(len(transaction.payload) for transaction in construction) == 1093


@given(st.binary(min_size=WIDTH * HEIGHT // 8, max_size=WIDTH * HEIGHT // 8))
def test_the_glass_shows_the_picture(bits: bytes) -> None:
    desk = Desk()
    image = Image.frombytes("1", (WIDTH, HEIGHT), bits)
    assert desk.display.show(image, 1.0)
    assert desk.glass == image.tobytes()
    image.paste(1, (0, 0, WIDTH, HEIGHT))
    assert desk.glass == bits


def test_a_panel_missing_at_the_start_lights_when_it_is_plugged_in() -> None:
    desk = Desk(plugged=False)
    fault = "panel at 0x3c: No I2C device at address: 0x3c; expected it to acknowledge"
    assert desk.state() == (True, FIRST_PAUSE, fault)
    assert not desk.display.show(picture(1), 0.1)
    desk.plug()
    assert desk.display.retry(FIRST_PAUSE)
    assert desk.panel.powered
    assert desk.glass == picture(1).tobytes()
    assert desk.state() == WELL


def test_attempts_back_off_and_between_them_the_bus_is_left_alone() -> None:
    desk = Desk(plugged=False)
    desk.traffic()
    due = [FIRST_PAUSE, FIRST_PAUSE + LONGEST_PAUSE, FIRST_PAUSE + 2 * LONGEST_PAUSE]
    for moment in due:
        assert desk.display.retry_at == moment
        assert not desk.display.retry(moment - 0.01)
        assert not desk.display.show(picture(1), moment - 0.01)
        assert not desk.display.set_light(10, on=True, now=moment - 0.01)
        assert not desk.display.check(moment - 0.01)
        assert desk.traffic() == 0
        assert not desk.display.retry(moment)
        assert desk.traffic() > 0


def test_a_panel_that_came_back_is_given_the_first_pause_again() -> None:
    desk = Desk(plugged=False)
    desk.display.retry(1.0)
    desk.plug()
    assert desk.display.retry(2.0)
    desk.unplug()
    assert not desk.display.show(picture(1), 3.0)
    assert desk.display.retry_at == 3.0 + FIRST_PAUSE


def test_a_picture_for_a_lost_panel_is_an_attempt_when_one_is_due() -> None:
    desk = Desk(plugged=False)
    desk.plug()
    assert desk.display.show(picture(2), 1.0)
    assert desk.glass == picture(2).tobytes()


@pytest.mark.parametrize("error", [121, 5, 110])
@pytest.mark.parametrize("at", range(2))
@pytest.mark.parametrize("delivered", [0, 1, 500])
def test_a_picture_that_fails_anywhere_is_sent_again_after_full_initialisation(
    error: int, at: int, delivered: int
) -> None:
    desk = Desk()
    desk.display.show(picture(1), 1.0)
    desk.bus.fail_at(desk.bus.count + at, error, delivered=delivered)
    assert not desk.display.show(picture(2), 2.0)
    assert f"[Errno {error}]" in desk.display.fault
    assert desk.bus.try_lock(), "the driver kept the bus"
    desk.bus.unlock()
    desk.traffic()
    assert desk.display.retry(3.0)
    assert desk.traffic() > INITIALISATION
    assert desk.glass == picture(2).tobytes()


def test_an_initialisation_that_fails_anywhere_is_begun_anew() -> None:
    desk = Desk()
    desk.display.set_light(40, on=True, now=0.0)
    desk.unplug()
    desk.display.show(picture(0), 1.0)
    desk.plug()
    before = desk.bus.count
    assert desk.display.retry(10.0)
    # All but the first and the last: when the empty write that asks for the panel fails the driver asks by reading,
    # and a status that can't be read is no fault.
    for at in range(1, desk.bus.count - before - 1):
        desk.unplug()
        now = 100.0 * at
        assert not desk.display.show(picture(at), now)
        desk.plug()
        desk.bus.fail_at(desk.bus.count + at, 121)
        assert not desk.display.retry(now + 10)
        # A command that still waits for its argument takes the next attempt's first command for it. Where that makes no
        # valid argument the strict model refuses it, which the chip would not.
        assert desk.display.retry(now + 20) or desk.display.retry(now + 30)
        assert (desk.panel.powered, desk.panel.contrast) == (True, 40)
        assert desk.glass == picture(at).tobytes()


def test_a_replugged_panel_gets_back_picture_contrast_and_power() -> None:
    desk = Desk()
    desk.display.set_light(40, on=True, now=0.0)
    desk.display.show(picture(1), 0.0)
    desk.unplug()
    assert not desk.display.show(picture(2), 1.0)
    assert not desk.display.set_light(41, on=True, now=1.1)
    desk.plug()
    assert desk.glass == BLACK.tobytes()
    assert desk.display.retry(2.0)
    assert (desk.panel.powered, desk.panel.contrast) == (True, 41)
    assert desk.glass == picture(2).tobytes()


def test_a_panel_meant_to_be_off_is_off_after_its_return() -> None:
    desk = Desk()
    desk.display.set_light(40, on=False, now=0.0)
    desk.unplug()
    assert not desk.display.show(picture(1), 1.0)
    desk.plug()
    assert desk.display.retry(2.0)
    assert not desk.panel.on
    assert desk.display.set_light(40, on=True, now=3.0)
    assert desk.glass == picture(1).tobytes()


def test_light_is_contrast_and_power() -> None:
    desk = Desk()
    desk.display.show(picture(1), 0.0)
    assert desk.display.set_light(7, on=True, now=1.0)
    assert (desk.panel.contrast, desk.panel.on) == (7, True)
    assert desk.display.set_light(8, on=False, now=1.0)
    assert (desk.panel.contrast, desk.panel.on) == (8, False)
    assert desk.glass == BLACK.tobytes()


def test_a_panel_replugged_while_dark_is_lit_by_the_light() -> None:
    desk = Desk()
    desk.display.show(picture(1), 0.0)
    desk.display.set_light(40, on=False, now=1.0)
    desk.unplug()
    desk.plug()
    assert desk.display.check(2.0)
    assert desk.display.set_light(40, on=True, now=3.0)
    assert desk.panel.powered
    assert desk.glass == picture(1).tobytes()


def test_a_retry_of_a_panel_that_is_well_does_nothing() -> None:
    desk = Desk()
    desk.traffic()
    assert desk.display.retry(1.0)
    assert desk.traffic() == 0


@pytest.mark.parametrize(
    ("image", "message"),
    [
        (Image.new("1", (64, 128)), r"\(64, 128\) pixels doesn't fit the panel: expected \(128, 64\)"),
        (Image.new("L", (128, 64)), "mode 'L'"),
    ],
)
def test_a_picture_that_does_not_fit_is_refused_and_changes_nothing(image: Image.Image, message: str) -> None:
    desk = Desk()
    desk.display.show(picture(1), 0.0)
    with pytest.raises(ValueError, match=message):
        desk.display.show(image, 1.0)
    assert desk.glass == picture(1).tobytes()


@pytest.mark.parametrize("contrast", [-1, 256])
def test_a_contrast_beyond_a_byte_is_refused(contrast: int) -> None:
    desk = Desk()
    with pytest.raises(ValueError, match=f"contrast {contrast}: expected 0 to 255"):
        desk.display.set_light(contrast, on=False, now=0.0)
    assert desk.panel.on


def test_packed_bytes_that_are_no_picture_of_the_panel_are_refused_and_change_nothing() -> None:
    desk = Desk()
    desk.display.show(picture(1), 0.0)
    with pytest.raises(ValueError, match="a picture of 1023 bytes doesn't fit the panel: expected 1024"):
        desk.display.show_packed(bytes(1023), 1.0)
    assert desk.display.show_packed(bytes(1024), 1.0)
    assert desk.glass == BLACK.tobytes()
