"""Identity of sockets: authenticated when they open, and again with every message."""

import asyncio
from typing import Any

import pytest
from litestar import WebSocket, websocket
from litestar.di import NamedDependency

from ludarium.store.people.models import Person
from ludarium.web.auth.device_name import device_name
from ludarium.web.auth.identity import ensure_person, reauthenticate

from ..support.accounts import Town, me
from ..support.patience import PATIENCE


@websocket("/api/known")
async def known_socket(socket: "WebSocket[Any, Any, Any]", person: NamedDependency[Person | None]) -> None:
    """Sends the name of the client for every message."""
    someone = await ensure_person(socket)
    await socket.accept()
    assert person in (None, someone)
    while True:
        await socket.receive_text()
        now = await reauthenticate(socket)
        await socket.send_text(now.name if now else "nobody")


class Line:
    """A client's socket."""

    def __init__(self, town: Town, *headers: tuple[bytes, bytes]) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._app = town.server.app
        self._scope = {
            "type": "websocket",
            "path": "/api/known",
            "raw_path": b"/api/known",
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), *headers],
            "subprotocols": [],
            "scheme": "ws",
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "extensions": {},
        }

    async def __aenter__(self) -> "Line":
        self._in.put_nowait({"type": "websocket.connect"})
        self._running = asyncio.create_task(self._app(self._scope, self._in.get, self._out.put))  # type: ignore[arg-type]
        self.first = await asyncio.wait_for(self._out.get(), PATIENCE)
        return self

    async def __aexit__(self, *error: object) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._running, PATIENCE)

    async def name(self) -> str:
        self._in.put_nowait({"type": "websocket.receive", "text": "who am I?"})
        message = await asyncio.wait_for(self._out.get(), PATIENCE)
        return str(message.get("text") or message["bytes"].decode())


async def test_a_socket_is_authenticated(town: Town) -> None:
    town.server.app.register(known_socket)
    ada = await town.guest("Ada")
    secret = ada.cookies["ludarium"].encode()
    for header in ((b"cookie", b"ludarium=" + secret), (b"authorization", b"Bearer " + secret)):
        async with Line(town, header) as line:
            assert await line.name() == "Ada"
            assert not [name for name, _ in line.first.get("headers", []) if name == b"set-cookie"]
    async with Line(town, (b"cookie", b"ludarium=" + secret)) as line:
        await ada.put("me", json={"name": "Grace"})
        assert await line.name() == "Grace"
        await ada.delete("sessions/here")
        assert await line.name() == "nobody"
    async with Line(town, (b"authorization", b"Bearer " + secret)) as line:
        assert line.first["type"] == "websocket.close"


async def test_a_socket_makes_a_guest(town: Town) -> None:
    town.server.app.register(known_socket)
    async with Line(town) as line:
        name = await line.name()
        (cookie,) = [value.decode() for name, value in line.first["headers"] if name == b"set-cookie"]
        assert name.startswith("Guest ") and "HttpOnly" in cookie
        browser = await town.browser(cookie=cookie.partition(";")[0])
        assert (await me(browser))["name"] == name


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
            "Chrome on Windows",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("ludarium/0.1.0", "ludarium/0.1.0"),
        ("", ""),
    ],
)
def test_the_name_of_a_device(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name
