"""Serves a rig's page on this computer until it is interrupted: port, address, browser and farewell."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn

from servida.command import UsageError
from servida_host.faces.farewell import farewell
from servida_host.faces.web.app import Pages
from servida_host.faces.web.browser import open_browser
from servida_host.faces.web.messages import LARGEST
from servida_host.faces.web.session import Session
from servida_host.faces.web.token import token_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from servida_host.console_rig import ConsoleRig

LOOPBACK = "127.0.0.1"

PORT = 8017
"""The port unless it is taken; none that a well-known program listens on."""

PATIENCE = 1
"""Seconds that pages have to say good-bye."""


def run(rig: ConsoleRig, hz: int, *, speed: float = 1.0, port: int | None = None, browser: bool = True) -> int:
    """Serve until interrupted, and return the exit status; raises UsageError for a port that can't be had.

    ``hz`` is the bus clock to reckon with, ``speed`` how many virtual seconds pass in a real one. Without a ``port``
    it is ``PORT``, or any that is free.
    """
    token = token_of(rig.state)
    with bound(port) as listening:
        number = listening.getsockname()[1]
        address = f"http://{LOOPBACK}:{number}/?token={token}"
        sys.stdout.write(f"Servida is at {address}\nCtrl+C ends it.\n")
        sys.stdout.flush()
        if browser:
            open_browser(address)
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            # None is raised where the interrupt is ignored, as in what a script's shell put into the background;
            # uvicorn has ended all the same.
            with suppress(KeyboardInterrupt):
                asyncio.run(serve(rig, hz, speed, listening, token))
            sys.stdout.write(farewell(rig) + "\n")
        finally:
            signal.signal(signal.SIGTERM, before)
    return 0


def bound(port: int | None) -> socket.socket:
    """Return a listening socket; raises UsageError for a port that is taken or that this user may not have."""
    if port is None:
        try:
            return _listening(PORT)
        except OSError:
            return _listening(0)
    try:
        return _listening(port)
    except OSError as error:
        raise UsageError(
            f"--port {port}: {error.strerror}; name another, or leave it out for one that is free"
        ) from error


def _listening(port: int) -> socket.socket:
    # Said to be TCP, so that asyncio lets it send small messages at once; else a picture may wait 40 ms for the one
    # before to be acknowledged.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # A port whose connections have just closed can be had again; one that is listened at can't.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((LOOPBACK, port))
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


async def serve(rig: ConsoleRig, hz: int, speed: float, listening: socket.socket, token: str) -> None:
    """Serve the rig on this socket until a signal ends it."""
    session = Session(rig, speed=speed)
    app = Pages(session, hz).behind_guard(listening.getsockname()[1], token)
    async with asyncio.TaskGroup() as group:
        # An error of the console's ends the server, and is seen, instead of a page that stands still.
        following = group.create_task(session.follow())
        await server(app).serve([listening])
        following.cancel()


def server(app: ASGIApp) -> uvicorn.Server:
    """Return the server of an application; it says nothing unless something is wrong."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            ws="websockets-sansio",
            ws_max_size=LARGEST,
            ws_per_message_deflate=False,
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=PATIENCE,
        )
    )
