"""The bell: how a process hears at once of games that went on in other processes.

PostgreSQL rings it, by NOTIFY within the transaction that writes a move (ledger.py). That is why this is our own and
none of Litestar's channels, which publish beside the database: what is told with the transaction cannot be lost when it
is written, cannot come when it is not, and cannot come before it. It takes one connection a process, however many games
there are, and after a loss it comes back and says that anything may have happened meanwhile. One process alone has
nobody to hear of, so with SQLite nothing rings.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias

from ..errors import StoreError
from ..event_log import CHANNEL
from .backend import Backend
from .database import Database, backend_for

FIRST, LONGEST = 0.1, 5.0  # seconds between attempts to be connected again, twice as many each time
HEARTBEAT = 10.0  # seconds between looks whether the connection still lives
HEARTBEAT_TIMEOUT = 5.0  # seconds that it has to show it

# Called with the id of a game and its version; with None where any game may have gone on
OnChange: TypeAlias = Callable[[str | None, int], None]


class Notifications:
    """Rings for every game that goes on, in this process too."""

    def __init__(self, backend: Backend, on_change: OnChange) -> None:
        self._backend, self._on_change = backend, on_change
        self._lost = asyncio.Event()

    @classmethod
    @asynccontextmanager
    async def open(cls, database: Database | str | None, on_change: OnChange) -> AsyncIterator[None]:
        """Ring until this is left; whatever is written after it was entered is heard of."""
        backend = database.backend if isinstance(database, Database) else backend_for(database)
        if backend.connect is None:
            yield
            return
        bell = cls(backend, on_change)
        try:
            connection = await bell._listen()
        except backend.failures as error:
            raise StoreError(backend.describe(error, False)) from error
        hearing = asyncio.create_task(bell._hear(connection))
        try:
            yield
        finally:
            hearing.cancel()
            await asyncio.wait([hearing])

    async def _hear(self, connection: Any) -> None:
        """Listen for ever, by another connection where one was lost."""
        while True:
            try:
                await self._watch(connection)
            finally:
                connection.terminate()
            connection = await self._listen_again()
            self._on_change(None, 0)

    async def _watch(self, connection: Any) -> None:
        """Wait until a connection is lost; one that does not answer is as good as lost."""
        while not self._lost.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._lost.wait(), HEARTBEAT)
                return
            try:
                await connection.execute("SELECT 1", timeout=HEARTBEAT_TIMEOUT)
            except self._backend.failures:
                return

    async def _listen_again(self) -> Any:
        pause = FIRST
        while True:
            with suppress(StoreError, *self._backend.failures):
                return await self._listen()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    async def _listen(self) -> Any:
        assert self._backend.connect
        connection = await self._backend.connect()
        try:
            lost = self._lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, told: self._tell(told))
        except BaseException:
            connection.terminate()
            raise
        return connection

    def _tell(self, told: str) -> None:
        for game, version in _read(told):
            self._on_change(game, version)


def _read(told: str) -> Iterator[tuple[str, int]]:
    """The games that are told of; whatever others say on the same channel is passed over."""
    for word in told.split():
        game, _, version = word.rpartition(":")
        if game and version.isascii() and version.isdigit():
            yield game, int(version)
