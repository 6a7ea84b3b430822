"""Whether a browser can open here, and opening it."""

from __future__ import annotations

import sys
import webbrowser
from threading import Thread
from typing import TYPE_CHECKING

from servida.command import complain

if TYPE_CHECKING:
    from collections.abc import Mapping

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""What the environment of a Linux program names when a browser can open: a screen, or a browser of one's own."""


def can_open(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a browser with a screen is to be expected; one in the terminal can't show the page."""
    if platform.startswith("linux") and not any(environment.get(name) for name in SCREENS):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def open_browser(address: str) -> None:
    """Begin to open the address; what comes of it is said when it failed.

    In a thread that nobody waits for: some browsers come back when they are closed.
    """
    Thread(target=_open, args=(address,), name="browser", daemon=True).start()


def _open(address: str) -> None:
    if not webbrowser.open(address):
        complain("no browser could be opened; open the address yourself")
