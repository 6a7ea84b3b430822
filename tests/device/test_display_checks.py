"""Looking after a lit panel: one replugged unnoticed, one whose memory went bad, and modules that don't tell."""

from __future__ import annotations

import pytest

from panel_desk import BLACK, Desk, picture
from servida.board import HEIGHT, WIDTH
from servida.device.display import FIRST_PAUSE, QUIET, REFRESH_EVERY
from servida_host.ssd1306 import Ssd1306


def replugged() -> Desk:
    """A desk whose panel was replugged at 0 s, without anybody having noticed."""
    desk = Desk()
    desk.display.set_light(40, on=True, now=0.0)
    desk.display.show(picture(1), 0.0)
    desk.unplug()
    desk.plug()
    return desk


def test_a_picture_alone_does_not_light_a_panel_replugged_unnoticed_but_a_check_does() -> None:
    desk = replugged()
    assert desk.display.show(picture(2), QUIET), "the driver believes in it"
    assert desk.glass == BLACK.tobytes()
    assert desk.display.check(QUIET)
    assert (desk.panel.powered, desk.panel.contrast) == (True, 40)
    assert desk.glass == picture(2).tobytes()


def test_after_a_quiet_second_a_picture_lights_a_panel_replugged_unnoticed() -> None:
    desk = replugged()
    assert desk.display.show(picture(2), QUIET + 0.01)
    assert (desk.panel.powered, desk.panel.contrast) == (True, 40)
    assert desk.glass == picture(2).tobytes()


def test_after_a_quiet_second_the_light_lights_a_panel_replugged_unnoticed() -> None:
    desk = replugged()
    assert desk.display.set_light(41, on=True, now=QUIET + 0.01)
    assert (desk.panel.powered, desk.panel.contrast) == (True, 41)
    assert desk.glass == picture(1).tobytes()


def test_a_lit_panel_is_asked_only_after_a_quiet_second() -> None:
    desk = Desk()
    reads = []
    for now in (1.0, 2.0, 3.1, 4.0):
        desk.traffic()
        desk.display.show(picture(int(now)), now)
        reads.append(sum(transaction.reading for transaction in desk.bus.log))
    assert reads == [0, 0, 1, 0]


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
    assert due == [REFRESH_EVERY, 1.0 + REFRESH_EVERY, 5.0 + REFRESH_EVERY]


def test_a_picture_later_than_the_refresh_makes_a_check_due_at_once() -> None:
    desk = Desk()
    for now in range(31):
        desk.display.show(picture(now), now)
    assert desk.display.check_at == REFRESH_EVERY
    desk.panel.write(b"\x40" + bytes(100))
    assert desk.display.check(30.0)
    assert desk.glass == picture(30).tobytes()
    assert desk.display.check_at == 30.0 + REFRESH_EVERY


def test_an_idle_panel_is_looked_after_twice_a_minute() -> None:
    desk = Desk()
    desk.display.show(picture(1), 0.1)
    checks = []
    while (due := desk.display.check_at) is not None and due < 600.0:
        assert desk.display.check(due)
        checks.append(due)
    assert len(checks) == 19


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


def test_a_module_that_says_it_is_off_is_begun_once_more_and_then_never_believed() -> None:
    desk = Desk(Liar(WIDTH, HEIGHT))
    assert desk.display.lost
    assert "says that it is off after it was switched" in desk.display.fault
    assert desk.display.retry(FIRST_PAUSE)
    desk.display.set_light(40, on=False, now=1.0)
    assert desk.display.set_light(40, on=True, now=2.0)
    assert desk.panel.powered


class Bouncing(Ssd1306):
    """A module whose power is cut once more just before it is asked whether it is on."""

    cuts = 1

    def read(self, count: int) -> bytes:
        if self.cuts:
            self.cuts -= 1
            self.reset()
        return super().read(count)


def test_a_panel_that_loses_power_while_it_is_initialised_is_lit_all_the_same() -> None:
    desk = Desk(Bouncing(WIDTH, HEIGHT))
    desk.display.show(picture(1), 0.1)
    assert desk.display.retry(FIRST_PAUSE)
    assert desk.panel.powered
    assert desk.glass == picture(1).tobytes()


@pytest.mark.parametrize("kind", [Mute, Liar])
def test_a_module_that_cannot_tell_its_power_is_not_initialised_again_and_again(kind: type[Ssd1306]) -> None:
    desk = Desk(kind(WIDTH, HEIGHT))
    assert desk.display.retry(FIRST_PAUSE)
    desk.display.show(picture(1), 0.5)
    desk.traffic()
    assert desk.display.check(2.0)
    assert desk.traffic() == 2
    assert desk.glass == picture(1).tobytes()
    desk.unplug()
    assert not desk.display.check(4.0)
