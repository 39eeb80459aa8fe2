"""Work for a request that ends when its client has gone."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request
from litestar.exceptions import ClientException

T = TypeVar("T")


async def while_connected(request: "Request[Any, Any, Any]", work: Coroutine[Any, Any, T]) -> T:
    """The result of some work, which is cancelled if the client disconnects. The request's body has to be read."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_disconnect(request))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientException("the client has gone")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _disconnect(request: "Request[Any, Any, Any]") -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
