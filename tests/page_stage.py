"""A served device in a thread of its own, for tests with a browser, which block: its time passes when a test says so.

A click is then a tap however slow browser and computer are, and a hold lasts exactly as long as the test lets it.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from page_desk import TOKEN, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from page_desk import Served
    from servida_host.console_rig import ConsoleRig

T = TypeVar("T")

PATIENCE = 30.0
"""Seconds after which a test gives up; none that passes waits so long."""

PART = 0.5
"""Seconds that pass at once at the most: a longer absence would count as slept through."""

QUIET = 0.1
"""Seconds after which a keypad believes that a finger is gone."""


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Stage:
    """A session that is served, as other threads see it; made in the thread that serves it."""

    def __init__(self, served: Served, clock: Clock) -> None:
        self._session, self._clock = served.session, clock
        self._loop = asyncio.get_running_loop()
        self._moved, self.over = asyncio.Event(), asyncio.Event()
        self._known, self._ended = 0, False
        self.port = served.port
        self.address = f"{served.origin}/?token={TOKEN}"
        self._session.join(self)

    def wake(self) -> None:
        """Be a page that looks on."""
        self._moved.set()

    def ask(self, look: Callable[[ConsoleRig], T]) -> T:
        """Return what is seen on the rig."""

        async def looked() -> T:
            return look(self._session.rig)

        return self._done(looked())

    def picture(self) -> bytes:
        """Return what the panel shows, as ``Image.tobytes`` of mode "1"."""
        return self.ask(lambda rig: rig.frame().tobytes())

    def let_pass(self, seconds: float) -> None:
        """Let virtual time pass, moment by moment; pages are told what holds then."""
        self._done(self._passed(seconds))

    def rest(self) -> None:
        """Let time pass until nothing moves and no contact is listened to."""

        async def rested() -> None:
            rig = self._session.rig
            await self._passed(QUIET)
            while rig.program is not None and rig.program.busy(rig.now):
                await self._passed(QUIET)

        self._done(rested())

    async def _passed(self, seconds: float) -> None:
        left = seconds
        while left > 0:
            wait = self._session.wait
            part = min(left, PART, PART if wait is None else wait + 0.001)
            left -= part
            self._clock.now += part
            self._session.beat()

    def journal(self) -> list[str]:
        """Return the journal's lines so far."""

        async def read() -> list[str]:
            return [entry.text for entry in self._session.journal.since(0)]

        return self._done(read())

    def heard(self, *texts: str) -> None:
        """Wait until the journal has these lines, in this order, after those that were waited for before."""
        self._done(self._hears(texts))

    async def _hears(self, texts: tuple[str, ...]) -> None:
        for text in texts:
            while text not in (new := [entry.text for entry in self._session.journal.since(self._known)]):
                self._moved.clear()
                await self._moved.wait()
            self._known += new.index(text) + 1

    def end(self) -> None:
        """End the server, once."""
        if not self._ended:
            self._ended = True
            self._loop.call_soon_threadsafe(self.over.set)

    def _done(self, work: Coroutine[object, object, T]) -> T:
        async def in_time() -> T:
            async with asyncio.timeout(PATIENCE):
                return await work

        return asyncio.run_coroutine_threadsafe(in_time(), self._loop).result()


@contextmanager
def staged(rig: Callable[[], ConsoleRig]) -> Iterator[Stage]:
    """Serve a rig until the end of the block; it is made in the thread that serves it, to which its store belongs."""
    came: SimpleQueue[Stage | BaseException] = SimpleQueue()

    async def serve() -> None:
        clock = Clock()
        with rig() as made:
            async with serving(made, clock) as served:
                stage = Stage(served, clock)
                came.put(stage)
                await stage.over.wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:
            came.put(error)
            raise

    thread = threading.Thread(target=run, name="stage")
    thread.start()
    stage = came.get(timeout=PATIENCE)
    if isinstance(stage, BaseException):
        raise stage
    try:
        yield stage
    finally:
        stage.end()
        thread.join(PATIENCE)
