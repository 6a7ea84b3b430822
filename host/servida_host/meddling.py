"""What is done to a device besides fingers: dice, faults and their ends, on the rig.

Scripts and the page's side panel do it by this. It knows the rig's verbs; it must not know time, scripts or pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from servida_host.steps import Bounce, Chatter, Dice, Fault, Stick, Unstick

if TYPE_CHECKING:
    from servida_host.console_rig import ConsoleRig

Meddling: TypeAlias = Dice | Fault | Stick | Unstick | Chatter | Bounce


def meddle(rig: ConsoleRig, deed: Meddling) -> None:
    """Do it; what is so already stays as it is."""
    match deed:
        case Dice(faces):
            rig.dice(*faces)
        case Stick(button):
            rig.stick(button)
        case Unstick(button):
            rig.unstick(button)
        case Chatter(button, seconds):
            rig.chatter(button, seconds)
        case Bounce(seconds):
            rig.bounce = seconds
        case Fault():
            _strike(rig, deed)
        case _:
            assert_never(deed)


def _strike(rig: ConsoleRig, fault: Fault) -> None:
    match fault:
        case Fault.UNPLUG_OLED:
            if rig.plugged:
                rig.unplug()
        case Fault.PLUG_OLED:
            if not rig.plugged:
                rig.plug()
        case Fault.STALL_RNG:
            rig.stall_rng()
        case Fault.FREE_RNG:
            rig.free_rng()
        case Fault.CUT_POWER:
            rig.cut_power()
        case Fault.RESTORE_POWER:
            rig.restore_power()
        case _:
            assert_never(fault)
