"""What is checked in the PC: the installation, a whole match, the dice, the idle console, and how it comes back.

Each function is one check: it returns what was seen, or raises ``Failed`` with that.
"""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from autoplay import press_on
from hands import STORE, Twins
from report import expect

if TYPE_CHECKING:
    from hands import Hands

RESTART = 90.0
"""Seconds allowed until the service is there again, in an emulated machine beside others; the watchdog's are 30."""

DARK = 400.0
"""Seconds after which the panel is dark for certain; the console's own are 300 (``servida.toml``, dark_after)."""

IDLE = 60
MOST_SWITCHES = 10
"""Context switches of the idle console allowed in ``IDLE`` seconds (issue 8)."""

THREADS = "grep -H ctxt_switches /proc/{pid}/task/*/status"


def main_pid(hands: Hands) -> int:
    """Return the number of the console's process, 0 while there is none."""
    return int(hands.machine.run("systemctl show -P MainPID servida"))


def installed(hands: Hands) -> str:
    """The installer, run again in the machine, finds nothing to change."""
    out = hands.machine.run("cd /home/pi/servida && firmware/deploy/install.sh", timeout=300)
    expect(out.endswith("is installed") and out.startswith("nothing to change"), out)
    return out


def started(hands: Hands) -> str:
    """The unit is active and watched, and nothing in the machine has failed."""
    machine = hands.machine
    deadline = time.monotonic() + RESTART
    while (state := machine.run("systemctl show -P ActiveState,SubState servida", check=False)) != "active\nrunning":
        expect(time.monotonic() < deadline, state + machine.run("journalctl -b -u servida --no-pager | tail -5"))
        time.sleep(1)
    failed = machine.run("systemctl --failed --plain --no-legend")
    expect(not failed, failed)
    restarts = machine.run("systemctl show -P NRestarts servida")
    expect(restarts == "0", f"it was started again {restarts} times")
    exposure = machine.run("systemd-analyze security --no-pager servida | tail -1")
    log = machine.run("journalctl -b -u servida --no-pager -o cat | grep -v systemd || true")
    expect("pins by" not in log, log)
    return f"Type={machine.run('systemctl show -P Type servida')}; {exposure.strip('→ ')}"


def first_presses(twins: Twins) -> str:
    """The picture after the start, and those on the way to the first roll, are the rig's."""
    twins.compare(twins.hands.look(quiet=3), "at the start")
    twins.tap("roll", "roll", "roll")
    expect(not twins.differences, "\n".join(twins.differences))
    return f"{twins.compared} pictures, {twins.hands.writes} writes and {twins.hands.size} bytes decoded"


def _play(twins: Twins, chance: Random, presses: int) -> str:
    began, before, compared = time.monotonic(), twins.presses, twins.compared
    while twins.match is None or twins.match.outcome is None or twins.tie:
        press_on(twins, chance)  # type: ignore[arg-type]  # all that it asks of a rig
        expect(not twins.differences, "\n".join(twins.differences))
        if twins.presses >= before + presses and twins.screen in ("dice", "handover"):
            break
    return (
        f"{twins.presses - before} presses, {twins.compared - compared} pictures, all the rig's, in "
        f"{time.monotonic() - began:.0f} s"
    )


def some_match(twins: Twins) -> str:
    """The first turns of a match by pulls of the lines: every picture at rest is the rig's."""
    return _play(twins, Random(8), 30)


def whole_match(twins: Twins) -> str:
    """The match comes to its end: every picture at rest is the rig's."""
    seen = _play(twins, Random(9), 1000)
    expect(twins.match is not None and twins.match.outcome is not None, f"no end; {seen}")
    return f"{seen}; winner {twins.rig.winner}; {len(twins.hands.rolls())} rolls"


def dice_of_the_device(hands: Hands) -> str:
    """All rolls came from /dev/hwrng, and the kernel says which generator is behind it."""
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


def idle(twins: Twins) -> str:
    """The console that was left alone until its panel went dark is hardly ever on a processor."""
    hands = twins.hands
    began = time.monotonic()
    while hands.panel.on:
        expect(time.monotonic() < began + DARK, f"the panel was still lit after {DARK} s")
        hands.machine.run("sleep 5")
        hands.look(quiet=2, timeout=120)
    before = _switches(hands)
    hands.machine.run(f"sleep {IDLE}", timeout=IDLE + 60)
    moved = _switches(hands) - before
    twins.rig.advance(time.monotonic() - began)
    sent = len(hands.machine.wire(0.1))
    seen = f"{moved.total()} context switches in {IDLE} s and {sent} writes to the panel: {dict(moved)}"
    expect(moved.total() <= MOST_SWITCHES, seen)
    return seen


def comes_back(twins: Twins, signal: str) -> str:
    """A console that got this signal in a match is started again, and shows the match as the rig does after a cut."""
    hands = twins.hands
    pid, restarts = main_pid(hands), int(hands.machine.run("systemctl show -P NRestarts servida"))
    hands.look()
    began = time.monotonic()
    hands.machine.run(f"kill -{signal} {pid}")
    while main_pid(hands) in (0, pid) or hands.machine.run("systemctl show -P ActiveState servida") != "active":
        expect(time.monotonic() - began < RESTART, f"not there again after {RESTART} s")
        time.sleep(0.5)
    took = time.monotonic() - began
    after = int(hands.machine.run("systemctl show -P NRestarts servida"))
    expect(after == restarts + 1, f"{after - restarts} restarts")
    hands.panel.reset()
    picture = hands.look(quiet=3, timeout=RESTART)
    twins.rig.cut_power()
    twins.rig.restore_power()
    twins.rig.settle()
    before = len(twins.differences)
    twins.compare(picture, f"after {signal}")
    expect(len(twins.differences) == before, twins.differences[-1] if twins.differences else "")
    why = hands.machine.run(
        "journalctl -b -u servida --no-pager -o cat | grep -iE 'watchdog|killed|dump|signal' | tail -1", check=False
    )
    expect(twins.rig.match is not None and twins.rig.match.outcome is None, "there was no match to go on with")
    return f"active again after {took:.0f} s, the match goes on, picture the same; systemd: {why}"


def storage_full(twins: Twins) -> str:
    """With no byte left the console plays on; with room again it stores."""
    hands = twins.hands
    hands.machine.run(f"dd if=/dev/zero of={STORE}/filler bs=1M status=none; sync", check=False, timeout=300)
    free = hands.machine.run(f"df --output=avail {STORE} | tail -1")
    pid = main_pid(hands)
    hands.tap("roll")
    expect(main_pid(hands) == pid, "the console ended")
    said = hands.machine.run("journalctl -b -u servida --no-pager -o cat | tail -3", check=False)
    hands.machine.run(f"rm {STORE}/filler")
    return f"{free} KiB free: the same process goes on; log: {said}"


def root_read_only(hands: Hands) -> str:
    """With the root read-only the service starts and the panel lights; what it says of it is in the journal."""
    machine = hands.machine
    machine.run("systemctl stop servida && journalctl --relinquish-var && sync && mount -o remount,ro /")
    machine.run("systemctl start servida", timeout=300)
    hands.panel.reset()
    picture = hands.look(quiet=2, timeout=RESTART)
    expect(hands.panel.on and picture.getbbox(), "the panel is dark")
    expect("ro" in machine.run("findmnt -no OPTIONS /").split(","), "the root is writable")
    said = machine.run("journalctl -b -u servida --no-pager -o cat | grep -v systemd | tail -3")
    return f"active, the panel is lit; log: {said}"
