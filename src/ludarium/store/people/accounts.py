"""The people who play: guests, accounts, what they are known by, and how well they play."""

import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, select

from ..database import tables
from ..database.database import Database
from ..errors import StoreError
from ..models import utc_now
from . import names, ratings
from .models import Authentication, Credential, Person, Rating, Token, TokenType
from .passwords import Passwords
from .tokens import PERSON, Tokens, ended, issued, label_of

PROGRAMS = 50  # tokens for programs that somebody may have
LISTED = 1000  # people who are listed at once
GONE = "there is no such person here any more"


class WrongPassword(StoreError):
    """A name and a password that do not belong together, or are not known at all."""


class Banned(StoreError):
    """Somebody who may not come in."""


class People:
    """Everybody who is known. What a verb has changed holds at once here, and within seconds in other processes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tokens = Tokens(database)
        self._passwords = Passwords()

    # Being known

    async def create_guest(self, name: str, label: str = "") -> Credential:
        """Somebody new, by a name alone."""
        called = names.clean(name)

        def welcome(connection: Connection) -> Credential:
            _check_free(connection, called)
            return _enter(connection, _made(connection, called), label)

        return await self._database.transact(welcome)

    async def authenticate(self, secret: str) -> Authentication | None:
        """Who shows this token; nobody if it is unknown, has expired or was ended, or if they are banned."""
        shown = await self._tokens.shown(secret)
        return None if shown is None or shown.person.banned else shown

    async def is_banned(self, secret: str) -> bool:
        """Whether the owner of this token may not come in."""
        shown = await self._tokens.shown(secret)
        return shown is not None and shown.person.banned

    async def person(self, id: str) -> Person | None:
        """The person with this id."""
        return await self._database.transact(lambda connection: _find(connection, id), "read")

    async def search(self, part: str = "", limit: int = LISTED) -> list[Person]:
        """Those with this in their names, whoever was seen last first."""
        p = tables.people.c
        ask = select(*PERSON).order_by(p.seen.desc(), p.id).limit(limit)
        if part:
            ask = ask.where(p.name.icontains(part, autoescape=True))
        rows = await self._database.transact(lambda connection: connection.execute(ask).all(), "read")
        return [Person(*row) for row in rows]

    async def rename(self, id: str, name: str) -> Person:
        """Call somebody by another name, which is also what an account is logged in with."""
        called = names.clean(name)

        def change(connection: Connection) -> Person:
            known = _get(connection, id)
            _check_free(connection, called, known.id)
            changed = known._replace(name=called, login=None if known.is_guest else names.login(called))
            _update(connection, id, name=changed.name, login=changed.login)
            return changed

        return await self._tokens.change(id, change)

    # Accounts

    async def register(self, id: str | None, name: str, password: str, label: str = "") -> Credential:
        """Make an account: out of a guest, who remains the same person, or for somebody new."""
        called = names.clean(name)
        login = names.login(called)
        kept = await self._passwords.made(password)

        def change(connection: Connection) -> Credential:
            guest = _get(connection, id) if id else _made(connection, called)
            if not guest.is_guest:
                raise StoreError(f"you have an account already, {guest.name!r}; log out to make another one")
            _check_free(connection, called, guest.id)
            account = guest._replace(name=called, login=login)
            _update(connection, guest.id, name=account.name, login=account.login, password=kept)
            # Whoever had the guest's token has not got the account's
            ended(connection, guest.id, tables.tokens.c.sort == "session")
            return _enter(connection, account, label)

        return await self._tokens.change(id or "", change)

    async def log_in(self, name: str, password: str, label: str = "") -> Credential:
        """A new session for whoever knows the password."""
        id, kept = await self._account(name)
        if not await self._passwords.is_right(password, kept) or kept is None:
            raise WrongPassword("there is nobody here by this name and this password")
        # What is kept of a password is made anew where that is done in a better way now
        better = await self._passwords.made(password) if self._passwords.is_outdated(kept) else kept

        def enter(connection: Connection) -> Credential:
            known = _get(connection, id)
            if known.banned:
                raise Banned(f"{known.name} may not come in here any more; ask whoever runs this server")
            _change_password(connection, id, kept, better)
            return _enter(connection, known, label)

        return await self._database.transact(enter)

    async def change_password(self, id: str, old: str, new: str, keep: str) -> None:
        """Take another password, which ends every session but the one with the id `keep`."""
        kept = await self._database.transact(lambda connection: _kept_password(connection, id), "read")
        if kept is None:
            raise StoreError("a guest has no password; make an account first")
        if not await self._passwords.is_right(old, kept):
            raise WrongPassword("this is not the password that you have now")
        made = await self._passwords.made(new)

        def change(connection: Connection) -> None:
            _change_password(connection, id, kept, made)
            ended(connection, id, (tables.tokens.c.sort == "session") & (tables.tokens.c.id != keep))

        await self._tokens.change(id, change)

    # Sessions, and tokens of programs

    async def tokens(self, id: str, sort: TokenType) -> list[Token]:
        """Somebody's sessions, or their tokens for programs; the newest first."""
        return await self._tokens.of(id, sort)

    async def create_program_token(self, id: str, label: str) -> Credential:
        """A token for a program, with a label by which its owner knows it again."""
        if not label_of(label):
            raise StoreError("a token has a label, by which you know later what it is for")

        def make(connection: Connection) -> Credential:
            known, t = _get(connection, id), tables.tokens.c
            mine = select(t.id).where(t.person == id, t.sort == "program", t.expires > utc_now())
            if len(connection.execute(mine).all()) >= PROGRAMS:
                raise StoreError(f"nobody has more than {PROGRAMS} tokens; end one that is not needed")
            return Credential(known, *issued(connection, id, "program", label))

        return await self._database.transact(make)

    async def revoke_token(self, id: str, token: str, sort: TokenType) -> bool:
        """End a session or a program's token of somebody; says whether they had it."""
        t = tables.tokens.c
        return await self._tokens.end(id, (t.id == token) & (t.sort == sort)) > 0

    async def end_other_sessions(self, id: str, keep: str) -> int:
        """End all sessions of somebody but one; the number of them."""
        t = tables.tokens.c
        return await self._tokens.end(id, (t.sort == "session") & (t.id != keep))

    # For whoever runs the server

    async def ban(self, id: str, banned: bool = True) -> bool:
        """Let somebody in no more, or again; says whether they are known."""
        return await self._tokens.change(id, lambda connection: _update(connection, id, banned=banned))

    async def remove(self, id: str) -> bool:
        """Forget a person; says whether there was one. Their games stay, with the names that stand in them."""

        def forget(connection: Connection) -> bool:
            for table in (tables.tokens, tables.ratings):
                connection.execute(delete(table).where(table.c.person == id))
            return connection.execute(delete(tables.people).where(tables.people.c.id == id)).rowcount > 0

        return await self._tokens.change(id, forget)

    # Ratings

    async def rate(self, game: str, kind: str, ranks: Mapping[str, int]) -> bool:
        """Count a game that is over, by the place of each person, equal ones for a draw; False if it was counted."""
        return len(ranks) > 1 and await self._database.transact(
            lambda connection: ratings.rate(connection, game, kind, ranks)
        )

    async def ratings(self, id: str) -> list[Rating]:
        """How well somebody plays, by kinds of games."""
        return await self._database.transact(lambda connection: ratings.of(connection, id), "read")

    async def best_players(self, kind: str, limit: int = 100) -> list[Rating]:
        """The best players of a kind of game, but for those who are banned."""
        return await self._database.transact(lambda connection: ratings.best(connection, kind, limit), "read")

    async def _account(self, name: str) -> tuple[str, str | None]:
        """The id and the kept password of an account, or nobody's."""
        p = tables.people.c
        try:
            ask = select(p.id, p.password).where(p.login == names.same(names.clean(name)))
        except StoreError:
            return "", None
        found = await self._database.transact(lambda connection: connection.execute(ask).first(), "read")
        return (found.id, found.password) if found else ("", None)


# Within a transaction


def _made(connection: Connection, name: str) -> Person:
    at = utc_now()
    made = Person(secrets.token_hex(8), name, None, False, at, at)
    connection.execute(tables.people.insert(), made._asdict())
    return made


def _enter(connection: Connection, person: Person, label: str) -> Credential:
    return Credential(person, *issued(connection, person.id, "session", label))


def _find(connection: Connection, id: str) -> Person | None:
    row = connection.execute(select(*PERSON).where(tables.people.c.id == id)).first()
    return Person(*row) if row else None


def _get(connection: Connection, id: str) -> Person:
    found = _find(connection, id)
    if found is None:
        raise StoreError(GONE)
    return found


def _check_free(connection: Connection, name: str, but: str = "") -> None:
    """Nobody takes a name that an account has, guests neither: they would be taken for each other."""
    p = tables.people.c
    if connection.execute(select(p.id).where(p.login == names.same(name), p.id != but)).first():
        raise StoreError(f"{name!r} is the name of somebody with an account; choose another one")


def _update(connection: Connection, id: str, **values: Any) -> bool:
    return connection.execute(tables.people.update().where(tables.people.c.id == id).values(**values)).rowcount > 0


def _kept_password(connection: Connection, id: str) -> str | None:
    p = tables.people.c
    return connection.execute(select(p.password).where(p.id == id)).scalar()


def _change_password(connection: Connection, id: str, old: str, new: str) -> None:
    """Write down what is kept of a password, if it is still the one that was checked."""
    p = tables.people
    change = p.update().where(p.c.id == id, p.c.password == old).values(password=new, seen=utc_now())
    if not connection.execute(change).rowcount:
        raise WrongPassword("the password was changed a moment ago; use the new one")
