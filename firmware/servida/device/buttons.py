"""The six buttons on their pins, over gpiozero: which are down now, and a call when one of them moves.

Edges wake, levels decide: a callback counts and wakes, and nothing more, because it may run in the pin library's own
thread. What a level means is the keypad's matter; so is bounce, which every pin library would time differently
(and ``MockPin`` not at all). It must not know the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from gpiozero import DigitalInputDevice

from servida.device.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from servida.ui.keyevents import Button


class Pin(Protocol):
    """What is used of gpiozero's Pin."""

    when_changed: Callable[[float, int], None] | None


class Input(Protocol):
    """What is used of gpiozero's DigitalInputDevice."""

    @property
    def is_active(self) -> bool:
        """Whether the button is down."""
        ...

    @property
    def pin(self) -> Pin:
        """The pin that it is on."""
        ...

    def close(self) -> None:
        """Free the pin; may be called twice."""
        ...


def open_input(pin: int, factory: object) -> Input:
    """Return a button from a BCM pin to ground, on a gpiozero factory: pulled up and not debounced.

    Raises DeviceError, with what the pin library says, for a pin that doesn't exist, can't be pulled up or is taken.
    """
    try:
        device: Input = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
    except Exception as error:  # each pin library raises its own: gpiozero's many, lgpio.error, OSError
        raise DeviceError(str(error)) from error
    return device


def close_input(device: Input) -> None:
    """Free the pin; nothing is called any more."""
    # LGPIOPin.close() leaves its callback running; taking the handler away stops it on every pin library.
    device.pin.when_changed = None
    device.close()


class _Line:
    """One pin: its level, and the count of its presses.

    The count is written by callbacks only and ``seen`` by the reader only, so neither needs a lock and no press is lost
    between reading and clearing.
    """

    def __init__(self, device: Input, wake: Callable[[], None]) -> None:
        self._device = device
        self._wake = wake
        self._presses = 0
        self._seen = 0
        # The pin's own callback, not the device's ``when_activated``: that one stays silent when gpiozero believes the
        # level unchanged, as it does after the kernel dropped an edge. The pin keeps a weak reference only.
        device.pin.when_changed = self._changed

    def _changed(self, _ticks: float, state: int) -> None:
        if not state:
            self._presses += 1
        self._wake()

    def read(self) -> tuple[bool, bool]:
        """Return whether it is down, and whether it was pressed since the last reading."""
        # The level first: a press that comes between is then counted and not seen, rather than seen twice.
        down = self._device.is_active
        presses = self._presses
        pressed, self._seen = presses != self._seen, presses
        return down, pressed

    def close(self) -> None:
        close_input(self._device)


class Buttons:
    """Buttons from their BCM ``pins`` to ground, on the pins of a gpiozero ``factory``.

    ``wake`` is called at every edge, from any thread, and within ``read`` when a pulse needs a second reading. Raises
    DeviceError for a pin that doesn't exist, can't be pulled up or is taken; then all pins are free again.
    """

    def __init__(self, pins: Mapping[Button, int], factory: object, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lines: dict[Button, _Line] = {}
        for button, pin in pins.items():
            try:
                device = open_input(pin, factory)
            except DeviceError as error:
                self.close()
                raise DeviceError(
                    f"button {button.value} on GPIO{pin}: {error}; expected a free pin with a pull-up"
                ) from error
            self._lines[button] = _Line(device, wake)

    def read(self) -> frozenset[Button]:
        """Return the buttons that are down now or were pressed since the last reading: a short pulse counts once.

        A pulse that is over is down in this reading and up in the next, for which ``wake`` is called at once.
        """
        read = {button: line.read() for button, line in self._lines.items()}
        if any(pressed and not down for down, pressed in read.values()):
            self._wake()
        return frozenset(button for button, (down, pressed) in read.items() if down or pressed)

    def close(self) -> None:
        """Free the pins; may be called twice. Nothing is down any more and ``wake`` is not called again."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()
