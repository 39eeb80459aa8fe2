"""PostgreSQL: its URLs, its connections, and its errors in words for people."""

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

CONNECTIONS = 8  # of a process; PostgreSQL allows 100 in all by default
CONNECT_TIMEOUT = 10.0  # seconds to wait for a connection
ANSWER_TIMEOUT = 60.0  # seconds to wait for an answer

PROBE_LOCK_TIMEOUT = "100ms"  # that a probe waits for locks

# A machine that disappears within a transaction blocks other transactions for a minute at most
SETTINGS = {"application_name": "ludarium", "idle_in_transaction_session_timeout": "60s"}

UPGRADE_LOCK = 7_511_203_865  # the number of our advisory lock

URL_PATTERN = re.compile(
    r"postgres(?:ql)?(?:\+asyncpg)?://"
    r"(?:(?P<user>[^\s:@/?#]*)(?::[^\s:@/?#]*)?@)?"
    r"(?P<hosts>(?:[\w.%-]*|\[[\da-fA-F:.]+\])(?::\d{1,5})?(?:,(?:[\w.%-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?)*)"
    r"(?:/(?P<name>[^\s@/?#]*))?"
    r"(?P<query>\?[^\s#]*)?"
)
BAD_URL = (
    "a PostgreSQL database is named by a URL such as postgresql://me:password@host:5432/games; in a user, a password "
    "and a name write : / ? # @ [ ] % as %3A %2F %3F %23 %40 %5B %5D %25"
)

IN_USE = "{} is locked by other connections; try again"
STARTING = "{} is starting or stopping; try again in a moment"
DENIED = "{} rejects this user and password; correct them in the URL"
FULL = "there is no space left in {}; free some and try again"
CROWDED = "{} has no connection left; try again, or raise its max_connections"
LOST = "the connection to {} was lost, and nothing was changed; try again"
UNSURE = "the connection to {} was lost during a commit, which may have succeeded; check, or try again"
SLOW = "{} does not answer in time; try again"
MESSAGES = {  # by SQLSTATE, of which the first two characters are a class
    "28": DENIED,
    "3D": "{} does not exist; create it with createdb, or correct its name in the URL",
    "25006": "{} is read-only: it is a standby, or its settings forbid writing",
    "40": IN_USE,
    "42501": "{} does not allow this user to create and change tables; its owner can GRANT that",
    "3F": "{} does not allow this user to create and change tables; its owner can GRANT that",
    "53300": CROWDED,
    "53100": FULL,
    "55P03": IN_USE,
    "57014": SLOW,
    "57P03": STARTING,
    "XX001": "{} is damaged; restore a backup if there is one",
}
RETRYABLE = "40001", "40P01", "55P03", "57P03", "53300"  # conflicts with other transactions, or not ready yet
LOST_STATES = "08", "57P01", "57P02"  # the connection broke, or the server is shutting down

# The engine's options for each mode
MODE_OPTIONS: dict[TransactionMode, dict[str, Any]] = {
    "write": {},
    "read": {"isolation_level": "AUTOCOMMIT"},  # one message instead of three
    "idempotent": {"isolation_level": "AUTOCOMMIT"},
    "snapshot": {"isolation_level": "REPEATABLE READ"},
    "exclusive": {"begin": f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"},
}
FAILURES = SQLAlchemyError, OSError, ValueError, OverflowError, asyncpg.PostgresError, asyncpg.InterfaceError


class Postgresql:
    """A database on a server, reached by a small pool of connections."""

    def __init__(self, url: str) -> None:
        self.failures: tuple[type[Exception], ...] = FAILURES
        self.connect: Callable[[], Awaitable[Any]] | None = self._connect
        found = URL_PATTERN.fullmatch(url)
        if not found:
            raise StoreError(BAD_URL)
        user = f"{found['user']}@" if found["user"] else ""
        self.name = f"postgresql://{user}{found['hosts']}/{found['name'] or ''}"
        # asyncpg parses a URL as libpq does, with sslmode and the like
        self._url = "postgresql" + url[url.index("://") :]
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=CONNECT_TIMEOUT,
        )
        use_begin_option(self._engine.sync_engine)
        self._engines = {mode: self._engine.execution_options(**options) for mode, options in MODE_OPTIONS.items()}

    async def _connect(self) -> Any:
        try:
            return await asyncpg.connect(
                self._url, timeout=CONNECT_TIMEOUT, command_timeout=ANSWER_TIMEOUT, server_settings=SETTINGS
            )
        except (ValueError, TypeError, asyncpg.InterfaceError) as error:
            reason = str(error).partition("\n")[0]
            raise StoreError(f"the URL of {self.name} cannot be used: {reason:.200}") from None

    async def transact(
        self, work: Callable[[Connection], T], mode: TransactionMode, on_commit: Callable[[], None]
    ) -> T:
        async with self._engines[mode].connect() as connection:
            await connection.begin()
            done = await connection.run_sync(work)
            on_commit()
            await connection.commit()
            return done

    def probe(self, connection: Connection) -> None:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PROBE_LOCK_TIMEOUT}'")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        # The lock that every change of a game takes: it is not to be had while another connection locks the tables
        connection.exec_driver_sql("LOCK TABLE games, entries IN ROW EXCLUSIVE MODE")

    def check(self, connection: Connection) -> None:
        # PostgreSQL checks its pages by itself when it reads them
        pass

    async def close(self) -> None:
        await self._engine.dispose()

    def is_transient(self, error: Exception, committing: bool) -> bool:
        if _is_lost(error):
            # The commit may have succeeded, and must not be done twice
            return not committing
        cause = _cause(error)
        return _state(cause) in RETRYABLE or isinstance(cause, asyncpg.InvalidCachedStatementError)

    def describe(self, error: Exception, committing: bool) -> str:
        cause = _cause(error)
        if committing and (_is_lost(error) or isinstance(cause, OSError)):
            return UNSURE.format(self.name)
        if _is_lost(error):
            return LOST.format(self.name)
        state = _state(cause)
        if message := MESSAGES.get(state) or MESSAGES.get(state[:2]):
            return message.format(self.name)
        if isinstance(cause, PoolTimeout | TimeoutError):
            return SLOW.format(self.name)
        trouble = "cannot be reached" if isinstance(cause, OSError) else "rejects this"
        # Not the driver's own message, which repeats the value, however long it is
        reason = str(cause.__cause__ or cause).partition("\n")[0]
        return f"{self.name} {trouble}: {reason:.200}"


def _is_lost(error: Exception) -> bool:
    """Whether the connection broke, or the server shut down."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return _state(_cause(error)).startswith(LOST_STATES)


def _cause(error: Exception) -> BaseException:
    """The driver's own error, without what SQLAlchemy wraps around it."""
    return error.orig.__cause__ or error.orig if isinstance(error, DBAPIError) and error.orig else error


def _state(cause: BaseException) -> str:
    return getattr(cause, "sqlstate", None) or ""
