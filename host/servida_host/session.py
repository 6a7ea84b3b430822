"""The rig that the options of `servida sim` ask for, with its recording and the file of what its bus carried.

What can't be had is said in one line before anything runs.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from servida.command import UsageError, chosen_rules, complain
from servida.config import load
from servida.device.errors import DeviceError
from servida.device.folder import claim
from servida_host import options
from servida_host.console_rig import BEGINNING, ConsoleRig
from servida_host.record import HEADING, Unrecordable
from servida_host.recording_file import RecordingFile
from servida_host.vcd import HEADER, dump

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import TextIO

    from servida.config import Loaded
    from servida_host.console_rig import Beginning

STRICT = False
"""Whether a picture that doesn't fit, or a letter without a glyph, ends the program; only tests want that."""

RECENT = 2000
"""Transactions on the bus that are kept unless all are to be written: the last picture, and hours of an idle console's
looks whether its panel is there."""


def _configured(args: Namespace) -> Loaded:
    """Return what the configuration says; what is wrong with it is said here and on the panel, and stops nothing."""
    if args.config is not None and not args.config.is_file():
        if args.config.exists():
            raise UsageError(f"--config: {args.config} is no regular file")
        raise UsageError(f"--config: there is no file {args.config}")
    loaded = load(args.state, os.environ, args.config)
    for fault in loaded.faults:
        complain(fault)
    return loaded


@contextmanager
def opened(
    args: Namespace, seed: int, again: Beginning | None = None, tell: Callable[[str], None] = complain
) -> Iterator[tuple[ConsoleRig, RecordingFile | None]]:
    """Give the rig that the options ask for, and its recording; in the end write what its bus carried."""
    with (
        _claimed(args.state),
        _file("--wire", args.wire, HEADER.partition("\n")[0], "VCD of servida") as wire,
        _file("--record", args.record, HEADING, "recording") as record,
        _bare_rig(args, seed, again) as rig,
        _recorded(rig, record, tell) as recording,
    ):
        if again is None and rig.began.fault:
            tell(f"--state: {rig.began.fault}")
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

    try:
        recording = RecordingFile(rig, file, tell)
    except Unrecordable as error:
        raise UsageError(f"--record: {error}") from error
    try:
        yield recording
    finally:
        recording.close()


def _claimed(folder: Path | None) -> AbstractContextManager[object]:

    try:
        return nullcontext() if folder is None else claim(folder)
    except DeviceError as error:
        raise UsageError(f"--state: {error}") from error


def _file(option: str, path: Path | None, begins: str, kind: str) -> AbstractContextManager[TextIO | None]:
    """Open the file to be written; raises UsageError where one is that isn't such a kind, with this first line."""
    try:
        if path is None:
            return nullcontext()
        if path.is_file() and not _is_such(path, begins):
            raise UsageError(f"{option}: {path}: is there already and no {kind}; choose another name")
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{option}: {path}: {error.strerror}") from error


def _is_such(path: Path, begins: str) -> bool:
    """Whether the file is empty or has this first line."""
    with path.open("rb") as file:
        return file.readline(len(begins) + 2).rstrip() in (b"", begins.encode())


def _write(option: str, file: TextIO, pieces: Iterable[str]) -> None:
    try:
        with file:
            file.writelines(pieces)
    except OSError as error:
        raise UsageError(f"{option}: {file.name}: {error.strerror}") from error


def _bare_rig(args: Namespace, seed: int, again: Beginning | None) -> ConsoleRig:
    """Return the rig that the options ask for; its dice come from `seed` unless they name another."""
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
