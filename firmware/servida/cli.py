"""The `servida` command: finds the subcommand, gives it its arguments, turns its errors into one line.

Start-up is precious on the Pi, so a subcommand is loaded only when it is meant, and what other packages offer is
looked for only when none of these is, or when help is asked for.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from servida import __version__
from servida.command import Command, UsageError, complain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.metadata import EntryPoint

GROUP = "servida.commands"
"""The entry-point group in which packages offer further subcommands."""

_HELP = """\
usage: servida COMMAND ...

A pocket Generala console, and what belongs to it.

commands:
{commands}

`servida COMMAND --help` says what a command takes; `servida --version` which version this is.
example: servida score straight 1 2 3 4 5 --served --rules classic-2007"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, without the program's name, and return its exit status: 2 for bad input."""
    _open_closed_streams()
    if isinstance(sys.stdout, TextIOWrapper):
        # A name that the output's encoding hasn't got is written in escapes rather than not at all.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except UsageError as error:
        complain(str(error))
        return 2
    except BrokenPipeError:
        # Whoever read the output has gone (`servida rules | head -1`); nor can it be flushed at exit.
        _discard_output()
        return 1
    except OSError as error:
        # Commands translate what they open themselves; what is left is the output, which a full disk refuses.
        _discard_output()
        complain(f"output: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        return 130  # what a shell reports for it
    return status


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed_streams() -> None:
    """Put nothing in place of a standard stream that the shell closed (``<&-``), where Python has none at all."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115  as long as the process
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, as all others are."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def _run(arguments: list[str]) -> int:
    if not arguments:
        raise UsageError(f"name a command: {_names()}; servida --help says more")
    name, *rest = arguments
    if name in ("-h", "--help"):
        print(_HELP.format(commands="\n".join(_summaries())))  # noqa: T201  help is what was asked for
        return 0
    if name == "--version":
        print("servida", __version__)  # noqa: T201  the version is what was asked for
        return 0
    command = _BUILT_IN[name]() if name in _BUILT_IN else _plugged_in(name)
    parser = _Parser(
        prog=f"servida {name}",
        description=command.summary,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.configure(parser)
    try:
        args = parser.parse_intermixed_args(rest)
    except SystemExit:  # errors don't end like this here: --help was asked for, and printed
        return 0
    try:
        return command.run(args)
    except ModuleNotFoundError as error:
        raise UsageError(f"{name}: {_missing(error)}") from error


def _configure_console(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: servida console --state ~/generala"
    parser.add_argument(
        "--state", metavar="DIR", type=Path, help="where the games are kept (default: your data folder)"
    )


def _run_console(args: argparse.Namespace) -> int:
    from servida.run import run_console  # noqa: PLC0415  loads the devices' libraries

    return run_console(args)


def _console() -> Command:
    return Command("console", "the console on the Pi, as systemd starts it", _configure_console, _run_console)


def _rules() -> Command:
    from servida.cli_rules import command  # noqa: PLC0415  see above

    return command


def _score() -> Command:
    from servida.cli_score import command  # noqa: PLC0415  see above

    return command


def _history() -> Command:
    from servida.cli_history import history  # noqa: PLC0415  see above

    return history


def _export() -> Command:
    from servida.cli_history import export  # noqa: PLC0415  see above

    return export


def _fairness() -> Command:
    from servida.cli_fairness import command  # noqa: PLC0415  see above

    return command


def _audit() -> Command:
    from servida.cli_audit import command  # noqa: PLC0415  see above

    return command


def _backup() -> Command:
    from servida.cli_backup import backup  # noqa: PLC0415  see above

    return backup


def _restore() -> Command:
    from servida.cli_backup import restore  # noqa: PLC0415  see above

    return restore


def _duel() -> Command:
    from servida.cli_duel import command  # noqa: PLC0415  see above

    return command


def _selftest() -> Command:
    from servida.cli_selftest import command  # noqa: PLC0415  see above

    return command


def _solve() -> Command:
    from servida.cli_solve import command  # noqa: PLC0415  see above

    return command


def _advise() -> Command:
    from servida.cli_advise import command  # noqa: PLC0415  see above

    return command


_BUILT_IN = {
    "advise": _advise,
    "audit": _audit,
    "backup": _backup,
    "console": _console,
    "duel": _duel,
    "export": _export,
    "fairness": _fairness,
    "history": _history,
    "restore": _restore,
    "rules": _rules,
    "score": _score,
    "selftest": _selftest,
    "solve": _solve,
}


def _entries() -> list[EntryPoint]:
    from importlib.metadata import entry_points  # noqa: PLC0415  takes longer to load than all the rest

    return [entry for entry in entry_points(group=GROUP) if entry.name not in _BUILT_IN]


def _names() -> str:
    return " ".join(sorted({*_BUILT_IN, *(entry.name for entry in _entries())}))


def _plugged_in(name: str) -> Command:
    for entry in _entries():
        if entry.name == name:
            return _loaded(entry)
    raise UsageError(f"there is no command {name!r}; the commands are {_names()}")


def _loaded(entry: EntryPoint) -> Command:
    try:
        command = entry.load()
    except ImportError as error:
        raise UsageError(f"{entry.name}: {_missing(error)}") from error
    if not isinstance(command, Command):
        raise UsageError(f"{entry.name}: {entry.value} is {command!r}; a Command is needed")
    return command


def _summaries() -> list[str]:
    summaries = {name: load().summary for name, load in _BUILT_IN.items()}
    for entry in _entries():
        try:
            summaries[entry.name] = _loaded(entry).summary
        except UsageError as error:
            summaries[entry.name] = f"not available: {str(error).removeprefix(entry.name + ': ')}"
    width = max(map(len, summaries))
    return [f"  {name:{width}}  {summaries[name]}" for name in sorted(summaries)]


def _missing(error: ImportError) -> str:
    """Say which module is missing and, if one of our extras brings it, how to get it."""
    from importlib.metadata import requires  # noqa: PLC0415  as above

    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return str(error)
    package = error.name.partition(".")[0]
    for requirement in requires("servida") or ():
        extra = re.fullmatch(rf"{re.escape(package)}\b.*extra == ['\"](\w+)['\"]", requirement)
        if extra:
            return f"the package {package} is missing: in a checkout of Servida, pip install '.[{extra[1]}]'"
    return f"the module {error.name} is missing"
