"""One thread that waits for the edges of all lines, asleep in the kernel until there is one.

It knows file descriptors and whom to call, no pins: whoever watches one reads it empty when called. A thread of its
own because gpiozero's callbacks have no other to run in; one for all because each costs a stack.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class EdgeReader:
    """Calls, in its thread, what belongs to a file descriptor whenever that one has something to read.

    The thread begins with the first descriptor. All methods may be called from any thread, also from a callback.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[int, Callable[[], None]] = {}
        self._alarm = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._thread: threading.Thread | None = None
        self._closed = False

    def watch(self, fd: int, read: Callable[[], None]) -> None:
        """Call ``read`` from now on when the descriptor is readable."""
        with self._lock:
            self._watched[fd] = read
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="gpio-edges", daemon=True)
                self._thread.start()
        self._wake()

    def forget(self, fd: int) -> None:
        """Call nothing for this descriptor any more; one that isn't watched is no error."""
        with self._lock:
            known = self._watched.pop(fd, None) is not None
        if known:
            self._wake()

    def close(self) -> None:
        """End the thread and wait for it, unless this is a callback in it; may be called twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._watched.clear()
            thread = self._thread
        self._wake()
        if thread is None:
            os.close(self._alarm)
        elif thread is not threading.current_thread():
            thread.join()

    def _wake(self) -> None:
        os.eventfd_write(self._alarm, 1)

    def _run(self) -> None:
        while True:
            with self._lock:
                if self._closed:
                    break
                watched = dict(self._watched)
            poll = select.poll()
            poll.register(self._alarm, select.POLLIN)
            for fd in watched:
                poll.register(fd, select.POLLIN)
            self._serve(poll)
        os.close(self._alarm)

    def _serve(self, poll: select.poll) -> None:
        """Serve all edges until what is watched changes."""
        while True:
            ready = poll.poll()
            for fd, _ in ready:
                if fd == self._alarm:
                    os.eventfd_read(self._alarm)
                    return
            for fd, happened in ready:
                with self._lock:
                    read = self._watched.get(fd)
                    if read is not None and not happened & select.POLLIN:
                        # The chip is gone: the descriptor would say so again at once, for ever.
                        del self._watched[fd]
                if read is None:
                    continue
                try:
                    read()
                except Exception:  # noqa: BLE001  a program's own callback: as loud as in a thread of its own
                    threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
                if not happened & select.POLLIN:
                    return
