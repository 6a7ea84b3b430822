"""`servida fairness`: are the dice fair?  Of a generator here and now, or of all that this console ever rolled."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from servida.cli_history import add_state, opened_archive
from servida.command import Command, UsageError, complain, whole
from servida.device.entropy import HwRng, KernelRng, faces_of
from servida.device.health import HealthFailure
from servida.device.patient import Patient
from servida.device.quarantine import Guarded
from servida.fairness import DICE, FACES, FALSE_ALARMS, Tally, examine
from servida.fairness_report import as_json, times_in, words
from servida.progress import progress, silent

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Mapping

    from servida.device.entropy import ByteSource
    from servida.fairness import Report

ROLLS = 200_000
"""Rolls of five dice unless another number is asked for: a million dice."""

MOST = 100_000_000

CHUNK = 1 << 12
"""Bytes of one reading; a throttled generator takes a second for them, so that whoever watches sees it go on."""

_EPILOG = f"""\
Counts faces, pairs in sequence, places among the five and hands, and compares them by chi-square with exact
probabilities.  Fair dice are called unusual at most {times_in(FALSE_ALARMS)}; then the exit status is 1.

With --raw the bytes behind the dice are kept for other tests; with `--raw -` they are all that is printed:
  servida fairness --rolls 2000000 --raw - | rngtest
  servida fairness --rolls 2000000 --raw dice.bin --plot dice.png && dieharder -a -g 201 -f dice.bin

example: servida fairness
         servida fairness --source history --plot dice.png"""


def _hwrng() -> ByteSource:
    HwRng().read(1)  # raises in time when the device hangs, or isn't there
    return Guarded(Patient(HwRng(deadline=None)))


SOURCES: Mapping[str, Callable[[], ByteSource]] = {"hwrng": _hwrng, "kernel": KernelRng}
"""The generators by name; each may raise ``OSError``."""


def _configure(parser: ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add = parser.add_argument
    help_rolls = f"so many rolls of five dice (default: {ROLLS:,}); of the history the last ones (default: all)"
    add("--rolls", metavar="N", type=whole(1, MOST), help=help_rolls)
    help_source = "whose dice (default: hwrng where you may read it, else kernel)"
    add("--source", choices=(*SOURCES, "history"), help=help_source)
    add_state(parser)
    add("--json", action="store_true", help="print one JSON object")
    add("--plot", metavar="FILE.png", type=Path, help="draw the counts against the expected band")
    add("--raw", metavar="FILE", help="write the bytes behind the dice there; - for standard output")


def _run(args: Namespace) -> int:
    if args.plot is not None and args.plot.suffix != ".png":
        raise UsageError(f"--plot: {args.plot}; the name must end in .png")
    source = args.source or ("hwrng" if os.access("/dev/hwrng", os.R_OK) else "kernel")
    try:
        with _kept(args.raw) as keep:
            tally = _from_history(args, keep) if source == "history" else _from_generator(args, source, keep)
    except HealthFailure as failure:
        complain(str(failure))
        return 1
    report = examine(tally)
    if args.plot is not None:
        _plot(report, source, args.plot)
    if args.json and args.raw != "-":
        import json  # noqa: PLC0415  seldom needed

        print(json.dumps(as_json(report, source)))  # noqa: T201  the answer
    elif args.raw != "-":
        print(words(report, source))  # noqa: T201  the answer
    return 1 if report.unusual else 0


@contextmanager
def _kept(raw: str | None) -> Iterator[Callable[[bytes], object]]:
    """Give a function that keeps the bytes where the option says."""
    if raw is None:
        yield lambda _: None
    elif raw == "-":
        if sys.stdout.isatty():
            raise UsageError("--raw -: a terminal can't show bytes; pipe them to a program, or name a file")
        yield _writer(sys.stdout.buffer, raw)
    else:
        with _created(raw) as file:
            yield _writer(file, raw)


def _writer(file: BinaryIO, name: str) -> Callable[[bytes], object]:
    """Return what writes to the file; its errors are not the generator's."""

    def write(data: bytes) -> None:
        try:
            while data:
                data = data[file.write(data) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UsageError(f"--raw: {name}: {error.strerror}") from error

    return write


def _created(name: str) -> BinaryIO:
    try:
        # Without a buffer: what is refused is known at once, and nothing is left to be refused again at the end.
        return cast("BinaryIO", Path(name).open("wb", buffering=0))
    except OSError as error:
        raise UsageError(f"--raw: {name}: {error.strerror}") from error


def _from_generator(args: Namespace, name: str, keep: Callable[[bytes], object]) -> Tally:
    try:
        wanted = args.rolls or ROLLS
        return tally_of(SOURCES[name](), wanted, keep, progress(wanted, "rolls"))
    except (HealthFailure, BrokenPipeError):
        raise
    except OSError as error:
        hint = "; --source kernel is open to all" if name == "hwrng" else ""
        raise UsageError(f"{name}: can't be read: {error}{hint}") from error


def tally_of(
    source: ByteSource, rolls: int, keep: Callable[[bytes], object], told: Callable[[int], None] = silent
) -> Tally:
    """Roll five dice so often and count them; ``keep`` is given every byte they came from, ``told`` the rolls so far.

    Raises the source's ``OSError``, also when it ends.
    """
    tally, faces = Tally(), b""
    while tally.dice < rolls * DICE:
        raw = source.read(min(rolls * DICE - tally.dice - len(faces), CHUNK))
        if not raw:
            raise OSError(f"it ended after {tally.dice:,} dice")
        keep(raw)
        faces += bytes(faces_of(raw))
        complete = len(faces) // DICE * DICE
        tally.add(faces[:complete])
        faces = faces[complete:]
        told(tally.dice // DICE)
    return tally


def _from_history(args: Namespace, keep: Callable[[bytes], object]) -> Tally:
    from servida.device.history import rolls  # noqa: PLC0415  sqlite3 is loaded when it is used

    tally = Tally()
    with opened_archive(args) as archive:
        stored = list(rolls(archive))
    for roll in stored[-(args.rolls or len(stored)) :]:
        if not 1 <= len(roll.faces) <= DICE or not set(roll.faces) <= set(range(1, FACES + 1)):
            raise UsageError(
                f"match {roll.match}, move {roll.number}: {roll.faces} is no roll; servida audit says more"
            )
        keep(roll.raw)
        tally.add(bytes(roll.faces))
    return tally


def _plot(report: Report, source: str, path: Path) -> None:
    from servida.fairness_picture import picture  # noqa: PLC0415  Pillow is loaded when it is used

    try:
        picture(report, source).save(path)
    except OSError as error:
        raise UsageError(f"--plot: {path}: {error.strerror}") from error


command = Command("fairness", "whether the dice are fair: of a generator, or of the whole history", _configure, _run)
