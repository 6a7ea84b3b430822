"""The pin factory over the character device, on a chip without a kernel; tests/vm has the kernel's own."""

from __future__ import annotations

import gc
import os
import queue
import threading
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import gpiozero
import pytest

pytest.importorskip("gpiod", reason="the character device is Linux's")

from gpiod.line import Bias, Direction, Edge

from fake_gpiod import FakeChip
from servida.device import gpiod_pins
from servida.device.edge_reader import EdgeReader
from servida.device.gpiod_chips import find_chip
from servida.device.gpiod_pins import GpiodFactory, GpiodPin

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gpiod import Chip

ZERO_2_W = 0x902120
LONG = 10.0
"""Seconds that no edge takes; a failing test waits for them, a passing one doesn't."""


@pytest.fixture
def chip() -> FakeChip:
    return FakeChip()


@pytest.fixture
def factory(chip: FakeChip, monkeypatch: pytest.MonkeyPatch) -> Iterator[GpiodFactory]:
    monkeypatch.setattr(GpiodFactory, "_get_revision", lambda _self: ZERO_2_W)
    made = GpiodFactory("chip", open_chip=lambda _path: cast("Chip", chip))
    yield made
    made.close()


class Heard:
    """What a pin told of."""

    def __init__(self, pin: GpiodPin) -> None:
        self.changes: queue.Queue[tuple[float, int]] = queue.Queue()
        pin.when_changed = self.change

    def change(self, ticks: float, state: int) -> None:
        self.changes.put((ticks, state))

    def states(self, count: int) -> list[int]:
        return [self.changes.get(timeout=LONG)[1] for _ in range(count)]


def test_input_with_pull(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin("GPIO5")
    assert chip.lines[5].settings is None, "nothing is claimed before it is used"
    pin.input_with_pull("up")
    (settings,) = chip.lines[5].history
    assert (settings.direction, settings.bias, settings.edge_detection) == (Direction.INPUT, Bias.PULL_UP, Edge.NONE)
    assert (pin.function, pin.pull, pin.state) == ("input", "up", 1)
    chip.lines[5].drive(False)
    assert pin.state == 0
    pin.pull = "down"
    pin.pull = "floating"
    assert [each.bias for each in chip.lines[5].history] == [Bias.PULL_UP, Bias.PULL_DOWN, Bias.DISABLED]


def test_output_without_a_blip(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(6)
    pin.output_with_state(True)
    assert [(each.direction, bool(each.output_value)) for each in chip.lines[6].history] == [(Direction.OUTPUT, True)]
    assert (pin.function, pin.state) == ("output", 1)
    pin.state = False
    assert (pin.state, chip.lines[6].level) == (0, False)
    pin.state = True
    pin.function = "input"
    pin.function = "output"
    assert pin.state == 0


def test_devices_of_gpiozero(factory: GpiodFactory, chip: FakeChip) -> None:
    with gpiozero.LED(17, pin_factory=factory) as led, gpiozero.Button(27, pin_factory=factory) as button:
        led.on()
        assert chip.lines[17].level
        pressed = threading.Event()
        button.when_pressed = pressed.set
        chip.lines[27].drive(False)
        assert pressed.wait(LONG)
        assert button.is_pressed
        with pytest.raises(gpiozero.GPIOPinInUse, match="GPIO17"):
            gpiozero.LED(17, pin_factory=factory)
    assert (chip.lines[17].settings, chip.lines[27].settings) == (None, None)


def test_refuses_what_gpiozero_refuses(factory: GpiodFactory) -> None:
    pin = factory.pin(5)
    with pytest.raises(gpiozero.PinInvalidFunction, match="'pwm'"):
        pin.function = "pwm"
    with pytest.raises(gpiozero.PinInvalidPull, match="'sideways'"):
        pin.pull = "sideways"
    with pytest.raises(gpiozero.PinInvalidEdges, match="'sharp'"):
        pin.edges = "sharp"
    for bounce in (-0.1, 5000):
        with pytest.raises(gpiozero.PinInvalidBounce, match="expected 0 to 4295 s"):
            pin.bounce = bounce
    with pytest.raises(gpiozero.PinSetInput):
        pin.state = True
    with pytest.raises(gpiozero.PinPWMUnsupported):
        pin.frequency = 100
    pin.function = "output"
    with pytest.raises(gpiozero.PinFixedPull, match="output"):
        pin.pull = "up"
    with pytest.raises(gpiozero.PinFixedPull, match="GPIO3 has a physical pull-up"):
        factory.pin(3).pull = "down"
    assert factory.pin(3).pull == "up"
    with pytest.raises(gpiozero.PinInvalidPin):
        factory.pin(99)


def test_line_of_another_program(factory: GpiodFactory, chip: FakeChip) -> None:
    chip.lines[5].consumer = "spi0 CS0"
    with pytest.raises(gpiozero.GPIOPinInUse, match="GPIO5 is already in use by 'spi0 CS0'"):
        factory.pin(5).input_with_pull("up")
    assert factory.pin(5).pull == "floating", "as before"
    chip.lines[5].consumer = ""
    factory.pin(5).input_with_pull("up")


def test_edges_with_the_kernels_times(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(5)
    pin.input_with_pull("up")
    heard = Heard(pin)
    chip.lines[5].drive(False, True, False)
    got = [heard.changes.get(timeout=LONG) for _ in range(3)]
    assert got == [(1.001, 0), (1.002, 1), (1.003, 0)]


def test_kinds_of_edges(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(5)
    pin.input_with_pull("up")
    pin.edges = "falling"
    heard = Heard(pin)
    chip.lines[5].drive(False, True, False, True)
    assert heard.states(2) == [0, 0]
    pin.edges = "rising"
    chip.lines[5].drive(False, True)
    assert heard.states(1) == [1]
    pin.edges = "none"
    chip.lines[5].drive(False, True)
    pin.edges = "both"
    chip.lines[5].drive(False, True)
    assert heard.states(2) == [0, 1]
    assert pin.edges == "both"


def test_bounce_is_the_kernels(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(5)
    pin.bounce = 0.005
    assert (pin.bounce, chip.lines[5].history[-1].debounce_period.total_seconds()) == (0.005, 0.005)
    pin.bounce = None
    assert (pin.bounce, chip.lines[5].history[-1].debounce_period.total_seconds()) == (None, 0)


@pytest.mark.parametrize("final", [True, False])
def test_more_edges_than_the_kernel_keeps(
    factory: GpiodFactory, chip: FakeChip, final: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpiod_pins, "BUFFER", 16)
    pin = factory.pin(5)
    pin.input_with_pull("up")
    heard = Heard(pin)
    chip.lines[5].drive(*[False, True] * 40, final)
    levels = heard.states(16)
    assert levels[-1] == final
    assert all(before != after for before, after in pairwise(levels))


def test_newest_edge_that_the_kernel_dropped(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(5)
    pin.input_with_pull("up")
    heard = Heard(pin)
    with factory.lock:
        # Nobody reads meanwhile.
        chip.lines[5].drive(False)
        chip.lines[5].drop_newest(True)
    assert heard.states(2) == [0, 1], "read again after quiet"
    chip.lines[5].drive(False)
    assert heard.states(1) == [0]


def test_silence_after_the_callback_is_taken_away(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(5)
    pin.input_with_pull("up")
    heard = Heard(pin)
    pin.when_changed = None
    assert chip.lines[5].history[-1].edge_detection is Edge.NONE
    assert factory.reader._watched == {}
    chip.lines[5].leave_an_edge()
    other = Heard(pin)
    chip.lines[5].drive(False, True)
    assert other.states(2) == [0, 1], "and nothing old"
    assert heard.changes.empty()


def test_callback_whose_owner_is_gone(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(5)
    Heard(pin)
    gc.collect()
    chip.lines[5].drive(True)
    other = Heard(factory.pin(6))
    chip.lines[6].drive(True)
    assert other.states(1) == [1]
    assert chip.lines[5].history[-1].edge_detection is Edge.NONE


def test_callback_that_fails_leaves_the_others(
    factory: GpiodFactory, chip: FakeChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: queue.Queue[threading.ExceptHookArgs] = queue.Queue()
    monkeypatch.setattr(threading, "excepthook", told.put)

    def fail(_ticks: float, _state: int) -> None:
        raise RuntimeError("the program's own")

    factory.pin(5).when_changed = fail
    chip.lines[5].drive(True)
    assert str(told.get(timeout=LONG).exc_value) == "the program's own"
    heard = Heard(factory.pin(6))
    chip.lines[6].drive(True)
    assert heard.states(1) == [1]


def test_callback_that_closes_its_pin(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(5)
    closed = threading.Event()

    def close(_ticks: float, _state: int) -> None:
        pin.close()
        closed.set()

    pin.when_changed = close
    chip.lines[5].drive(True)
    assert closed.wait(LONG)
    assert chip.lines[5].settings is None


def test_line_that_tells_no_edges(factory: GpiodFactory, chip: FakeChip) -> None:
    chip.lines[5].refuses_edges = True
    pin = factory.pin(5)
    with pytest.raises(gpiozero.PinEdgeDetectUnsupported, match=r"GPIO5: .*No such device"):
        pin.when_changed = print
    assert pin.when_changed is None
    assert pin.state == 0


def test_closed_pin_is_an_input_and_may_be_used_again(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(5)
    pin.output_with_state(True)
    pin.close()
    last = chip.lines[5].history[-1]
    assert (last.direction, last.bias, chip.lines[5].settings) == (Direction.INPUT, Bias.DISABLED, None)
    pin.close()
    pin.input_with_pull("up")
    heard = Heard(pin)
    chip.lines[5].drive(False)
    assert heard.states(1) == [0]


def test_closed_factory_has_no_thread(factory: GpiodFactory, chip: FakeChip) -> None:
    Heard(factory.pin(5))
    (thread,) = (each for each in threading.enumerate() if each.name == "gpio-edges")
    factory.close()
    assert not thread.is_alive()
    assert (chip.closed, chip.lines[5].settings) == (True, None)
    factory.close()


def test_chip_that_is_gone_is_told_of_once() -> None:
    reader = EdgeReader()
    told: queue.Queue[str] = queue.Queue()
    gone, other_end = os.pipe()
    reader.watch(gone, lambda: told.put("gone"))
    os.close(other_end)
    assert told.get(timeout=LONG) == "gone"
    assert gone not in reader._watched
    reader.close()
    os.close(gone)


def test_chip_by_its_label(tmp_path: Path) -> None:
    chips = {"gpiochip0": "raspberrypi-exp-gpio", "gpiochip4": "pinctrl-rp1", "gpiochip10": "pinctrl-bcm2711"}
    for name in chips:
        (tmp_path / name).touch()

    def open_chip(path: str) -> Chip:
        return cast("Chip", FakeChip(chips[path.rsplit("/", 1)[1]]))

    assert find_chip(tmp_path, open_chip) == str(tmp_path / "gpiochip4")
    del chips["gpiochip4"]
    (tmp_path / "gpiochip4").unlink()
    assert find_chip(tmp_path, open_chip) == str(tmp_path / "gpiochip10")


def test_no_such_chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(gpiozero.BadPinFactory, match=r"none in .*; expected one of pinctrl-rp1"):
        find_chip(tmp_path)
    (tmp_path / "gpiochip0").touch()
    (tmp_path / "gpiochip1").touch()

    def open_chip(path: str) -> Chip:
        if path.endswith("0"):
            raise PermissionError(13, "Permission denied")
        return cast("Chip", FakeChip("gpio-mockup-A"))

    with pytest.raises(gpiozero.BadPinFactory, match=r"gpiochip1 is gpio-mockup-A, .*gpiochip0: Permission denied"):
        find_chip(tmp_path, open_chip)
    monkeypatch.setenv("GPIOZERO_GPIOD_CHIP", str(tmp_path / "missing"))
    with pytest.raises(gpiozero.BadPinFactory, match=r"missing: can't be opened"):
        GpiodFactory()


def test_gpiozero_finds_it_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "gpiod")
    monkeypatch.setenv("GPIOZERO_GPIOD_CHIP", str(tmp_path / "missing"))
    with pytest.raises(gpiozero.BadPinFactory, match="missing"):
        gpiozero.Device.ensure_pin_factory()
