"""The plug of the machine is pulled at random moments of matches that are played by pulls of its lines.

The match is looked for in the machine's own store after it has started again. It must be the one that was on the panel,
or that with the press in whose midst the plug was pulled; all dice that came to rest on the panel, as its bytes tell,
must be the stored ones in their order.
"""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from autoplay import press_on
from hands import STORE, Hands, Twins
from machine import OUT, MachineError, branch
from report import expect
from servida.device.games import find
from servida.device.history import Archive, matches
from servida.device.opening import FILE, view
from servida.device.records import rolloff_text
from servida.rules import DICE, FACES, Land, apply, new_match, to_text
from servida.ui.art import die
from servida.ui.parts import COLUMNS
from servida.ui.screens.dice import DICE_TOP
from servida_host.console_rig import ConsoleRig
from sturdy import Watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from PIL.Image import Image

    from machine import Sent
    from servida.rules import Match, RollOff

MOST = 8
"""The plug is pulled in one of so many presses after the start, or right after it."""

LATER = 1.2
"""The latest moment to pull it, in durations of the press before, counted from the beginning of a press."""

START = 400.0
"""Seconds allowed until the console has started, in an emulated machine beside others."""

PIPS = (3, 3, 21, 21)
"""Where in a die's picture its pips are; what is around them tells whether it is held."""

ASK = """
import json, os, sqlite3
base = sqlite3.connect("{store}/{file}")
verdict = base.execute("PRAGMA integrity_check").fetchone()[0]
base.execute("VACUUM INTO '/run/copy'")
print(json.dumps({{"verdict": verdict, "files": os.listdir("{store}")}}))
"""


def dice_on(picture: Image) -> tuple[int, ...] | None:
    """Return the five faces that lie on the panel, ``None`` while one tumbles or another screen is shown."""
    faces: list[int] = []
    for x in COLUMNS:
        pips = picture.crop((x, DICE_TOP, x + 24, DICE_TOP + 24)).crop(PIPS).tobytes()
        faces += [face for face in FACES if die(face).crop(PIPS).tobytes() == pips]
    return tuple(faces) if len(faces) == DICE else None


def dice_of(played: Iterable[Match]) -> list[tuple[int, ...]]:
    """Return the dice as they came to lie in matches, those alone that differ from the ones before."""
    lain: list[tuple[int, ...]] = []
    for match in played:
        now = new_match(match.rules, match.players)
        for move in match.moves:
            now = apply(now, move)
            if isinstance(move, Land) and now.turn.faces is not None and lain[-1:] != [now.turn.faces]:
                lain.append(now.turn.faces)
    return lain


@dataclass
class Eyes(Hands):
    """Hands whose eyes note all dice that came to lie on the panel, those that differ from the ones before."""

    dice: list[tuple[int, ...]] = field(default_factory=list)

    def see(self, sent: Sent) -> None:
        """Take over one write to the panel, and look at what it makes of the picture."""
        super().see(sent)
        faces = dice_on(self.panel.image)
        if faces is not None and self.dice[-1:] != [faces]:
            self.dice.append(faces)


@dataclass
class Interrupted(Twins):
    """Twins of which one may be cut off in the midst of a press.

    ``pending`` does that press on the rig; ``before`` is called before each; ``usual`` is how many seconds the last
    one took.
    """

    pending: Callable[[], None] | None = None
    before: Callable[[], None] | None = None
    usual: float = 2.0

    def tap(self, *buttons: str) -> None:
        """Press buttons on both, one after the other."""
        for button in buttons:
            with self._interruptible(partial(self.rig.tap, button)):
                super().tap(button)

    def hold(self, buttons: str, seconds: float) -> None:
        """Hold a button, or several at once ("1+5"), on both."""
        with self._interruptible(partial(self.rig.hold, buttons, seconds)):
            super().hold(buttons, seconds)

    @contextmanager
    def _interruptible(self, press: Callable[[], None]) -> Iterator[None]:
        self.pending = press
        began = time.monotonic()
        if self.before is not None:
            self.before()
        yield
        self.pending = None
        self.usual = time.monotonic() - began


@dataclass(frozen=True, slots=True)
class Left:
    """What a machine's store holds after a cut."""

    match: str
    dice: list[tuple[int, ...]]


def told(match: Match | None, rolloff: RollOff | None) -> str:
    """Return a match with its roll-off in words; nothing where there is none."""
    return "" if match is None else to_text(match) + rolloff_text(rolloff)


def left_in(machine: Watched) -> Left:
    """Return what the store holds; raises ``Failed`` when it is damaged or doesn't agree with itself."""
    asked = ASK.format(store=STORE, file=FILE)
    answer = json.loads(machine.run(f"rm -f /run/copy; python3 - <<'END'\n{asked}\nEND", timeout=120))
    expect(answer["verdict"] == "ok", f"integrity_check: {answer['verdict']}")
    expect(not [name for name in answer["files"] if "damaged" in name], f"set aside: {answer['files']}")
    audit = machine.run(f"/opt/servida/current/bin/servida audit --state {STORE}", timeout=200)
    expect(audit.startswith("all agrees"), audit)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        path.write_bytes(machine.read("/run/copy"))
        stored = view(path)
        found = find(stored)
        stored.close()
        with Archive(Path(folder)) as archive:
            played = [each.read() for each in matches(archive)]
    return Left(told(found.match, found.rolloff), dice_of(played))


def come_back(twins: Interrupted, eyes: Eyes, left: Left) -> str:
    """Bring the rig to where the machine is; return how far the press had come; raises ``Failed`` for what is lost."""
    assert twins.rig.app is not None
    shown = eyes.dice
    expect(
        left.dice[: len(shown)] == shown and len(left.dice) <= len(shown) + 1,
        f"on the panel lay {shown[-3:]} at last ({len(shown)}), stored are {left.dice[-3:]} ({len(left.dice)})",
    )
    eyes.dice[:] = left.dice
    outcome = "between presses" if twins.pending is None else "before it was stored"
    if left.match != told(twins.rig.match, twins.rig.app.rolloff):
        expect(twins.pending, f"shown was\n{told(twins.rig.match, twins.rig.app.rolloff)}\nfound was\n{left.match}")
        twins.queue_dice()
        assert twins.pending is not None
        twins.pending()
        now = told(twins.rig.match, twins.rig.app.rolloff)
        expect(left.match == now, f"shown was, or would have been\n{now}\nfound was\n{left.match}")
        outcome = "after it was stored"
    twins.pending = None
    twins.rig.cut_power()
    twins.rig.restore_power()
    twins.rig.settle()
    return outcome


def started(machine: Watched, eyes: Eyes) -> Image:
    """Wait until the console has started, and return the picture then on the panel."""
    eyes.panel.reset()
    state = "until [ $(systemctl show -P ActiveState servida) = active ]; do sleep 1; done"
    machine.run(state, timeout=START)
    picture = eyes.look(quiet=3, timeout=START)
    expect(eyes.panel.on, f"the panel is dark; {machine.run('journalctl -b -u servida --no-pager -o cat | tail -3')}")
    return picture


def play_until_cut(twins: Interrupted, machine: Watched, chance: Random) -> None:
    """Play on until the plug is pulled, at a moment of chance; when the match is over, begin another."""
    left, share = chance.randint(1, MOST), chance.uniform(0, LATER)

    def count() -> None:
        nonlocal left
        left -= 1
        if not left:
            threading.Timer(share * twins.usual, machine.kill).start()

    twins.before = count
    try:
        while True:
            if twins.match is not None and twins.match.outcome is not None and not twins.tie:
                twins.tap("roll")
            press_on(twins, chance)
            expect(not twins.differences, "\n".join(twins.differences))
    except (MachineError, OSError):
        if not machine.pulled:
            raise
    finally:
        twins.before = None
        machine.cut()


def pull_the_plug(cuts: int, seed: int) -> str:
    """After each of so many cuts the store holds all that was shown, and the match goes on."""
    chance = Random(seed)
    disk = branch(OUT / "disk.raw", "cuts-kill")
    moments: Counter[str] = Counter()
    replayed = 0
    machine = Watched(disk, OUT / "cuts-kill.log")
    eyes = Eyes(machine)
    with tempfile.TemporaryDirectory() as folder, ConsoleRig(state=Path(folder)) as rig:
        twins = Interrupted(eyes, rig, Path(folder))
        for number in range(cuts + 1):
            with machine:
                picture = started(machine, eyes)
                if number:
                    moments[come_back(twins, eyes, left_in(machine))] += 1
                    replayed += "recovery complete" in machine.run("dmesg | grep recovery", check=False)
                twins.compare(picture, f"after cut {number}")
                expect(not twins.differences, "\n".join(twins.differences))
                print(f"     cut {number}: {dict(moments)}, {len(eyes.dice)} dice seen", flush=True)  # noqa: T201  for a person
                if number < cuts:
                    play_until_cut(twins, machine, chance)
            for sent in machine.sent():
                eyes.see(sent)
    return (
        f"{cuts} cuts ({', '.join(f'{count} {moment}' for moment, count in sorted(moments.items()))}), {replayed} with "
        f"a journal to replay; {twins.presses} presses, {twins.compared} pictures compared, {len(eyes.dice)} positions "
        f"of dice seen on the panel: all stored, in their order"
    )
