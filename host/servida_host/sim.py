"""`servida sim`: the console on this computer, for a person in a browser or the terminal, or for a script.

It knows the command's options and which of them make sense together; `session.py` makes the rig that they ask for,
`scripted.py` runs a script, the faces are what a person sees.  `servida --help` loads this module to list the command,
so what is heavy is imported only when it is used.
"""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from servida.command import MOST_SEED, Command, UsageError, complain, whole
from servida.rules import PRESETS
from servida.ui.settings import LANGUAGES
from servida_host import options
from servida_host.faces.pace import SPEED_RANGE
from servida_host.steps import BOUNCE_RANGE
from servida_host.wire import FASTEST

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

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
    from servida_host.session import opened  # noqa: PLC0415  heavy

    for option, given in (*_page_options(args), ("--terminal", args.terminal)):
        if given:
            raise UsageError(f"{option}: not together with --script, which runs without a person")
    if args.speed is not None:
        raise UsageError("--speed: not together with --script, which runs as fast as it can")
    script = scripted.load(args.script)
    if script.began is not None:
        _refuse_beginning(args)
    keep = scripted.frame_keeper(args.frames)
    with opened(args, seed=0, again=script.began) as (rig, record):
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
    from servida_host.session import opened  # noqa: PLC0415  heavy

    # The terminal is the face's: it says them in its own line, and they are said again after it.
    remarks: list[str] = []
    try:
        with opened(args, seed=secrets.randbelow(SEEDS), tell=remarks.append) as (rig, record):
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
    from servida_host.session import opened  # noqa: PLC0415  heavy

    with opened(args, seed=secrets.randbelow(SEEDS)) as (rig, record):
        status = serve.run(rig, args.clock, speed=args.speed, port=args.port, browser=browser)
    return _status(status, record)


command = Command(
    "sim", "the console on this computer, played in a browser, in the terminal or by a script", configure, run
)
