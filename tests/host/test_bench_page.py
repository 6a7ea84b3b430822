"""What the page's benchmark makes of the moments that it saw."""

from __future__ import annotations

import pytest

from servida_host.bench.page import Seen, delays, rate, rows

TUMBLE = tuple(1 + i / 30 for i in range(18))


def seen(drawn: tuple[float, ...], sent: int, pressed: tuple[float, ...] = ()) -> Seen:
    return Seen(pressed, drawn, tuple(moment + 0.016 for moment in drawn), sent)


def test_a_rate_is_that_of_the_pictures_that_follow_each_other() -> None:
    assert rate(TUMBLE) == pytest.approx(30)
    assert rate((*TUMBLE, 9.0, 9.01)) == pytest.approx(30)
    for few in ((), (1.0,), (1.0, 9.0)):
        with pytest.raises(ValueError, match="are no tumble"):
            rate(few)


def test_a_delay_is_to_what_was_shown_first_after_a_press() -> None:
    assert delays((1.0, 2.0), (0.5, 1.25, 1.5, 2.5)) == [0.25, 0.5]


def test_each_figure_is_told_with_its_worst_and_what_was_wanted() -> None:
    slow = tuple(1 + i / 20 for i in range(18))
    presses = seen((1.02, 2.045, 3.02), 3, (1.0, 2.0, 3.0))
    found = rows((seen(TUMBLE, 18), seen(TUMBLE, 18), seen(slow, 20)), (seen(slow, 18),), presses)
    assert [str(row) for row in found] == [
        "frames of a tumble                         median  30.0, worst  20.0 a second  (≥ 29.5: met)",
        "pictures of a tumble that were drawn       median 100.0, worst  90.0 %  (all: met)",
        "frames of a tumble, four times as fast     median  20.0, worst  20.0 a second  (≥ 30: NOT MET)",
        "press to drawn picture                     median  20.0, worst  45.0 ms  (≤ 50: met)",
        "press to the screen's frame after it       median  36.0, worst  61.0 ms  (≤ 50: met)",
    ]
