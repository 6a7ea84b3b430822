"""`servida duel`: computers against each other, thousands of matches, and who wins how often."""

from __future__ import annotations

import time
from math import isfinite
from typing import TYPE_CHECKING

from servida.command import MOST_SEED, Command, UsageError, add_rules, chosen_rules, whole
from servida.progress import progress, silent
from servida.rules import MOST_PLAYERS
from servida.strategy.advice import Level

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from servida.rules import RuleSet
    from servida.strategy.duel import Duel, Estimate, Thrower, Totals

GAMES = 10_000

MOST_GAMES = 10_000_000
"""More would not fit into a laptop's memory."""

_LEVELS = " ".join(level.value for level in Level)

_EPILOG = f"""\
levels: {_LEVELS}

Each set of dice is played once from every seat.  The share counts a tie in equal parts; 95 of 100 such intervals hold
the true value.  Totals are those of matches that went to the last line.

example: servida duel skilled casual
         servida duel master expert expert --games 3000 --rules wiki-60 --json"""


def _configure(parser: ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add = parser.add_argument
    add("levels", metavar="LEVEL", nargs="+", help=f"two to {MOST_PLAYERS} computers, in the order of the first match")
    add("--games", metavar="N", type=whole(1, MOST_GAMES), default=GAMES, help=f"so many matches (default: {GAMES:,})")
    add_rules(parser)
    help_seed = "of the dice: the same gives the same matches (default: 0)"
    add("--seed", metavar="S", type=whole(0, MOST_SEED), default=0, help=help_seed)
    add("--json", action="store_true", help="print one JSON object")


def _run(args: Namespace) -> int:
    levels = tuple(_level(name) for name in args.levels)
    if not 2 <= len(levels) <= MOST_PLAYERS:
        count = _count(len(levels), "level", "levels")
        raise UsageError(f"{count}: {' '.join(args.levels)}; allowed are 2 to {MOST_PLAYERS}")
    rules = chosen_rules(args.rules)
    start = time.perf_counter()
    found = played(rules, levels, args.games, args.seed, progress(args.games, "matches"))
    seconds = time.perf_counter() - start
    answer = _json if args.json else _words
    print(answer(rules, levels, found, args.seed, seconds))  # noqa: T201  the answer
    return 0


def played(
    rules: RuleSet, levels: tuple[Level, ...], games: int, seed: int, told: Callable[[int], None] = silent
) -> Duel:
    """Return how so many matches between these levels end, with dice from this seed."""
    from servida.strategy.batch import player  # noqa: PLC0415  numpy is loaded when it is used
    from servida.strategy.duel import duel  # noqa: PLC0415  the same
    from servida.strategy.prospects import prospects  # noqa: PLC0415  the same
    from servida.strategy.values import solve  # noqa: PLC0415  the same

    table = solve(rules)
    foreseen = prospects(table.game, table.values) if Level.MASTER in levels else None
    each = {level: player(table, foreseen, level) for level in dict.fromkeys(levels)}
    return duel(table.game, [each[level] for level in levels], games, thrower(seed), told)


def thrower(seed: int) -> Thrower:
    """Return what throws dice, from this seed the same ones in the same order."""
    import numpy as np  # noqa: PLC0415  see above

    chance = np.random.default_rng(seed)
    return lambda shape: chance.integers(0, 6, shape, dtype=np.uint8)


def _level(name: str) -> Level:
    try:
        return Level(name)
    except ValueError:
        raise UsageError(f"there is no level {name!r}; the levels are {_LEVELS}") from None


def _json(rules: RuleSet, levels: tuple[Level, ...], found: Duel, seed: int, seconds: float) -> str:
    import json  # noqa: PLC0415  seldom needed

    players = [
        {
            "level": level.value,
            "wins": found.wins(player),
            "share": found.share(player).mean,
            "interval": _interval(found.share(player)),
            "total": _facts(found.total(player)),
        }
        for player, level in enumerate(levels)
    ]
    return json.dumps(
        {
            "rules": rules.name,
            "games": found.games,
            "seed": seed,
            "ties": found.ties,
            "served_wins": int(found.sudden.sum()),
            "players": players,
            "seconds": seconds,
        }
    )


def _interval(estimate: Estimate) -> list[float] | None:
    return [estimate.low, estimate.high] if isfinite(estimate.low) else None


def _facts(totals: Totals | None) -> dict[str, object] | None:
    if totals is None:
        return None
    return {"mean": totals.mean.mean, "deviation": totals.deviation, "interval": _interval(totals.mean)}


def _words(rules: RuleSet, levels: tuple[Level, ...], found: Duel, seed: int, seconds: float) -> str:
    rows = [_row(found, player, level) for player, level in enumerate(levels)]
    return "\n".join(
        [
            f"{rules.name}: {_matches(found.games)} in {seconds:.1f} s, dice of seed {seed}",
            "",
            f"{'level':<9}{'wins':>11}   {'share of all, 95 % interval':<27}   total, 95 % interval, deviation",
            *rows,
            "",
            f"{_count(found.ties, 'tie', 'ties')}; {_matches(int(found.sudden.sum()))} ended by a served Generala",
        ]
    )


def _matches(count: int) -> str:
    return _count(count, "match", "matches")


def _count(count: int, one: str, several: str) -> str:
    return f"{count:,} {one if count == 1 else several}"


def _row(found: Duel, player: int, level: Level) -> str:
    share, totals = found.share(player), found.total(player)
    told = f"{level.value:<9}{found.wins(player):>11,}   {share.mean:>6.2%}  {share.low:.2%} to {share.high:.2%}"
    if totals is None:
        return told
    mean = totals.mean
    told = f"{told:<52}{mean.mean:.2f}"
    if not isfinite(mean.low):
        return told
    return f"{told}  {mean.low:.2f} to {mean.high:.2f}  {totals.deviation:.2f}"


command = Command("duel", "computers against each other, and who wins how often", _configure, _run)
