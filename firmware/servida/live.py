"""The live console: opens its devices around a display that is lit already, and closes them.

Whatever is slow to load (gpiozero, sqlite3, the screens) is loaded with this module, so ``run`` imports it after the
panel shows something. It owns no clock.
"""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING

from servida import __version__
from servida.console import Console
from servida.device.buttons import Buttons
from servida.device.entropy import Dice, HwRng, KernelRng
from servida.device.errors import DeviceError
from servida.device.kernel import SYS, free_space, generator, serial
from servida.device.machine import open_pins
from servida.device.pool import Pool
from servida.device.power import Switch
from servida.device.store import Store
from servida.device.threaded import ThreadedDisplay
from servida.strategist import Adviser
from servida.ui.events import Described
from servida.ui.keypad import Button

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from servida.config import Loaded
    from servida.device.display import Display


@contextmanager
def console_over(
    display: Display, folder: Path, loaded: Loaded, wake: Callable[[], None], clock: Callable[[], float]
) -> Iterator[Console]:
    """Give the console with its devices open, as configured; the match that the folder holds goes on.

    ``wake`` is called, from any thread, when the console must be stepped; ``clock`` gives seconds. Raises
    ``DeviceError`` on a machine without pins; the panel is then dark again.
    """
    with ExitStack() as devices:
        glass = devices.enter_context(closing(ThreadedDisplay(display, clock, wake)))
        # Early: the start-up tests of the dice run while all else is opened.
        pool = devices.enter_context(closing(Pool(HwRng(deadline=None))))
        store = devices.enter_context(closing(Store(folder)))
        saved = store.load()
        if saved.fault:
            print(f"servida: {saved.fault}", file=sys.stderr)  # noqa: T201  systemd's journal
        try:
            pins = {button: loaded.config.pins[button.value] for button in Button}
            buttons = devices.enter_context(closing(Buttons(pins, open_pins(folder), wake)))
        except DeviceError:
            # A splash that stays would promise a game.
            glass.set_light(0, on=False, now=clock())
            raise
        yield Console(
            saved,
            saved.settings or loaded.config.settings,
            buttons=buttons,
            glass=glass,
            dice=Dice(pool, KernelRng()),
            store=store,
            strategist=Adviser(folder),
            describe=lambda: Described(__version__, generator(SYS) or "", serial(SYS) or "", free_space(folder)),
            power_off=Switch(display, os.environ).off,
            now=clock(),
            notices=loaded.faults,
        )
