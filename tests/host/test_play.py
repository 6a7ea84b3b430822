"""What the steps of a script do to a rig, and what an expectation that fails has found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida import rules
from servida.rules import Line
from servida_host.console_rig import ConsoleRig
from servida_host.play import play
from servida_host.script import parse
from servida_host.steps import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from servida_host.play import Failure

TABLE = """
    dice 2 2 2 2 6
    tap roll
    hold roll 0.8
    tap 4 4 roll                # Ana: 45 in póker
    dice 1 1 3 4 6
    tap roll
    hold roll 0.8
    tap 2 roll roll             # Beto: the twos scratched
    dice 1 2 3 4 6
    tap roll
    tap 3 1
"""
"""Ana's second turn after one roll, two dice held."""


@pytest.fixture
def rig() -> Iterator[ConsoleRig]:
    with ConsoleRig(players=("Ana", "Beto"), language="en") as rig:
        yield rig


def keep_nothing(_name: str, _frame: Image.Image) -> None: ...


def run(rig: ConsoleRig, script: str) -> Failure | None:
    return play(rig, parse(script), keep_nothing)


def run_all(rig: ConsoleRig, script: str) -> None:
    assert run(rig, script) is None


def test_a_turn(rig: ConsoleRig) -> None:
    run_all(
        rig,
        """
        expect screen handover
        expect turn Ana
        expect rolls 3
        dice 2 2 2 5 6  2 2
        tap roll
        expect screen dice
        expect dice 2 2 2 5 6
        expect held
        expect rolls 2
        tap 1 2 3
        expect held 3 2 1
        tap roll
        expect dice 2 2 2 2 2
        expect rolls 1
        hold roll 0.8
        expect screen lines
        """,
    )


def test_what_stands_on_the_sheets(rig: ConsoleRig) -> None:
    run_all(
        rig,
        TABLE
        + """
        expect turn Ana
        expect points Ana poker 45
        expect open Ana ones
        expect total Ana 45
        expect scratched Beto twos
        expect points Beto twos 0
        expect total Beto 0
        expect text "ana  \t"
        expect text "hElD  \tHELD"
        """,
    )


def test_a_served_generala_ends_the_match(rig: ConsoleRig) -> None:
    run_all(rig, "dice 6 6 6 6 6\ntap roll\nexpect screen result\nexpect winner Ana\nexpect rolls 0")


def test_a_tie(rig: ConsoleRig) -> None:
    turns = ""
    for line, column in zip(rules.DEFAULT.lines, "1234512345", strict=True):
        scores = line in (Line.ONES, Line.TWOS, Line.THREES, Line.SIXES)
        write = "roll" if scores else "roll roll"  # a scratch asks once more
        turns += f"dice 1 1 2 3 6\ntap roll\nhold roll 0.8\ntap {column} {write}\n" * 2
    run_all(rig, turns + "expect screen result\nexpect tie Beto Ana\nexpect total Beto 13")
    failure = run(rig, "expect tie Ana Clara")
    assert failure is not None
    assert failure.found == "Ana Beto"


@pytest.mark.parametrize(
    ("expectation", "found"),
    [
        ("screen lines", "dice"),
        ("dice 6 4 3 2 1", "1 2 3 4 6"),
        ("held", "1 3"),
        ("held 1", "1 3"),
        ("rolls 1", "2"),
        ("turn Beto", "Ana"),
        ("turn ana", "Ana"),
        ("points Ana poker 40", "45"),
        ("points Ana ones 0", "open"),
        ("points Beto twos 2", "scratched"),
        ("scratched Ana poker", "45"),
        ("scratched Ana ones", "open"),
        ("open Ana poker", "45"),
        ("open Beto twos", "scratched"),
        ("open Ana double", "no line double in the rule set table"),
        ("total Ana 40", "45"),
        ("total Clara 0", "only the players Ana Beto"),
        ("open Clara ones", "only the players Ana Beto"),
        ("winner Ana", "no winner"),
        ("tie Ana Beto", "no tie"),
    ],
)
def test_a_failed_expectation_says_what_was_found(rig: ConsoleRig, expectation: str, found: str) -> None:
    failure = run(rig, f"{TABLE}expect {expectation}\nexpect screen title\n")
    assert failure is not None
    assert (failure.line, failure.expected, failure.found) == (13, expectation, found)
    assert failure.frame.tobytes() == rig.frame().tobytes()


def test_words_that_are_missing(rig: ConsoleRig) -> None:
    failure = run(rig, 'expect text "no such words"')
    assert failure is not None
    assert "Ana" in failure.found
    assert "\n" not in failure.found


MATCH_EXPECTATIONS = (
    "dice 1 2 3 4 5",
    "held",
    "rolls 3",
    "turn Ana",
    "points Ana poker 45",
    "scratched Ana twos",
    "open Ana sixes",
    "total Ana 0",
)


@pytest.mark.parametrize("expectation", MATCH_EXPECTATIONS)
def test_without_a_match_nothing_of_one_is_found(expectation: str) -> None:
    with ConsoleRig() as rig:
        failure = run(rig, f"expect {expectation}")
    assert failure is not None
    assert failure.found == "no match"


@pytest.mark.parametrize(
    ("expectation", "found"), [("dice 1 2 3 4 5", "no dice on the table"), ("held 1", "none held")]
)
def test_before_the_first_roll(rig: ConsoleRig, expectation: str, found: str) -> None:
    failure = run(rig, f"expect {expectation}")
    assert failure is not None
    assert failure.found == found


@pytest.mark.parametrize(
    ("expectation", "found"), [("turn Ana", "the match is over"), ("winner Beto", "Ana"), ("tie Ana Beto", "no tie")]
)
def test_after_the_end(rig: ConsoleRig, expectation: str, found: str) -> None:
    failure = run(rig, f"dice 6 6 6 6 6\ntap roll\nexpect {expectation}")
    assert failure is not None
    assert failure.found == found


def test_everything_but_press_and_release_runs_on_until_at_rest(
    rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled: list[float] = []
    settle = rig.settle

    def counted() -> None:
        settled.append(rig.now)
        settle()

    run_all(rig, "dice 1 2 3 4 6\ntap roll")
    monkeypatch.setattr(rig, "settle", counted)
    run_all(rig, "press 2\nrelease 2")
    assert settled == []
    run_all(rig, "expect held 2\nwait 1")
    assert len(settled) == 2


def test_wait_and_hold_take_their_time(rig: ConsoleRig) -> None:
    start = rig.now
    run_all(rig, "wait 5")
    assert rig.now == pytest.approx(start + 5)
    run_all(rig, "hold 1+5 1.5\nexpect screen menu")
    assert rig.now >= start + 6.5


def test_a_button_pressed_and_released_twice(rig: ConsoleRig) -> None:
    once = "press 2\nwait 0.1\nrelease 2\nwait 0.1\n"
    run_all(rig, f"tap roll\n{once}expect held 2\n{once}expect held")


def test_a_button_pressed_for_long_and_released(rig: ConsoleRig) -> None:
    run_all(rig, "press roll\nwait 0.9\nexpect screen scoreboard\nrelease roll\nexpect screen scoreboard")


def test_a_panel_unplugged_shows_nothing_and_comes_back(rig: ConsoleRig) -> None:
    shown = rig.frame().tobytes()
    run_all(rig, "unplug oled\nwait 2")
    assert not any(rig.frame().tobytes())
    run_all(rig, "plug oled\nwait 40")  # an idle console looks for its panel now and then only
    assert rig.frame().tobytes() == shown


def test_a_fault_said_twice_changes_nothing(rig: ConsoleRig) -> None:
    shown = rig.frame().tobytes()
    for fault in Fault:
        run_all(rig, f"{fault.value}\n{fault.value}")
    run_all(rig, "plug oled\nplug oled\nwait 40\nexpect screen handover")
    assert rig.frame().tobytes() == shown


def test_a_button_stuck_and_freed(rig: ConsoleRig) -> None:
    run_all(
        rig,
        """
        dice 1 2 3 4 6
        tap roll
        stick 3
        expect held 3       # it went down once
        tap 3
        expect held 3       # a finger changes nothing
        unstick 3
        wait 0.1            # as a finger needs it: less would be a bounce
        tap 3
        expect held
        """,
    )


def test_a_stalled_generator_has_a_substitute(rig: ConsoleRig) -> None:
    run_all(rig, "stall rng\ntap roll\nexpect screen dice\nexpect rolls 2")
    assert rig.app is not None
    assert rig.app.substitute
    run_all(rig, "free rng\ntap roll\nexpect rolls 1")
    assert not rig.app.substitute


def test_power_cut_and_restored(rig: ConsoleRig) -> None:
    run_all(rig, "dice 2 2 2 2 6\ntap roll\ncut power")
    assert not any(rig.frame().tobytes())
    run_all(rig, "restore power\nexpect screen dice\nexpect dice 2 2 2 2 6\nexpect rolls 2")


def test_a_frame_is_given_away_under_its_name(rig: ConsoleRig) -> None:
    kept: dict[str, bytes] = {}
    script = "frame first\ndice 1 2 3 4 6\ntap roll\nframe second"
    assert play(rig, parse(script), lambda name, frame: kept.update({name: frame.tobytes()})) is None
    assert list(kept) == ["first", "second"]
    assert kept["second"] == rig.frame().tobytes() != kept["first"]
