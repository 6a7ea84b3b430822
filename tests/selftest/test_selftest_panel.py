"""The panel's test over the rig's bus and models, at clocks that a Pi may have."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from servida.board import HEIGHT, I2C_ADDRESS, WIDTH
from servida.device.display import Display
from servida.selftest.panel import FRAME_BITS, FRAMES, examine_panel, pattern
from servida_host.bus import FakeI2C, Readable
from servida_host.clock import VirtualClock
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from servida.selftest.finding import Finding


class TimedBus(FakeI2C):
    """A bus on which every byte takes its time."""

    def __init__(self, clock: VirtualClock, hertz: float) -> None:
        super().__init__(clock)
        self._timed, self._hertz = clock, hertz

    def writeto(self, address: int, buffer: Readable, *, start: int = 0, end: int | None = None) -> None:
        super().writeto(address, buffer, start=start, end=end)
        self._timed.advance(9 * (1 + len(buffer[start:end])) / self._hertz)


@dataclass
class Desk:
    """A panel on a bus that really runs at so many Hz, and what its person was told and saw."""

    hertz: float = 400_000.0
    clock: VirtualClock = field(default_factory=VirtualClock)
    panel: Ssd1306 = field(default_factory=Ssd1306)
    told: list[str] = field(default_factory=list)
    seen: list[bytes] = field(default_factory=list)
    unplugs: bool = False

    def examine(self, requested: int | None = 400_000, wanted: int = 400_000, *, there: bool = True) -> Finding:
        bus = TimedBus(self.clock, self.hertz)
        if there:
            bus.attach(I2C_ADDRESS, self.panel)
        display = Display(bus, width=WIDTH, height=HEIGHT, address=I2C_ADDRESS, now=0.0)

        def pause(_: float) -> None:
            self.seen.append(self.panel.image.tobytes())
            if self.unplugs and len(self.seen) == 1:
                bus.detach(I2C_ADDRESS)

        return examine_panel(
            display,
            requested=requested,
            wanted=wanted,
            clock=lambda: self.clock.now,
            pause=pause,
            tell=self.told.append,
        )


def test_a_sound_panel_shows_three_patterns_and_is_timed() -> None:
    desk = Desk()
    finding = desk.examine()
    assert finding.sound
    assert desk.seen == [pattern(name).tobytes() for name in ("lit", "chequer", "frame")]
    assert len(desk.told) == 3
    rate = finding.measured["frames_per_second"]
    assert isinstance(rate, float)
    assert rate == pytest.approx(400_000 / FRAME_BITS, rel=0.01)
    assert f"{rate:.1f} whole pictures a second, the bus is asked for 400000 Hz" in finding.found
    assert desk.panel.image.getbbox() is None


def test_the_patterns_differ_where_faults_do() -> None:
    assert set(pattern("lit").tobytes()) == {255}
    assert pattern("dark").getbbox() is None
    frame = pattern("frame")
    assert frame.getbbox() == (0, 0, WIDTH, HEIGHT)
    chequer = pattern("chequer")
    lit = [bool(chequer.getpixel(at)) for at in ((0, 0), (0, 8), (16, 0), (16, 8), (15, 7))]
    assert lit == [True, False, False, True, True]


def test_no_panel_at_all() -> None:
    finding = Desk().examine(there=False)
    assert "panel at 0x3c" in finding.found
    assert "check SDA at position 3" in finding.mend


def test_a_panel_that_goes_meanwhile() -> None:
    finding = Desk(unplugs=True).examine()
    assert finding.found.startswith("it answered, then no more: panel at 0x3c")
    assert "loose wire" in finding.mend


def test_a_core_clock_that_is_not_pinned() -> None:
    finding = Desk(hertz=250_000.0).examine()
    assert "the bus is slower than asked for" in finding.found
    assert "core_freq=250" in finding.mend


def test_a_boot_configuration_that_asks_for_another_clock() -> None:
    finding = Desk(hertz=100_000.0).examine(requested=100_000)
    assert "asked for 100000 Hz, the configuration wants 400000 Hz" in finding.found
    assert "dtparam=i2c_arm_baudrate=400000" in finding.mend


def test_a_kernel_that_does_not_tell_the_clock() -> None:
    finding = Desk(hertz=100_000.0).examine(requested=None)
    assert finding.sound
    assert finding.measured["requested_hz"] is None


def test_a_clock_that_stands_still_divides_by_nothing() -> None:
    finding = Desk(hertz=float("inf")).examine()
    assert finding.sound
    assert "too fast to time" in finding.found
    assert FRAMES > 1
