"""Switching the computer off, by a wish that systemd grants, and what the panel says when it is off.

The service may not switch off by itself: it is no root, polkit and the system bus are missing on a lean system or
early in the boot, and a special exit status would be taken for a crash by ``Restart=always``. So it leaves a file in
its runtime folder, for which ``firmware/deploy/servida-poweroff.path`` waits, and goes on until it is ended. A console
that a person started asks systemd as that person.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from servida.device.errors import DeviceError
from servida.device.farewell import leave
from servida.device.machine import bus_node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL import Image

    from servida.device.display import Display

VARIABLE = "RUNTIME_DIRECTORY"
"""Where systemd says which folder is the service's own (systemd.exec(5))."""

WISH = "power-off"

COMMAND = ("systemctl", "poweroff")


class Switch:
    """The switch of the computer that ``display`` hangs on, in a process with this environment."""

    def __init__(self, display: Display, environment: Mapping[str, str], *, command: tuple[str, ...] = COMMAND) -> None:
        self._display = display
        self._folder = environment.get(VARIABLE, "").split(":")[0]
        self._command = command

    def off(self, farewell: Image.Image) -> bool:
        """Have the computer switched off, and the picture shown when that is done; return whether it is done already.

        It never is: this process runs. Raises ``DeviceError`` when the system refuses.
        """
        if self._folder:
            self._wish(Path(self._folder), farewell)
        else:
            self._ask()
        return False

    def _wish(self, folder: Path, farewell: Image.Image) -> None:
        try:
            leave(folder, bus_node(), self._display.address, self._display.payloads(farewell))
            (folder / WISH).touch()
        except OSError as error:
            raise DeviceError(f"switching off: {folder}: {error.strerror}; expected a folder to write in") from error

    def _ask(self) -> None:
        import subprocess  # noqa: PLC0415  not before the panel is lit

        try:
            subprocess.run(self._command, check=True, capture_output=True)  # noqa: S603  a constant command
        except (OSError, subprocess.CalledProcessError) as error:
            raise DeviceError(f"switching off: {' '.join(self._command)} failed: {error}") from error
