"""What a service manager is told: that the console runs, and again and again that it is still alive.

Systemd's protocol (sd_notify(3)): datagrams to the socket that ``$NOTIFY_SOCKET`` names. It may be unset, as when a
person starts the console, or in a container (patroni#3605): then nobody is told. It owns no clock: the loop that
proves that the console is alive calls it, never a timer of its own.
"""

from __future__ import annotations

import os
from math import inf
from typing import TYPE_CHECKING

from servida.device.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Mapping


class Supervisor:
    """The service manager of an environment; raises ``DeviceError`` for a watchdog interval that is no number.

    ``every`` is the number of seconds after which it must hear again that the console is alive: half of what its
    watchdog allows, as sd_watchdog_enabled(3) advises; ``inf`` without one.
    """

    def __init__(self, environment: Mapping[str, str], process: int | None = None) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self.every = _interval(environment, os.getpid() if process is None else process) / 2
        self._due = -inf if self.every < inf else inf

    def ready(self) -> None:
        """Tell that the console runs."""
        self._tell("READY=1")

    def alive(self, now: float) -> float:
        """Tell that the console is alive, when that is due at ``now`` (seconds); return when it is due again."""
        if now >= self._due:
            self._tell("WATCHDOG=1")
            self._due = now + self.every
        return self._due

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        import socket  # noqa: PLC0415  not before the panel is lit

        # A name of the abstract namespace is written with @ for its leading zero.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
                channel.sendto(state.encode(), address)
        except OSError as error:
            raise DeviceError(
                f"NOTIFY_SOCKET={self._address}: {error.strerror}; expected a service manager that listens"
            ) from error


def _interval(environment: Mapping[str, str], process: int) -> float:
    """Return the seconds that the watchdog allows this process; ``inf`` when none watches it."""
    if environment.get("WATCHDOG_PID", str(process)) != str(process):
        return inf
    text = environment.get("WATCHDOG_USEC", "")
    if not text:
        return inf
    if not text.isdecimal() or not int(text):
        raise DeviceError(f"WATCHDOG_USEC={text}: expected a whole number of microseconds above 0")
    return int(text) / 1_000_000
