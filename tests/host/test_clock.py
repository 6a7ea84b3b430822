import math

import pytest

from servida_host.clock import VirtualClock


def test_time_moves_only_when_told() -> None:
    clock = VirtualClock()
    assert clock.now == 0.0
    clock.advance(1.5)
    clock.advance(0)
    assert clock.now == 1.5


@pytest.mark.parametrize("seconds", [-0.001, math.nan, math.inf])
def test_time_never_runs_backwards_or_away(seconds: float) -> None:
    clock = VirtualClock()
    clock.advance(1)
    with pytest.raises(ValueError, match=str(seconds)):
        clock.advance(seconds)
    assert clock.now == 1
