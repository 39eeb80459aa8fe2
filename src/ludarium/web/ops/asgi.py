"""The outermost ASGI application: counts and logs requests and sockets, and drains them before the server ends.

It wraps all of Litestar, whose own middleware does not see requests without a route.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from litestar import Litestar, Response
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ...protocol.games import Wrong
from ..auth.client_address import TrustedProxies
from ..auth.identity import IDENTITY
from ..ws.refusal import can_refuse, refuse
from . import logs, metrics

DRAIN_TIMEOUT = 2.0  # seconds for requests on sockets to be answered before the sockets are closed
FLUSH_SECONDS = 0.05  # for the answers to be sent
GOING_AWAY = 1001  # close code of WebSocket for a server that ends
METHODS = "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"
NO_ROUTE = "none"  # the route in metrics and logs of a request that has none
NOT_LOGGED = "/health", "/ready", "/metrics"  # requested every few seconds: logged only on errors
# Names of limits in the metrics, by the HTTP status or the close code of a socket that says one was reached
LIMITS = {413: "large", 429: "often", 1009: "large", 4408: "slow"}
# Sent with every answer over an encrypted connection: browsers then never ask for this name without encryption
HSTS = b"strict-transport-security", b"max-age=31536000"
REQUEST_ID = re.compile(rb"[\w.-]{1,64}")  # accepted from a proxy


class AsgiWrapper:
    """Wraps an application, and can drain it."""

    def __init__(self, app: Litestar, inner: ASGIApp | None = None) -> None:
        """`inner` is what serves connections where it is not the application itself."""
        self.app, self._inner, self._proxies = app, inner or app, TrustedProxies.from_environment()
        self._sockets: set[TrackedSocket] = set()
        self.is_draining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send)
        else:
            await self._inner(scope, receive, send)

    async def drain(self, flush: Callable[[], Awaitable[None]]) -> None:
        """Accept no more messages on sockets, answer those that have come, `flush` the store, close the sockets."""
        self.is_draining = self.app.state.is_draining = True
        sockets = [*self._sockets]
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_TIMEOUT):
                await asyncio.gather(*(socket.answered() for socket in sockets))
                await flush()
                await asyncio.sleep(FLUSH_SECONDS if sockets else 0)
        await asyncio.gather(*(socket.close() for socket in sockets))

    async def _request(self, scope: Any, receive: Receive, send: Send) -> None:
        began, status, id = time.perf_counter(), 500, _request_id(scope)
        headers = [(b"x-request-id", id.encode())]
        if self._proxies.is_secure(ASGIConnection(scope)):
            headers.append(HSTS)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        with logs.request_context(id):
            try:
                await self._inner(scope, receive, answer)
            finally:
                route, seconds = _route(scope), time.perf_counter() - began
                method = scope["method"] if scope["method"] in METHODS else "other"
                metrics.requests.labels(method, route, status).inc()
                metrics.request_seconds.labels(route).observe(seconds)
                _count_limit(status)
                if route not in NOT_LOGGED or status >= 400:
                    facts = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
                    logs.event("request", **facts, **_person(scope))

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        if self.is_draining and can_refuse(scope):
            await refuse(send, Response(Wrong("The server is about to end."), status_code=503))
            return
        began, socket = time.perf_counter(), TrackedSocket(self, receive, send)
        self._sockets.add(socket)
        with logs.request_context(_request_id(scope)), metrics.sockets.track_inprogress():
            try:
                await self._inner(scope, socket.receive, socket.send)
            finally:
                self._sockets.discard(socket)
                seconds = time.perf_counter() - began
                count = {"heard": socket.received, "said": socket.sent}
                _count_limit(socket.code)
                facts = {"route": _route(scope), "code": socket.code, "messages": count, "ms": round(1000 * seconds, 1)}
                logs.event("socket", **facts, **_person(scope))


class TrackedSocket:
    """A socket as the application sees it. While the application waits for a message, all earlier ones are answered."""

    def __init__(self, wrapper: AsgiWrapper, receive: Receive, send: Send) -> None:
        self._wrapper, self._receive, self._send = wrapper, receive, send
        self._is_answered, self._closed = asyncio.Event(), asyncio.Event()
        self.code, self.received, self.sent = 1006, 0, 0

    async def receive(self) -> Any:
        self._is_answered.set()
        if self._wrapper.is_draining:
            await self._closed.wait()
            return {"type": "websocket.disconnect", "code": GOING_AWAY}
        message = await self._receive()
        self._is_answered.clear()
        if message["type"] == "websocket.receive":
            self.received += 1
            metrics.messages_in.inc()
        elif message["type"] == "websocket.disconnect":
            self.code = message.get("code") or self.code
            # The client is gone, so there is nothing left to answer
            self._is_answered.set()
        return message

    async def send(self, message: Message) -> None:
        if self._closed.is_set():
            return
        if message["type"] == "websocket.send":
            self.sent += 1
            metrics.messages_out.inc()
        elif message["type"] == "websocket.close":
            self.code = message["code"]
            self._closed.set()
        elif message["type"] == "websocket.http.response.start":
            self.code = message["status"]
        await self._send(message)

    async def answered(self) -> None:
        """Wait until all messages that have come are answered."""
        await self._is_answered.wait()

    async def close(self) -> None:
        """Close with code 1001. A client that does not read it in time is cut off when the process ends."""
        with suppress(Exception):
            message: Message = {"type": "websocket.close", "code": GOING_AWAY, "reason": "the server ends"}
            await asyncio.wait_for(self.send(message), DRAIN_TIMEOUT)
        self._closed.set()


def _route(scope: Any) -> str:
    return scope.get("path_template") or NO_ROUTE


def _person(scope: Any) -> dict[str, str]:
    """The id of the user that sent a request, for the log."""
    identity = scope.get("state", {}).get(IDENTITY)
    return {"person": identity.person.id} if identity and identity.person else {}


def _count_limit(code: int) -> None:
    if limit := LIMITS.get(code):
        metrics.refused.labels(limit).inc()


def _request_id(scope: Any) -> str:
    """The request id that a proxy has sent, or a new one."""
    for name, value in scope["headers"]:
        if name.lower() == b"x-request-id" and REQUEST_ID.fullmatch(value):
            return str(value.decode())
    return secrets.token_hex(8)
