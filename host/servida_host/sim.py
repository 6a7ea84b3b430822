"""`servida sim`: the console on this computer, for a person in a browser or the terminal, or for a script.

It knows the command's options and which of them make sense together; `scripted.py` runs a script, the faces
are what a person sees.  `servida --help` loads this module to list the command, so what is heavy is imported
only when it is used.
"""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from servida.command import Command, UsageError, chosen_rules, complain, whole
from servida.rules import PRESETS
from servida.ui.settings import LANGUAGES
from servida_host import options
from servida_host.faces.pace import SPEED_RANGE
from servida_host.steps import BOUNCE_RANGE
from servida_host.vcd import dump
from servida_host.wire import FASTEST

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from typing import TextIO

    from servida.config import Loaded
    from servida_host.console_rig import Beginning, ConsoleRig
    from servida_host.recording_file import RecordingFile

EXAMPLE = """\
A script has one step a line: tap, press, release, hold, wait, watch, dice, frame, expect (screen, dice, held, rolls,
turn, points, scratched, open, total, winner, tie, text), unplug oled, plug oled, stick, unstick, stall rng, free rng,
chatter, bounce, cut power, restore power; # starts a comment.  A recording has "at SECONDS" between them, the exact
moment to which time comes (then nothing runs on to rest), and begins with what the console began from: start (seed,
date, panel, notice, fault, store, values).

example: servida sim --players Ana,Beto --rules table-ace-high
         servida sim --terminal --speed 4
         servida sim --script game.txt --frames pictures --json"""

STATE_HELP = "keep match and settings there, and go on from them (default: your data folder; for a script a fresh one)"

CONFIG_HELP = "how the console is built (default: servida.toml in the folder of --state, or $SERVIDA_CONFIG)"

SPEED_HELP = f"so many times as fast: {SPEED_RANGE}, 1 is a second a second"

RECORD_HELP = (
    "write what was done as a script that replays to the same frames; it contains the whole store, with settings and "
    "all matches ever played"
)

STRICT = False
"""Whether a picture that doesn't fit, or a letter without a glyph, ends the program; only tests want that."""

RECENT = 2000
"""Transactions on the bus that are kept unless all are to be written: the last picture, and hours of an idle console's
looks whether its panel is there."""

MOST_SEED = 2**64 - 1
"""The highest seed; a billion billion games are enough for anybody."""

SEEDS = 2**32
"""How many games `servida sim` can begin with; a person gets any of them, a script the one of seed 0."""


def configure(parser: ArgumentParser) -> None:
    """Give the parser the options of `servida sim`."""
    parser.epilog = EXAMPLE
    add = parser.add_argument
    add("--script", metavar="FILE", help="run this script without a person; - is standard input")
    add("--frames", metavar="DIR", type=Path, help="where the script's frame steps write their PNGs")
    add("--json", action="store_true", help="print what came of the script as one JSON object")
    add("--terminal", action="store_true", help="play in this terminal, as where no browser can open")
    add(
        "--port",
        metavar="N",
        type=whole(1, 65535),
        help="serve the page at this port (default: 8017, or any that is free)",
    )
    add("--no-browser", action="store_true", help="serve the page and open no browser")
    add("--speed", metavar="X", type=options.speed, help=SPEED_HELP)
    add("--record", metavar="FILE", type=Path, help=RECORD_HELP)
    add("--rules", metavar="R", help=f"a preset ({' '.join(PRESETS)}) or a household's TOML file")
    add("--players", metavar="ANA,BETO", help="begin a match of these players at once; @expert is a computer")
    help_seed = "the same number gives the same dice (default: 0 for a script)"
    add("--seed", metavar="N", type=whole(0, MOST_SEED), help=help_seed)
    add("--lang", choices=LANGUAGES, help=f"the console's language (default: {LANGUAGES[0]})")
    add("--state", metavar="DIR", type=Path, help=STATE_HELP)
    add("--config", metavar="FILE", type=Path, help=CONFIG_HELP)
    add(
        "--bounce",
        metavar="MS",
        type=options.bounce,
        default=0.0,
        help=f"how long contacts chatter, {BOUNCE_RANGE}",
    )
    add("--wire", metavar="FILE.vcd", type=Path, help="write what the I2C bus carried for a logic-analyser program")
    help_clock = "the bus clock to reckon with (default: the configuration's)"
    add("--clock", metavar="HZ", type=whole(1, FASTEST, " Hz"), help=help_clock)


def run(args: Namespace) -> int:
    """Run `servida sim`: 0, the face's own status, or 1 when an expectation of the script failed.

    Raises UsageError for what is wrong with the options, the files they name or the terminal, before anything
    is run.
    """
    return _run_face(args) if args.script is None else _run_script(args)


def _run_script(args: Namespace) -> int:
    from servida_host import scripted  # noqa: PLC0415  heavy

    for option, given in (*_page_options(args), ("--terminal", args.terminal)):
        if given:
            raise UsageError(f"{option}: not together with --script, which runs without a person")
    if args.speed is not None:
        raise UsageError("--speed: not together with --script, which runs as fast as it can")
    script = scripted.load(args.script)
    if script.began is not None:
        _refuse_beginning(args)
    keep = scripted.frame_keeper(args.frames)
    with _rig(args, seed=0, again=script.began) as (rig, record):
        status = scripted.run(rig, script, keep, as_json=args.json, hz=args.clock)
    return _status(status, record)


def _status(status: int, record: RecordingFile | None) -> int:
    """Return the exit status, where an incomplete recording is as bad as any other output that couldn't be written."""
    return 2 if record is not None and record.failed else status


def _refuse_beginning(args: Namespace) -> None:
    for option in ("seed", "rules", "players", "lang", "state", "config", "bounce"):
        if getattr(args, option) not in (None, 0.0) or (option == "seed" and args.seed is not None):
            raise UsageError(f"--{option}: not together with this script, whose start steps say what it begins from")


def _page_options(args: Namespace) -> tuple[tuple[str, bool], ...]:
    return (("--port", args.port is not None), ("--no-browser", args.no_browser))


def _run_face(args: Namespace) -> int:
    for option, given in (("--frames", args.frames is not None), ("--json", args.json)):
        if given:
            raise UsageError(f"{option}: only together with --script FILE")
    for option, given in _page_options(args):
        if given and args.terminal:
            raise UsageError(f"{option}: not together with --terminal, which shows no page")
    in_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if args.terminal and not in_terminal:
        raise UsageError("standard input and output must be a terminal to play in; without one use --script FILE")
    if args.state is None:
        import platformdirs  # noqa: PLC0415  a script does without

        args.state = platformdirs.user_data_path("servida")
    if args.speed is None:
        args.speed = 1.0
    return _run_terminal(args) if args.terminal else _run_page(args, in_terminal=in_terminal)


def _run_terminal(args: Namespace) -> int:
    from servida_host.faces import terminal  # noqa: PLC0415  heavy, and needs what the extra `sim` brings

    # The terminal is the face's: it says them in its own line, and they are said again after it.
    remarks: list[str] = []
    try:
        with _rig(args, seed=secrets.randbelow(SEEDS), tell=remarks.append) as (rig, record):
            status = terminal.run(rig, args.clock, args.speed, remarks)
    finally:
        for remark in remarks:
            complain(remark)
    return _status(status, record)


def _run_page(args: Namespace, *, in_terminal: bool) -> int:
    """Serve the page; where no browser can open and nobody asked for the page itself, play in the terminal."""
    from servida_host.faces.web.browser import can_open  # noqa: PLC0415  needed here only

    browser = not args.no_browser and can_open(os.environ)
    if not browser and in_terminal and not any(given for _, given in _page_options(args)):
        complain("no browser can open here, so this terminal shows the console; --no-browser serves the page anyway")
        return _run_terminal(args)
    from servida_host.faces.web import serve  # noqa: PLC0415  heavy, and needs what the extra `sim` brings

    with _rig(args, seed=secrets.randbelow(SEEDS)) as (rig, record):
        status = serve.run(rig, args.clock, speed=args.speed, port=args.port, browser=browser)
    return _status(status, record)


def _configured(args: Namespace) -> Loaded:
    """Return what the configuration says; what is wrong with it is said here and on the panel, and stops nothing."""
    from servida.config import load  # noqa: PLC0415  as below

    if args.config is not None and not args.config.is_file():
        raise UsageError(f"--config: there is no file {args.config}")
    loaded = load(args.state, os.environ, args.config)
    for fault in loaded.faults:
        complain(fault)
    return loaded


@contextmanager
def _rig(
    args: Namespace, seed: int, again: Beginning | None = None, tell: Callable[[str], None] = complain
) -> Iterator[tuple[ConsoleRig, RecordingFile | None]]:
    """Give the rig that the options ask for, and its recording; in the end write what its bus carried."""
    with (
        _claimed(args.state),
        _file("--wire", args.wire) as wire,
        _file("--record", _free_for_recording(args.record)) as record,
        _bare_rig(args, seed, again) as rig,
        _recorded(rig, record, tell) as recording,
    ):
        rig.bus.kept = RECENT if wire is None else None
        try:
            yield rig, recording
        finally:
            if wire is not None:
                _write("--wire", wire, dump(rig.bus.log, args.clock))


@contextmanager
def _recorded(rig: ConsoleRig, file: TextIO | None, tell: Callable[[str], None]) -> Iterator[RecordingFile | None]:
    """Write what is done to the rig, to its end also when that is an error or Ctrl+C."""
    if file is None:
        yield None
        return
    from servida_host.record import Unrecordable  # noqa: PLC0415  heavy
    from servida_host.recording_file import RecordingFile  # noqa: PLC0415  heavy

    try:
        recording = RecordingFile(rig, file, tell)
    except Unrecordable as error:
        raise UsageError(f"--record: {error}") from error
    try:
        yield recording
    finally:
        recording.close()


def _claimed(folder: Path | None) -> AbstractContextManager[object]:
    from servida.device.errors import DeviceError  # noqa: PLC0415  heavy
    from servida.device.folder import claim  # noqa: PLC0415  as above

    try:
        return nullcontext() if folder is None else claim(folder)
    except DeviceError as error:
        raise UsageError(f"--state: {error}") from error


def _free_for_recording(path: Path | None) -> Path | None:
    """Return the path; raises UsageError where a file is that isn't a recording, such as a script of somebody's own."""
    from servida_host.record import HEADING  # noqa: PLC0415  heavy

    if path is None or not path.is_file():
        return path
    try:
        with path.open("rb") as file:
            begins = file.readline().rstrip()
    except OSError as error:
        raise UsageError(f"--record: {path}: {error.strerror}") from error
    if begins not in (b"", HEADING.encode()):
        raise UsageError(f"--record: {path}: is there already and no recording; choose another name")
    return path


def _file(option: str, path: Path | None) -> AbstractContextManager[TextIO | None]:
    try:
        return nullcontext() if path is None else path.open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{option}: {path}: {error.strerror}") from error


def _write(option: str, file: TextIO, pieces: Iterable[str]) -> None:
    try:
        with file:
            file.writelines(pieces)
    except OSError as error:
        raise UsageError(f"{option}: {file.name}: {error.strerror}") from error


def _bare_rig(args: Namespace, seed: int, again: Beginning | None) -> ConsoleRig:
    """Return the rig that the options ask for; its dice come from `seed` unless they name another."""
    from servida.device.errors import DeviceError  # noqa: PLC0415  heavy
    from servida_host.console_rig import BEGINNING, ConsoleRig  # noqa: PLC0415  heavy

    rules = None if args.rules is None else chosen_rules(args.rules)
    configured = _configured(args)
    if args.clock is None:
        args.clock = configured.config.clock
    try:
        return ConsoleRig(
            rules=rules,
            players=() if args.players is None else options.players(args.players),
            seed=seed if args.seed is None else args.seed,
            language=args.lang,
            state=args.state,
            bounce=args.bounce,
            configured=configured,
            beginning=datetime.now(UTC) if args.script is None else BEGINNING,
            strict=STRICT,
            again=again,
        )
    except DeviceError as error:
        raise UsageError(f"--state: {error}") from error


command = Command(
    "sim", "the console on this computer, played in a browser, in the terminal or by a script", configure, run
)
