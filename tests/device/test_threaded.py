"""The threaded display over a bus that is held up at will: nothing waits for it; what is overtaken is never sent."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from servida.board import HEIGHT, I2C_ADDRESS, WIDTH
from servida.device.display import FIRST_PAUSE, REFRESH_EVERY, Display
from servida.device.pack import panel_bytes
from servida.device.threaded import HUNG_AFTER, ThreadedDisplay
from servida_host.bus import FakeI2C
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from collections.abc import Iterator

    from servida_host.bus import Readable

BLACK = bytes(WIDTH * HEIGHT // 8)

SOON = 30.0
"""Seconds after which a test that waits for the thread has failed."""


class HeldBus(FakeI2C):
    """A bus whose writes wait until it is let go; it keeps what the glass showed after each."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.free = threading.Event()
        self.free.set()
        self.reached = threading.Event()
        self.shown: list[bytes] = []
        self.panel = Ssd1306()
        self.breaks: BaseException | None = None

    def writeto(self, address: int, buffer: Readable, *, start: int = 0, end: int | None = None) -> None:
        self.reached.set()
        assert self.free.wait(SOON)
        if self.breaks is not None:
            raise self.breaks
        super().writeto(address, buffer, start=start, end=end)
        self.shown.append(self.panel.image.tobytes())


class Desk:
    """A display in its thread, over a held bus with a panel.

    A ``replugged`` panel was missing when the display was made. The thread's clock stands ``late`` by so many seconds
    since then, unless moved.
    """

    def __init__(self, *, replugged: bool = False, late: float = 0.0) -> None:
        self.clock = VirtualClock()
        self.bus = HeldBus(self.clock)
        if not replugged:
            self.bus.attach(I2C_ADDRESS, self.bus.panel)
        display = Display(self.bus, width=WIDTH, height=HEIGHT, address=I2C_ADDRESS, now=0.0)
        if replugged:
            self.bus.attach(I2C_ADDRESS, self.bus.panel)
        self.bus.panel.write(b"\x40" + b"\xff" * 1024)
        self.bus.shown.clear()
        self.bus.reached.clear()
        self.clock.advance(late)
        self.woken = threading.Event()
        self.glass = ThreadedDisplay(display, lambda: self.clock.now, self.woken.set)

    def hold(self, picture: Image.Image) -> None:
        """Let the thread come to the wire with this picture, and keep it there."""
        self.bus.reached.clear()
        self.bus.free.clear()
        self.glass.show(picture, self.clock.now)
        assert self.bus.reached.wait(SOON)

    def finish(self) -> list[bytes]:
        """Let the bus go and the thread end; return what the glass showed after each write."""
        self.bus.free.set()
        self.glass.close()
        return self.bus.shown


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.bus.breaks = None
    desk.bus.free.set()


def picture(seed: int) -> Image.Image:
    """A picture of noise: one window, the whole panel."""
    return Image.frombytes("1", (WIDTH, HEIGHT), random.Random(seed).randbytes(WIDTH * HEIGHT // 8))


def test_a_picture_is_shown(desk: Desk) -> None:
    assert desk.glass.show(picture(1), 0.0)
    assert desk.finish()[-1] == picture(1).tobytes()


def test_while_the_bus_is_held_up_everything_returns_and_only_the_latest_picture_is_sent(desk: Desk) -> None:
    desk.hold(picture(1))
    for seed in range(2, 50):
        assert desk.glass.show(picture(seed), 0.0)
        assert desk.glass.set_light(seed, on=True, now=0.0)
    assert desk.bus.shown == [], "the thread waits at the wire"
    shown = desk.finish()
    assert picture(1).tobytes() in shown
    assert shown[-1] == picture(49).tobytes()
    assert not {picture(seed).tobytes() for seed in range(2, 49)} & set(shown)


def test_a_picture_that_is_drawn_on_afterwards_is_shown_as_it_was(desk: Desk) -> None:
    desk.hold(picture(1))
    image = picture(2)
    desk.glass.show(image, 0.0)
    image.paste(0, (0, 0, WIDTH, HEIGHT))
    assert desk.finish()[-1] == picture(2).tobytes()


def test_no_light_is_lost_and_the_latest_counts(desk: Desk) -> None:
    desk.hold(picture(1))
    desk.glass.set_light(10, on=True, now=0.0)
    desk.glass.show(picture(2), 0.0)
    desk.glass.set_light(20, on=True, now=0.0)
    desk.glass.show(picture(3), 0.0)
    assert desk.finish()[-1] == picture(3).tobytes()
    assert (desk.bus.panel.contrast, desk.bus.panel.on) == (20, True)


def test_light_goes_before_the_picture(desk: Desk) -> None:
    desk.glass.set_light(10, on=False, now=0.0)
    desk.hold(picture(1))
    desk.glass.set_light(10, on=True, now=0.0)
    desk.glass.show(picture(2), 0.0)
    desk.bus.log.clear()
    assert desk.finish()[-1] == picture(2).tobytes()
    sent = [transaction.payload for transaction in desk.bus.log]
    asked_anew = sent.index(b"")
    assert asked_anew < sent.index(b"\x40" + panel_bytes(picture(2)))


def test_light_alone_is_set(desk: Desk) -> None:
    desk.glass.set_light(33, on=False, now=0.0)
    desk.finish()
    assert (desk.bus.panel.contrast, desk.bus.panel.on) == (33, False)


def test_the_console_has_nothing_to_look_after(desk: Desk) -> None:
    desk.clock.advance(1000.0)
    assert (desk.glass.retry_at, desk.glass.check_at) == (None, None)
    assert desk.glass.retry(1000.0)
    assert desk.glass.check(1000.0)
    desk.finish()


def test_a_lost_panel_is_lit_by_the_thread_itself() -> None:
    desk = Desk(replugged=True, late=FIRST_PAUSE)
    assert desk.bus.reached.wait(SOON)
    assert desk.finish()[-1] == BLACK
    assert desk.bus.panel.powered


def test_a_lost_panel_is_not_tried_too_early() -> None:
    desk = Desk(replugged=True)
    assert not desk.glass.retry(0.0)
    assert desk.glass._patience() == FIRST_PAUSE
    assert desk.finish() == []


def test_a_lit_panel_is_refreshed_by_the_thread_itself() -> None:
    desk = Desk(late=REFRESH_EVERY)
    assert desk.bus.reached.wait(SOON)
    assert desk.finish()[-1] == BLACK


def test_the_thread_sleeps_until_the_refresh_and_without_end_while_the_panel_is_off(desk: Desk) -> None:
    assert desk.glass._patience() == REFRESH_EVERY
    desk.glass.set_light(0, on=False, now=0.0)
    desk.finish()
    assert desk.glass._patience() is None


@pytest.mark.parametrize("error", [RuntimeError("the bus is used without its lock"), ValueError("odd")])
def test_what_else_goes_wrong_wakes_the_console_and_reaches_it_everywhere(desk: Desk, error: Exception) -> None:
    desk.bus.breaks = error
    desk.glass.show(picture(1), 0.0)
    assert desk.woken.wait(SOON)
    with pytest.raises(type(error)) as raised:
        desk.glass.show(picture(2), 0.0)
    assert raised.value is error
    for call in (
        lambda: desk.glass.retry_at,
        lambda: desk.glass.set_light(1, on=True, now=0.0),
        lambda: desk.glass.retry(0.0),
        lambda: desk.glass.check(0.0),
        desk.glass.close,
    ):
        with pytest.raises(type(error)):
            call()


def test_a_bus_that_keeps_the_thread_too_long_has_hung_it(desk: Desk) -> None:
    hung = [desk.glass.hung]
    desk.hold(picture(1))
    for seconds in (HUNG_AFTER, 0.1):
        desk.clock.advance(seconds)
        hung.append(desk.glass.hung)
    desk.finish()
    assert [*hung, desk.glass.hung] == [False, False, True, False]


def test_a_picture_that_is_left_meanwhile_hides_nothing(desk: Desk) -> None:
    desk.hold(picture(1))
    desk.clock.advance(HUNG_AFTER - 1.0)
    desk.glass.show(picture(2), desk.clock.now)
    desk.clock.advance(2.0)
    assert desk.glass.hung
    desk.finish()


def test_a_thread_that_sleeps_is_not_hung(desk: Desk) -> None:
    desk.glass.set_light(0, on=False, now=0.0)
    desk.finish()
    desk.clock.advance(1000.0)
    assert not desk.glass.hung


def test_a_picture_that_does_not_fit_is_such_an_error(desk: Desk) -> None:
    desk.glass.show(Image.new("1", (64, 64)), 0.0)
    assert desk.woken.wait(SOON)
    with pytest.raises(ValueError, match=r"\(64, 64\) pixels doesn't fit the panel"):
        desk.glass.close()


def test_closing_sends_what_waits_and_ends_the_thread(desk: Desk) -> None:
    before = threading.active_count()
    desk.hold(picture(1))
    desk.glass.show(picture(2), 0.0)
    assert desk.finish()[-1] == picture(2).tobytes()
    assert threading.active_count() == before - 1


def test_closing_does_not_wait_for_a_bus_that_never_comes_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("servida.device.threaded.PATIENCE", 0.01)
    desk.hold(picture(1))
    desk.glass.close()
    assert desk.bus.shown == []
