"""`servida solve`: the exact value of a rule set for one player, and the spread of its totals and lines."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from servida.command import Command, UsageError, add_rules, chosen_rules
from servida.rules import Line, ServedGenerala

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from servida.rules import RuleSet
    from servida.strategy.distribution import Distribution, Spread
    from servida.strategy.values import Table

_EPILOG = """\
The value is the largest expected total of one player who knows all chances; no rule of thumb gets more.  A served
Generala that wins is valued as the Generala's points, as if it were written and play went on.

example: servida solve --rules wiki-60
         servida solve --rules house.toml --plot totals.png"""


def _configure(parser: ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add = parser.add_argument
    add_rules(parser)
    add("--json", action="store_true", help="print one JSON object")
    add("--plot", metavar="FILE.png", type=Path, help="draw the chance of every total")


def _run(args: Namespace) -> int:
    rules = chosen_rules(args.rules)
    if args.plot is not None and args.plot.suffix.lower() != ".png":
        raise UsageError(f"--plot: {args.plot} is no name of a picture; give one that ends in .png")
    from servida.strategy.distribution import distribution  # noqa: PLC0415  numpy is loaded when it is used
    from servida.strategy.values import solve  # noqa: PLC0415  the same

    start = time.perf_counter()
    table = solve(rules)
    seconds = time.perf_counter() - start
    spread = distribution(table)
    if args.plot is not None:
        _plot(spread, rules, args.plot)
    print(_json(table, spread, seconds) if args.json else _words(table, spread, seconds))  # noqa: T201  the answer
    return 0


def _plot(spread: Distribution, rules: RuleSet, path: Path) -> None:
    from servida.solve_picture import picture  # noqa: PLC0415  Pillow is loaded when it is used

    try:
        picture(spread.total, rules.name).save(path)
    except OSError as error:
        raise UsageError(f"--plot: {path}: {error.strerror}") from error


def _json(table: Table, spread: Distribution, seconds: float) -> str:
    import json  # noqa: PLC0415  seldom needed

    return json.dumps(
        {
            "rules": table.rules.name,
            "expected": table.expected,
            "states": table.states,
            "seconds": seconds,
            "fingerprint": table.rules.fingerprint,
            "served_win": spread.won,
            "served_win_valued_as": _valued_as(table.rules),
            "totals": _facts(spread.total),
            "lines": {line.value: _facts(each) for line, each in spread.lines.items()},
        }
    )


def _valued_as(rules: RuleSet) -> int | None:
    return rules.generala if rules.served_generala is ServedGenerala.WINS else None


def _facts(spread: Spread) -> dict[str, object]:
    from servida.strategy.distribution import QUANTILES  # noqa: PLC0415  see above

    return {
        "mean": spread.mean,
        "deviation": spread.deviation,
        "quantiles": {f"{part:g}": spread.quantile(part) for part in QUANTILES},
        "chances": {str(points): chance for points, chance in spread.chances.items()},
    }


def _words(table: Table, spread: Distribution, seconds: float) -> str:
    from servida.strategy.distribution import QUANTILES  # noqa: PLC0415  see above

    rules, total = table.rules, spread.total
    head = [
        f"{rules.name}: {table.expected:.6f} points expected, played as well as can be",
        f"{table.states:,} states in {seconds:.2f} s",
        "",
        f"total      mean {total.mean:.2f}, standard deviation {total.deviation:.2f}",
        "quantiles  " + "  ".join(f"{part * 100:g} % {total.quantile(part)}" for part in QUANTILES),
        "",
        f"{'line':<10}{'mean':>6}{'0 points':>10}   chances of points",
    ]
    rows = [_row(line, each) for line, each in spread.lines.items()]
    if _valued_as(rules) is None:
        return "\n".join([*head, *rows])
    won = f"A served Generala wins in {spread.won:.2%} of matches"
    valued = f"it is valued as the Generala's {rules.generala} points."
    return "\n".join([*head, *rows, "", f"{won}; {valued}"])


def _row(line: Line, spread: Spread) -> str:
    scored = "  ".join(f"{points} {chance:.1%}" for points, chance in spread.chances.items() if points)
    return f"{line.value:<10}{spread.mean:>6.2f}{spread.chances.get(0, 0.0):>10.1%}   {scored}"


command = Command("solve", "the largest expected total of a rule set, and the spread of totals", _configure, _run)
