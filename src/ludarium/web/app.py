"""The server as an application: all that is asked for, and what is answered when something is wrong."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar, MediaType, Request, Response, Router
from litestar.datastructures import State as Shared
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.types import ASGIApp, Receive, Scope, Send

from ..contract.errors import LudariumError
from ..play.match.clock import wall_clock
from ..play.match.permissions import Forbidden
from ..play.match.presenter import sentence
from ..protocol.games import Wrong
from ..protocol.limits import LARGEST_REQUEST
from ..store.errors import StoreError
from ..store.store import Store
from ..store.time_source import TimeSource
from .auth.client_address import TrustedProxies
from .auth.identity import Authenticator, identity_middleware, person
from .http.games import ROUTES
from .http.openapi import OPENAPI
from .http.people import PEOPLE_ROUTES
from .http.static import HEADERS, client_file, page
from .ops import metrics
from .ops.health import HEALTH_ROUTES, Readiness
from .rooms.registry import RoomRegistry, Unknown
from .rooms.room import Clock
from .workers.pool import FEWEST, WorkerPool
from .ws.connection import game_socket

SAFE = "GET", "HEAD", "OPTIONS"
NEVER_KEPT = {"Cache-Control": "no-store"}
PHRASES = {  # what is said in the words of the house, by Litestar's
    "Not Found": "there is nothing at this address",
    "Method Not Allowed": "this cannot be done at this address",
    "Request Entity Too Large": f"that is too much at once; {LARGEST_REQUEST >> 20} MiB are not",
    "'data'": "what is asked for has to be sent along, as JSON",
    "Input data was truncated": "this is no JSON: it ends too soon",
}


def create_app(
    store_url: str | None = None,
    thinkers: int = FEWEST,
    clock: Clock = wall_clock,
    time_source: TimeSource | None = None,
) -> Litestar:
    """The application. Its store is opened when it starts, and its thinkers when somebody has to think."""
    proxies = TrustedProxies.from_environment()

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        async with Store.open(store_url, metrics.StoreMetrics(), time_source) as store:
            pool = WorkerPool(thinkers)
            app.state.update(store=store, readiness=Readiness(store), leaving=False)
            authenticator = Authenticator(store.people, proxies, time_source)
            app.state.update(rooms=RoomRegistry(store, pool, clock), authenticator=authenticator)
            try:
                async with store.listen(app.state.rooms.notify):
                    yield
            finally:
                await app.state.rooms.close()
                await pool.close()
                await app.state.readiness.close()

    routes = Router("/api", route_handlers=[*ROUTES, *PEOPLE_ROUTES], response_headers=NEVER_KEPT)
    return Litestar(
        [*HEALTH_ROUTES, page, client_file, game_socket, routes],
        lifespan=[opened],
        dependencies={
            "rooms": Provide(_rooms, sync_to_thread=False),
            "authenticator": Provide(_authenticator, sync_to_thread=False),
            "person": Provide(person, sync_to_thread=False),
        },
        exception_handlers={
            LudariumError: _wrong,
            HTTPException: _refused,
            RecursionError: _too_deep,
            Exception: _broken,
        },
        response_headers=HEADERS,
        middleware=[_from_here, identity_middleware],
        openapi_config=OPENAPI,
        request_max_body_size=LARGEST_REQUEST,
        logging_config=None,
    )


def _rooms(state: Shared) -> RoomRegistry:
    rooms: RoomRegistry = state.rooms
    return rooms


def _authenticator(state: Shared) -> Authenticator:
    authenticator: Authenticator = state.authenticator
    return authenticator


def _told(status: int, message: str, headers: dict[str, str] | None = None) -> Response[Wrong]:
    return Response(Wrong(message), status_code=status, media_type=MediaType.JSON, headers=HEADERS | (headers or {}))


def _wrong(request: "Request[Any, Any, Any]", error: LudariumError) -> Response[Wrong]:
    """Something that the caller got wrong, but for a store that cannot be read."""
    broken = isinstance(error, StoreError) and error.__cause__ is not None
    refused = 404 if isinstance(error, Unknown) else 403 if isinstance(error, Forbidden) else 400
    return _told(503 if broken else refused, sentence(error))


def _refused(request: "Request[Any, Any, Any]", error: HTTPException) -> Response[Wrong]:
    """A request that cannot be read, or leads nowhere."""
    extra = error.extra if isinstance(error.extra, list) else []
    reasons = [f"{each.get('key', '')}: {each.get('message', '')}" for each in extra if isinstance(each, dict)]
    said = reasons[0].removeprefix("data: ") if reasons else error.detail
    return _told(error.status_code, sentence(PHRASES.get(said, said)), error.headers)


def _too_deep(request: "Request[Any, Any, Any]", error: RecursionError) -> Response[Wrong]:
    return _told(400, "This JSON is nested too deep.")


def _broken(request: "Request[Any, Any, Any]", error: Exception) -> Response[Wrong]:
    """A mistake of ours: whoever runs the server sees all of it, and whoever asked a sentence."""
    sys.excepthook(type(error), error, error.__traceback__)
    return _told(500, "Something went wrong in the server; nothing was changed.")


def _from_here(app: ASGIApp) -> ASGIApp:
    """Pages of other places may not change anything here: a browser says where a request comes from."""

    async def check(scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.lower(): value for name, value in scope["headers"]}
        origin, host = headers.get(b"origin", b"").decode("latin-1"), headers.get(b"host", b"").decode("latin-1")
        changes = scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in SAFE
        if origin and changes and urlsplit(origin).netloc != host:
            raise PermissionDeniedException("this is asked for by a page from elsewhere")
        await app(scope, receive, send)

    return check
