"""The addresses of the page: the page itself, its socket, pictures and the session as files.

It joins the session to Starlette; what a page may ask for is told in ``messages.py``, what it is told in ``page.py``.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocketDisconnect

from servida_host.faces.web.drawing import device
from servida_host.faces.web.gif import WHITE, gif, png
from servida_host.faces.web.guard import Guard
from servida_host.faces.web.messages import Refused, Tell, parsed
from servida_host.faces.web.page import Told, refused
from servida_host.record import Unrecordable

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp
    from starlette.websockets import WebSocket

    from servida_host.faces.web.gif import Colour
    from servida_host.faces.web.session import Session

FILES = Path(__file__).parent / "page"
"""Where the page's files are."""

PLACE = "<!-- the device -->"
"""Where the page has the drawn device."""

NOT_TEXT = 1003
"""WebSocket's status for data that can't be accepted (RFC 6455, 7.4.1)."""

MOST_REFUSALS = 20
"""Refusals that wait for a page that does not fetch them; older ones are forgotten."""


class Pages:
    """Serves a session's pages; ``hz`` is the bus clock to reckon with."""

    def __init__(self, session: Session, hz: int) -> None:
        self._session, self._hz = session, hz

    def behind_guard(self, port: int, token: str) -> Guard:
        """Return the application for this port, which asks for the token."""
        guard = Guard(self._routes(), port, token)
        self._cookie = guard.cookie
        self._token = token
        return guard

    def _routes(self) -> ASGIApp:
        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/panel.png", self._panel),
                Route("/session.gif", self._film),
                Route("/session.txt", self._script),
                WebSocketRoute("/ws", self._socket),
                Mount("/static", StaticFiles(directory=FILES)),
            ]
        )

    async def _page(self, _request: Request) -> Response:
        response = HTMLResponse((FILES / "index.html").read_text("utf-8").replace(PLACE, device()))
        response.set_cookie(self._cookie, self._token, httponly=True, samesite="strict", path="/")
        return response

    async def _panel(self, request: Request) -> Response:
        tint = _tint(request)
        if tint is None:
            return _refusal(request)
        return Response(png(self._session.rig.frame(), tint), media_type="image/png")

    async def _film(self, request: Request) -> Response:
        tint, film = _tint(request), self._session.film
        if tint is None:
            return _refusal(request)
        if film is None:
            return PlainTextResponse("servida: no GIF has been recorded yet\n", 404)
        # Not in the loop: a long one takes seconds, in which nothing would move.
        return Response(await asyncio.to_thread(gif, film, tint), media_type="image/gif")

    async def _script(self, _request: Request) -> Response:
        try:
            script = self._session.recording.script()
        except Unrecordable as error:
            return PlainTextResponse(f"servida: {error}\n", 409)
        return PlainTextResponse(script, headers={"Content-Disposition": 'attachment; filename="session.txt"'})

    async def _socket(self, socket: WebSocket) -> None:
        await socket.accept()
        page = _Page(socket, self._session, self._hz)
        await page.run()


class _Page:
    """A socket with a page at its other end."""

    def __init__(self, socket: WebSocket, session: Session, hz: int) -> None:
        self._socket, self._session = socket, session
        self._told = Told(session, hz)
        self._news = asyncio.Event()
        self._refusals: deque[str] = deque(maxlen=MOST_REFUSALS)

    def wake(self) -> None:
        self._news.set()

    async def run(self) -> None:
        """Talk with the page until it goes away."""
        self._session.join(self)
        try:
            async with asyncio.TaskGroup() as group:
                # An error in telling ends listening, too, and is seen.
                telling = group.create_task(self._tell())
                status = await self._listen()
                telling.cancel()
        finally:
            self._session.leave(self)
        if status is not None:
            await self._socket.close(status, "servida: expected JSON text")

    async def _tell(self) -> None:
        with suppress(WebSocketDisconnect):  # it went while it was told something: listening hears of it, too
            while True:
                for message in self._told.news():
                    await self._send(message)
                # After what was done before them.
                while self._refusals:
                    await self._send(refused(self._refusals.popleft()))
                await self._news.wait()
                self._news.clear()

    async def _listen(self) -> int | None:
        """Do what the page asks for until it is gone; return the status with which it must go, if it must."""
        while True:
            sent = await self._socket.receive()
            if sent["type"] == "websocket.disconnect":
                return None
            text = sent.get("text")
            if text is None:
                return NOT_TEXT
            self._answer(text)

    def _answer(self, text: str) -> None:
        try:
            message = parsed(text)
            if isinstance(message, Tell):
                self._told.want(message.what)
                self.wake()
            else:
                self._session.do(self, message)
        except Refused as refusal:
            self._refusals.append(str(refusal))
            self.wake()

    async def _send(self, message: str | bytes) -> None:
        if isinstance(message, str):
            await self._socket.send_text(message)
        else:
            await self._socket.send_bytes(message)


def _tint(request: Request) -> Colour | None:
    """Return the colour that an address names, white without one, ``None`` for what is no colour."""
    name = request.query_params.get("tint")
    if name is None:
        return WHITE
    if not re.fullmatch("[0-9a-fA-F]{6}", name):
        return None
    red, green, blue = bytes.fromhex(name)
    return red, green, blue


def _refusal(request: Request) -> Response:
    tint = ascii(request.query_params["tint"])[:60]
    return PlainTextResponse(f"servida: tint {tint}: expected six hexadecimal digits, as in 7fd4ff\n", 400)
