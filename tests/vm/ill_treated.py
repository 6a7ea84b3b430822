"""What is checked in a PC that is ill-treated: how the console comes back, and what it does without panel or storage.

Each function is one check, as in ``checks``.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from checks import RESTART, main_pid
from guest.filling import FILLER, fill
from hands import STORE
from report import expect
from servida.device import history

if TYPE_CHECKING:
    from PIL.Image import Image

    from hands import Twins

WHILE_FULL = ("roll", "roll", "roll", "1", "roll", "roll")
AFTERWARDS = ("roll", "roll", "1", "roll", "roll", "roll")
"""Presses that roll and score from any screen of a match."""

MISSING = "/sys/module/servida_pi/parameters/missing"
"""Whether nothing answers on the panel's bus."""


def _as_after_a_cut(twins: Twins, picture: Image, where: str) -> None:
    """The picture is what the rig shows once its power was cut and came again."""
    twins.rig.cut_power()
    twins.rig.restore_power()
    twins.rig.settle()
    before = len(twins.differences)
    twins.compare(picture, where)
    expect(len(twins.differences) == before, "\n".join(twins.differences[before:]))


def comes_back(twins: Twins, signal: str) -> str:
    """A console that got this signal in a match is started again, and shows the match as the rig does after a cut."""
    hands = twins.hands
    pid, restarts = main_pid(hands), int(hands.machine.run("systemctl show -P NRestarts servida"))
    hands.look()
    began = hands.machine.uptime()
    hands.machine.run(f"kill -{signal} {pid}")
    while main_pid(hands) in (0, pid) or hands.machine.run("systemctl show -P ActiveState servida") != "active":
        expect(hands.machine.uptime() - began < RESTART, f"not there again after {RESTART} s")
        time.sleep(0.5)
    took = hands.machine.uptime() - began
    after = int(hands.machine.run("systemctl show -P NRestarts servida"))
    expect(after == restarts + 1, f"{after - restarts} restarts")
    hands.panel.reset()
    picture = hands.look(quiet=3, timeout=RESTART)
    _as_after_a_cut(twins, picture, f"after {signal}")
    why = hands.machine.run(
        "journalctl -b -u servida --no-pager -o cat | grep -iE 'watchdog|killed|dump|signal' | tail -1", check=False
    )
    expect(twins.rig.match is not None and twins.rig.match.outcome is None, "there was no match to go on with")
    return f"active again after {took:.0f} s, the match goes on, picture the same; systemd: {why}"


def panel_missing(twins: Twins) -> str:
    """Started without a panel the console says so and runs; one that is plugged in shows what the rig shows."""
    hands, machine = twins.hands, twins.hands.machine
    hands.look()
    machine.run(f"echo Y >{MISSING} && systemctl restart servida", timeout=RESTART)
    said = machine.run(f"journalctl -b -u servida --no-pager -o cat _PID={main_pid(hands)} | grep -m1 'panel at'")
    machine.run("sleep 3")
    expect(not machine.wire(0.1), "something took what was sent")
    hands.panel.reset()
    began = machine.uptime()
    machine.run(f"echo N >{MISSING}")
    told = machine.wire(2, RESTART)
    for sent in told:
        hands.see(sent)
    expect(hands.panel.on, "the panel that was plugged in stays dark")
    _as_after_a_cut(twins, hands.panel.image, "after the panel came")
    return f"active; journal: {said}; plugged in: spoken to after {told[0].at - began:.1f} s, picture the same"


def storage_full(twins: Twins) -> str:
    """With no byte left the console says SD! and the match goes on; with room again it stores what was missed.

    The rig's store is on a file system of its own, which is filled likewise. Its dice are known only when the machine
    stores again, so it plays after the machine has: the same presses, the same pictures.
    """
    hands, rig = twins.hands, twins.rig
    pid, stored = main_pid(hands), hands.rolls()
    hands.machine.run(f"python3 /opt/vm/filling.py {STORE}", timeout=300)
    free = hands.machine.run(f"df --output=avail {STORE} | tail -1")
    pictures = [hands.tap(button).copy() for button in WHILE_FULL]
    expect(hands.rolls() == stored, "something was stored in a full file system")
    expect(main_pid(hands) == pid, "the console ended")
    hands.machine.run(f"rm {STORE}/filler")
    pictures += [hands.tap(button).copy() for button in AFTERWARDS]
    rolls = hands.rolls()[len(stored) :]
    expect(main_pid(hands) == pid, "the console ended")

    fill(twins.store)
    twins.queue_dice()
    before = len(twins.differences)
    marked = 0
    for number, button in enumerate(WHILE_FULL + AFTERWARDS):
        if number == len(WHILE_FULL):
            (twins.store / FILLER).unlink()
        rig.tap(button)
        twins.compare(pictures[number], f"after {button}, on {rig.screen}, press {number} with a full store")
        marked += number < len(WHILE_FULL) and bool(rig.app and rig.app.fault)
    expect(len(twins.differences) == before, "\n".join(twins.differences[before:]))
    expect(marked, "the rig did not say SD! either")
    expect(rig.app is not None and not rig.app.fault, "the rig still says SD!")
    held = [roll.faces for roll in rolls]
    with history.Archive(twins.store) as archive:
        expect(held and held == [roll.faces for roll in history.rolls(archive)][-len(held) :], f"stored: {held}")
    return (
        f"{free} KiB free: {len(WHILE_FULL)} presses, {marked} pictures with SD!, nothing stored; room again: "
        f"{len(AFTERWARDS)} presses, no SD!, all {len(rolls)} rolls stored; pictures and rolls are the rig's"
    )


def root_read_only(twins: Twins) -> str:
    """With the root read-only the service starts and the panel lights; what it says of it is in the journal."""
    hands = twins.hands
    machine = hands.machine
    machine.run("systemctl stop servida && journalctl --relinquish-var && sync && mount -o remount,ro /")
    machine.run("systemctl start servida", timeout=300)
    hands.panel.reset()
    picture = hands.look(quiet=2, timeout=RESTART)
    expect(hands.panel.on and picture.getbbox(), "the panel is dark")
    expect("ro" in machine.run("findmnt -no OPTIONS /").split(","), "the root is writable")
    said = machine.run("journalctl -b -u servida --no-pager -o cat | grep -v systemd | tail -3")
    return f"active, the panel is lit; log: {said}"
