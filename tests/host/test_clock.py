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


def test_it_comes_to_exactly_a_moment_and_not_back() -> None:
    clock = VirtualClock()
    for moment in (1e-17, 0.7, 1234.1, 1e6 + 0.3):
        clock.advance_to(moment)
        assert clock.now == moment
    clock.advance_to(0.5)
    assert clock.now == 1e6 + 0.3
    with pytest.raises(ValueError, match="time can't come to inf s"):
        clock.advance_to(math.inf)
