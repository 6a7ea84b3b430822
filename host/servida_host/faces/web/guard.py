"""Who may speak to the server: a browser on this computer that was given the address with its token.

Theory. The server listens on the loopback interface, but any page that a browser here has open can send requests to
it. ``Host`` must name this server, or a name of somebody else's that leads to 127.0.0.1 would count as the same origin
(DNS rebinding). A socket must come from a page of this server: ``Origin`` is what a browser lets no page choose, and
sockets know no other boundary. Other programs and users of this computer haven't got the token.

It wraps an ASGI application and must not know what that does.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES = ("127.0.0.1", "localhost", "[::1]")
"""What the loopback interface is called in addresses."""


class Guard:
    """Lets requests through to ``inner`` that name this ``port`` and bring the ``token``; the others get a 403."""

    def __init__(self, inner: ASGIApp, port: int, token: str) -> None:
        self._inner, self._token = inner, token.encode()
        self.cookie = f"servida_token_{port}"
        self._hosts = {f"{name}:{port}" for name in NAMES}
        self._origins = {f"http://{host}" for host in self._hosts}
        sockets = " ".join(f"ws://{host}" for host in sorted(self._hosts) if "[" not in host)
        self._headers = {
            "content-security-policy": f"default-src 'self'; connect-src 'self' {sockets}; img-src 'self' blob: data:; "
            "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "x-content-type-options": "nosniff",
            # The address holds the token, which is nobody else's business.
            "referrer-policy": "no-referrer",
            # Another servida may be at the same address tomorrow.
            "cache-control": "no-store",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through or refuse it."""
        objection = self._objection(HTTPConnection(scope))
        if objection is None:
            await self._inner(scope, receive, send if scope["type"] == "websocket" else self._with_headers(send))
            return
        refusal = PlainTextResponse(objection + "\n", 403)
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(refusal)
        else:
            await refusal(scope, receive, self._with_headers(send))

    def _objection(self, request: HTTPConnection) -> str | None:
        """Say in a line what speaks against a request."""
        host, origins = request.headers.getlist("host"), request.headers.getlist("origin")
        if len(host) != 1 or host[0].lower() not in self._hosts:
            return f"servida: Host {_shown(host)}: expected {' or '.join(sorted(self._hosts))}"
        if (origins or request.scope["type"] == "websocket") and (len(origins) != 1 or origins[0] not in self._origins):
            return f"servida: Origin {_shown(origins)}: expected {' or '.join(sorted(self._origins))}"
        tokens = [*request.query_params.getlist("token"), request.cookies.get(self.cookie, "")]
        if not any(secrets.compare_digest(token.encode("utf-8", "replace"), self._token) for token in tokens):
            return "servida: the token is missing or wrong; open the address that servida sim has printed"
        return None

    def _with_headers(self, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        return sent


def _shown(values: list[str]) -> str:
    return ascii(", ".join(values))[:100] if values else "is missing"
