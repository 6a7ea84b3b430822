"""`servida sim --script`: reads a script, runs it on a rig, tells a person or a program what came of it.

It knows files, streams and exit statuses; `play.py` knows what the steps do.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from servida.command import UsageError
from servida.rules import move_text
from servida_host.halfblocks import to_text
from servida_host.play import Failure, FrameKeeper, play
from servida_host.record import beginning
from servida_host.script import ScriptError, parse

if TYPE_CHECKING:
    from servida_host.console_rig import Beginning, ConsoleRig
    from servida_host.steps import Step

SCALE = 4
"""So many pixels wide and high is a pixel of the panel in the PNG of a `frame` step."""

STANDARD_INPUT = "-"

LARGEST = 1 << 26
"""Bytes of a script: a recording holds the whole store, and one of a thousand matches has 1 MB (a guess, with room)."""

COMMAND = re.compile(r"# servida sim (--.*)")
"""A script's first line that says with which options it is to be run."""


@dataclass(frozen=True, slots=True)
class Script:
    """The steps of a script, and the name that messages give it.

    ``options`` are those of the command that stands in its first line, if one does.
    """

    name: str
    steps: tuple[Step, ...]
    options: str = ""

    @property
    def began(self) -> Beginning | None:
        """What it says that the console began from; ``None`` when it leaves that to the command line."""
        return beginning(self.steps)


def load(source: str) -> Script:
    """Return the script in a file, `-` being standard input.

    Raises UsageError when it can't be read or has a line that is no step.
    """
    try:
        if source == STANDARD_INPUT:
            name, code = "<stdin>", sys.stdin.buffer.read(LARGEST + 1)
        else:
            name = source
            with Path(source).open("rb") as file:
                code = file.read(LARGEST + 1)
        if len(code) > LARGEST:
            raise UsageError(f"--script {source!r}: larger than {LARGEST} bytes; expected a script")
        # Some editors decompose accents; the names on the console are composed.
        text = unicodedata.normalize("NFC", code.decode("utf-8-sig"))
        command = COMMAND.match(text)
        return Script(name, parse(text, name), "" if command is None else command[1].strip())
    except OSError as error:
        raise UsageError(f"--script {source!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"--script {source!r}: not a text in UTF-8 ({error.reason})") from error
    except ScriptError as error:
        raise UsageError(str(error)) from error


def frame_keeper(folder: Path | None) -> FrameKeeper:
    """Return what writes pictures as `folder/NAME.png`, making the folder; without one, what keeps nothing.

    Raises UsageError when the folder can't be made; what it returns does when a picture can't be written.
    """
    if folder is None:
        return lambda _name, _image: None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--frames: {folder}: {error.strerror}; a folder is needed") from error

    def keep(name: str, image: Image.Image) -> None:
        size = (image.width * SCALE, image.height * SCALE)
        path = folder / f"{name}.png"
        try:
            image.resize(size, Image.Resampling.NEAREST).save(path)
        except OSError as error:
            raise UsageError(f"--frames: {path}: {error.strerror}") from error

    return keep


def run(rig: ConsoleRig, script: Script, keep: FrameKeeper, *, as_json: bool, hz: int) -> int:
    """Run a script and print what it came to: 0, or 1 when an expectation failed; ``hz`` is the bus clock.

    A failed expectation goes to standard error with its line and the picture on the panel.
    """
    failure = play(rig, script.steps, keep)
    if failure is not None:
        sys.stderr.write(_failure_text(script, failure))
    if as_json:
        sys.stdout.write(json.dumps(_report(rig, script, failure, hz), indent=2) + "\n")
    elif failure is None:
        sys.stdout.write(_summary(rig, script) + "\n")
    return 0 if failure is None else 1


def _failure_text(script: Script, failure: Failure) -> str:
    told = f"{script.name}:{failure.line}: expected {failure.expected}, found {failure.found}"
    meant = f"its first line says what it is meant for: {script.options}\n" if script.options else ""
    return f"{told}\n{to_text(failure.frame)}{meant}"


def _totals(rig: ConsoleRig) -> dict[str, int]:
    if rig.match is None:
        return {}
    return {name: sheet.total for name, sheet in zip(rig.match.players, rig.match.sheets, strict=True)}


def _report(rig: ConsoleRig, script: Script, failure: Failure | None, hz: int) -> dict[str, object]:
    moves = () if rig.match is None else rig.match.moves
    return {
        "script": script.name,
        "steps": len(script.steps),
        "winner": rig.winner,
        "tie": list(rig.tie),
        "totals": _totals(rig),
        "moves": [move_text(move) for move in moves],
        "seconds": round(rig.now, 3),
        "frames": rig.frames,
        "transactions": rig.bus.count,
        "wire_bytes": rig.bus.wire_bytes,
        "wire_seconds": round(rig.bus.seconds(hz), 6),
        "failed": failure and {"line": failure.line, "expected": failure.expected, "found": failure.found},
    }


def _summary(rig: ConsoleRig, script: Script) -> str:
    steps = "1 step" if len(script.steps) == 1 else f"{len(script.steps)} steps"
    parts = [f"{script.name}: {steps}, all as expected"]
    if totals := _totals(rig):
        parts.append(", ".join(f"{name} {total}" for name, total in totals.items()))
    if rig.winner is not None:
        parts.append(f"winner {rig.winner}")
    return "; ".join(parts)
