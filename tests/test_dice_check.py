"""A player who doubts the dice, from the buttons to the glass: counts that add up, and a generator that failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida.cli import main
from servida.device.entropy import Dice, KernelRng
from servida.device.quarantine import Guarded
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[ConsoleRig]:
    with ConsoleRig(players=("Ana", "Beto"), language="en", state=tmp_path / "state") as rig:
        yield rig


def open_check(rig: ConsoleRig) -> None:
    rig.hold("1+5", 1.0)
    rig.tap("2", "2", "2", "roll")
    assert rig.screen == "check"


def figures(rig: ConsoleRig) -> list[int]:
    """Return how many dice there were, and how often each face came."""
    return [int(word) for word in rig.words.split() if word.isdecimal()]


def test_the_counts_are_those_of_all_matches_and_outlive_the_power(rig: ConsoleRig) -> None:
    rig.dice(4, 4, 4, 2, 6)
    rig.tap("roll", "1", "2", "3")
    rig.dice(4, 1)
    rig.tap("roll")
    open_check(rig)
    assert figures(rig) == [7, 1, 1, 0, 4, 0, 1]
    assert "Dice: hwrng" in rig.words
    rig.cut_power()
    rig.restore_power()
    open_check(rig)
    assert figures(rig) == [7, 1, 1, 0, 4, 0, 1]


def test_a_silent_generator_is_named(rig: ConsoleRig) -> None:
    rig.stall_rng()
    rig.tap("roll")
    open_check(rig)
    assert "kernel" in rig.words
    assert "RNG!" in rig.words
    assert "hwrng is silent" in rig.words
    rig.tap("1", "1")
    rig.free_rng()
    rig.tap("roll")
    open_check(rig)
    assert "Dice: hwrng" in rig.words


def test_a_failed_health_test_is_named_and_the_substitute_serves_for_good(rig: ConsoleRig, tmp_path: Path) -> None:
    assert rig.console is not None
    rig.console._dice = Dice(Guarded(rig.source), KernelRng())
    rig.dice(6, 6, 6, 6, 6)  # five equal bytes, in the start-up tests
    rig.tap("roll")
    assert rig.screen == "dice"
    assert "RNG!" in rig.words
    rig.tap("roll")
    assert "RNG!" in rig.words
    open_check(rig)
    assert "hwrng: 5 in a row" in rig.words
    assert "kernel" in rig.words
    assert main(["audit", "--state", str(tmp_path / "state")]) == 0


def test_a_sound_guarded_generator_serves(rig: ConsoleRig) -> None:
    assert rig.console is not None
    rig.console._dice = Dice(Guarded(rig.source), KernelRng())
    rig.tap("roll")
    open_check(rig)
    assert "Dice: hwrng" in rig.words
    assert "RNG!" not in rig.words
