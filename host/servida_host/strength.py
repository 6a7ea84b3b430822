"""How strong the five computers are, in many matches on paired dice.

Each level against the one below, the expert's mean against the exact value, and the master against experts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from servida.cli_duel import played, thrower
from servida.rules import DEFAULT, PRESETS
from servida.strategy.advice import Level
from servida.strategy.batch import dice_shape, play, player
from servida.strategy.duel import totals_of
from servida.strategy.values import solve
from servida_host.bench.table import machine
from servida_host.marked import table_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from servida.rules import RuleSet
    from servida.strategy.duel import Estimate

LADDER = (Level.BEGINNER, Level.CASUAL, Level.SKILLED, Level.EXPERT)

LEAST, MOST = 0.55, 0.75
"""What part of the matches a level should win against the one below (issue 6)."""

SEED = 2006
"""Of the dice; any would do."""

ALONE = 50_000
"""Matches of one player at once: 8 MB of dice."""

HEAD = ("who", "rules", "matches", "measured, 95 % interval", "wanted", "met")


@dataclass(frozen=True, slots=True)
class Effort:
    """How many matches.

    ``ladder``: of each level against the one below, under each preset.  ``alone``: of the expert by itself.  ``two``,
    ``three``: of the master with one expert and with two.
    """

    ladder: int = 200_000
    alone: int = 1_000_000
    two: int = 60_000
    three: int = 60_000

    def scaled(self, by: float) -> Effort:
        """Return so many times as many, 100 at least."""
        return Effort(*(max(100, round(count * by)) for count in (self.ladder, self.alone, self.two, self.three)))


@dataclass(frozen=True, slots=True)
class Finding:
    """One row: who was measured, under which rules, in how many matches; the 95 % interval; what it should be.

    ``unit`` is "%", of the matches that were won, a tie counting in equal parts, or "points".
    """

    who: str
    rules: str
    matches: int
    mean: float
    low: float
    high: float
    unit: str
    wanted: str
    met: bool


def measure(effort: Effort) -> Iterator[Finding]:
    """Give one row after the other."""
    for below, above in pairwise(LADDER):
        yield _ladder(DEFAULT, above, below, effort.ladder)
        others = [_ladder(rules, above, below, effort.ladder) for rules in PRESETS.values() if rules is not DEFAULT]
        for end, chosen in (("least", min), ("most", max)):
            found = chosen(others, key=lambda each: each.mean)
            yield replace(found, who=f"{found.who} ({end} of other presets)")
    yield _alone(DEFAULT, effort.alone)
    yield _master(DEFAULT, 1, effort.two)
    yield _master(DEFAULT, 2, effort.three)


def _ladder(rules: RuleSet, above: Level, below: Level, matches: int) -> Finding:
    share = played(rules, (above, below), matches, SEED).share(0)
    wanted = f"{100 * LEAST:.0f} to {100 * MOST:.0f} %"
    return _won(f"{above.value} beats {below.value}", rules, matches, share, wanted, LEAST < share.mean < MOST)


def _master(rules: RuleSet, experts: int, matches: int) -> Finding:
    share = played(rules, (Level.MASTER, *[Level.EXPERT] * experts), matches, SEED).share(0)
    even = 1 / (1 + experts)
    who = f"master beats {experts} expert{'s' if experts > 1 else ''}"
    return _won(who, rules, matches, share, f"interval > {100 * even:.1f} %", share.low > even)


def _won(who: str, rules: RuleSet, matches: int, share: Estimate, wanted: str, met: bool) -> Finding:
    return Finding(who, rules.name, matches, 100 * share.mean, 100 * share.low, 100 * share.high, "%", wanted, met)


def _alone(rules: RuleSet, matches: int) -> Finding:
    """Return what the expert makes by itself; a served Generala counts as its points, as in the exact value."""
    table = solve(rules)
    expert, throw = player(table, None, Level.EXPERT), thrower(SEED)
    parts = []
    for begin in range(0, matches, ALONE):
        dice = throw(dice_shape(table.game, 1, min(ALONE, matches - begin)))
        parts.append(play(table.game, [expert], dice, sudden=False).totals[0])
    mean, exact = totals_of(np.concatenate(parts)).mean, table.expected
    met, wanted = mean.low < exact < mean.high, f"{exact:.3f}, exact"
    return Finding("expert's mean total", rules.name, matches, mean.mean, mean.low, mean.high, "points", wanted, met)


def cells(found: Finding) -> tuple[str, ...]:
    """Return what a table says of it, in the order of ``HEAD``."""
    digits = 3 if found.unit == "points" else 2
    mean, low, high = (f"{each:.{digits}f}" for each in (found.mean, found.low, found.high))
    met = "yes" if found.met else "NO"
    return (found.who, found.rules, f"{found.matches:,}", f"{mean} {found.unit} ({low}–{high})", found.wanted, met)


def markdown(found: Sequence[Finding], seconds: float) -> str:
    """Return the table for a README; it took so many seconds of processor time."""
    told = (
        f"*`make strength`, paired dice of seed {SEED}; {seconds / 60:.0f} minutes of processor time on {machine()}.*"
    )
    return "\n".join([*table_lines(HEAD, map(cells, found)), "", told]) + "\n"
