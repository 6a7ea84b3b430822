"""Kills a console again and again in the middle of a match, and looks at what it finds when it starts once more.

A program of its own, so that the processes it forks inherit no threads.  A child plays on a rig with a state folder;
after each picture that the panel took it appends the match, in notation, to a log.  It is killed at a random moment;
then the match in the folder must be the one logged last, or a later one of the same game.  The next child goes on.

    python tests/killing.py --kills 100 --seed 0
"""

from __future__ import annotations

import argparse
import os
import random
import select
import signal
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from autoplay import press_on
from playing import fill
from servida.device.records import rolloff_from_text, rolloff_text
from servida.rules import DEFAULT, Mark, Match, RollOff, Tie, from_text, new_match, to_text
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL.Image import Image

PLAYERS = ("Ana", "Beto")

LONGEST = 0.25
"""Seconds that a child lives at the most: about as long as a match takes it, start included."""

TAKING_BACK = "taking back"
END = "\0"


@dataclass(frozen=True, slots=True)
class Seen:
    """What the screen has confirmed; ``taking_back`` says that afterwards somebody pressed for the last line back."""

    match: Match | None = None
    rolloff: RollOff | None = None
    taking_back: bool = False


def play_on(rig: ConsoleRig, seed: int, tell: Callable[[], None], take_back: Callable[[], None]) -> int:
    """Play a rig's match to its end and return the presses.

    ``tell`` is called at the start and after each picture that the panel took, ``take_back`` before each press that may
    take a line back.
    """
    chance = random.Random(seed)
    assert rig.console is not None
    glass = rig.console._glass
    show = glass.show

    def show_and_tell(image: Image, now: float) -> bool:
        shown = show(image, now)
        tell()
        return shown

    tell()
    glass.show = show_and_tell  # type: ignore[method-assign]  # watched from outside, not changed
    presses = 0
    while rig.match is not None and (rig.match.outcome is None or rig.tie):
        if rig.screen == "handover":
            take_back()
        press_on(rig, chance)
        presses += 1
    return presses


def play(folder: Path, log: Path, seed: int) -> None:
    """Play the match in the folder to its end, and log what each picture has confirmed."""
    with ConsoleRig(state=folder, seed=seed) as rig, log.open("wb", buffering=0) as file:
        told = ""

        def tell() -> None:
            nonlocal told
            assert rig.app is not None
            if rig.app.match is None:
                return
            text = to_text(rig.app.match) + END + rolloff_text(rig.app.rolloff) + END
            if text != told:
                told = text
                file.write(text.encode())

        def take_back() -> None:
            nonlocal told
            told = ""
            file.write((TAKING_BACK + END).encode())

        play_on(rig, seed, tell, take_back)


def read(log: Path) -> Seen:
    """Return what a log confirms; a record that was being written when the process was killed counts for nothing."""
    seen = Seen()
    records = log.read_bytes().decode(errors="replace").split(END)[:-1] if log.exists() else []
    while records:
        text = records.pop(0)
        if text == TAKING_BACK:
            seen = Seen(seen.match, seen.rolloff, taking_back=True)
        elif records:
            seen = Seen(from_text(text), rolloff_from_text(records.pop(0)))
    return seen


def lost(seen: Seen, match: Match | None, rolloff: RollOff | None) -> str:
    """Return what is wrong with the match that was found, in words; nothing when it is the one seen or a later one."""
    if seen.match is None:
        return ""
    if match is None:
        return "no match was found"
    if match.players != seen.match.players or match.rules != seen.match.rules:
        return f"another match was found: {match.players}"
    shown, found = seen.match.moves, match.moves
    throws = seen.rolloff.throws if seen.rolloff is not None else ()
    thrown = rolloff.throws if rolloff is not None else ()
    if found[: len(shown)] == shown and thrown[: len(throws)] == throws:
        return ""
    if seen.taking_back and found == shown[:-1] and isinstance(shown[-1], Mark):
        return ""
    parts = (to_text(seen.match), rolloff_text(seen.rolloff), "\nfound was\n", to_text(match), rolloff_text(rolloff))
    return "shown was\n" + "".join(parts)


def begin(folder: Path, chance: random.Random) -> None:
    """Put a new match into the folder; one in five is tied, so that it comes to a roll-off."""
    match = new_match(DEFAULT, PLAYERS)
    if chance.random() < 0.2:
        match = fill(match, *DEFAULT.lines)
        assert isinstance(match.outcome, Tie)
    with ConsoleRig(state=folder, players=PLAYERS) as rig:
        assert rig.program is not None
        rig.program.store.save_match(match, None, ())


@contextmanager
def child(folder: Path, log: Path, seed: int) -> Iterator[int]:
    """Fork a process that plays; ends it with SIGKILL."""
    pid = os.fork()
    if not pid:
        status = 1
        try:
            play(folder, log, seed)
            status = 0
        finally:
            os._exit(status)
    try:
        yield pid
    finally:
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    if not (os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0):
        raise SystemExit(f"seed {seed}: the child ended with a traceback, see above")


def kill_many(kills: int, seed: int, folder: Path) -> int:
    """Kill so many children that were playing and return how many matches they came to the end of."""
    chance = random.Random(seed)
    log = folder / "log"
    killed = ended = 0
    state = folder / "0"
    begin(state, chance)
    while killed < kills:
        number = chance.getrandbits(32)
        with child(state, log, number) as pid:
            watch = os.pidfd_open(pid)
            readable, _, _ = select.select([watch], [], [], chance.uniform(0.0, LONGEST))
            os.close(watch)
        over = bool(readable)
        killed += not over
        seen = read(log)
        log.unlink(missing_ok=True)
        with ConsoleRig(state=state) as rig:
            assert rig.app is not None
            fault = lost(seen, rig.match, rig.app.rolloff)
            if fault:
                raise SystemExit(f"seed {seed}, kill {killed} (child {number}): {fault}")
            over = over or rig.match is None or (rig.match.outcome is not None and not rig.tie)
        if over:
            ended += 1
            state = folder / str(ended)
            begin(state, chance)
    return ended


def main() -> int:
    """Run as told by the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, required=True)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="servida-kill-") as folder:
        ended = kill_many(args.kills, args.seed, Path(folder))
    sys.stdout.write(f"{args.kills} kills, {ended} matches ended\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
