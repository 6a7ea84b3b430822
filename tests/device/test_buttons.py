"""Buttons on gpiozero's mock pins.  ``MockPin`` has no bounce time and is driven high by whoever opens or closes it."""

from __future__ import annotations

import pytest
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory, MockPin

from servida.board import BUTTON_PINS
from servida.device.buttons import Buttons
from servida.device.errors import DeviceError
from servida.ui.keypad import Button

PINS = {button: BUTTON_PINS[button.value] for button in Button}
ROLL = Button.ROLL


class Wakes:
    """Counts how often it was called."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


class HeldPin(MockPin):  # type: ignore[misc]  # gpiozero is untyped
    """A pin that a finger keeps at ground whatever the pull-up says."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


@pytest.fixture
def factory() -> MockFactory:
    return MockFactory()


def pin(factory: MockFactory, button: Button) -> MockPin:
    return factory.pin(PINS[button])


def test_the_level_is_that_of_the_pin(factory: MockFactory) -> None:
    buttons = Buttons(PINS, factory, Wakes())
    assert buttons.read() == frozenset()
    for button in Button:
        pin(factory, button).drive_low()
        assert buttons.read() == {button}
        assert buttons.read() == {button}
        pin(factory, button).drive_high()
        assert buttons.read() == frozenset()


def test_pins_are_pulled_up_and_not_debounced(factory: MockFactory) -> None:
    buttons = Buttons(PINS, factory, Wakes())
    for button in Button:
        assert pin(factory, button).pull == "up"
        assert pin(factory, button).bounce is None
    buttons.close()


def test_both_edges_wake_and_nothing_else_does(factory: MockFactory) -> None:
    wakes = Wakes()
    buttons = Buttons(PINS, factory, wakes)
    assert wakes.count == 0
    pin(factory, ROLL).drive_low()
    assert wakes.count == 1
    buttons.read()
    pin(factory, ROLL).drive_high()
    assert wakes.count == 2
    buttons.read()
    assert wakes.count == 2


def test_a_pulse_between_two_readings_is_read_once_and_asks_for_another_reading(factory: MockFactory) -> None:
    wakes = Wakes()
    buttons = Buttons(PINS, factory, wakes)
    for _ in range(3):
        pin(factory, ROLL).drive_low()
        pin(factory, ROLL).drive_high()
    wakes.count = 0
    assert buttons.read() == {ROLL}
    assert wakes.count == 1
    assert buttons.read() == frozenset()
    assert wakes.count == 1


def test_a_press_that_lasts_is_not_read_twice(factory: MockFactory) -> None:
    buttons = Buttons(PINS, factory, Wakes())
    pin(factory, ROLL).drive_low()
    assert buttons.read() == {ROLL}
    pin(factory, ROLL).drive_high()
    assert buttons.read() == frozenset()


def test_a_press_while_the_levels_are_read_is_reported_once(factory: MockFactory) -> None:
    class Busy:
        """An input on which a finger taps while it is read, once."""

        def __init__(self) -> None:
            self.pin = pin(factory, ROLL)
            self.taps = 1

        @property
        def is_active(self) -> bool:
            down = not self.pin.state
            while self.taps:
                self.taps -= 1
                self.pin.drive_low()
                self.pin.drive_high()
            return down

    buttons = Buttons(PINS, factory, Wakes())
    line = buttons._lines[ROLL]
    # The real one must live on: gpiozero closes the pin of a device that nobody holds.
    real, line._device = line._device, Busy()  # type: ignore[assignment]  # it need not be closed
    assert [buttons.read(), buttons.read()] == [{ROLL}, frozenset()]
    assert not real.is_active


def test_an_edge_wakes_though_gpiozero_believes_the_level_unchanged(factory: MockFactory) -> None:
    # As after the kernel dropped the edge of a release: the device still thinks itself active.
    wakes = Wakes()
    buttons = Buttons(PINS, factory, wakes)
    pin(factory, ROLL).drive_low()
    pin(factory, ROLL)._state = True
    wakes.count = 0
    pin(factory, ROLL).drive_low()
    assert wakes.count == 1
    assert buttons.read() == {ROLL}


def test_a_button_down_at_construction_is_down_without_an_edge() -> None:
    factory, wakes = MockFactory(pin_class=HeldPin), Wakes()
    buttons = Buttons(PINS, factory, wakes)
    assert buttons.read() == frozenset(Button)
    assert buttons.read() == frozenset(Button)
    assert wakes.count == 0
    pin(factory, ROLL).drive_high()
    assert wakes.count == 1
    assert buttons.read() == frozenset(Button) - {ROLL}


def test_close_frees_the_pins_and_silences_them(factory: MockFactory) -> None:
    wakes = Wakes()
    buttons = Buttons(PINS, factory, wakes)
    devices = [line._device for line in buttons._lines.values()]
    buttons.close()
    buttons.close()
    assert all(device.closed for device in devices)  # type: ignore[attr-defined]  # not part of what is used
    pin(factory, ROLL).drive_low()
    assert (buttons.read(), wakes.count) == (frozenset(), 0)
    again = Buttons(PINS, factory, wakes)
    pin(factory, ROLL).drive_low()
    assert again.read() == {ROLL}


class LastingPin(MockPin):  # type: ignore[misc]  # gpiozero is untyped
    """A pin that goes on calling after it was closed, as lgpio's does."""

    def close(self) -> None:
        self.function = "input"


def test_close_silences_a_pin_that_does_not_do_so_itself() -> None:
    factory, wakes = MockFactory(pin_class=LastingPin), Wakes()
    buttons = Buttons(PINS, factory, wakes)
    lines = list(buttons._lines.values())
    buttons.close()
    pin(factory, ROLL).drive_low()
    assert (len(lines), wakes.count) == (6, 0)


@pytest.mark.parametrize(
    ("pins", "message"),
    [
        ({Button.ONE: 99}, r"button 1 on GPIO99: 99 is not a valid pin name; expected a free pin with a pull-up"),
        ({Button.ONE: 5, Button.TWO: 5}, r"button 2 on GPIO5: pin GPIO5 is already in use by .*; expected a free pin"),
    ],
)
def test_a_bad_table_is_one_error_in_one_line(factory: MockFactory, pins: dict[Button, int], message: str) -> None:
    with pytest.raises(DeviceError, match=message) as caught:
        Buttons(pins, factory, Wakes())
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is not None


def test_a_pin_in_use_is_an_error_that_leaves_the_others_free(factory: MockFactory) -> None:
    other = DigitalInputDevice(PINS[ROLL], pull_up=True, pin_factory=factory)
    with pytest.raises(DeviceError, match=r"button roll on GPIO16: pin GPIO16 is already in use") as caught:
        Buttons(PINS, factory, Wakes())
    other.close()
    Buttons(PINS, factory, Wakes()).close()
    # Until here it keeps the failed object alive, which else would free its pins by dying.
    assert caught.value.__traceback__ is not None


def test_the_errors_of_a_pin_library_are_translated_too() -> None:
    class LgpioError(Exception):
        """lgpio.error descends from Exception directly."""

    class BusyPin(MockPin):  # type: ignore[misc]  # gpiozero is untyped
        def __init__(self, factory: MockFactory, info: object) -> None:
            super().__init__(factory, info)
            raise LgpioError("'GPIO busy'")

    with pytest.raises(DeviceError, match=r"button 1 on GPIO5: 'GPIO busy'; expected"):
        Buttons(PINS, MockFactory(pin_class=BusyPin), Wakes())
