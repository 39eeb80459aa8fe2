"""The door: whatever comes to the application comes through here, is counted, told in the log, and seen out at the end.

Litestar's own middleware does not hear of what leads nowhere, so this is around all of it.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Message, Receive, Scope, Send

from ..auth.identity import IDENTITY
from . import logs, metrics

PATIENCE = 2.0  # seconds in which what was asked for is answered before the end
SETTLING = 0.05  # seconds in which what was answered goes out
GOING_AWAY = 1001  # why a socket is closed, by the code that the web has for this
METHODS = "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"
NOWHERE = "none"  # the route of what leads nowhere
QUIET = "/health", "/ready", "/metrics"  # asked for every few seconds, and only told where something is wrong
# What says that a limit was reached: a status of HTTP, or the code by which a socket was closed
LIMITS = {413: "large", 429: "often", 1009: "large", 4408: "slow"}
REQUEST_ID = re.compile(rb"[\w.-]{1,64}")  # what a proxy may call a request


class AsgiWrapper:
    """An application that can be left by all who are in it."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self._sockets: set[Socket] = set()
        self.leaving = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def leave(self, settle: Callable[[], Awaitable[None]]) -> None:
        """See everybody out: nothing more is taken in, what was is answered and kept, and then sockets are closed."""
        self.leaving = self.app.state.leaving = True
        sockets = [*self._sockets]
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(socket.answered() for socket in sockets))
                await settle()
                await asyncio.sleep(SETTLING if sockets else 0)
        await asyncio.gather(*(socket.close() for socket in sockets))

    async def _request(self, scope: Any, receive: Receive, send: Send) -> None:
        began, status, id = time.perf_counter(), 500, _request_id(scope)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), (b"x-request-id", id.encode())]
            await send(message)

        with logs.request_context(id):
            try:
                await self.app(scope, receive, answer)
            finally:
                route, took = _route(scope), time.perf_counter() - began
                method = scope["method"] if scope["method"] in METHODS else "other"
                metrics.requests.labels(method, route, status).inc()
                metrics.request_seconds.labels(route).observe(took)
                _count_limit(status)
                if route not in QUIET or status >= 400:
                    facts = {"method": method, "route": route, "status": status, "ms": round(1000 * took, 1)}
                    logs.event("request", **facts, **_person(scope))

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        began, socket = time.perf_counter(), Socket(self, receive, send)
        self._sockets.add(socket)
        with logs.request_context(_request_id(scope)), metrics.sockets.track_inprogress():
            try:
                await self.app(scope, socket.receive, socket.send)
            finally:
                self._sockets.discard(socket)
                took, count = time.perf_counter() - began, {"heard": socket.heard, "said": socket.said}
                _count_limit(socket.code)
                facts = {"route": _route(scope), "code": socket.code, "messages": count, "ms": round(1000 * took, 1)}
                logs.event("socket", **facts, **_person(scope))


class Socket:
    """A socket as the application sees it. One that asks for the next message has answered those before it."""

    def __init__(self, door: AsgiWrapper, receive: Receive, send: Send) -> None:
        self._door, self._receive, self._send = door, receive, send
        self._asks, self._closed = asyncio.Event(), asyncio.Event()
        self.code, self.heard, self.said = 1006, 0, 0

    async def receive(self) -> Any:
        self._asks.set()
        if self._door.leaving:
            await self._closed.wait()
            return {"type": "websocket.disconnect", "code": GOING_AWAY}
        message = await self._receive()
        self._asks.clear()
        if message["type"] == "websocket.receive":
            self.heard += 1
            metrics.messages_in.inc()
        elif message["type"] == "websocket.disconnect":
            self.code = message.get("code") or self.code
            # Nobody is there any more to whom something could be answered
            self._asks.set()
        return message

    async def send(self, message: Message) -> None:
        if self._closed.is_set():
            return
        if message["type"] == "websocket.send":
            self.said += 1
            metrics.messages_out.inc()
        elif message["type"] == "websocket.close":
            self.code = message["code"]
            self._closed.set()
        await self._send(message)

    async def answered(self) -> None:
        await self._asks.wait()

    async def close(self) -> None:
        """Say that the server goes away; whoever does not read even that is cut off by the end itself."""
        with suppress(Exception):
            going: Message = {"type": "websocket.close", "code": GOING_AWAY, "reason": "the server goes away"}
            await asyncio.wait_for(self.send(going), PATIENCE)
        self._closed.set()


def _route(scope: Any) -> str:
    return scope.get("path_template") or NOWHERE


def _person(scope: Any) -> dict[str, str]:
    """Who asked, by id."""
    identity = scope.get("state", {}).get(IDENTITY)
    return {"person": identity.person.id} if identity and identity.person else {}


def _count_limit(code: int) -> None:
    if limit := LIMITS.get(code):
        metrics.refused.labels(limit).inc()


def _request_id(scope: Any) -> str:
    """What the proxy before us calls this request, or a name of our own."""
    for name, value in scope["headers"]:
        if name.lower() == b"x-request-id" and REQUEST_ID.fullmatch(value):
            return str(value.decode())
    return secrets.token_hex(8)
