"""P-values beside a published table, and beside two functions that are the same where they apply."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.chi_square import chi_square_p, upper_gamma


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4: upper critical values, to three decimals.
        (3.841, 1, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (14.067, 7, 0.05),
        (24.322, 7, 0.001),
        (37.652, 25, 0.05),
        (52.620, 25, 0.001),
        (49.802, 35, 0.05),
        (66.619, 35, 0.001),
        # The same, lower critical values: p is the part above.
        (1.145, 5, 0.95),
        (0.210, 5, 0.999),
        (22.465, 35, 0.95),
    ],
)
def test_p_values_are_those_of_the_published_table(statistic: float, freedom: int, p: float) -> None:
    # The table's half unit in the last place, by the density there.
    assert chi_square_p(statistic, freedom) == pytest.approx(p, rel=2e-3)


@given(st.integers(1, 40), st.floats(0, 200))
def test_even_degrees_of_freedom_are_a_poisson_sum(half: int, x: float) -> None:
    exact = math.fsum(math.exp(-x + k * math.log(x) - math.lgamma(k + 1)) for k in range(half)) if x else 1.0
    assert upper_gamma(half, x) == pytest.approx(exact, rel=1e-9, abs=1e-14)


@given(st.floats(0, 300))
def test_one_degree_of_freedom_is_the_error_function(x: float) -> None:
    assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("freedom", range(1, 80))
def test_it_falls_from_one_to_nothing_and_always_ends(freedom: int) -> None:
    values = [chi_square_p(10.0**power, freedom) for power in range(-12, 10)]
    assert (values[0] > 0.999 or freedom == 1, values[-1]) == (True, 0.0)
    assert all(later <= earlier + 1e-13 for earlier, later in pairwise(values))


@pytest.mark.parametrize(("a", "x"), [(0.0, 1.0), (-1.0, 1.0), (1.0, -0.1), (math.nan, 1.0)])
def test_outside_its_domain_it_says_what_is_allowed(a: float, x: float) -> None:
    with pytest.raises(ValueError, match=r"allowed are a > 0 and x >= 0"):
        upper_gamma(a, x)
