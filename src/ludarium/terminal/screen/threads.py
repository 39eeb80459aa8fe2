"""Work in another thread, so that the screen stays awake."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


async def elsewhere(work: Callable[[], T]) -> T:
    """Wait for work that is done in a thread of its own. Whoever leaves does not wait for it: the thread is forgotten,
    which those of asyncio's own pool never are."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def tell(say: Callable[[Any], None], what: Any) -> None:
        if not answer.done():
            say(what)

    def run() -> None:
        try:
            told: tuple[Callable[[Any], None], Any] = answer.set_result, work()
        except Exception as error:
            told = answer.set_exception, error
        # The loop may be closed by now, and nobody waits
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(tell, *told)

    threading.Thread(target=run, daemon=True).start()
    return await answer
