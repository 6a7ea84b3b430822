"""What a subcommand of `servida` is, and the few things that all of them share.

A package offers further ones as entry points of the group "servida.commands", each naming a Command.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from servida.config_file import LARGEST, first_bytes

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from servida.rules import RuleSet


MOST_SEED = 2**64 - 1
"""The highest seed that an option takes; a billion billion games are enough for anybody."""


class UsageError(ValueError):
    """What a person asked for can't be done; the message is one line and says what is allowed."""


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand.

    `summary` is one line for `servida --help`.  `configure` adds the options to a parser and sets its
    `epilog` to an example.  `run` returns the exit status; it may raise UsageError, which becomes one line
    and exit status 2.
    """

    name: str
    summary: str
    configure: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


def complain(message: str) -> None:
    """Print the message on standard error as one line that begins with `servida:`."""
    print("servida:", " ".join(message.split()), file=sys.stderr)  # noqa: T201  this is where errors are printed


def whole(least: int, most: int, unit: str = "") -> Callable[[str], int]:
    """Return what makes an option's whole number of a text, or refuses it in a line that says what is allowed.

    ``least`` is 0 or more; ``most`` has 20 digits at most.
    """

    def number(text: str) -> int:
        found = int(text) if re.fullmatch("[0-9]{1,20}", text) else -1
        if not least <= found <= most:
            raise ArgumentTypeError(f"{text!r}: expected {least} to {most}{unit}")
        return found

    return number


def above_zero(most: int) -> Callable[[str], float]:
    """Return what makes an option's number above 0 and up to ``most`` of a text, or refuses it as ``whole`` does."""

    def number(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = 0.0
        if not 0 < found <= most:
            raise ArgumentTypeError(f"{text!r}: expected a number above 0, up to {most}")
        return found

    return number


def add_rules(parser: ArgumentParser) -> None:
    """Add the option that ``chosen_rules`` reads."""
    from servida.rules import DEFAULT, PRESETS  # noqa: PLC0415  as below

    where = f"a preset ({' '.join(PRESETS)}) or a household's TOML file (default: {DEFAULT.name})"
    parser.add_argument("--rules", metavar="R", default=DEFAULT.name, help=where)


def chosen_rules(choice: str) -> RuleSet:
    """Return the preset of that name, or else the rule set in the TOML file of that path; raises UsageError."""
    # Not at the top: the console, which doesn't choose here, lights its panel before it loads the rules.
    from servida.rules import PRESETS, RuleError, ruleset_from_toml  # noqa: PLC0415

    if choice in PRESETS:
        return PRESETS[choice]
    try:
        text = first_bytes(Path(choice))
        if len(text) > LARGEST:
            raise UsageError(f"{choice}: larger than {LARGEST} bytes; expected a rule set in TOML")
        return ruleset_from_toml(text.decode("utf-8"))
    except FileNotFoundError:
        allowed = f"name a preset ({' '.join(PRESETS)}) or a TOML file"
        raise UsageError(f"there is no rule set {choice!r}; {allowed}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{choice}: not a text in UTF-8 ({error.reason})") from error
    except RuleError as error:
        raise UsageError(f"{choice}: {error}") from error
    except OSError as error:
        raise UsageError(f"{choice}: {error.strerror}") from error
