"""The p-value of a chi-square, by the regularised incomplete gamma function.  Pure mathematics."""

from __future__ import annotations

import math


def chi_square_p(statistic: float, freedom: int) -> float:
    """Return the chance of a chi-square this large or larger with so many degrees of freedom (1 or more)."""
    return upper_gamma(freedom / 2, statistic / 2)


EPSILON = 1e-15
"""Both expansions end where a term changes no more than this part of the whole."""


def upper_gamma(a: float, x: float) -> float:
    """Return Q(a, x), the regularised upper incomplete gamma function, for a > 0 and x >= 0, to about 13 digits.

    Below a + 1 by the series of its complement, above by Lentz's continued fraction: Abramowitz and Stegun 6.5.29
    and 6.5.31, as in Numerical Recipes, 6.2.  Raises ``ValueError`` outside that domain.
    """
    if not (a > 0 and x >= 0):
        raise ValueError(f"Q({a}, {x}): allowed are a > 0 and x >= 0")
    if x == 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while term > total * EPSILON:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = math.inf, 1 / b
    total, step, i = d, 0.0, 0
    while abs(step - 1) > EPSILON:
        i += 1
        factor = i * (a - i)
        b += 2
        d = 1 / (b + factor * d)
        c = b + factor / c
        step = c * d
        total *= step
    return total
