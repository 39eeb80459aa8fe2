"""A server within the test, and people who come to it."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ..support.accounts import Town
from ..support.server import Server, serving


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serving(tmp_path) as server:
        yield server


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        yield Town(server, stack)
