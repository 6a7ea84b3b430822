"""A display whose bus work is done in a thread of its own, so that reading the buttons never waits for the wire.

A transfer can block its caller for a second (raspberrypi/linux#3064). What is to be shown is left here and taken by the
thread when the bus is free: only the latest picture and the latest light, in the order light, picture. What was
overtaken meanwhile is never sent. The thread retries and checks by itself and sleeps until there is something to do.

The display belongs to the thread from the beginning to the end; nobody else may touch it.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from servida.device.display import Display

PATIENCE = 5.0
"""Seconds that ``close`` waits for the bus: some transfers that time out in the kernel."""

HUNG_AFTER = 10.0
"""Seconds after which a thread that isn't done with its work won't be: the first transfer that times out, after about
one, ends the attempt (a guess with room)."""


class ThreadedDisplay:
    """The glass of a console over a ``display``; every method returns at once.

    ``clock`` gives seconds, and is what the display counts by. ``wake`` is called, in the thread, when an error that
    isn't the panel's ended it; from then on every method, and ``retry_at``, raises that error.
    """

    def __init__(self, display: Display, clock: Callable[[], float], wake: Callable[[], None]) -> None:
        self._display = display
        self._clock = clock
        self._wake = wake
        self._changed = threading.Condition()
        self._picture: Image.Image | None = None
        self._light: tuple[int, bool] | None = None
        self._closing = False
        self._error: Exception | None = None
        self._since: float | None = None
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    @property
    def retry_at(self) -> None:
        """None: the thread knows when."""
        self._raise_error()

    @property
    def check_at(self) -> None:
        """None: the thread knows when."""

    @property
    def hung(self) -> bool:
        """Whether the thread is at one piece of work for so long that it will hardly come back."""
        since = self._since
        return since is not None and self._clock() - since > HUNG_AFTER

    def show(self, image: Image.Image, now: float) -> bool:
        """Leave this picture to be shown instead of any that is still waiting; return whether the panel answered last.

        A picture that doesn't fit is the thread's error: see above.
        """
        del now
        picture = image.copy()
        with self._changed:
            self._raise_error()
            self._picture = picture
            self._changed.notify()
        return not self._display.lost

    def set_light(self, contrast: int, *, on: bool, now: float) -> bool:
        """Leave contrast (0 to 255) and power to be set; return whether the panel answered last."""
        del now
        with self._changed:
            self._raise_error()
            self._light = contrast, on
            self._changed.notify()
        return not self._display.lost

    def retry(self, now: float) -> bool:
        """Do nothing, the thread retries; return whether the panel answered last."""
        del now
        self._raise_error()
        return not self._display.lost

    def check(self, now: float) -> bool:
        """Do nothing, the thread checks; return whether the panel answered last."""
        return self.retry(now)

    def close(self) -> None:
        """Let the thread send what waits, and end it; one that the bus keeps longer is left to the process's end."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(PATIENCE)
        self._raise_error()

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            while self._work():
                pass
        except Exception as error:  # noqa: BLE001  whatever it is, the console's loop gets it
            self._error = error
            self._wake()

    def _work(self) -> bool:
        """Wait for something to do and do it; return whether there can be more."""
        with self._changed:
            self._changed.wait_for(self._waiting, self._patience())
            picture, light, closing = self._picture, self._light, self._closing
            self._picture = self._light = None
            self._since = self._clock()
        if light is not None:
            contrast, on = light
            self._display.set_light(contrast, on=on, now=self._clock())
        if picture is not None:
            self._display.show(picture, self._clock())
        if light is None and picture is None and not closing:
            self._look_after()
        self._since = None
        return not closing

    def _waiting(self) -> bool:
        return self._picture is not None or self._light is not None or self._closing

    def _patience(self) -> float | None:
        """Return the seconds until the display wants to be looked after, not less than 0; ``None`` if it doesn't."""
        due = [at for at in (self._display.retry_at, self._display.check_at) if at is not None]
        return max(min(due) - self._clock(), 0.0) if due else None

    def _look_after(self) -> None:
        """Retry a lost display, or check one, when that is due."""
        now = self._clock()
        if self._display.retry_at is not None and now >= self._display.retry_at:
            self._display.retry(now)
        if self._display.check_at is not None and now >= self._display.check_at:
            self._display.check(now)
