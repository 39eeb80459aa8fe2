"""Thinking: in another thread, one thought after the other, until it is told to end."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from ....contract.errors import LudariumError
from ....engine.cancel import CancelToken
from ....play.move import Move
from ..threads import elsewhere


class Thinking:
    """What opponents and advisers think about. Whoever waited for a thought may go; the next one waits for its end."""

    def __init__(self) -> None:
        self._cancel: CancelToken | None = None
        self._thought: asyncio.Future[Move] | None = None

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody waits for a thought."""
        return self._cancel is not None

    async def think(self, work: Callable[[CancelToken], Move]) -> Move:
        """The move that was thought of."""
        await self._end()
        cancel = self._cancel = CancelToken()
        self._thought = asyncio.ensure_future(elsewhere(lambda: work(cancel)))
        try:
            return await asyncio.shield(self._thought)
        finally:
            cancel.cancel()
            self._cancel = None

    def stop(self) -> None:
        """Let the best that was found so far be enough."""
        if self._cancel:
            self._cancel.cancel()

    async def rest(self) -> None:
        """Stop, and wait until no thought is being thought."""
        self.stop()
        await self._end()

    async def _end(self) -> None:
        if self._thought and not self._thought.done():
            with suppress(LudariumError):
                await self._thought
