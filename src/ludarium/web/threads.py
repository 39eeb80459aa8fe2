"""Work in another thread, so that the server goes on listening."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def elsewhere(work: Callable[[], T]) -> T:
    """Wait for work that may take more than a moment."""
    return await asyncio.to_thread(work)
