"""Fingers on six buttons: gpiozero's mock pins, pulled to ground as long as a finger or a fault keeps them down.

A plain ``MockPin`` goes up whenever its pull is set, so a button that was down when the console starts would be up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpiozero.pins.mock import MockFactory, MockPin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from servida.ui.keypad import Button


class FingerPin(MockPin):  # type: ignore[misc]  # gpiozero is untyped
    """A mock pin with a finger on it or not."""

    down = False

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.down:
            self.drive_low()


class Fingers:
    """The buttons of a console at their pins (BCM numbers); ``factory`` is what gpiozero gets."""

    def __init__(self, pins: Mapping[Button, int]) -> None:
        self.factory = MockFactory(pin_class=FingerPin)
        self._pins = pins
        self._stuck: set[Button] = set()

    def press(self, button: Button) -> None:
        """Put a finger on a button."""
        self._drive(button, down=True)

    def release(self, button: Button) -> None:
        """Take the finger away; a stuck button stays down."""
        self._drive(button, down=button in self._stuck)

    def stick(self, button: Button) -> None:
        """Jam a button down."""
        self._stuck.add(button)
        self._drive(button, down=True)

    def unstick(self, button: Button) -> None:
        """Free a jammed button."""
        self._stuck.discard(button)
        self._drive(button, down=False)

    def _drive(self, button: Button, *, down: bool) -> None:
        pin = self.factory.pin(self._pins[button])
        pin.down = down
        if down:
            pin.drive_low()
        else:
            pin.drive_high()

    def close(self) -> None:
        """Free the pins."""
        self.factory.close()
