"""Presses, faults and cuts in any order: no traceback, no stuck screen, and nothing lost that was shown."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from autoplay import press_on
from fake_strategist import FakeStrategist
from panel_pictures import same
from servida.device.history import matches
from servida.rules import PRESETS, Land, Match, Move, apply, new_match
from servida.ui.keypad import Button, Timing
from servida_host.console_rig import ConsoleRig

ERRNOS = (121, 5, 110)

BOUNCE = 0.02

LATEST = 0.2
"""Seconds after which a stuck button is known at the latest: bounce and settling time included."""

LONGEST_TURN = 30.0
"""Seconds for which a computer is busy at most, until it is a person's turn."""

NAMES = [button.value for button in Button]
names = st.sampled_from(NAMES)
tables = st.sampled_from(
    [(), ("Ana",), ("Ana", "Beto"), ("Ana", "Beto", "Caro"), ("Ana", "@expert"), ("@casual", "Ana")]
)


def kept(match: Match) -> int:
    """Return how many of its first moves can never go: all up to the last roll."""
    rolls = [number for number, move in enumerate(match.moves, start=1) if isinstance(move, Land)]
    return rolls[-1] if rolls else 0


class Console(RuleBasedStateMachine):
    """A rig in the hands of a child, near a cat, on a loose plug."""

    rig: ConsoleRig

    @initialize(players=tables, rules=st.sampled_from(list(PRESETS)), seed=st.integers(0, 2**32))
    def switch_on(self, players: tuple[str, ...], rules: str, seed: int) -> None:
        self.rig = ConsoleRig(
            players=players, rules=PRESETS[rules], seed=seed, bounce=BOUNCE, strategist=FakeStrategist(slices=5)
        )
        self.seen = self.rig.match
        self.stuck: dict[str, float] = {}

    @property
    def on(self) -> bool:
        return self.rig.console is not None

    def settle(self) -> None:
        self.rig.advance(LONGEST_TURN)
        assert self.rig.console is None or not self.rig.console.busy(self.rig.now), "it never comes to rest"

    @rule(name=names)
    def tap(self, name: str) -> None:
        self.rig.tap(name)

    @rule(name=names)
    def press(self, name: str) -> None:
        self.rig.press(name)

    @rule(name=names)
    def release(self, name: str) -> None:
        self.rig.release(name)

    @rule(name=names, seconds=st.sampled_from([0.01, 0.3, 0.85, 1.2, 3.0]))
    def hold(self, name: str, seconds: float) -> None:
        self.rig.hold(name, seconds)

    @rule()
    def open_menu(self) -> None:
        self.rig.hold("1+5", 1.1)

    @rule()
    def press_all(self) -> None:
        self.rig.hold(NAMES, 0.2)

    @rule(seed=st.integers(0, 2**16), count=st.integers(1, 40))
    def play(self, seed: int, count: int) -> None:
        chance = Random(seed)
        for _ in range(count):
            press_on(self.rig, chance)
            self.nothing_that_was_shown_is_lost()

    @rule(seconds=st.sampled_from([0.001, 0.02, 0.1, 0.7, 5.0, 31.0, 70.0, 400.0]))
    def wait(self, seconds: float) -> None:
        self.rig.advance(seconds)

    @rule(faces=st.lists(st.integers(1, 6), min_size=5, max_size=5) | st.integers(1, 6).map(lambda face: [face] * 5))
    def load_dice(self, faces: list[int]) -> None:
        self.rig.dice(*faces)

    @rule()
    def pull_panel(self) -> None:
        (self.rig.unplug if self.rig.plugged else self.rig.plug)()

    @rule(errno=st.sampled_from(ERRNOS), delivered=st.integers(0, 60))
    def break_transaction(self, errno: int, delivered: int) -> None:
        self.rig.bus.fail_next(errno, delivered=delivered)

    @rule()
    def starve_panel(self) -> None:
        self.rig.panel.reset()

    @rule(name=names)
    def stick(self, name: str) -> None:
        self.rig.stick(name)
        self.stuck.setdefault(name, self.rig.now)

    @rule(name=names)
    def unstick(self, name: str) -> None:
        self.rig.unstick(name)
        self.stuck.pop(name, None)

    @rule(name=names, seconds=st.sampled_from([0.02, 0.5]))
    def chatter(self, name: str, seconds: float) -> None:
        if name not in self.stuck:
            self.rig.chatter(name, seconds)

    @rule()
    def stall_dice(self) -> None:
        self.rig.stall_rng()

    @rule()
    def free_dice(self) -> None:
        self.rig.free_rng()

    @precondition(lambda self: self.on)
    @rule()
    def cut_power(self) -> None:
        self.nothing_that_was_shown_is_lost()
        self.rig.cut_power()

    @precondition(lambda self: not self.on or self.rig.switched_off)
    @rule()
    def restore_power(self) -> None:
        self.rig.cut_power()
        self.rig.restore_power()
        self.stuck = dict.fromkeys(self.stuck, self.rig.now)
        if self.seen is not None and self.seen.outcome is None:
            assert self.rig.match is not None
            assert self.rig.match.moves[: len(self.seen.moves)] == self.seen.moves

    @invariant()
    def nothing_that_was_shown_is_lost(self) -> None:
        if not self.on:
            return
        match, seen = self.rig.match, self.seen
        if match is not None:
            assert reduce(apply, match.moves, new_match(match.rules, match.players)) == match
        # After the end a noisy button may begin another match and roll in it before anybody looks.
        if seen is not None and seen.outcome is None and match is not None and match.moves:
            moves = seen.moves[: kept(seen)]
            # Noise can end a match, begin another and roll in it before anybody looks; then the history has it whole.
            assert match.moves[: len(moves)] == moves or self.is_in_history(moves)
        self.seen = match

    def is_in_history(self, moves: tuple[Move, ...]) -> bool:
        """Return whether a match that began with these moves was played to its end and kept."""
        assert self.rig.program is not None
        games = [stored.read() for stored in matches(self.rig.program.store)]
        return any(game.moves[: len(moves)] == moves and game.outcome is not None for game in games)

    @invariant()
    def stuck_buttons_are_known(self) -> None:
        if self.rig.app is None or self.rig.app.off:
            return
        known = {button.value for button in self.rig.app.stuck}
        long = {name for name, since in self.stuck.items() if self.rig.now > since + Timing().stuck + LATEST}
        assert long <= known

    def teardown(self) -> None:
        if not hasattr(self, "rig"):
            return
        with self.rig:
            self.heal()
            self.go_on()
            self.look()

    def heal(self) -> None:
        """Mend everything, as somebody would who takes the console to a quiet table."""
        for name in NAMES:
            self.rig.release(name)
            self.rig.unstick(name)
        self.stuck.clear()
        self.rig.free_rng()
        self.rig.bus._faults.clear()
        if not self.rig.plugged:
            self.rig.plug()
        self.rig.advance(0.1)
        self.nothing_that_was_shown_is_lost()
        if not self.on or self.rig.switched_off:
            self.restore_power()
        self.settle()
        self.nothing_that_was_shown_is_lost()

    def go_on(self) -> None:
        """From wherever it is the match must go on, or be over."""
        chance = Random(0)
        before = self.rig.match
        for _ in range(60):
            press_on(self.rig, chance)
            self.nothing_that_was_shown_is_lost()
            if self.rig.match != before and self.rig.screen == "dice":
                return
        over = self.rig.screen == "setup" if self.rig.match is None else self.rig.match.outcome is not None
        assert over, f"stuck at the screen {self.rig.screen}: {self.rig.words}"

    def look(self) -> None:
        """And the glass must show what it should once it was looked at."""
        assert self.rig.console is not None
        self.rig.advance(1.1)
        self.rig.hold("1+5", 1.1)
        self.rig.advance(1)
        assert same(self.rig.frame(), self.rig.console.canvas.image)
        assert self.rig.panel.on


@pytest.mark.usefixtures("untraced")
class TestTogether(Console.TestCase):  # type: ignore[misc,valid-type]  # hypothesis makes it at run time
    settings = settings(max_examples=60, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.soak
class TestTogetherForHours(Console.TestCase):  # type: ignore[misc,valid-type]  # hypothesis makes it at run time
    settings = settings(
        max_examples=20_000, stateful_step_count=100, deadline=None, suppress_health_check=list(HealthCheck)
    )
