"""Plays matches on a file system whose every write is logged, and marks in that log what the panel has shown.

    cut_player.py FOLDER SHOWN --device NAME --matches N --seed S [--synchronous OFF]

The shipped ``Console`` with its ``Store`` plays in the folder, on a rig whose time is virtual. After each picture that
the panel took and that told something new, a line of JSON about it goes to the file ``SHOWN``, which must lie
elsewhere, and the number of that line is written into the log of the device-mapper target ``NAME``.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from fake_strategist import FakeStrategist
from killing import PLAYERS, play_on
from servida.device.records import rolloff_text
from servida.rules import to_text
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from io import TextIOBase


@dataclass
class Witness:
    """Writes down what the panel has shown, and marks it in the device's log."""

    file: TextIOBase
    device: str
    number: int = 0
    rolls: int = 0
    told: str = ""

    def tell(self, rig: ConsoleRig) -> None:
        """Tell the match as it stands, unless that was told; the line names the rolls that came since the last."""
        assert rig.app is not None
        assert rig.program is not None
        if rig.app.match is None:
            return
        match, rolloff = to_text(rig.app.match), rolloff_text(rig.app.rolloff)
        if self.told == match + rolloff:
            return
        game = rig.program.store._current  # what was given to be stored, not what was
        rolls = () if game is None else game.rolls
        new = [[roll.number, roll.faces, roll.raw.hex(), roll.source] for roll in rolls[self.rolls :]]
        self.rolls = len(rolls)
        self.mark({"match": match, "rolloff": rolloff, "rolls": new})
        self.told = match + rolloff

    def mark(self, line: dict[str, Any]) -> None:
        """Write a line down and mark it; the next picture is told in any case."""
        self.number += 1
        self.told = ""
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()
        subprocess.run(["dmsetup", "message", self.device, "0", f"mark s{self.number}"], check=True)


@contextmanager
def synchronous(how: str) -> Iterator[None]:
    """Let SQLite take ``how`` wherever the store asks for FULL."""

    class Careless(sqlite3.Connection):
        def execute(self, statement: str, values: Sequence[Any] = (), /) -> sqlite3.Cursor:  # type: ignore[override]
            return super().execute(statement.replace("synchronous=FULL", f"synchronous={how}"), values)

    real = sqlite3.connect

    def connect(*what: Any, **how: Any) -> sqlite3.Connection:  # noqa: ANN401  as they come
        return real(*what, **how, factory=Careless)

    with mock.patch.object(sqlite3, "connect", connect):
        yield


def play(folder: Path, witness: Witness, seed: int) -> int:
    """Play a match in the folder to its end, by somebody who now and then takes a line back; return the presses."""
    witness.mark({"another match": True})
    with ConsoleRig(state=folder, seed=seed, players=PLAYERS, strategist=FakeStrategist()) as rig:
        witness.told, witness.rolls = "", 0
        return play_on(rig, seed, lambda: witness.tell(rig), lambda: witness.mark({"taking back": True}))


def main() -> None:
    """Play as told by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("shown", type=Path)
    parser.add_argument("--device", required=True)
    parser.add_argument("--matches", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--synchronous", choices=("FULL", "OFF"), default="FULL")
    args = parser.parse_args()
    with args.shown.open("w") as file, synchronous(args.synchronous):
        witness = Witness(file, args.device)
        presses = sum(play(args.folder, witness, args.seed + n) for n in range(args.matches))
    print(json.dumps({"presses": presses, "marks": witness.number}))  # noqa: T201  for whoever started it


if __name__ == "__main__":
    main()
