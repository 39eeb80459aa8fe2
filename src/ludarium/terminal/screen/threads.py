"""Work in another thread, so that the screen stays responsive."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Await work in a daemon thread. Unlike asyncio.to_thread, the program can end before the work does: asyncio
    waits for the threads of its pool."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def finish(set_answer: Callable[[Any], None], value: Any) -> None:
        if not answer.done():
            set_answer(value)

    def run() -> None:
        try:
            done: tuple[Callable[[Any], None], Any] = answer.set_result, work()
        except Exception as error:
            done = answer.set_exception, error
        # The loop may be closed by now
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(finish, *done)

    threading.Thread(target=run, daemon=True).start()
    return await answer
