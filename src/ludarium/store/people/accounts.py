"""People: guests and accounts, their sessions and tokens, and their ratings."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select

from ...contract.quotation import quoted
from ..database import tables
from ..database.database import Database, advisory_lock
from ..errors import StoreError
from ..time_source import TimeSource
from . import look_alikes, names, puzzle_ratings, ratings
from .guesses import ProcessGuesses, add_guess, forgive_guess
from .models import NEW_SOLVER, Authentication, Credential, Person, Rating, Solver, Token, TokenType
from .passwords import Passwords
from .tokens import PERSON, Tokens, clean_label, delete_tokens, find_token, issue_token

PROGRAMS = 50  # program tokens of a person, at most
DEVICES = 20  # devices of a person, at most; the oldest ones are forgotten
LISTED = 1000  # people in a list, at most
BAD_RESET = "this link is not valid, or not any more; ask the administrator of this server for another one"
NO_PERSON = "there is no such person here any more"


class WrongPassword(StoreError):
    """The name is unknown, or the password is not the account's."""


class BadReset(StoreError):
    """A reset link is unknown, used or expired."""


class Banned(StoreError):
    """The person is banned from this server."""


class People:
    """The people in a database. Changes apply at once in this process, and within seconds in other processes."""

    def __init__(self, database: Database, time_source: TimeSource) -> None:
        self._database, self._time = database, time_source
        self._tokens = Tokens(database, time_source)
        self._passwords = Passwords()
        self._guesses = ProcessGuesses()

    # Guests and authentication

    async def create_guest(self, name: str, label: str = "") -> Credential:
        """Create a guest, and a session for them."""
        cleaned, now = names.clean_new(name), self._time.now()

        def create(connection: Connection) -> Credential:
            _check_free(connection, cleaned)
            return _new_session(connection, _new_person(connection, cleaned, now), label, now)

        return await self._database.transact(create)

    async def authenticate(self, secret: str) -> Authentication | None:
        """The owner of a token; None if it is unknown, expired or revoked, or if its owner is banned."""
        found = await self._tokens.authenticate(secret)
        return None if found is None or found.person.banned else found

    async def is_banned(self, secret: str) -> bool:
        """Whether the owner of this token is banned."""
        found = await self._tokens.authenticate(secret)
        return found is not None and found.person.banned

    async def person(self, id: str) -> Person | None:
        """The person with this id."""
        return await self._database.transact(lambda connection: _find(connection, id), "read")

    async def search(self, part: str = "", limit: int = LISTED) -> list[Person]:
        """The people whose names contain this, last seen first."""
        p = tables.people.c
        query = select(*PERSON).order_by(p.seen.desc(), p.id).limit(limit)
        if part:
            query = query.where(p.name.icontains(part, autoescape=True))
        rows = await self._database.transact(lambda connection: connection.execute(query).all(), "read")
        return [Person(*row) for row in rows]

    async def rename(self, id: str, name: str) -> Person:
        """Change a person's name, which is also the login name of an account."""
        cleaned = names.clean(name)

        def change(connection: Connection) -> Person:
            person = _get(connection, id)
            if cleaned == person.name:
                return person
            look_alikes.check_scripts(cleaned)
            _check_free(connection, cleaned, person.id)
            if person.is_guest:
                _update(connection, id, name=cleaned)
                return person._replace(name=cleaned)
            return _name_account(connection, person, cleaned)

        return await self._tokens.change(id, change)

    # Accounts

    async def register(self, id: str | None, name: str, password: str, label: str = "") -> Credential:
        """Create an account: of a guest, who remains the same person, or of a new person."""
        cleaned = names.clean_new(name)
        names.login(cleaned)
        hash, now = await self._passwords.hash_new(password, cleaned), self._time.now()

        def change(connection: Connection) -> Credential:
            guest = _get(connection, id) if id else _new_person(connection, cleaned, now)
            if not guest.is_guest:
                raise StoreError(f"you have an account already, {guest.name!r}; log out to make another one")
            _check_free(connection, cleaned, guest.id)
            account = _name_account(connection, guest, cleaned)
            _update(connection, guest.id, password=hash)
            # A leaked token of the guest must not open the account
            delete_tokens(connection, guest.id, tables.tokens.c.sort == "session")
            return _new_session(connection, account, label, now)

        return await self._tokens.change(id or "", change)

    async def log_in(self, name: str, password: str, label: str = "", device: str = "") -> Credential:
        """Create a session for an account; raises WrongPassword, TooManyGuesses or Banned.

        A device on which the owner has logged in before has a count of guesses of its own, so that strangers who guess
        cannot keep the owner out.
        """
        id, hash = await self._account(name)
        forgive = await self._count_guess(id, name, device)
        if not await self._passwords.is_right(password, hash) or hash is None:
            raise WrongPassword("there is no account with this name and password")
        new_hash = await self._passwords.hash(password) if self._passwords.is_outdated(hash) else hash
        now = self._time.now()

        def log_in(connection: Connection) -> Credential:
            person = _get(connection, id)
            if person.banned:
                raise _banned(person)
            _change_password(connection, id, hash, new_hash, now)
            forgive(connection)
            return _new_session(connection, person, label, now)

        return await self._database.transact(log_in)

    async def _count_guess(self, id: str, name: str, device: str) -> Callable[[Connection], None]:
        """Count a guess, or raise TooManyGuesses; the function returned forgives it."""
        now = self._time.now()
        known = await self._device(id, device)
        if id and not known:
            await self._database.transact(lambda connection: add_guess(connection, id, now))
            return lambda connection: forgive_guess(connection, id)
        key = f"device {known}" if known else f"name {names.fold(name[: names.LONGEST])}"
        self._guesses.add(key, now)
        return lambda connection: self._guesses.forgive(key)

    async def _device(self, id: str, secret: str) -> str:
        """The id of the device with this secret, if the person has used it; else an empty text."""
        if not id or not secret:
            return ""
        now = self._time.now()
        found = await self._database.transact(lambda connection: find_token(connection, secret, "device", now), "read")
        return found.token.id if found and found.person.id == id else ""

    async def remember_device(self, id: str, secret: str) -> str | None:
        """Note that a person has logged in on a device; returns its new secret, or None if the one given is valid."""
        if await self._device(id, secret):
            return None
        now = self._time.now()

        def remember(connection: Connection) -> str:
            t = tables.tokens.c
            devices = select(t.id).where(t.person == id, t.sort == "device").order_by(t.created.desc(), t.id)
            old = connection.execute(devices).scalars().all()[DEVICES - 1 :]
            delete_tokens(connection, id, t.id.in_(old))
            return issue_token(connection, id, "device", "", now)[1]

        return await self._database.transact(remember)

    async def change_password(self, id: str, old: str, new: str, keep: str) -> None:
        """Change the password and end every session but the one with the id `keep`."""
        hash = await self._database.transact(lambda connection: _password_hash(connection, id), "read")
        if hash is None:
            raise StoreError("a guest has no password; make an account first")
        self._guesses.add(f"session {keep}", self._time.now())
        if not await self._passwords.is_right(old, hash):
            raise WrongPassword("this is not your current password")
        self._guesses.forgive(f"session {keep}")
        name = (await self._get(id)).name
        new_hash, now = await self._passwords.hash_new(new, name), self._time.now()

        def change(connection: Connection) -> None:
            _change_password(connection, id, hash, new_hash, now)
            _forget_logins(connection, id, keep)

        await self._tokens.change(id, change)

    async def create_reset(self, name: str) -> Credential:
        """A token with which the owner of an account sets a new password, once and soon. It replaces earlier ones."""
        id, _ = await self._account(name)
        if not id:
            raise StoreError(f"there is no account named {quoted(name)}; `ludarium admin people` lists them")
        now = self._time.now()

        def create(connection: Connection) -> Credential:
            delete_tokens(connection, id, tables.tokens.c.sort == "reset")
            return Credential(_get(connection, id), *issue_token(connection, id, "reset", "", now))

        return await self._database.transact(create)

    async def reset_password(self, secret: str, new: str, label: str = "") -> Credential:
        """Set a new password by the token of a reset, and create a session; raises BadReset or Banned.

        All other sessions end, and wrong passwords are forgiven.
        """
        person = await self._database.transact(lambda connection: self._reset_owner(connection, secret), "read")
        new_hash, now = await self._passwords.hash_new(new, person.name), self._time.now()

        def reset(connection: Connection) -> Credential:
            owner = self._reset_owner(connection, secret)
            # Of two who use the same link at once, one deletes it
            if not delete_tokens(connection, owner.id, tables.tokens.c.sort == "reset"):
                raise BadReset(BAD_RESET)
            _update(connection, owner.id, password=new_hash, seen=now, guesses=0.0, guessed=None)
            _forget_logins(connection, owner.id)
            return _new_session(connection, owner, label, now)

        return await self._tokens.change(person.id, reset)

    def _reset_owner(self, connection: Connection, secret: str) -> Person:
        found = find_token(connection, secret, "reset", self._time.now())
        if found is None:
            raise BadReset(BAD_RESET)
        if found.person.banned:
            raise _banned(found.person)
        return found.person

    async def _get(self, id: str) -> Person:
        return await self._database.transact(lambda connection: _get(connection, id), "read")

    # Sessions, and tokens of programs

    async def tokens(self, id: str, type: TokenType) -> list[Token]:
        """A person's sessions or program tokens, the newest first."""
        return await self._tokens.of(id, type)

    async def create_program_token(self, id: str, label: str) -> Credential:
        """Create a token for a program, with a label for its owner."""
        if not clean_label(label):
            raise StoreError("a token needs a label that says what it is for")
        now = self._time.now()

        def create(connection: Connection) -> Credential:
            person, t = _get(connection, id), tables.tokens.c
            valid = select(t.id).where(t.person == id, t.sort == "program", t.expires > now)
            if len(connection.execute(valid).all()) >= PROGRAMS:
                raise StoreError(f"you can have at most {PROGRAMS} tokens; end one that you no longer need")
            return Credential(person, *issue_token(connection, id, "program", label, now))

        return await self._database.transact(create)

    async def revoke_token(self, id: str, token: str, type: TokenType) -> bool:
        """Revoke a person's session or program token; False if they have no such token."""
        t = tables.tokens.c
        return await self._tokens.revoke(id, (t.id == token) & (t.sort == type)) > 0

    async def end_other_sessions(self, id: str, keep: str) -> int:
        """End a person's sessions but the one with the id `keep`; returns their number."""
        t = tables.tokens.c
        return await self._tokens.revoke(id, (t.sort == "session") & (t.id != keep))

    # For administrators

    async def ban(self, id: str, banned: bool = True) -> bool:
        """Ban a person, or lift the ban; False if there is no such person."""
        return await self._tokens.change(id, lambda connection: _update(connection, id, banned=banned))

    async def remove(self, id: str) -> bool:
        """Delete a person, also from tables of days; False if there was none. Games stay, with the names in them."""

        def remove(connection: Connection) -> bool:
            for table in (tables.tokens, tables.ratings, tables.tries, tables.solvers, tables.attempts):
                connection.execute(delete(table).where(table.c.person == id))
            return connection.execute(delete(tables.people).where(tables.people.c.id == id)).rowcount > 0

        return await self._tokens.change(id, remove)

    # Ratings

    async def rate(self, game: str, kind: str, ranks: Mapping[str, int]) -> bool:
        """Rate a finished game by the rank of each person, equal for a draw; False if it was rated before."""
        now = self._time.now()
        return len(ranks) > 1 and await self._database.transact(
            lambda connection: ratings.rate(connection, game, kind, ranks, now)
        )

    async def ratings(self, id: str) -> list[Rating]:
        """A person's ratings, one for each kind of game."""
        return await self._database.transact(lambda connection: ratings.of(connection, id), "read")

    async def best_players(self, kind: str, limit: int = 100) -> list[Rating]:
        """The highest ratings of a kind of game, without banned people."""
        return await self._database.transact(lambda connection: ratings.best(connection, kind, limit), "read")

    # Puzzles

    async def rate_try(self, id: str, kind: str, puzzle: str, estimate: int, solved: bool) -> bool:
        """Rate a person's first try at a puzzle; False if it was not the first."""
        now = self._time.now()
        return await self._database.transact(
            lambda connection: puzzle_ratings.rate_try(connection, id, kind, puzzle, estimate, solved, now)
        )

    async def solver(self, id: str | None, kind: str) -> Solver:
        """How well a person solves the puzzles of a kind of game."""
        if id is None:
            return NEW_SOLVER
        return await self._database.transact(lambda connection: puzzle_ratings.solver_of(connection, id, kind), "read")

    async def tried_puzzles(self, id: str | None, kind: str) -> dict[str, bool]:
        """The puzzles that a person has tried, and whether the first try was right."""
        if id is None:
            return {}
        return await self._database.transact(lambda connection: puzzle_ratings.tried(connection, id, kind), "read")

    async def puzzle_rating(self, kind: str, puzzle: str) -> int | None:
        """The rating of a puzzle that people have tried."""
        return await self._database.transact(
            lambda connection: puzzle_ratings.rating_of(connection, kind, puzzle), "read"
        )

    async def _account(self, name: str) -> tuple[str, str | None]:
        """The id and the password hash of an account; an empty id and None if there is none."""
        p = tables.people.c
        try:
            query = select(p.id, p.password).where(p.login == names.fold(names.clean(name)))
        except StoreError:
            return "", None
        found = await self._database.transact(lambda connection: connection.execute(query).first(), "read")
        return (found.id, found.password) if found else ("", None)


# Within a transaction


def _new_person(connection: Connection, name: str, now: datetime) -> Person:
    person = Person(secrets.token_hex(8), name, None, False, now, now)
    connection.execute(tables.people.insert(), person._asdict())
    return person


def _new_session(connection: Connection, person: Person, label: str, now: datetime) -> Credential:
    return Credential(person, *issue_token(connection, person.id, "session", label, now))


def _find(connection: Connection, id: str) -> Person | None:
    row = connection.execute(select(*PERSON).where(tables.people.c.id == id)).first()
    return Person(*row) if row else None


def _get(connection: Connection, id: str) -> Person:
    found = _find(connection, id)
    if found is None:
        raise StoreError(NO_PERSON)
    return found


def _check_free(connection: Connection, name: str, but: str = "") -> None:
    """Refuse the name of another person's account, to guests as well: they could be mistaken for that person."""
    p, skeleton = tables.people.c, look_alikes.skeleton(name)
    # Two who choose names that look alike at once must not both get theirs
    advisory_lock(connection, f"name {skeleton}")
    if connection.execute(select(p.id).where(p.login == names.fold(name), p.id != but)).first():
        raise StoreError(f"another player has an account named {name!r}; choose another name")
    similar = connection.execute(select(p.name).where(p.skeleton == skeleton, p.id != but)).scalar()
    if similar is not None:
        raise StoreError(f"this name looks like that of another player, {similar!r}; choose another name")


def _name_account(connection: Connection, person: Person, name: str) -> Person:
    """Give an account its name."""
    login = names.login(name)
    _update(connection, person.id, name=name, login=login, skeleton=look_alikes.skeleton(name))
    return person._replace(name=name, login=login)


def _forget_logins(connection: Connection, id: str, keep: str = "") -> None:
    """End a person's sessions but the one with the id `keep`, and forget the devices and reset links."""
    t = tables.tokens.c
    delete_tokens(connection, id, t.sort.in_(("session", "device", "reset")) & (t.id != keep))


def _banned(person: Person) -> Banned:
    return Banned(f"{person.name} is banned from this server; ask its administrator")


def _update(connection: Connection, id: str, **values: Any) -> bool:
    return connection.execute(tables.people.update().where(tables.people.c.id == id).values(**values)).rowcount > 0


def _password_hash(connection: Connection, id: str) -> str | None:
    p = tables.people.c
    return connection.execute(select(p.password).where(p.id == id)).scalar()


def _change_password(connection: Connection, id: str, old: str, new: str, now: datetime) -> None:
    """Replace a password hash, if it is still the one that was verified."""
    p = tables.people
    change = p.update().where(p.c.id == id, p.c.password == old).values(password=new, seen=now)
    if not connection.execute(change).rowcount:
        raise WrongPassword("the password was just changed; use the new one")
