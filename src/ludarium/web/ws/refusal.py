"""Refusing a WebSocket with an HTTP status and a sentence. Litestar closes it instead, which clients see as 403."""

from collections.abc import Callable
from typing import TypeAlias

from litestar import Response
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec.json import Encoder

from ...protocol.games import Wrong

Answer: TypeAlias = Callable[[Exception], Response[Wrong]]
RESPONSE = "websocket.http.response"  # the ASGI extension
ERROR = "error"  # the key of an exception in a socket's state

encoder = Encoder()


async def note_error(error: Exception, scope: Scope) -> None:
    """Note the exception that ends a socket, for `refuse_by_status`."""
    if scope["type"] == ScopeType.WEBSOCKET:
        scope.setdefault("state", {})[ERROR] = error


def refuse_by_status(answer: Answer) -> Callable[[ASGIApp], ASGIApp]:
    """Middleware that refuses sockets with the answer that an HTTP request would get."""

    def wrap(app: ASGIApp) -> ASGIApp:
        async def handle(scope: Scope, receive: Receive, send: Send) -> None:
            if not can_refuse(scope):
                await app(scope, receive, send)
                return
            is_accepted = False

            async def send_or_refuse(message: Message) -> None:
                nonlocal is_accepted
                is_accepted = is_accepted or message["type"] == "websocket.accept"
                error = scope["state"].get(ERROR) if message["type"] == "websocket.close" else None
                if error and not is_accepted:
                    await refuse(send, answer(error))
                else:
                    await send(message)

            try:
                await app(scope, receive, send_or_refuse)
            except Exception as error:
                # Raised by middleware; errors of the handler have become a message
                if is_accepted:
                    raise
                await refuse(send, answer(error))

        return handle

    return wrap


def can_refuse(scope: Scope) -> bool:
    """Whether this is a socket that the server can refuse with an HTTP status."""
    return scope["type"] == ScopeType.WEBSOCKET and RESPONSE in (scope.get("extensions") or {})


async def refuse(send: Send, told: Response[Wrong]) -> None:
    """Refuse a socket that is not accepted yet."""
    headers = {"content-type": "application/json"} | {name.lower(): value for name, value in told.headers.items()}
    lines = [(name.encode(), str(value).encode("latin-1")) for name, value in headers.items()]
    status = told.status_code or 500
    await send({"type": "websocket.http.response.start", "status": status, "headers": lines})
    await send({"type": "websocket.http.response.body", "body": encoder.encode(told.content), "more_body": False})
