"""What is checked in a PC that nobody wishes ill: the installation, a whole match, the dice, the idle console.

Each function is one check: it returns what was seen, or raises ``Failed`` with that.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from autoplay import HOLDS, press_on
from install import COMMAND, DARK, INSTALLED
from report import expect
from servida.ui.grid import column_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from hands import Hands, Twins

RESTART = 60.0
"""Seconds of the machine's clock allowed until the service is there again; the watchdog's are 30."""

CARD = f"dark_after = {DARK}\n"
"""What the ``servida.toml`` on the machine's card says."""

LIT = 50
"""Seconds of the first minute that are looked at: after it the console dims."""

IDLE = 60
MOST_SWITCHES = 10
"""Context switches of the idle console allowed in ``IDLE`` seconds (issue 8)."""

MOST_EXPOSED = 1.5
"""Of the figure that ``systemd-analyze security`` gives (issue 8)."""

FEW, ANY, MANY = 12, 40, 500
"""Presses of a few turns, those of a match that lead anywhere, and those after which it would have ended."""

THREADS = "grep -H ctxt_switches /proc/{pid}/task/*/status"


def main_pid(hands: Hands) -> int:
    """Return the number of the console's process, 0 while there is none."""
    return int(hands.machine.run("systemctl show -P MainPID servida"))


def first_run(twins: Twins) -> str:
    """The installer has installed all at its first run, when this disk was made (``install``)."""
    del twins
    told = json.loads(INSTALLED.read_text(encoding="utf-8"))
    steps = told["said"].splitlines()
    expect("run release 1" in steps and steps[-1].endswith("and the panel lights up"), told["said"])
    return f"{COMMAND}: {len(steps)} lines in {told['seconds']:.0f} s of an unpaced machine, at last: {steps[-1]}"


def installed(twins: Twins) -> str:
    """The installer, run again in the machine, finds nothing to change."""
    out = twins.hands.machine.run(f"runuser -l pi -c 'cd servida && {COMMAND}'", timeout=300)
    expect(out.endswith("is installed") and out.startswith("nothing to change"), out)
    return out


def started(twins: Twins) -> str:
    """The unit is active at its first start, its pins are those of our factory, and nothing has failed."""
    machine = twins.hands.machine
    deadline = machine.uptime() + RESTART
    while (state := machine.run("systemctl show -P ActiveState,SubState servida", check=False)) != "active\nrunning":
        expect(machine.uptime() < deadline, state + machine.run("journalctl -b -u servida --no-pager | tail -5"))
        time.sleep(1)
    failed = machine.run("systemctl --failed --plain --no-legend")
    expect(not failed, failed)
    restarts = machine.run("systemctl show -P NRestarts servida")
    expect(restarts == "0", f"it was started again {restarts} times")
    log = machine.run("journalctl -b -u servida --no-pager -o cat | grep -v systemd || true")
    expect("pins by" not in log, log)
    return f"Type={machine.run('systemctl show -P Type servida')}, {restarts} restarts, no failed unit"


def hardened(twins: Twins) -> str:
    """What systemd thinks of the unit's exposure, as installed."""
    exposure = twins.hands.machine.run("systemd-analyze security --no-pager servida | tail -1").strip("→ ")
    figure = re.search(r": ([0-9.]+) ", exposure)
    expect(figure is not None and float(figure[1]) <= MOST_EXPOSED, exposure)
    return exposure


def first_presses(twins: Twins) -> str:
    """The picture after the start, and those on the way to the first roll, are the rig's."""
    twins.compare(twins.hands.look(quiet=3), "at the start")
    twins.tap("roll", "roll", "roll")
    expect(not twins.differences, "\n".join(twins.differences))
    return f"{twins.compared} pictures, {twins.hands.writes} writes and {twins.hands.size} bytes decoded"


def _hurry(twins: Twins, chance: Random) -> None:
    """Press what leads to the end of a match soonest: each first roll is entered in an open line."""
    match twins.screen:
        case "dice":
            twins.hold("roll", 0.9)
        case "lines":
            assert twins.match is not None
            sheet = twins.match.sheets[twins.match.mover]
            columns = (column_lines(number, sheet.lines) for number in range(len(HOLDS)))
            useful = [key for key, lines in zip(HOLDS, columns, strict=True) if set(lines) & set(sheet.open)]
            twins.tap(chance.choice(useful), "roll")
            if twins.screen == "lines":
                twins.tap("roll")
        case "handover":
            twins.tap("roll")
        case _:
            press_on(twins, chance)


def _play(twins: Twins, press: Callable[[Twins], None], until: Callable[[], bool]) -> str:
    """Press until the match has ended or so that is true; return what was seen."""
    began, before, compared = time.monotonic(), twins.presses, twins.compared
    while (twins.match is None or twins.match.outcome is None or twins.tie) and not until():
        press(twins)
        expect(not twins.differences, "\n".join(twins.differences))
    return (
        f"{twins.presses - before} presses, {twins.compared - compared} pictures, all the rig's, in "
        f"{time.monotonic() - began:.0f} s"
    )


def some_match(twins: Twins) -> str:
    """Some turns of a match by pulls of the lines: every picture at rest is the rig's."""
    twins.compare(twins.hands.look(quiet=3), "at the start")
    chance = Random(8)
    return _play(
        twins,
        lambda rig: press_on(rig, chance),
        lambda: twins.presses >= FEW and twins.screen in ("dice", "handover"),
    )


def whole_match(twins: Twins) -> str:
    """A match comes to its end, some turns by any presses, the others soon: every picture at rest is the rig's."""
    chance = Random(9)

    def press(rig: Twins) -> None:
        if rig.presses < ANY:
            press_on(rig, chance)
        else:
            _hurry(rig, chance)

    seen = _play(twins, press, lambda: twins.presses > MANY)
    expect(twins.match is not None and twins.match.outcome is not None, f"no end; {seen}; on {twins.screen}")
    return f"{seen}; winner {twins.rig.winner}; {len(twins.hands.rolls())} rolls"


def dice_of_the_device(twins: Twins) -> str:
    """All rolls came from /dev/hwrng, and the kernel says which generator is behind it."""
    hands = twins.hands
    rolls = hands.rolls()
    expect(rolls, "no roll was stored")
    sources = {(roll.source, roll.substitute) for roll in rolls}
    expect(sources == {("hwrng", False)}, str(sources))
    behind = hands.machine.run("cat /sys/class/misc/hw_random/rng_current")
    return f"{len(rolls)} rolls, {sum(len(roll.faces) for roll in rolls)} dice, all from /dev/hwrng, which is {behind}"


def _switches(hands: Hands) -> Counter[str]:
    """Return the context switches of each thread, voluntary and not, so far."""
    counts: Counter[str] = Counter()
    for line in hands.machine.run(THREADS.format(pid=main_pid(hands))).splitlines():
        path, kind, number = line.split(":")
        counts[f"{kind.removesuffix('_ctxt_switches')} of {path.split('/')[4]}"] = int(number)
    return counts


def _slept(hands: Hands, seconds: int) -> tuple[int, str]:
    """Leave the console alone for so long; return its context switches and what to tell of them."""
    hands.machine.wire(0.1, IDLE)
    before = _switches(hands)
    hands.machine.run(f"sleep {seconds}", timeout=seconds + 60)
    moved = _switches(hands) - before
    sent = len(hands.machine.wire(0.1, IDLE))
    each = ", ".join(f"{number} {kind}" for kind, number in sorted(moved.items()))
    return moved.total(), f"{moved.total()} context switches in {seconds} s ({each}), {sent} writes to the panel"


def idle_lit(twins: Twins) -> str:
    """The console that waits for a press, in the minute after the last one, is hardly ever on a processor."""
    twins.hands.look(quiet=3)
    count, seen = _slept(twins.hands, LIT)
    expect(count <= MOST_SWITCHES and twins.hands.panel.on, seen)
    return seen


def idle_dimmed(twins: Twins) -> str:
    """What the dimmed console does, whose picture wanders: it is not idle, it draws."""
    twins.hands.machine.run("sleep 15")
    _, seen = _slept(twins.hands, IDLE)
    return f"{seen}: two pictures and two refreshes, and every write waits for the bus"


def idle_dark(twins: Twins) -> str:
    """The console that was left alone until its panel went dark is hardly ever on a processor."""
    hands = twins.hands
    until = hands.machine.uptime() + DARK + IDLE
    while hands.panel.on:
        expect(hands.machine.uptime() < until, f"the panel was still lit after {DARK + IDLE} s")
        hands.machine.run("sleep 5")
        hands.look(quiet=1)
    count, seen = _slept(hands, IDLE)
    expect(count <= MOST_SWITCHES, seen)
    return seen
