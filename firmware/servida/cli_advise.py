"""`servida advise`: everything that can be done with dice that lie, and what each is worth, best first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from servida.cli_history import folder_of
from servida.command import Command, UsageError, add_rules, chosen_rules, complain
from servida.rules import (
    MOST_PLAYERS,
    ROLLS,
    BadHand,
    Line,
    Mark,
    Match,
    Turn,
    Win,
    hand,
    potential,
)
from servida.rules.sheet_text import BadSheet, sheet_from_text
from servida.strategy.advice import Hold

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from servida.rules import RuleSet, Sheet
    from servida.strategy.advice import Action, Choice
    from servida.strategy.values import Table

_USAGE = """\
servida advise --dice D D D D D --rolls-left N [--sheet TEXT] [--against TEXT]... [--rules R]
                      [--state DIR] [--json]"""

_EPILOG = f"""\
A sheet is told by its filled lines, as in "fives=15,poker=x", where x is a scratch; all other lines are open.
lines: {" ".join(line.value for line in Line)}

`expected` is how many points are still to come on this sheet, played as well as can be.  With --rolls-left 2 the dice
are served: combinations are worth more, and a served Generala may win the match; its points stand for it in
`expected`.  Under rules with the Double, generala=50 (or 60) on the sheet lets five of a kind score there, generala=x
does not.

With --against the best is what wins most often, and `win` is that chance, a tie counting half against each rival.
You move now, then the others in the order given, until all sheets are full; everybody is taken to play for points
after this turn.

With --json: a list of objects with `action`, as "hold 1 1 3" by faces or "mark poker", `expected`, and `win`, which
is null without --against; only a served Generala that wins is 1 either way.

example: servida advise --dice 6 6 2 3 4 --rolls-left 2 --sheet "fives=15,poker=x"
         servida advise --dice 5 5 5 1 2 --rolls-left 1 --sheet "sixes=18" --against "sixes=24" --json"""


def _configure(parser: ArgumentParser) -> None:
    parser.usage = _USAGE
    parser.epilog = _EPILOG
    add = parser.add_argument
    add("--dice", nargs="*", metavar="D", required=True, help="the five dice, 1 to 6, in any order")
    left = tuple(map(str, range(ROLLS)))
    add("--rolls-left", choices=left, required=True, metavar="N", help=f"rolls that are left: {', '.join(left)}")
    add("--sheet", metavar="TEXT", default="", help="your filled lines (default: none)")
    add("--against", metavar="TEXT", action="append", default=[], help="an opponent's filled lines; may be given again")
    add_rules(parser)
    where = "where a console has kept its values, without which they are worked out (default: your data folder)"
    add("--state", metavar="DIR", type=Path, help=where)
    add("--json", action="store_true", help="print one JSON list")


def _run(args: Namespace) -> int:
    match = _match(args, chosen_rules(args.rules))
    table = _table(folder_of(args), match.rules)
    choices = _choices(table, match)
    print(_json(choices) if args.json else _words(choices, match))  # noqa: T201  the answer is the output
    return 0


def _match(args: Namespace, rules: RuleSet) -> Match:
    """Return the match as the options tell it, with the asker to decide; raises UsageError."""
    try:
        faces = hand(int(die) if die.isascii() and die.isdecimal() else die for die in args.dice)
    except BadHand as error:
        raise UsageError(f"--dice: {error}") from error
    if len(args.against) >= MOST_PLAYERS:
        raise UsageError(
            f"--against: {len(args.against)} sheets were given; there are at most {MOST_PLAYERS - 1} rivals"
        )
    sheet = _sheet("--sheet", args.sheet, rules)
    if not sheet.open:
        raise UsageError(f"--sheet: all {len(sheet.lines)} lines are filled; at least one must be open to decide on")
    rivals = [_sheet(f"--against {number}", text, rules) for number, text in enumerate(args.against, start=1)]
    sheets = (sheet, *rivals)
    names = tuple(f"player {number}" for number in range(1, len(sheets) + 1))
    return Match(rules, names, sheets, Turn(ROLLS - int(args.rolls_left), faces))


def _sheet(option: str, text: str, rules: RuleSet) -> Sheet:
    try:
        return sheet_from_text(text, rules)
    except BadSheet as error:
        raise UsageError(f"{option}: {error}") from error


def _table(folder: Path, rules: RuleSet) -> Table:
    """Return the values of the rule set, from the console's file where it has made one."""
    from servida.device.errors import DeviceError  # noqa: PLC0415  numpy is loaded when it is used
    from servida.device.table_store import read_table, table_path  # noqa: PLC0415  the same
    from servida.strategy.table_file import BadTable, from_bytes  # noqa: PLC0415  the same
    from servida.strategy.values import solve  # noqa: PLC0415  the same

    try:
        data = read_table(folder, rules.fingerprint)
        return solve(rules) if data is None else from_bytes(data, rules)
    except DeviceError as error:
        complain(f"{error}; the values are worked out anew")
    except BadTable as error:
        complain(f"{table_path(folder, rules.fingerprint)}: {error}; the values are worked out anew")
    return solve(rules)


def _choices(table: Table, match: Match) -> tuple[Choice, ...]:
    """Return all that can be done, the best first."""
    from servida.strategy.chances import chances  # noqa: PLC0415  see above
    from servida.strategy.decisions import decisions  # noqa: PLC0415  the same
    from servida.strategy.prospects import prospects  # noqa: PLC0415  the same

    if len(match.sheets) > 1:
        return chances(table, prospects(table.game, table.values), match)
    assert match.turn.faces is not None, "they were given"
    found = decisions(table, match.sheets[0]).choices(match.turn.faces, match.rolls_left, aims=True)
    return tuple(replace(each, win=1.0) for each in found) if _won(match) else found


def _won(match: Match) -> bool:
    """Tell whether the dice have won the match already."""
    return potential(match, Line.GENERALA) is Win.WINS


def _told(action: Action) -> str:
    """Return the action by faces or by line."""
    if isinstance(action, Mark):
        return f"mark {action.line.value}"
    return " ".join(["hold", *map(str, action.faces)])


def _json(choices: tuple[Choice, ...]) -> str:
    import json  # noqa: PLC0415  seldom needed

    return json.dumps([{"action": _told(each.action), "expected": each.expected, "win": each.win} for each in choices])


def _words(choices: tuple[Choice, ...], match: Match) -> str:
    dice = " ".join(map(str, match.turn.faces or ()))
    told = [f"{match.rules.name}: {dice}{', served' if match.turn.served else ''}"]
    told += [f"{_many(match.rolls_left, 'roll')} left", f"{_many(len(match.sheets[0].open), 'line')} open"]
    best = max(each.expected for each in choices)
    if len(match.sheets) > 1:
        told.append(f"against {len(match.sheets) - 1}")
        titles = ("", "win", "expected", "for")
        figures = [(f"{each.win:.2%}", f"{each.expected:.2f}") for each in choices]
    else:
        titles = ("", "expected", "costs", "for")
        figures = [(f"{each.expected:.2f}", f"{best - each.expected:.2f}") for each in choices]
    rows = [titles]
    for each, pair in zip(choices, figures, strict=True):
        name = "hold nothing" if each.action == Hold() else _told(each.action)
        rows.append((name, *pair, _purpose(each, match)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    body = [_aligned(row, widths) for row in rows]
    if _won(match):
        body += ["", "This served Generala wins the match at once; its points stand for it."]
    return "\n".join([", ".join(told), "", *body])


def _purpose(choice: Choice, match: Match) -> str:
    """Return what a hold goes for, or what a line brings at once."""
    if not isinstance(choice.action, Mark):
        return "" if choice.aim is None else choice.aim.value
    points = potential(match, choice.action.line)
    if points is Win.WINS:
        return "the match"
    return _many(points, "point") if points else "scratch"


def _many(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def _aligned(row: tuple[str, ...], widths: list[int]) -> str:
    first, *numbers, last = row
    middle = (f"{text:>{width}}" for text, width in zip(numbers, widths[1:-1], strict=True))
    return "  ".join([f"{first:<{widths[0]}}", *middle, last]).rstrip()


command = Command("advise", "what to hold or to write, and what each choice is worth", _configure, _run)
