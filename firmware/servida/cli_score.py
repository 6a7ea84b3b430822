"""`servida score`: what a hand is worth on a line, for one case or for many from standard input."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from servida.command import Command, UsageError, add_rules, chosen_rules, complain
from servida.rules import (
    BadHand,
    Generala,
    Hand,
    Line,
    RuleSet,
    UnknownLine,
    Win,
    hand,
    line_named,
    score,
)

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

_USAGE = """\
servida score LINE D D D D D [--rules R] [--served] [--generala STATE] [--json]
       servida score - [--rules R] [--json]"""

_EPILOG = f"""\
lines: {" ".join(line.value for line in Line)}

With - each line of standard input is a case: LINE D D D D D [served] [STATE]; blank lines and # comments
are skipped.  A case that is wrong is answered with `error` in its place, and with a line on standard error.

example: servida score poker 2 2 2 2 6 --served --rules table
         echo "generala 6 6 6 6 6 served" | servida score - --rules wiki-60"""

LONGEST = 1000
"""Characters of a case on standard input; the longest takes about fifty."""

_STATES = tuple(state.value for state in Generala)


@dataclass(frozen=True, slots=True)
class _Case:
    """What is asked: a hand on a line."""

    line: Line
    dice: Hand
    served: bool
    generala: Generala


def _configure(parser: ArgumentParser) -> None:
    parser.usage = _USAGE
    parser.epilog = _EPILOG
    add = parser.add_argument
    add("line", metavar="LINE", help="one of the lines below, or - to read cases from standard input")
    add("dice", nargs="*", default=[], metavar="D", help="the five dice, 1 to 6, in any order")
    add_rules(parser)
    add("--served", action="store_true", help="the dice fell like this on the first roll of the turn")
    add(
        "--generala",
        metavar="STATE",
        choices=_STATES,
        help=f"how the player's Generala line stands: {', '.join(_STATES)} (default: {Generala.OPEN.value})",
    )
    add("--json", action="store_true", help="answer with a JSON object, one a line")


def _run(args: Namespace) -> int:
    rules = chosen_rules(args.rules)
    if args.line == "-":
        if args.dice or args.served or args.generala:
            raise UsageError("dice, --served and --generala: not together with -, where each case says them")
        return _answer_all(rules, as_json=args.json)
    generala = Generala(args.generala or Generala.OPEN.value)
    try:
        case = _case(args.line, args.dice, served=args.served, generala=generala)
        print(_answer(case, rules, as_json=args.json))  # noqa: T201  the answer is the output
    except (BadHand, UnknownLine) as error:
        raise UsageError(str(error)) from error
    return 0


def _answer_all(rules: RuleSet, *, as_json: bool) -> int:
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A byte that is no UTF-8 makes its own case wrong, not all.
        sys.stdin.reconfigure(errors="backslashreplace")
    status = 0
    for number, text in enumerate(iter(lambda: sys.stdin.readline(LONGEST + 1), ""), start=1):
        if len(text) > LONGEST:
            raise UsageError(f"line {number}: longer than {LONGEST} characters; expected a case a line")
        words = text.partition("#")[0].split()
        if not words:
            continue
        try:
            answer = _answer(_case_from(words), rules, as_json=as_json)
        except (BadHand, UnknownLine) as error:
            complain(f"line {number}: {error}")
            answer = _json({"error": str(error)}) if as_json else "error"
            status = 2
        print(answer, flush=True)  # noqa: T201  at once, for whoever asks case by case through a pipe
    return status


def _case_from(words: list[str]) -> _Case:
    line, *rest = words
    generala = Generala(rest.pop()) if rest and rest[-1] in _STATES else Generala.OPEN
    served = rest[-1:] == ["served"]
    return _case(line, rest[:-1] if served else rest, served=served, generala=generala)


def _case(line: str, dice: list[str], *, served: bool, generala: Generala) -> _Case:
    faces = (int(die) if die.isdecimal() else die for die in dice)
    return _Case(line_named(line), hand(faces), served, generala)


def _answer(case: _Case, rules: RuleSet, *, as_json: bool) -> str:
    points = score(case.line, case.dice, rules, served=case.served, generala=case.generala)
    if not as_json:
        return Win.WINS.value if points is Win.WINS else str(points)
    return _json(
        {
            "line": case.line.value,
            "dice": case.dice,
            "served": case.served,
            "generala": case.generala.value,
            "rules": rules.name,
            "points": None if points is Win.WINS else points,
            "wins": points is Win.WINS,
        }
    )


def _json(value: dict[str, object]) -> str:
    import json  # noqa: PLC0415  seldom needed

    return json.dumps(value)


command = Command("score", "what a hand is worth on a line", _configure, _run)
