"""For gpiozero's own tests, which want GPIO22 and GPIO27 joined by a wire: the wire, on gpio-sim or on a fake chip.

Their ``conftest.py`` isn't in the source distribution; the fixtures that the tests ask for are here. Our factory is
under test as it ships: what joins the lines is done to libgpiod's objects, after each call. On gpio-sim a line is an
input for the wire's other end by its sysfs ``pull``; without ``/sys/devices/platform/gpio-sim*`` the chip is the fake.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gpiod
import pytest
from gpiod.line import Bias, Direction
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from servida.device import gpiod_chips, gpiod_pins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENDS = (22, 27)
SIMULATED = sorted(Path("/sys/devices/platform").glob("gpio-sim*/gpiochip*"))
ZERO_2_W = 0x902120


class Wire:
    """A wire between two lines: an output decides, then a pull-up, else it is low."""

    def __init__(self, pull: Callable[[int, bool], None]) -> None:
        self._pull = pull
        self._settings: dict[int, gpiod.LineSettings] = {}

    def carry(self, offset: int, settings: gpiod.LineSettings | None) -> None:
        """Let the line have these settings, ``None`` when nobody holds it, and the level go to the other end."""
        if settings is None:
            self._settings.pop(offset, None)
        else:
            self._settings[offset] = settings
        outputs = [each for each in self._settings.values() if each.direction is Direction.OUTPUT]
        pulled_up = any(each.bias is Bias.PULL_UP for each in self._settings.values())
        level = bool(outputs[0].output_value) if outputs else pulled_up
        for end in ENDS:
            if end not in self._settings or self._settings[end].direction is not Direction.OUTPUT:
                self._pull(end, level)


def _after(owner: type, name: str, act: Callable[..., None], patch: pytest.MonkeyPatch) -> None:
    original = getattr(owner, name)

    @functools.wraps(original)
    def both(*args: Any, **named: Any) -> Any:  # noqa: ANN401  whatever it is
        result = original(*args, **named)
        act(*args, **named)
        return result

    patch.setattr(owner, name, both)


def _join_simulated(patch: pytest.MonkeyPatch) -> None:
    def pull(offset: int, level: bool) -> None:
        (SIMULATED[0] / f"sim_gpio{offset}" / "pull").write_text("pull-up" if level else "pull-down")

    wire = Wire(pull)

    def configured(_self: object, config: dict[int, gpiod.LineSettings], **_named: object) -> None:
        for offset, settings in config.items():
            wire.carry(offset, settings)

    _after(gpiod.Chip, "request_lines", configured, patch)
    _after(gpiod.LineRequest, "reconfigure_lines", configured, patch)
    _after(
        gpiod.LineRequest,
        "set_value",
        lambda _self, offset, value: wire.carry(
            offset, gpiod.LineSettings(direction=Direction.OUTPUT, output_value=value)
        ),
        patch,
    )


def _join_fake(patch: pytest.MonkeyPatch) -> None:
    from fake_gpiod import FakeChip, FakeLine

    chip = FakeChip()
    patch.setattr(gpiod_pins, "find_chip", lambda **_named: "fake")
    patch.setattr(gpiod_pins.GpiodFactory.__init__, "__kwdefaults__", {"open_chip": lambda _path: chip})
    patch.setattr(gpiod_pins.GpiodFactory, "_get_revision", lambda _self: ZERO_2_W)
    wire = Wire(lambda offset, level: chip.lines[offset].drive(level))
    for name in ("begin", "reconfigure_lines", "set_value"):
        _after(FakeLine, name, lambda self, *_args: wire.carry(self.offset, self.settings), patch)


@pytest.fixture(autouse=True)
def joined() -> Iterator[None]:
    """Join the lines, on whatever chip is there."""
    assert gpiod_chips.LABELS
    with pytest.MonkeyPatch.context() as patch:
        (_join_simulated if SIMULATED else _join_fake)(patch)
        yield


@pytest.fixture
def no_default_factory() -> Iterator[None]:
    """Let gpiozero have no pin factory, and the environment name none afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        patch.setattr(Device, "pin_factory", None)
        yield


@pytest.fixture
def mock_factory() -> Iterator[MockFactory]:
    """Let gpiozero have mock pins."""
    with pytest.MonkeyPatch.context() as patch, MockFactory() as factory:
        patch.setattr(Device, "pin_factory", factory)
        yield factory
