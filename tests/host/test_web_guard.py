"""Who is let in: the right Host, the right Origin, and the token."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from page_desk import TOKEN, Served, serving
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

UPGRADE = {
    "upgrade": "websocket",
    "connection": "Upgrade",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
}
PATHS = ["/", "/static/index.html", "/panel.png", "/session.gif", "/nothing"]


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    with ConsoleRig(players=("Ana",), language="en") as rig:
        async with serving(rig) as served:
            yield served


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "127.0.0.1.evil.example:{port}"]
)
async def test_a_host_that_is_not_this_server_is_refused(served: Served, host: str) -> None:
    for path in PATHS:
        answer = await served.get(path, host=host.format(port=served.port))
        assert answer.status == 403
        assert answer.line.startswith(
            f"servida: Host '{host.format(port=served.port)}': expected 127.0.0.1:{served.port}"
        )


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}", "[::1]:{port}"])
async def test_the_names_of_this_server_are_let_in(served: Served, host: str) -> None:
    assert (await served.get("/panel.png", host=host.format(port=served.port))).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1"])
async def test_a_request_from_elsewhere_is_refused(served: Served, origin: str) -> None:
    for path in PATHS:
        answer = await served.get(path, origin=origin.format(port=served.port))
        assert answer.status == 403
        assert answer.line.startswith("servida: Origin '")


@pytest.mark.parametrize(
    ("query", "cookie"),
    [
        ("", None),
        ("?token=", None),
        ("?token=wrong", None),
        ("?token=%ff%00", None),
        ("", "{name}=wrong"),
        ("", "other={token}"),
    ],
)
async def test_without_the_token_nothing_is_served(served: Served, query: str, cookie: str | None) -> None:
    name = f"servida_token_{served.port}"
    for path in PATHS:
        answer = await served.get(path + query, cookie=cookie and cookie.format(name=name, token=TOKEN))
        assert answer.status == 403
        assert answer.line == "servida: the token is missing or wrong; open the address that servida sim has printed"
        assert answer.headers["content-security-policy"].startswith("default-src 'self'; ")


@pytest.mark.parametrize(("query", "cookie"), [(f"?token={TOKEN}", None), ("", "a=b; {ours}; [odd]=1")])
async def test_the_token_is_taken_from_address_and_cookie(served: Served, query: str, cookie: str | None) -> None:
    ours = f"servida_token_{served.port}={TOKEN}"
    assert (await served.get("/panel.png" + query, cookie=cookie and cookie.format(ours=ours))).status == 200


@pytest.mark.parametrize(
    ("changed", "begins"),
    [
        ({"origin": None}, "servida: Origin is missing: expected http://127.0.0.1:"),
        ({"origin": "http://evil.example"}, "servida: Origin 'http://evil.example': expected"),
        ({"origin": "null"}, "servida: Origin 'null': expected"),
        ({"host": "evil.example"}, "servida: Host 'evil.example': expected"),
        ({"cookie": None}, "servida: the token is missing or wrong"),
    ],
)
async def test_a_socket_is_refused_as_the_rest(served: Served, changed: dict[str, str | None], begins: str) -> None:
    answer = await served.get("/ws", **(UPGRADE | {"origin": served.origin} | changed))
    assert answer.status == 403
    assert answer.line.startswith(begins)
