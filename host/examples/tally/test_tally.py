"""The tally counter on servida's rig: no Raspberry Pi, no panel, no waiting."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
import tally
from tally import FULL, IN, OUT, Tally

from servida_host.guest import GuestRig
from servida_host.pytest_plugin import AssertFrame, MakeRig
from servida_host.ssd1306 import Ssd1306

Start: TypeAlias = Callable[..., GuestRig[Tally]]


@pytest.fixture
def start(servida_rig: MakeRig) -> Start:
    def start(bounce: float = 0.0, seed: int = 0, room: int = 100) -> GuestRig[Tally]:
        return servida_rig(
            lambda sockets: Tally(sockets.bus, room=room, now=lambda: sockets.clock.now),
            buttons={"in": IN, "out": OUT},
            panel=Ssd1306(128, 32),
            bounce=bounce,
            seed=seed,
        )

    return start


def test_people_come_and_go(start: Start, assert_frame: AssertFrame) -> None:
    rig = start()
    rig.tap("in", "in", "in", "out")
    assert rig.guest.people == 2
    assert_frame("two", rig.frame())


def test_nobody_leaves_an_empty_house(start: Start) -> None:
    rig = start()
    rig.tap("out", "in")
    assert rig.guest.people == 1


def test_the_lamp_is_lit_while_the_house_is_full(start: Start) -> None:
    rig = start(room=2)
    rig.tap("in")
    assert not rig.high(FULL)
    rig.tap("in")
    assert rig.high(FULL)
    rig.tap("out")
    assert not rig.high(FULL)


@pytest.mark.parametrize("seed", range(20))
def test_a_bouncing_contact_counts_once(start: Start, seed: int) -> None:
    rig = start(bounce=0.02, seed=seed)
    for people in range(1, 6):
        rig.tap("in")
        rig.advance(0.1)
        assert rig.guest.people == people


def test_out_held_for_two_seconds_begins_again(start: Start, assert_frame: AssertFrame) -> None:
    rig = start()
    rig.tap("in", "in", "in")
    rig.press("out")
    rig.advance(1.9)
    assert rig.guest.people == 2
    rig.advance(0.2)
    assert rig.guest.people == 0
    assert_frame("zero", rig.frame())


def test_an_unplugged_panel_stops_no_count_and_lights_with_the_next(start: Start, assert_frame: AssertFrame) -> None:
    rig = start()
    rig.tap("in")
    rig.unplug()
    rig.tap("in")
    assert rig.guest.people == 2
    rig.plug()
    rig.tap("in", "out")
    assert_frame("two", rig.frame())


def test_a_write_that_fails_half_way_is_made_good_by_the_next(start: Start, assert_frame: AssertFrame) -> None:
    rig = start()
    rig.bus.fail_next(5, delivered=40)
    rig.tap("in", "in")
    assert_frame("two", rig.frame())


def test_it_counts_from_zero_after_a_power_cut(start: Start, assert_frame: AssertFrame) -> None:
    rig = start()
    rig.tap("in")
    rig.cut_power()
    rig.restore_power()
    assert_frame("zero", rig.frame())


def test_main_finds_its_bus_where_a_pi_has_it(
    servida_rig: MakeRig, assert_frame: AssertFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "pause", lambda: None)
    rig = servida_rig(lambda _: tally.main(), buttons={"in": IN, "out": OUT}, panel=Ssd1306(128, 32))
    assert_frame("zero", rig.frame())
