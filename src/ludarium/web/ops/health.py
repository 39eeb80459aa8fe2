"""Whether the server lives, whether it is ready for people, and what it counts: for those who watch over it."""

import asyncio
import hmac
import os
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State as Shared
from litestar.exceptions import PermissionDeniedException
from prometheus_client import CONTENT_TYPE_LATEST

from ...contract.errors import LudariumError
from ...play.match.presenter import sentence
from ...store.store import Store
from ..auth.client_address import TrustedProxies
from . import metrics

PATIENCE = 1.0  # seconds that the database has to answer
TOKEN = "LUDARIUM_METRICS_TOKEN"
NEVER_KEPT = {"Cache-Control": "no-store"}


class Readiness:
    """Asks the database how it is: once for all who want to know meanwhile, so that asking often costs little."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asking: asyncio.Task[None] | None = None

    async def trouble(self) -> str | None:
        """What is wrong, in a sentence."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._store.check_ready())
        asking = self._asking
        # It is not taken back: work on the database that was begun is finished
        await asyncio.wait([asking], timeout=PATIENCE)
        if not asking.done():
            return f"The database has not answered within {PATIENCE:g} s."
        error = asking.exception()
        if error is not None and not isinstance(error, LudariumError):
            raise error
        return sentence(error) if error else None

    async def close(self) -> None:
        if self._asking:
            await asyncio.wait([self._asking])


@get("/health", include_in_schema=False, media_type=MediaType.TEXT, response_headers=NEVER_KEPT)
async def health() -> str:
    """This process answers; whether anything else does is not asked."""
    return "The server lives.\n"


@get("/ready", include_in_schema=False, media_type=MediaType.TEXT, response_headers=NEVER_KEPT)
async def ready(state: Shared) -> Response[str]:
    """Whether people may be sent here."""
    told = "The server is about to end." if state.leaving else await state.readiness.trouble()
    return Response(f"{told or 'The server is ready.'}\n", status_code=503 if told else 200)


@get("/metrics", include_in_schema=False, response_headers=NEVER_KEPT)
async def numbers(request: "Request[Any, Any, Any]") -> Response[bytes]:
    """What was counted, for whoever sits at this machine or has the token."""
    if not _may_read(request):
        raise PermissionDeniedException(f"the metrics are for those who show the token that {TOKEN} names")
    return Response(metrics.render(), media_type=CONTENT_TYPE_LATEST)


def _may_read(request: "Request[Any, Any, Any]") -> bool:
    token, shown = os.environ.get(TOKEN, ""), request.headers.get("authorization", "")
    if token and hmac.compare_digest(shown.encode(), f"Bearer {token}".encode()):
        return True
    return TrustedProxies.from_environment().is_local(request)


HEALTH_ROUTES = [health, ready, numbers]
