"""`servida rules`: the presets in a table, or one rule set in full, in words and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from servida.command import Command, chosen_rules
from servida.rules import (
    DEFAULT,
    FULL,
    POKER,
    PRESETS,
    STRAIGHT,
    RuleSet,
    ServedGenerala,
    options_of,
    straights,
)

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

_COLUMNS = ("preset", "straight options", "served bonus", "generala", "served generala", "double")


def _configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: servida rules classic-2007"
    add = parser.add_argument
    add("name", nargs="?", metavar="NAME", help="a preset or a household's TOML file, to be told in full")
    add("--json", action="store_true", help="print JSON: an object, or without NAME a list of them")


def _run(args: Namespace) -> int:
    if args.name is None:
        text = _json([_facts(rules) for rules in PRESETS.values()]) if args.json else _table()
    else:
        rules = chosen_rules(args.name)
        text = _json(_facts(rules)) if args.json else _in_full(rules)
    print(text)  # noqa: T201  the answer is the output
    return 0


def _json(value: object) -> str:
    import json  # noqa: PLC0415  seldom needed

    return json.dumps(value, indent=2)


def _facts(rules: RuleSet) -> dict[str, object]:
    return {
        "name": rules.name,
        "default": rules == DEFAULT,
        "options": options_of(rules),
        "lines": [line.value for line in rules.lines],
        "straights": straights(rules),
        "fingerprint": rules.fingerprint,
    }


def _table() -> str:
    rows = [_COLUMNS, *map(_row, PRESETS.values())]
    return "\n".join(_aligned(rows))


def _row(rules: RuleSet) -> tuple[str, ...]:
    straight = [name for name in ("ace_high", "wrap", "ace_as_two") if getattr(rules, name)]
    return (
        f"{rules.name} (default)" if rules == DEFAULT else rules.name,
        " ".join(straight) or "none",
        f"+{rules.served_bonus}",
        str(rules.generala),
        "wins" if rules.served_generala is ServedGenerala.WINS else f"scores {rules.served_generala_points}",
        "none" if rules.double is None else str(rules.double),
    )


def _in_full(rules: RuleSet) -> str:
    five = "also" if rules.five_as_full else "not"
    rows = [
        ("ones to sixes", "", "the face times the number of dice that show it"),
        ("straight", _points(STRAIGHT, rules), ", ".join("-".join(map(str, each)) for each in straights(rules))),
        ("full", _points(FULL, rules), f"three of one face and two of another; {five} five of one face"),
        ("poker", _points(POKER, rules), "four or five of one face"),
        ("generala", *_generala(rules)),
    ]
    if rules.double is not None:
        rows.append(("double", str(rules.double), "five of one face, once the generala line holds points"))
    options = [f"{option} = {_toml(value)}" for option, value in options_of(rules).items()]
    if PRESETS.get(rules.name) == rules:
        head = [f"preset = {_toml(rules.name)}"]
    else:
        head = [f"name = {_toml(rules.name)}", f"preset = {_toml(DEFAULT.name)}"]
    return "\n".join(
        [
            f"{rules.name}: {len(rules.lines)} lines{' (the default)' if rules == DEFAULT else ''}",
            "",
            *(f"  {row}" for row in _aligned(rows)),
            "",
            "The same as a household's TOML file; change what you play otherwise:",
            "",
            *(f"  {entry}" for entry in [*head, *options]),
        ]
    )


def _points(points: int, rules: RuleSet) -> str:
    return f"{points}, served {points + rules.served_bonus}"


def _generala(rules: RuleSet) -> tuple[str, str]:
    match rules.served_generala:
        case ServedGenerala.WINS:
            return str(rules.generala), "five of one face; served, it wins the match while this line is open"
        case ServedGenerala.SCORES:
            return f"{rules.generala}, served {rules.served_generala_points}", "five of one face"
        case _:
            assert_never(rules.served_generala)


def _toml(value: bool | int | str) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case _:
            assert_never(value)


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


command = Command("rules", "the presets in a table, or one rule set in full", _configure, _run)
