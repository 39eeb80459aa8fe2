"""The server as a Litestar application: routes, dependencies and error answers."""

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar import Litestar, MediaType, Request, Response, Router
from litestar.datastructures import State as AppState
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.types import ASGIApp, Receive, Scope, Send

from ..contract.errors import LudariumError
from ..house.rooms.import_game import MissingFile
from ..house.rooms.registry import RoomRegistry, Unknown
from ..play.match.permissions import Forbidden
from ..play.match.presenter import sentence
from ..play.match.sight import Secret
from ..protocol.games import Wrong
from ..protocol.limits import LARGEST_REQUEST
from ..store.errors import StoreError
from ..store.store import Store
from .auth.client_address import TrustedProxies
from .auth.identity import Authenticator, identity_middleware, person
from .http.collected import COLLECTED_ROUTES
from .http.daily import DAILY_ROUTES
from .http.game_guard import game_guard
from .http.games import ROUTES
from .http.guides import GUIDE_ROUTES
from .http.news import NEWS_ROUTES
from .http.openapi import OPENAPI
from .http.people import PEOPLE_ROUTES
from .http.preferences import PREFERENCE_ROUTES
from .http.puzzles import PUZZLE_ROUTES
from .http.static import HEADERS, client_file, not_found_page, page
from .ops import metrics
from .ops.health import HEALTH_ROUTES, Readiness
from .ops.housekeeping import Housekeeping
from .ops.server_time import ServerTime
from .workers.pool import FEWEST, TooManyTasks, WorkerPool
from .ws.connection import game_socket
from .ws.refusal import note_error, refuse_by_status

SAFE_METHODS = "GET", "HEAD", "OPTIONS"
NO_STORE = {"Cache-Control": "no-store"}
STATUSES = {Unknown: 404, Forbidden: 403, Secret: 403, TooManyTasks: 429}  # of errors of the client; others are 400
MESSAGES = {  # our sentences for Litestar's messages
    "Not Found": "there is nothing at this address",
    "Method Not Allowed": "this cannot be done at this address",
    "Request Entity Too Large": f"the file is too large: {LARGEST_REQUEST >> 20} MiB at most",
    "'data'": "the request needs a body in JSON",
    "Input data was truncated": "the JSON is incomplete",
}


class Setup(NamedTuple):
    """What an application opens its store, its rooms and its workers with."""

    store_url: str | None
    workers: int
    proxies: TrustedProxies
    time: ServerTime


def create_app(
    store_url: str | None = None,
    workers: int = FEWEST,
    time_source: ServerTime | None = None,
) -> Litestar:
    """The application. Its store is opened when it starts, its worker processes with their first tasks."""
    app = _route()
    set_up(app, store_url, workers, time_source)
    return app


def set_up(app: Litestar, store_url: str | None, workers: int = FEWEST, time_source: ServerTime | None = None) -> None:
    """Say what an application opens when it starts. One that has ended can be set up again, with the routes it has."""
    setup = Setup(store_url, workers, TrustedProxies.from_environment(), time_source or ServerTime())
    app.state.clear()
    app.state.update(setup=setup)


@asynccontextmanager
async def _opened(app: Litestar) -> AsyncIterator[None]:
    setup: Setup = app.state.setup
    store_url, workers, proxies, time = setup
    async with Store.open(store_url, metrics.StoreMetrics(), time) as store:
        pool = WorkerPool(workers, time.monotonic)
        app.state.update(store=store, readiness=Readiness(store, time.monotonic), is_draining=False)
        rooms = RoomRegistry(store, pool, time.milliseconds, time.monotonic, metrics.RoomMetrics())
        app.state.update(rooms=rooms, authenticator=Authenticator(store.people, proxies, time))
        housekeeping = Housekeeping(store, rooms, time)
        app.state.update(housekeeping=housekeeping)
        housekeeping.start()
        try:
            async with store.listen(rooms.notify):
                rooms.synchronizer.start()
                yield
        finally:
            await housekeeping.close()
            await rooms.close()
            await pool.close()
            await app.state.readiness.close()


def _route() -> Litestar:
    """The application with all its routes."""
    routes = Router(
        "/api",
        route_handlers=[
            *ROUTES,
            *COLLECTED_ROUTES,
            *DAILY_ROUTES,
            *GUIDE_ROUTES,
            *NEWS_ROUTES,
            *PEOPLE_ROUTES,
            *PREFERENCE_ROUTES,
            *PUZZLE_ROUTES,
        ],
        response_headers=NO_STORE,
        guards=[game_guard],
    )
    return Litestar(
        [*HEALTH_ROUTES, page, client_file, game_socket, routes],
        lifespan=[_opened],
        dependencies={
            "rooms": Provide(_rooms, sync_to_thread=False),
            "store": Provide(_store, sync_to_thread=False),
            "authenticator": Provide(_authenticator, sync_to_thread=False),
            "person": Provide(person, sync_to_thread=False),
        },
        exception_handlers={**ERROR_HANDLERS},
        after_exception=[note_error],
        response_headers=HEADERS,
        middleware=[refuse_by_status(_answer_to), _check_origin, identity_middleware],
        openapi_config=OPENAPI,
        request_max_body_size=LARGEST_REQUEST,
        logging_config=None,
    )


def _rooms(state: AppState) -> RoomRegistry:
    rooms: RoomRegistry = state.rooms
    return rooms


def _store(state: AppState) -> Store:
    store: Store = state.store
    return store


def _authenticator(state: AppState) -> Authenticator:
    authenticator: Authenticator = state.authenticator
    return authenticator


def _answer(status: int, message: str, headers: dict[str, str] | None = None, needs: str = "") -> Response[Wrong]:
    wrong = Wrong(message, needs)
    return Response(wrong, status_code=status, media_type=MediaType.JSON, headers=HEADERS | (headers or {}))


def _handle_error(request: "Request[Any, Any, Any]", error: LudariumError) -> Response[Wrong]:
    """An error of the client; 503 if the store cannot be read."""
    store_failed = isinstance(error, StoreError) and error.__cause__ is not None
    status = next((status for sort, status in STATUSES.items() if isinstance(error, sort)), 400)
    needs = error.name if isinstance(error, MissingFile) else ""
    return _answer(503 if store_failed else status, sentence(error), needs=needs)


def _handle_http_error(request: "Request[Any, Any, Any] | None", error: HTTPException) -> Response[Any]:
    """A request that cannot be decoded, or has no route. People who come to no route by a browser get a page."""
    if request and error.status_code == 404 and _is_for_people(request):
        return Response(not_found_page(), status_code=404, media_type=MediaType.HTML, headers=HEADERS)
    extra = error.extra if isinstance(error.extra, list) else []
    reasons = [f"{each.get('key', '')}: {each.get('message', '')}" for each in extra if isinstance(each, dict)]
    message = reasons[0].removeprefix("data: ") if reasons else error.detail
    return _answer(error.status_code, sentence(MESSAGES.get(message, message)), error.headers)


def _is_for_people(request: "Request[Any, Any, Any]") -> bool:
    """Whether a browser shows the answer as a page."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/client/"))


def _handle_deep_json(request: "Request[Any, Any, Any]", error: RecursionError) -> Response[Wrong]:
    return _answer(400, "The JSON is nested too deeply.")


def _handle_bug(request: "Request[Any, Any, Any]", error: Exception) -> Response[Wrong]:
    """A bug: the log has the traceback, and the client gets one sentence."""
    sys.excepthook(type(error), error, error.__traceback__)
    return _answer(500, "Something went wrong in the server; nothing was changed.")


ERROR_HANDLERS: dict[int | type[Exception], Callable[[Any, Any], Response[Any]]] = {
    LudariumError: _handle_error,
    HTTPException: _handle_http_error,
    RecursionError: _handle_deep_json,
    Exception: _handle_bug,
}


def _answer_to(error: Exception) -> Response[Any]:
    """The answer to a request that fails with this error."""
    kinds = ((kind, handle) for kind, handle in ERROR_HANDLERS.items() if isinstance(kind, type))
    return next(handle for kind, handle in kinds if isinstance(error, kind))(None, error)


def _check_origin(app: ASGIApp) -> ASGIApp:
    """Refuse changes by pages of other sites: the browser sends their origin."""

    async def check(scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.lower(): value for name, value in scope["headers"]}
        origin, host = headers.get(b"origin", b"").decode("latin-1"), headers.get(b"host", b"").decode("latin-1")
        changes = scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in SAFE_METHODS
        if origin and changes and urlsplit(origin).netloc != host:
            raise PermissionDeniedException("a page of another site may not do this")
        await app(scope, receive, send)

    return check
