"""Work that a server does again and again, as long as it runs."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress


class Periodic:
    """Does some work once in so many seconds, or sooner when asked to."""

    def __init__(self, work: Callable[[], Awaitable[None]], period: float) -> None:
        self._work, self._period = work, period
        self._soon = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def hurry(self) -> None:
        """Do the work at once, and not only after the period."""
        self._soon.set()

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._soon.wait(), self._period)
            self._soon.clear()
            try:
                await self._work()
            except Exception as error:
                # A bug in one round must not end all later ones
                sys.excepthook(type(error), error, error.__traceback__)
