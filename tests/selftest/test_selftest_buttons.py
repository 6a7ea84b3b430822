"""The buttons' test on mock pins: a finger of the test's own, in virtual time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from servida.selftest.buttons import LONGEST, QUIET, examine_buttons

if TYPE_CHECKING:
    from servida.selftest.finding import Finding

PINS = {"1": 5, "roll": 16}

Step: TypeAlias = tuple[float, str, bool]
"""So many seconds later, a button, whether it goes down."""


@dataclass
class Desk:
    """Two buttons, and what a finger does after each is asked for."""

    does: dict[str, list[Step]] = field(default_factory=dict)
    now: float = 0.0
    told: list[str] = field(default_factory=list)
    asked_at: list[float] = field(default_factory=list)
    todo: list[Step] = field(default_factory=list)
    factory: MockFactory = field(default_factory=MockFactory)

    def tell(self, what: str) -> None:
        self.told.append(what)
        self.asked_at.append(self.now)
        self.todo = list(self.does.get(what.removeprefix("press "), ()))

    def wait(self, seconds: float) -> bool:
        if not self.todo or self.todo[0][0] > seconds:
            self.now += seconds
            if self.todo:
                after, name, down = self.todo[0]
                self.todo[0] = (after - seconds, name, down)
            return False
        after, name, down = self.todo.pop(0)
        self.now += after
        pin = self.factory.pin(PINS[name])
        (pin.drive_low if down else pin.drive_high)()
        return True

    def examine(self) -> list[Finding]:
        try:
            return examine_buttons(
                PINS,
                self.factory,
                patience=3.0,
                clock=lambda: self.now,
                wait=self.wait,
                wake=lambda: None,
                tell=self.tell,
            )
        finally:
            self.factory.close()


def tap(name: str) -> list[Step]:
    return [(1.0, name, True), (0.06, name, False)]


def test_each_button_is_asked_for_and_its_bounce_is_told() -> None:
    bouncing = [(1.0, "1", True), (0.001, "1", False), (0.002, "1", True), (0.2, "1", False), (0.001, "1", True)]
    desk = Desk({"1": [*bouncing, (0.001, "1", False)], "roll": tap("roll")})
    one, roll = desk.examine()
    assert desk.told == ["press 1", "press roll"]
    assert (one.part, one.found, one.sound) == ("button 1", "pressed; 3 edges, bounce 3.0 ms", True)
    assert one.measured == {"edges": 3, "bounce_ms": 3.0}
    assert roll.found == "pressed; 1 edges, bounce 0.0 ms"


def test_the_next_is_asked_for_when_the_last_is_up_again() -> None:
    held = [(1.0, "1", True), (5 * QUIET, "1", False)]
    desk = Desk({"1": held, "roll": tap("roll")})
    assert [finding.sound for finding in desk.examine()] == [True, True]
    assert desk.asked_at[1] >= 1.0 + 5 * QUIET


def test_a_test_that_is_broken_off_frees_the_pins() -> None:
    class Broken(Desk):
        def tell(self, what: str) -> None:
            # The traceback holds the lines: they don't free their pins by dying.
            raise KeyboardInterrupt(what)

    desk = Broken()
    pins = [desk.factory.pin(pin) for pin in PINS.values()]
    with pytest.raises(KeyboardInterrupt, match="press 1") as raised:
        examine_buttons(
            PINS,
            desk.factory,
            patience=3.0,
            clock=lambda: desk.now,
            wait=desk.wait,
            wake=lambda: None,
            tell=desk.tell,
        )
    assert [pin.when_changed for pin in pins] == [None, None]
    assert raised.value.__traceback__ is not None
    desk.factory.close()


def test_a_worn_button() -> None:
    edges: list[Step] = [(1.0, "1", True)]
    for _ in range(4):
        edges += [(LONGEST / 4, "1", False), (LONGEST / 4, "1", True)]
    one, _ = Desk({"1": [*edges, (0.2, "1", False)], "roll": tap("roll")}).examine()
    assert "bounce 50.0 ms" in one.found
    assert one.mend == "replace the button: more than 25 ms count twice"


def test_no_press() -> None:
    one, roll = Desk({"roll": tap("roll")}).examine()
    assert one.found == "no press within 3 s"
    assert "GPIO5" in one.mend
    assert roll.sound


def test_swapped_wires() -> None:
    one, _ = Desk({"1": tap("roll"), "roll": tap("roll")}).examine()
    assert one.found == "roll (GPIO16) was pressed"
    assert one.mend.startswith("swap the wires of 1 (GPIO5) and roll (GPIO16)")


def test_a_bridge_between_two() -> None:
    both = [(1.0, "1", True), (0.0, "roll", True), (0.1, "1", False), (0.0, "roll", False)]
    one, _ = Desk({"1": both, "roll": tap("roll")}).examine()
    assert one.found == "roll (GPIO16) went along with it"
    assert "bridge" in one.mend


class Jammed(MockPin):  # type: ignore[misc]  # gpiozero is untyped
    """A pin that a button keeps at ground."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


class Busy(MockPin):  # type: ignore[misc]  # the same
    """A pin that another program has."""

    def _set_pull(self, value: str) -> None:
        if value == "up":
            raise OSError(16, "Device or resource busy")
        super()._set_pull(value)


def test_a_jammed_button() -> None:
    desk = Desk({"roll": tap("roll")})
    desk.factory.pin(5, pin_class=Jammed)
    one, roll = desk.examine()
    assert one.found == "GPIO5 is at ground without a press"
    assert roll.sound


def test_a_button_that_stays_down_ends_its_test_and_shows_in_the_next() -> None:
    one, _ = Desk({"1": [(1.0, "1", True)], "roll": tap("roll")}).examine()
    assert one.found == "pressed; 1 edges, bounce 0.0 ms"


def test_a_pin_that_another_has() -> None:
    desk = Desk({"roll": tap("roll")})
    desk.factory.pin(5, pin_class=Busy)
    one, roll = desk.examine()
    assert one.part == "button 1"
    assert "busy" in one.found
    assert "systemctl stop servida" in one.mend
    assert roll.sound
