"""What a person is told after a face has gone: what became of the match, and how to go on."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from servida_host.console_rig import ConsoleRig


def farewell(rig: ConsoleRig) -> str:
    """Return the line for a rig that is about to be closed."""
    folder = rig.state
    if folder is None:
        return "servida: nothing was kept; with --state DIR a match can be gone on with later"
    on = f"go on with: servida sim --state {shlex.quote(str(folder))}"
    if rig.app is not None and rig.app.fault:
        return f"servida: the last moves may not be kept: {rig.app.fault}; {on}"
    if rig.app is None:
        return f"servida: all that was on the panel when the power went is kept; {on}"
    kept = "the match is" if rig.match is not None and rig.match.outcome is None else "all is"
    return f"servida: {kept} kept; {on}"
