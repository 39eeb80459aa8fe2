"""All that is special about PostgreSQL: how it is named and reached, and what its errors mean to people."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine

from ..errors import StoreError
from .backend import T, TransactionMode, use_begin_option

CONNECTIONS = 8  # of a process; a server has 100 for all, if nobody says otherwise
PATIENCE = 10.0  # seconds to wait for a connection
ANSWER = 60.0  # seconds to wait for an answer

# A machine that vanishes in the middle of something does not stand in the way of others for long
SETTINGS = {"application_name": "ludarium", "idle_in_transaction_session_timeout": "60s"}

UPGRADING = 7_511_203_865  # of the locks that programs agree on by number, the house's

SHAPE = re.compile(
    r"postgres(?:ql)?(?:\+asyncpg)?://"
    r"(?:(?P<user>[^\s:@/?#]*)(?::[^\s:@/?#]*)?@)?"
    r"(?P<hosts>(?:[\w.%-]*|\[[\da-fA-F:.]+\])(?::\d{1,5})?(?:,(?:[\w.%-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?)*)"
    r"(?:/(?P<name>[^\s@/?#]*))?"
    r"(?P<query>\?[^\s#]*)?"
)
UNREADABLE = (
    "a PostgreSQL database is named by a URL such as postgresql://me:password@host:5432/games; in a user, a password "
    "and a name all of : / ? # @ [ ] % are written as %3A %2F %3F %23 %40 %5B %5D %25"
)

IN_USE = "{} is in use by others that do not let go; try again"
STARTING = "{} is starting or stopping; try again in a moment"
CLOSED = "{} lets nobody in by this user and password; correct them in the URL"
FULL = "there is no space left to keep anything in {}; make some and try again"
CROWDED = "{} has no connection left for this one; try again, or raise its max_connections"
LOST = "the connection to {} was lost, and nothing was changed; try again"
UNSURE = "{} fell silent before it said whether this is kept; look, or try again"
SLOW = "{} does not answer in time; try again"
MEANS = {  # by SQLSTATE, of which the first two characters are a class
    "28": CLOSED,
    "3D": "{} is not there; make it with createdb, or correct its name in the URL",
    "25006": "{} cannot be written: it only follows another one, or was told not to be",
    "40": IN_USE,
    "42501": "{} does not let this user make and change tables; let its owner GRANT that",
    "3F": "{} does not let this user make and change tables; let its owner GRANT that",
    "53300": CROWDED,
    "53100": FULL,
    "55P03": IN_USE,
    "57014": SLOW,
    "57P03": STARTING,
    "XX001": "{} is damaged; bring back a copy if there is one",
}
AGAIN = "40001", "40P01", "55P03", "57P03", "53300"  # it asks for that: somebody stood in the way, or it is not ready
GONE = "08", "57P01", "57P02"  # the connection, or all of it, as the server had time to say

# The engine's options for each mode
MODE_OPTIONS: dict[TransactionMode, dict[str, Any]] = {
    "write": {},
    "read": {"isolation_level": "AUTOCOMMIT"},  # one message instead of three
    "idempotent": {"isolation_level": "AUTOCOMMIT"},
    "snapshot": {"isolation_level": "REPEATABLE READ"},
    "exclusive": {"begin": f"SELECT pg_advisory_xact_lock({UPGRADING})"},
}
FAILURES = SQLAlchemyError, OSError, ValueError, OverflowError, asyncpg.PostgresError, asyncpg.InterfaceError


class Postgresql:
    """A database on a server, by a few connections that its tasks share."""

    def __init__(self, url: str) -> None:
        self.failures: tuple[type[Exception], ...] = FAILURES
        self.connect: Callable[[], Awaitable[Any]] | None = self._connect
        found = SHAPE.fullmatch(url)
        if not found:
            raise StoreError(UNREADABLE)
        user = f"{found['user']}@" if found["user"] else ""
        self.name = f"postgresql://{user}{found['hosts']}/{found['name'] or ''}"
        # The driver reads a URL as all programs of PostgreSQL do, with sslmode and the like
        self._url = "postgresql" + url[url.index("://") :]
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=PATIENCE,
        )
        use_begin_option(self._engine.sync_engine)
        self._engines = {mode: self._engine.execution_options(**options) for mode, options in MODE_OPTIONS.items()}

    async def _connect(self) -> Any:
        try:
            return await asyncpg.connect(self._url, timeout=PATIENCE, command_timeout=ANSWER, server_settings=SETTINGS)
        except (ValueError, TypeError, asyncpg.InterfaceError) as error:
            reason = str(error).partition("\n")[0]
            raise StoreError(f"the URL of {self.name} cannot be used: {reason:.200}") from None

    async def transact(
        self, work: Callable[[Connection], T], mode: TransactionMode, confirming: Callable[[], None]
    ) -> T:
        async with self._engines[mode].connect() as connection:
            await connection.begin()
            done = await connection.run_sync(work)
            confirming()
            await connection.commit()
            return done

    async def close(self) -> None:
        await self._engine.dispose()

    def is_transient(self, error: Exception, confirming: bool) -> bool:
        if _is_lost(error):
            # It may have been kept all the same, and then a second time would be one too many
            return not confirming
        cause = _cause(error)
        return _state(cause) in AGAIN or isinstance(cause, asyncpg.InvalidCachedStatementError)

    def describe(self, error: Exception, confirming: bool) -> str:
        cause = _cause(error)
        if confirming and (_is_lost(error) or isinstance(cause, OSError)):
            return UNSURE.format(self.name)
        if _is_lost(error):
            return LOST.format(self.name)
        state = _state(cause)
        if meaning := MEANS.get(state) or MEANS.get(state[:2]):
            return meaning.format(self.name)
        if isinstance(cause, PoolTimeout | TimeoutError):
            return SLOW.format(self.name)
        trouble = "cannot be reached" if isinstance(cause, OSError) else "does not take this"
        # What the driver wraps is told without the value, which may be long
        reason = str(cause.__cause__ or cause).partition("\n")[0]
        return f"{self.name} {trouble}: {reason:.200}"


def _is_lost(error: Exception) -> bool:
    """Whether the connection broke, of itself or because the server went away."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return _state(_cause(error)).startswith(GONE)


def _cause(error: Exception) -> BaseException:
    """The driver's own error."""
    return error.orig.__cause__ or error.orig if isinstance(error, DBAPIError) and error.orig else error


def _state(cause: BaseException) -> str:
    return getattr(cause, "sqlstate", None) or ""
