"""Tokens: what people and programs show to be known again. Of each its hash alone is kept."""

import hashlib
import re
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, delete, select

from ..database import tables
from ..database.database import Database
from ..models import utc_now
from .models import Authentication, Person, Token, TokenType

T = TypeVar("T")

SECRET_BYTES = 32  # random bytes
SECRET_PATTERN = re.compile(r"[\w-]{43}", re.ASCII)  # of them, in letters
TOKEN_LIFETIME: dict[TokenType, timedelta] = {"session": timedelta(days=90), "program": timedelta(days=365)}  # unseen
LAST_SEEN_INTERVAL = timedelta(days=1)  # as often it is written down at most that somebody was seen
LONGEST_LABEL = 80  # letters
CACHE_SECONDS = 3.0  # seconds that a token is known without a look: as long one that was ended elsewhere works on
CACHE_SIZE = 10_000  # tokens that are remembered


# The columns that callers see, a password and a hash not among them
PERSON = [tables.people.c[name] for name in Person._fields]
TOKEN = [tables.tokens.c["sort" if name == "type" else name] for name in Token._fields]


class Tokens:
    """The tokens of a database, and those that were shown a moment ago."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent: dict[str, tuple[float, Authentication]] = {}
        self._forgot = 0  # times that something was forgotten

    async def shown(self, secret: str) -> Authentication | None:
        """Whose token this is; nobody's if it is unknown, has expired or was ended."""
        if not SECRET_PATTERN.fullmatch(secret):
            return None
        key = _hash(secret)
        until, known = self._recent.get(key, (0.0, None))
        if known and monotonic() < until:
            return known
        while True:
            forgot = self._forgot
            found = await self._look(key)
            # What was ended while this was looked for must not be remembered as it was before
            if forgot == self._forgot:
                break
        if found:
            self._remember(key, found)
        return found

    def forget(self, person: str) -> None:
        """Look again the next time that a token of this person is shown."""
        self._forgot += 1
        self._recent = {key: known for key, known in self._recent.items() if known[1].person.id != person}

    async def of(self, person: str, sort: TokenType) -> list[Token]:
        """Somebody's tokens that still work, the newest first."""
        c = tables.tokens.c
        mine = (c.person == person) & (c.sort == sort) & (c.expires > utc_now())
        ask = select(*TOKEN).where(mine).order_by(c.created.desc(), c.id)
        return [
            Token(*row)
            for row in await self._database.transact(lambda connection: connection.execute(ask).all(), "read")
        ]

    async def end(self, person: str, which: ColumnElement[bool]) -> int:
        """End those of somebody's tokens; the number of them."""
        return await self.change(person, lambda connection: ended(connection, person, which))

    async def change(self, person: str, work: "Callable[[Connection], T]") -> T:
        """Do work after which somebody is no longer known as before: at once here, and soon elsewhere."""
        try:
            return await self._database.transact(work)
        finally:
            self.forget(person)

    def _remember(self, key: str, found: Authentication) -> None:
        self._recent.pop(key, None)
        self._recent[key] = monotonic() + CACHE_SECONDS, found
        if len(self._recent) > CACHE_SIZE:
            del self._recent[next(iter(self._recent))]

    async def _look(self, key: str) -> Authentication | None:
        at = utc_now()
        found = await self._database.transact(lambda connection: _find(connection, key), "read")
        if found is None or found.token.expires <= at:
            return None
        person, token = found
        expires = at + TOKEN_LIFETIME[token.type]
        if expires - token.expires < LAST_SEEN_INTERVAL:
            return found
        await self._database.transact(lambda connection: _note(connection, key, person.id, at, expires))
        return Authentication(person._replace(seen=at), token._replace(expires=expires))


# Within a transaction


def issued(connection: Connection, person: str, sort: TokenType, label: str) -> tuple[Token, str]:
    """Make a token; itself is told here and never again."""
    secret, at = secrets.token_urlsafe(SECRET_BYTES), utc_now()
    ended(connection, person, tables.tokens.c.expires <= at)
    made = Token(secrets.token_hex(8), sort, label_of(label), at, at + TOKEN_LIFETIME[sort])
    connection.execute(tables.tokens.insert(), _row(made) | {"hash": _hash(secret), "person": person})
    return made, secret


def _row(token: Token) -> dict[str, Any]:
    row = token._asdict()
    row["sort"] = row.pop("type")
    return row


def ended(connection: Connection, person: str, which: ColumnElement[bool]) -> int:
    return connection.execute(delete(tables.tokens).where(tables.tokens.c.person == person, which)).rowcount


def label_of(text: str) -> str:
    """A label that can be shown."""
    return "".join(filter(str.isprintable, text))[:LONGEST_LABEL].strip()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _find(connection: Connection, key: str) -> Authentication | None:
    t, p = tables.tokens.c, tables.people.c
    ask = select(*PERSON, *TOKEN).join_from(tables.tokens, tables.people, p.id == t.person).where(t.hash == key)
    row = connection.execute(ask).first()
    return Authentication(Person(*row[: len(PERSON)]), Token(*row[len(PERSON) :])) if row else None


def _note(connection: Connection, key: str, person: str, at: datetime, expires: datetime) -> None:
    """Write down that somebody was seen."""
    t, p = tables.tokens, tables.people
    connection.execute(t.update().where(t.c.hash == key).values(expires=expires))
    connection.execute(p.update().where(p.c.id == person).values(seen=at))
