"""The display over a fake bus: what the glass shows, with panels that are missing, lost, replugged and odd."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from servida.board import HEIGHT, I2C_ADDRESS, WIDTH
from servida.device.display import (
    CHECK_EVERY,
    FIRST_PAUSE,
    LONGEST_PAUSE,
    REFRESH_EVERY,
    Display,
)
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306

FRAME = 7
"""Transactions of one picture: six commands and the data."""

INITIALISATION = 36
"""Transactions of the driver's construction, as FIELD counts them."""


def picture(seed: int) -> Image.Image:
    return Image.frombytes("1", (WIDTH, HEIGHT), random.Random(seed).randbytes(WIDTH * HEIGHT // 8))


WELL = (False, None, "")
"""Lost, when to retry, and why."""

BLACK = Image.new("1", (WIDTH, HEIGHT))


class Desk:
    """A bus, a panel that may be plugged in, and a display that believes in both."""

    def __init__(self, panel: Ssd1306 | None = None, *, plugged: bool = True) -> None:
        self.panel = panel or Ssd1306(WIDTH, HEIGHT)
        self.bus = FakeI2C(VirtualClock())
        if plugged:
            self.plug()
        self.display = Display(self.bus, width=WIDTH, height=HEIGHT, address=I2C_ADDRESS, now=0.0)

    def plug(self) -> None:
        self.bus.attach(I2C_ADDRESS, self.panel)

    def unplug(self) -> None:
        self.bus.detach(I2C_ADDRESS)
        self.panel.reset()

    def state(self) -> tuple[bool, float | None, str]:
        return self.display.lost, self.display.retry_at, self.display.fault

    @property
    def glass(self) -> bytes:
        return self.panel.image.tobytes()

    def traffic(self) -> int:
        """Transactions since the last call."""
        count = len(self.bus.log)
        self.bus.log.clear()
        return count


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


def test_a_picture_is_one_frame_on_the_wire() -> None:
    desk = Desk()
    desk.traffic()
    before = desk.bus.wire_bytes
    desk.display.show(picture(1), 1.0)
    assert (desk.traffic(), desk.bus.wire_bytes - before) == (FRAME, 6 * 3 + 1 + 1025)


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
@pytest.mark.parametrize("at", range(FRAME))
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


def test_a_picture_alone_does_not_light_a_panel_replugged_unnoticed_but_a_check_does() -> None:
    desk = Desk()
    desk.display.set_light(40, on=True, now=0.0)
    desk.display.show(picture(1), 0.0)
    desk.unplug()
    desk.plug()
    assert desk.display.show(picture(2), 1.0), "the driver believes in it"
    assert desk.glass == BLACK.tobytes()
    assert desk.display.check(2.0)
    assert (desk.panel.powered, desk.panel.contrast) == (True, 40)
    assert desk.glass == picture(2).tobytes()


def test_a_check_notices_a_panel_that_has_gone() -> None:
    desk = Desk()
    desk.unplug()
    assert not desk.display.check(2.0)
    assert desk.display.retry_at == 2.0 + FIRST_PAUSE


def test_a_check_that_finds_nothing_reads_one_byte() -> None:
    desk = Desk()
    desk.display.show(picture(1), 0.0)
    desk.traffic()
    assert desk.display.check(2.0)
    assert [(t.reading, len(t.payload)) for t in desk.bus.log] == [(True, 1)]


def test_checks_are_due_after_silence() -> None:
    desk = Desk()
    due = [desk.display.check_at]
    desk.display.show(picture(1), 1.0)
    due.append(desk.display.check_at)
    desk.display.check(5.0)
    due.append(desk.display.check_at)
    assert due == [CHECK_EVERY, 1.0 + CHECK_EVERY, 5.0 + CHECK_EVERY]


def test_checks_are_due_of_a_lit_panel_only() -> None:
    desk = Desk()
    desk.display.set_light(0, on=False, now=6.0)
    desk.traffic()
    assert desk.display.check_at is None
    assert desk.display.check(7.0)
    assert desk.traffic() == 0


def test_checks_are_not_due_of_a_lost_panel() -> None:
    assert Desk(plugged=False).display.check_at is None


def test_checks_heal_a_corrupted_memory_in_time() -> None:
    desk = Desk()
    desk.display.show(picture(1), 0.0)
    desk.panel.write(b"\x40" + bytes(100))
    desk.panel.write(b"\x00\x81\x00")
    assert desk.display.check(REFRESH_EVERY - 1)
    assert desk.glass != picture(1).tobytes()
    assert desk.display.check(REFRESH_EVERY)
    assert (desk.glass, desk.panel.contrast) == (picture(1).tobytes(), 255)
    desk.traffic()
    assert desk.display.check(REFRESH_EVERY + 1)
    assert desk.traffic() == 1


class Mute(Ssd1306):
    """A module that can't be read."""

    def read(self, count: int) -> bytes:
        raise OSError(121, f"no answer to a reading of {count}")


class Liar(Ssd1306):
    """A module that always says that it is off."""

    def read(self, count: int) -> bytes:
        return b"\x40" * count


@pytest.mark.parametrize("kind", [Mute, Liar])
def test_a_module_that_cannot_tell_its_power_is_not_initialised_again_and_again(kind: type[Ssd1306]) -> None:
    desk = Desk(kind(WIDTH, HEIGHT))
    assert not desk.display.lost
    desk.display.show(picture(1), 0.0)
    desk.traffic()
    assert desk.display.check(2.0)
    assert desk.traffic() == 3
    assert desk.glass == picture(1).tobytes()
    desk.unplug()
    assert not desk.display.check(4.0)


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
