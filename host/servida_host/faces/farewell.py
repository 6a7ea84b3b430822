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
    kept = "the match is" if rig.match is not None and rig.match.outcome is None else "all is"
    return f"servida: {kept} kept; go on with: servida sim --state {shlex.quote(str(folder))}"
