"""The health tests of SP 800-90B: cut-offs at their very boundary, and a naive reading of the standard beside them."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.device.health import (
    PROPORTION,
    REPETITION,
    STARTUP,
    WINDOW,
    Failure,
    Health,
    HealthFailure,
    HealthTest,
    examine,
)

BITS = 30
"""A false alarm in 2^30."""


def different(count: int, avoid: int) -> bytes:
    """Bytes of which no two neighbours are equal, and none is the one to avoid."""
    others = [byte for byte in range(256) if byte != avoid]
    return bytes(others[i % len(others)] for i in range(count))


def window(hits: int, byte: int = 7) -> bytes:
    """One window that begins with a byte which comes so many times, never twice in a row, the last time at its end."""
    pairs = bytes(value for i in range(hits - 1) for value in (byte, 8 + i % 2))
    return pairs + different(WINDOW - len(pairs) - 1, byte) + bytes([byte])


def test_the_cut_offs_are_those_of_eight_bits_a_byte() -> None:
    assert math.ceil(BITS / 8) + 1 == REPETITION
    # The hits among the 511 bytes after the first: the standard takes the quantile of the whole window's binomial.
    tail, quantile = Fraction(1), -1
    while tail > Fraction(1, 2**BITS):
        quantile += 1
        tail -= math.comb(WINDOW, quantile) * Fraction(1, 256) ** quantile * Fraction(255, 256) ** (WINDOW - quantile)
    assert quantile + 1 == PROPORTION


def test_one_repetition_less_than_the_cut_off_is_sound() -> None:
    assert examine(Health(), different(10, 7) + bytes([7] * (REPETITION - 1)) + bytes([8, 7])).failure is None


def test_repetitions_at_the_cut_off_fail_and_say_so() -> None:
    failure = examine(Health(), bytes([1, 2]) + bytes([7] * REPETITION) + bytes([8])).failure
    assert failure == Failure(HealthTest.REPETITION, byte=7, count=5, position=7)
    assert str(failure) == "repetition count test: byte 7 came 5 times in a row (byte number 7); at most 4 are sound"


def test_one_hit_less_than_the_cut_off_in_every_window_is_sound() -> None:
    assert examine(Health(), window(PROPORTION - 1) * 4).failure is None


@pytest.mark.parametrize("windows_before", [0, 1, 3])
def test_hits_at_the_cut_off_fail_with_the_window_s_very_last_byte(windows_before: int) -> None:
    before = examine(Health(), window(2) * windows_before)
    assert examine(before, window(PROPORTION)[:-1]).failure is None
    failure = examine(before, window(PROPORTION)).failure
    assert failure == Failure(HealthTest.PROPORTION, byte=7, count=16, position=WINDOW * (windows_before + 1))
    assert str(failure).startswith("adaptive proportion test: byte 7 came 16 times among 512 (byte number ")


def test_a_byte_that_did_not_open_the_window_may_come_often() -> None:
    often = bytes(value for i in range(255) for value in (7, 8 + i % 200))
    assert examine(Health(), bytes([1]) + often).failure is None


def test_a_failure_stays_for_good_and_nothing_is_looked_at_after_it() -> None:
    failed = examine(Health(), bytes([7] * 9))
    assert failed.seen == REPETITION
    assert examine(failed, random.Random(1).randbytes(2000)) == failed
    assert not replace(failed, seen=STARTUP).sound


def test_the_start_up_ends_with_its_1024th_byte() -> None:
    stream = random.Random(2).randbytes(STARTUP)
    almost = examine(Health(), stream[:-1])
    assert (almost.seen, almost.sound) == (1023, False)
    assert examine(almost, stream[-1:]).sound
    assert not Health().sound


def test_a_sound_generator_passes() -> None:
    assert examine(Health(), random.Random(3).randbytes(200_000)).sound


def test_the_error_names_source_test_and_figures() -> None:
    failure = Failure(HealthTest.REPETITION, 255, 5, 77)
    error = HealthFailure("hwrng", failure)
    assert isinstance(error, OSError)
    assert error.failure is failure
    assert str(error) == (
        "hwrng: repetition count test: byte 255 came 5 times in a row (byte number 77); at most 4 are sound"
    )


def naive(stream: bytes) -> Failure | None:
    """The first failure, looked for anew at each byte."""
    for end in range(1, len(stream) + 1):
        tail = stream[max(end - REPETITION, 0) : end]
        if len(tail) == REPETITION and len(set(tail)) == 1:
            return Failure(HealthTest.REPETITION, stream[end - 1], REPETITION, end)
        opened = (end - 1) // WINDOW * WINDOW
        if stream[opened:end].count(stream[opened]) == PROPORTION:
            return Failure(HealthTest.PROPORTION, stream[opened], PROPORTION, end)
    return None


@given(st.integers(), st.sampled_from([1, 2, 3, 5, 20, 40, 256]), st.lists(st.integers(0, 700), max_size=5))
def test_any_stream_in_any_pieces_gives_what_the_standard_says(seed: int, values: int, sizes: list[int]) -> None:
    generator = random.Random(seed)
    pieces = [bytes(generator.randrange(values) for _ in range(size)) for size in sizes]
    health = Health()
    for piece in pieces:
        health = examine(health, piece)
    stream = b"".join(pieces)
    assert health.failure == naive(stream)
    assert health == examine(Health(), stream)
