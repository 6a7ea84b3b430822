"""What a face says when it is left: what is kept, and how to go on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from servida.rules import preset
from servida_host.console_rig import ConsoleRig
from servida_host.faces.farewell import farewell

if TYPE_CHECKING:
    from pathlib import Path


def test_the_farewell_says_how_to_go_on(rig: ConsoleRig, tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert farewell(rig) == (f"servida: the match is kept; go on with: servida sim --state {state}")


def test_the_farewell_quotes_a_folder_for_the_shell(tmp_path: Path) -> None:
    with ConsoleRig(state=tmp_path / "my games", rules=preset("table")) as rig:
        assert farewell(rig).endswith(f"all is kept; go on with: servida sim --state '{tmp_path}/my games'")


def test_the_farewell_after_a_power_cut(rig: ConsoleRig) -> None:
    rig.cut_power()
    assert farewell(rig).startswith("servida: all that was on the panel when the power went is kept; go on with: ")


def test_the_farewell_while_the_store_has_a_fault(rig: ConsoleRig) -> None:
    assert rig.console is not None
    rig.console.app = replace(rig.console.app, fault="no room")
    assert farewell(rig).startswith("servida: the last moves may not be kept: no room; go on with: ")


def test_the_farewell_without_a_folder() -> None:
    with ConsoleRig(players=("Ana",)) as rig:
        assert farewell(rig) == "servida: nothing was kept; with --state DIR a match can be gone on with later"
