"""A page's place at the session's server: a real server on a free port, and a client that speaks as a page does."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from servida_host.faces.web.app import Pages
from servida_host.faces.web.serve import bound, server
from servida_host.faces.web.session import Session

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from websockets.asyncio.client import ClientConnection

    from servida_host.console_rig import ConsoleRig

TOKEN = "a-token-that-nobody-guesses"
HZ = 400_000


@dataclass(frozen=True)
class Served:
    """A session that is being served."""

    session: Session
    port: int

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def headers(self, **changed: str | None) -> dict[str, str]:
        """What a page's requests carry; ``None`` leaves one out."""
        headers = {"Host": f"127.0.0.1:{self.port}", "Cookie": f"servida_token_{self.port}={TOKEN}"}
        for name, value in changed.items():
            headers[name.capitalize()] = value or ""
        return {name: value for name, value in headers.items() if value}

    async def get(self, path: str, **changed: str | None) -> Answer:
        """Ask for a path with these headers changed."""
        return await get(self.port, path, self.headers(**changed))

    @asynccontextmanager
    async def page(self) -> AsyncIterator[Page]:
        """A page that has been told what holds."""
        async with connect(f"ws://127.0.0.1:{self.port}/ws?token={TOKEN}", origin=Origin(self.origin)) as socket:
            page = Page(socket)
            await page.until(lambda page: "state" in page.last)
            yield page


@dataclass(frozen=True)
class Answer:
    """What came of a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def line(self) -> str:
        """The body, which is one line for a person."""
        text = self.body.decode()
        assert text.endswith("\n")
        assert text.count("\n") == 1
        return text[:-1]


async def get(port: int, path: str, headers: dict[str, str]) -> Answer:
    """Ask for a path with just these headers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "Connection: close"]
    if "Upgrade" in headers:
        lines.pop()  # it says what becomes of the connection itself
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    first, *rest = head.decode("latin-1").split("\r\n")
    pairs = (line.split(": ", 1) for line in rest)
    return Answer(int(first.split()[1]), {name.lower(): value for name, value in pairs}, body)


@dataclass
class Page:
    """What a page has been told: the last message of each type, the last frame, and all lines of the log."""

    socket: ClientConnection
    last: dict[str, Any] = field(default_factory=dict)
    frame: bytes = b""
    frames: int = 0
    log: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    @property
    def state(self) -> dict[str, Any]:
        """The last state."""
        state: dict[str, Any] = self.last["state"]
        return state

    async def send(self, do: str, **values: object) -> None:
        """Ask for something."""
        await self.socket.send(json.dumps({"do": do, **values}))

    async def hear(self) -> None:
        """Take one message."""
        message = await self.socket.recv()
        if isinstance(message, bytes):
            self.frame, self.frames = message, self.frames + 1
            return
        told = json.loads(message)
        self.last[told["type"]] = told
        match told:
            case {"type": "log"}:
                self.log += [entry["text"] for entry in told["entries"]]
            case {"type": "refused"}:
                self.refusals.append(told["text"])

    async def until(self, met: Callable[[Page], bool]) -> None:
        """Take messages until this holds; one that never does ends in an error."""
        async with asyncio.timeout(20):
            while not met(self):
                await self.hear()

    async def refusal(self) -> str:
        """Take messages until something was refused, and return why."""
        count = len(self.refusals)
        await self.until(lambda page: len(page.refusals) > count)
        return self.refusals[-1]

    async def answered(self) -> None:
        """Take messages until all that was sent so far has been done and told: a refusal comes after that."""
        await self.send("nothing like this")
        await self.refusal()

    async def closed(self) -> int | None:
        """Take messages until the server closes the socket, and return its status."""
        async with asyncio.timeout(20):
            try:
                while True:
                    await self.hear()
            except ConnectionClosed as closed:
                return None if closed.rcvd is None else closed.rcvd.code


@asynccontextmanager
async def serving(rig: ConsoleRig, clock: Callable[[], float] = time.monotonic) -> AsyncIterator[Served]:
    """Serve a rig until the end of the block, and leave no task behind."""
    listening = bound(0)
    number = listening.getsockname()[1]
    session = Session(rig, clock)
    served = server(Pages(session, HZ).behind_guard(number, TOKEN))
    before = asyncio.all_tasks()
    following = asyncio.create_task(session.follow())
    ending = asyncio.create_task(served.serve([listening]))
    try:
        yield Served(session, number)
    finally:
        served.should_exit = True
        await ending
        following.cancel()
        await asyncio.wait([following])
        listening.close()
    # A fixture ends in another task than it began in.
    assert asyncio.all_tasks() - {asyncio.current_task()} <= before
