"""What ships fits the console's seams, and so does what tests put there."""

from __future__ import annotations

import pytest

from fake_strategist import FakeStrategist
from servida import seams
from servida.device.buttons import Buttons
from servida.device.display import Display
from servida.device.entropy import Dice
from servida.device.store import Store
from servida.device.threaded import ThreadedDisplay
from servida.strategist import Adviser


@pytest.mark.parametrize(
    ("seam", "part"),
    [
        (seams.Contacts, Buttons),
        (seams.Glass, Display),
        (seams.Glass, ThreadedDisplay),
        (seams.DiceSource, Dice),
        (seams.Storage, Store),
        (seams.Strategist, Adviser),
        (seams.Strategist, FakeStrategist),
    ],
)
def test_a_part_has_all_that_its_seam_asks_for(seam: type, part: type) -> None:
    assert {name for name in vars(seam) if not name.startswith("_")} <= set(dir(part))
