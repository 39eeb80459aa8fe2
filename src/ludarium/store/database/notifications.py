"""Notifications: how a process learns at once of games that other processes changed.

PostgreSQL sends them, by NOTIFY within the transaction that appends events (event_log.py). Litestar's channels publish
outside the transaction; with NOTIFY a notification cannot be lost when the events are written, cannot be sent when they
are not, and cannot arrive before them. It takes one connection a process for any number of games. After a lost
connection it reconnects and reports that any game may have changed. SQLite serves one process, so it sends none.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias

from ..errors import StoreError
from .backend import Backend
from .database import Database, backend_for

CHANNEL = "ludarium"
FIRST_DELAY, LONGEST_DELAY = 0.1, 5.0  # seconds between attempts to reconnect, doubled each time
HEARTBEAT = 10.0  # seconds between checks of the connection
HEARTBEAT_TIMEOUT = 5.0  # seconds until a connection that does not answer counts as lost

# Called with the id of a game and its version; with None if any game may have changed
OnChange: TypeAlias = Callable[[str | None, int], None]


class Notifications:
    """Calls `on_change` for every change of a game, also for those of this process."""

    def __init__(self, backend: Backend, on_change: OnChange) -> None:
        self._backend, self._on_change = backend, on_change
        self._lost = asyncio.Event()

    @classmethod
    @asynccontextmanager
    async def open(cls, database: Database | str | None, on_change: OnChange) -> AsyncIterator[None]:
        """Listen until the block is left; every change that is written within it is reported."""
        backend = database.backend if isinstance(database, Database) else backend_for(database)
        if backend.connect is None:
            yield
            return
        notifications = cls(backend, on_change)
        try:
            connection = await notifications._listen()
        except backend.failures as error:
            raise StoreError(backend.describe(error, False)) from error
        listening = asyncio.create_task(notifications._keep_listening(connection))
        try:
            yield
        finally:
            listening.cancel()
            await asyncio.wait([listening])

    async def _keep_listening(self, connection: Any) -> None:
        """Listen until cancelled, reconnecting after a loss."""
        while True:
            try:
                await self._watch(connection)
            finally:
                connection.terminate()
            connection = await self._reconnect()
            self._on_change(None, 0)

    async def _watch(self, connection: Any) -> None:
        """Wait until the connection is lost or does not answer."""
        while not self._lost.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._lost.wait(), HEARTBEAT)
                return
            try:
                await connection.execute("SELECT 1", timeout=HEARTBEAT_TIMEOUT)
            except self._backend.failures:
                return

    async def _reconnect(self) -> Any:
        delay = FIRST_DELAY
        while True:
            with suppress(StoreError, *self._backend.failures):
                return await self._listen()
            await asyncio.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY)

    async def _listen(self) -> Any:
        assert self._backend.connect
        connection = await self._backend.connect()
        try:
            lost = self._lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, payload: self._receive(payload))
        except BaseException:
            connection.terminate()
            raise
        return connection

    def _receive(self, payload: str) -> None:
        for game, version in _parse(payload):
            self._on_change(game, version)


def _parse(payload: str) -> Iterator[tuple[str, int]]:
    """The games and versions in a payload; ignores what other programs send on the same channel."""
    for word in payload.split():
        game, _, version = word.rpartition(":")
        if game and version.isascii() and version.isdigit():
            yield game, int(version)
