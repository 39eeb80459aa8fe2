"""Tokens of sessions, programs, devices and reset links.

The database holds only their hashes; a cache saves most lookups.
"""

import hashlib
import re
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, delete, select

from ..database import tables
from ..database.database import Database
from ..time_source import TimeSource
from .models import Authentication, Person, Token, TokenType

T = TypeVar("T")

SECRET_BYTES = 32
SECRET_PATTERN = re.compile(r"[\w-]{43}", re.ASCII)
TOKEN_LIFETIME: dict[TokenType, timedelta] = {  # after its last use; a reset link has one use
    "session": timedelta(days=90),
    "program": timedelta(days=365),
    "device": timedelta(days=365),
    "reset": timedelta(hours=1),
}
IDENTIFYING: tuple[TokenType, ...] = "session", "program"  # the others do not let anyone in
LAST_SEEN_INTERVAL = timedelta(days=1)  # update last-seen at most once a day
LONGEST_LABEL = 80  # characters
SESSIONS = 100  # of a person, at most: a new one ends the oldest
CACHE_SECONDS = 3.0  # a token revoked by another process works this long here
CACHE_SIZE = 10_000  # tokens

# The columns that callers see: neither passwords nor hashes
PERSON = [tables.people.c[name] for name in Person._fields]
TOKEN = [tables.tokens.c["sort" if name == "type" else name] for name in Token._fields]


class Tokens:
    """The tokens in a database, with a cache of those used recently."""

    def __init__(self, database: Database, time_source: TimeSource) -> None:
        self._database, self._time = database, time_source
        self._cache: dict[str, tuple[float, Authentication]] = {}  # by hash: when it expires, and the content
        self._invalidations = 0

    async def authenticate(self, secret: str) -> Authentication | None:
        """The owner of a token; None if it is unknown, expired or revoked."""
        if not SECRET_PATTERN.fullmatch(secret):
            return None
        key = _hash(secret)
        until, cached = self._cache.get(key, (0.0, None))
        if cached and self._time.monotonic() < until:
            return cached
        while True:
            invalidations = self._invalidations
            found = await self._look_up(key)
            # A token revoked during the lookup must not get into the cache
            if invalidations == self._invalidations:
                break
        if found:
            self._add_to_cache(key, found)
        return found

    def invalidate(self, person: str) -> None:
        """Drop a person's tokens from the cache."""
        self._invalidations += 1
        self._cache = {key: cached for key, cached in self._cache.items() if cached[1].person.id != person}

    async def of(self, person: str, type: TokenType) -> list[Token]:
        """A person's valid tokens, the newest first."""
        c = tables.tokens.c
        valid = (c.person == person) & (c.sort == type) & (c.expires > self._time.now())
        query = select(*TOKEN).where(valid).order_by(c.created.desc(), c.id)
        rows = await self._database.transact(lambda connection: connection.execute(query).all(), "read")
        return [Token(*row) for row in rows]

    async def revoke(self, person: str, which: ColumnElement[bool]) -> int:
        """Delete some of a person's tokens; returns their number."""
        return await self.change(person, lambda connection: delete_tokens(connection, person, which))

    async def change(self, person: str, work: "Callable[[Connection], T]") -> T:
        """Run a transaction that changes a person or their tokens, and invalidate the cache."""
        try:
            return await self._database.transact(work)
        finally:
            self.invalidate(person)

    def _add_to_cache(self, key: str, found: Authentication) -> None:
        self._cache.pop(key, None)
        self._cache[key] = self._time.monotonic() + CACHE_SECONDS, found
        if len(self._cache) > CACHE_SIZE:
            del self._cache[next(iter(self._cache))]

    async def _look_up(self, key: str) -> Authentication | None:
        now = self._time.now()
        found = await self._database.transact(lambda connection: _find(connection, key, IDENTIFYING), "read")
        if found is None or found.token.expires <= now:
            return None
        person, token = found
        expires = now + TOKEN_LIFETIME[token.type]
        if expires - token.expires < LAST_SEEN_INTERVAL:
            return found
        await self._database.transact(lambda connection: _set_last_seen(connection, key, person.id, now, expires))
        return Authentication(person._replace(seen=now), token._replace(expires=expires))


# Within a transaction


def issue_token(connection: Connection, person: str, type: TokenType, label: str, now: datetime) -> tuple[Token, str]:
    """Create a token and return it with its secret, which is stored nowhere. Deletes the person's expired tokens."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    delete_tokens(connection, person, tables.tokens.c.expires <= now)
    if type == "session":
        _end_oldest(connection, person)
    token = Token(secrets.token_hex(8), type, clean_label(label), now, now + TOKEN_LIFETIME[type])
    row = dict(zip((column.name for column in TOKEN), token, strict=True))
    connection.execute(tables.tokens.insert(), row | {"hash": _hash(secret), "person": person})
    return token, secret


def _end_oldest(connection: Connection, person: str) -> None:
    """End the oldest sessions of a person, so that there is room for one more."""
    c = tables.tokens.c
    newest = select(c.id).where(c.person == person, c.sort == "session").order_by(c.created.desc(), c.id)
    kept = [*connection.execute(newest.limit(SESSIONS - 1)).scalars()]
    if len(kept) == SESSIONS - 1:
        delete_tokens(connection, person, (c.sort == "session") & c.id.not_in(kept))


def delete_tokens(connection: Connection, person: str, which: ColumnElement[bool]) -> int:
    """Delete some of a person's tokens; returns their number."""
    return connection.execute(delete(tables.tokens).where(tables.tokens.c.person == person, which)).rowcount


def clean_label(text: str) -> str:
    """A label without unprintable characters, and not too long."""
    return "".join(filter(str.isprintable, text))[:LONGEST_LABEL].strip()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def find_token(connection: Connection, secret: str, type: TokenType, now: datetime) -> Authentication | None:
    """The owner of a valid token of this type."""
    found = _find(connection, _hash(secret), (type,)) if SECRET_PATTERN.fullmatch(secret) else None
    return found if found and found.token.expires > now else None


def _find(connection: Connection, key: str, types: tuple[TokenType, ...]) -> Authentication | None:
    t, p = tables.tokens.c, tables.people.c
    query = (
        select(*PERSON, *TOKEN)
        .join_from(tables.tokens, tables.people, p.id == t.person)
        .where(t.hash == key, t.sort.in_(types))
    )
    row = connection.execute(query).first()
    return Authentication(Person(*row[: len(PERSON)]), Token(*row[len(PERSON) :])) if row else None


def _set_last_seen(connection: Connection, key: str, person: str, now: datetime, expires: datetime) -> None:
    t, p = tables.tokens, tables.people
    connection.execute(t.update().where(t.c.hash == key).values(expires=expires))
    connection.execute(p.update().where(p.c.id == person).values(seen=now))
