"""Searches of opponents and hints in another thread, one at a time."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from ....contract.errors import LudariumError
from ....engine.search.cancel import CancelToken
from ....play.move import Move
from ..threads import in_thread


class SearchThread:
    """Runs one search at a time. A caller may be cancelled; the next search waits until the last one has ended."""

    def __init__(self) -> None:
        self._cancel: CancelToken | None = None
        self._task: asyncio.Future[Move] | None = None

    @property
    def is_running(self) -> bool:
        """Whether a caller waits for a search."""
        return self._cancel is not None

    async def run(self, work: Callable[[CancelToken], Move]) -> Move:
        """The move that a search finds."""
        await self._wait()
        cancel = self._cancel = CancelToken()
        self._task = asyncio.ensure_future(in_thread(lambda: work(cancel)))
        try:
            return await asyncio.shield(self._task)
        finally:
            cancel.cancel()
            self._cancel = None

    def stop(self) -> None:
        """End the search early, with the best move found so far."""
        if self._cancel:
            self._cancel.cancel()

    async def finish(self) -> None:
        """Stop, and wait until no search runs."""
        self.stop()
        await self._wait()

    async def _wait(self) -> None:
        if self._task and not self._task.done():
            with suppress(LudariumError):
                await self._task
