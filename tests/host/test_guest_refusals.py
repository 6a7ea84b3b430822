"""What a rig for other programs refuses: set-ups and questions that would let a wrong test pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gpiozero import LED, Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from servida_host.pytest_plugin import MakeRig
    from servida_host.rig import Sockets


def nothing(sockets: Sockets) -> None:
    del sockets


@pytest.mark.parametrize(
    ("buttons", "bounce", "why"),
    [
        ({"in": 99}, 0.0, "button in: pin 99; expected a BCM number of 0 to 27"),
        ({"in": 17, "out": 17}, 0.0, "expected a pin of its own for each"),
        ({"in": 17}, -1.0, "bounce: -1.0 s; expected 0 or more"),
    ],
)
def test_a_wrong_set_up_is_refused(servida_rig: MakeRig, buttons: dict[str, int], bounce: float, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        servida_rig(nothing, buttons=buttons, bounce=bounce)


def test_time_does_not_go_back(servida_rig: MakeRig) -> None:
    with pytest.raises(ValueError, match="advance: -1 s; time goes on only"):
        servida_rig(nothing, buttons={"in": 17}).advance(-1)


@pytest.mark.parametrize("part", [None, Button], ids=["nothing", "a button"])
def test_only_an_output_is_high_or_low(servida_rig: MakeRig, part: Callable[[int], object] | None) -> None:
    rig = servida_rig(lambda _: (LED(22), part and part(4)), buttons={"in": 17})
    assert not rig.high(22)
    with pytest.raises(ValueError, match="pin 4: expected one that the program has made an output"):
        rig.high(4)
