"""Routes for operators: /health, /ready and /metrics."""

import asyncio
import hmac
import math
import os
import time
from collections.abc import Callable
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State as AppState
from litestar.exceptions import PermissionDeniedException
from prometheus_client import CONTENT_TYPE_LATEST

from ...contract.errors import LudariumError
from ...play.match.presenter import sentence
from ...store.store import Store
from ..auth.client_address import TrustedProxies
from . import metrics

CHECK_TIMEOUT = 1.0  # seconds for the database to answer
KEPT_FOR = 1.0  # seconds for which the result of a check is the answer to further requests
TOKEN = "LUDARIUM_METRICS_TOKEN"
NO_STORE = {"Cache-Control": "no-store"}


class Readiness:
    """Checks that the database can be read and written. Requests share a check, so that frequent ones cost little."""

    def __init__(
        self, store: Store, clock: Callable[[], float] = time.monotonic, timeout: float = CHECK_TIMEOUT
    ) -> None:
        self._store, self._clock, self._timeout = store, clock, timeout
        self._check: asyncio.Task[None] | None = None
        self._checked_at = -math.inf  # when the last check had ended

    async def problem(self) -> str | None:
        """What is wrong, in a sentence; None if the database works."""
        is_old = self._clock() - self._checked_at >= KEPT_FOR
        if self._check is None or (self._check.done() and is_old):
            self._check = asyncio.create_task(self._store.check_ready())
            self._check.add_done_callback(self._note_time)
        check = self._check
        # Not cancelled after the timeout: a transaction that was begun is finished
        await asyncio.wait([check], timeout=self._timeout)
        if not check.done():
            return f"The database has not answered within {self._timeout:g} s."
        error = check.exception()
        if error is not None and not isinstance(error, LudariumError):
            raise error
        return sentence(error) if error else None

    def _note_time(self, _check: object) -> None:
        self._checked_at = self._clock()

    async def close(self) -> None:
        if self._check:
            await asyncio.wait([self._check])


@get("/health", include_in_schema=False, media_type=MediaType.TEXT, response_headers=NO_STORE)
async def health() -> str:
    """Whether this process answers, whatever the state of the database."""
    return "The server lives.\n"


@get("/ready", include_in_schema=False, media_type=MediaType.TEXT, response_headers=NO_STORE)
async def ready(state: AppState) -> Response[str]:
    """Whether a proxy should send requests here."""
    problem = "The server is about to end." if state.is_draining else await state.readiness.problem()
    return Response(f"{problem or 'The server is ready.'}\n", status_code=503 if problem else 200)


@get("/metrics", include_in_schema=False, response_headers=NO_STORE)
async def prometheus(request: "Request[Any, Any, Any]") -> Response[bytes]:
    """The metrics, for clients on this machine or with the token."""
    if not _may_read(request):
        raise PermissionDeniedException(f"the metrics need the token that is set as {TOKEN}")
    return Response(metrics.render(), media_type=CONTENT_TYPE_LATEST)


def _may_read(request: "Request[Any, Any, Any]") -> bool:
    token, shown = os.environ.get(TOKEN, ""), request.headers.get("authorization", "")
    if token and hmac.compare_digest(shown.encode(), f"Bearer {token}".encode()):
        return True
    return TrustedProxies.from_environment().is_local(request)


HEALTH_ROUTES = [health, ready, prometheus]
