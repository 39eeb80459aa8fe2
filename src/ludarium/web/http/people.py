"""HTTP routes about people: the own name, accounts, sessions, tokens, and other players."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeAlias

from litestar import Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import (
    HTTPException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import FromPath, JSONBody

from ...house.games import describe_game
from ...house.rooms.registry import find_kind
from ...protocol.people import (
    Entering,
    Labelled,
    Me,
    Named,
    NewPassword,
    PersonTold,
    RankTold,
    RatingTold,
    Reset,
    SessionTold,
    TokenMade,
    TokenTold,
)
from ...store.people.accounts import BadReset, Banned, WrongPassword
from ...store.people.guesses import TooManyGuesses
from ...store.people.models import Authentication, Person, Token
from ...store.store import Store
from ..auth.identity import Authenticator, ensure_person, identity_of

HERE = "here"  # stands for the id of the session that sends the request
NOT_LOGGED_IN = "this needs a session; log in, or send a cookie or a token"
PROGRAM = "a program's token is only for playing; do this from a session of your own"
BEST = 100  # players in a list

HttpRequest: TypeAlias = Request[Any, Any, Any]


def _time(time: datetime) -> str:
    return time.isoformat().replace("+00:00", "Z")


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.is_guest, _time(person.created))


def _session(request: HttpRequest) -> Authentication:
    """The session that sends the request; raises status 401 without one, and 403 for a program."""
    session = identity_of(request).authentication
    if session is None:
        raise NotAuthorizedException(NOT_LOGGED_IN, headers={"WWW-Authenticate": "Bearer"})
    _check_no_program(session)
    return session


def _check_no_program(authentication: Authentication | None) -> None:
    """Refuse program tokens, so that a leaked one cannot be turned into more."""
    if authentication and authentication.token.type == "program":
        raise PermissionDeniedException(PROGRAM)


@contextmanager
def _password_errors(wrong: type[HTTPException] = PermissionDeniedException) -> Iterator[None]:
    """Answer a wrong password with `wrong`, too many of them with status 429, and a banned person with 403."""
    try:
        yield
    except WrongPassword as error:
        raise wrong(str(error)) from None
    except TooManyGuesses as error:
        raise TooManyRequestsException(str(error), headers={"Retry-After": str(error.seconds)}) from None
    except (BadReset, Banned) as error:
        raise PermissionDeniedException(str(error)) from None


# The own person


@get("/me", sync_to_thread=False)
def me(request: HttpRequest) -> Me | None:
    """Your name and id; null if you are not known. Renews the cookie of a browser."""
    identity = identity_of(request)
    if identity.person and not identity.by_token:
        identity.renew_cookie()
    return _me(identity.person) if identity.person else None


@put("/me")
async def rename(request: HttpRequest, data: JSONBody[Named], authenticator: NamedDependency[Authenticator]) -> Me:
    """Change your name; if you are not known, become a guest with this name."""
    if identity_of(request).person is None:
        return _me(await ensure_person(request, data.name))
    return _me(await authenticator.people.rename((await ensure_person(request)).id, data.name))


@put("/me/password", status_code=204)
async def change_password(
    request: HttpRequest, data: JSONBody[NewPassword], authenticator: NamedDependency[Authenticator]
) -> None:
    """Change your password, which ends all your other sessions."""
    session = _session(request)
    authenticator.check_login(identity_of(request))
    with _password_errors():
        await authenticator.people.change_password(session.person.id, data.old, data.new, session.token.id)


@post("/accounts")
async def register(request: HttpRequest, data: JSONBody[Entering], authenticator: NamedDependency[Authenticator]) -> Me:
    """Make an account. A guest remains the same person, with all games and ratings."""
    identity = identity_of(request)
    _check_no_program(identity.authentication)
    await authenticator.check_registration(identity)
    id = identity.person.id if identity.person else None
    made = await authenticator.people.register(id, data.name, data.password, identity.device_name)
    await authenticator.log_in(identity, made)
    return _me(_session(request).person)


# Sessions


@post("/sessions")
async def log_in(request: HttpRequest, data: JSONBody[Entering], authenticator: NamedDependency[Authenticator]) -> Me:
    """Log in: the answer sets a cookie."""
    identity, before = identity_of(request), identity_of(request).authentication
    authenticator.check_login(identity)
    with _password_errors(NotAuthorizedException):
        credential = await authenticator.people.log_in(data.name, data.password, identity.device_name, identity.device)
    if before and not identity.by_token:
        # The new cookie replaces this session's, and no other browser has it
        await authenticator.people.revoke_token(before.person.id, before.token.id, "session")
    await authenticator.log_in(identity, credential)
    return _me(credential.person)


@post("/sessions/reset")
async def reset_password(
    request: HttpRequest, data: JSONBody[Reset], authenticator: NamedDependency[Authenticator]
) -> Me:
    """Set a new password by the token of a reset link, which works once. Logs in, and ends all other sessions."""
    identity = identity_of(request)
    authenticator.check_login(identity)
    with _password_errors():
        credential = await authenticator.people.reset_password(data.token, data.new, identity.device_name)
    await authenticator.log_in(identity, credential)
    return _me(credential.person)


@get("/sessions")
async def sessions(request: HttpRequest, authenticator: NamedDependency[Authenticator]) -> list[SessionTold]:
    """Your sessions, the newest first."""
    session = _session(request)
    return [
        SessionTold(each.id, each.label, _time(each.created), _time(each.expires), each.id == session.token.id)
        for each in await authenticator.people.tokens(session.person.id, "session")
    ]


@delete("/sessions/{id:str}")
async def end_session(request: HttpRequest, id: FromPath[str], authenticator: NamedDependency[Authenticator]) -> None:
    """End a session by its id; `here` is the one that sends the request, which logs you out."""
    session = _session(request)
    which = session.token.id if id == HERE else id
    if not await authenticator.people.revoke_token(session.person.id, which, "session"):
        raise NotFoundException("you have no such session")
    if which == session.token.id:
        identity_of(request).log_out()


@delete("/sessions")
async def end_others(request: HttpRequest, authenticator: NamedDependency[Authenticator]) -> None:
    """End all your sessions but the one that sends the request."""
    session = _session(request)
    await authenticator.people.end_other_sessions(session.person.id, session.token.id)


# Tokens for programs


def _token(token: Token) -> TokenTold:
    return TokenTold(token.id, token.label, _time(token.created), _time(token.expires))


@post("/tokens")
async def make_token(
    request: HttpRequest, data: JSONBody[Labelled], authenticator: NamedDependency[Authenticator]
) -> TokenMade:
    """Make a token for a program, which is shown only in this answer; if you are not known, become a guest."""
    _check_no_program(identity_of(request).authentication)
    made = await authenticator.people.create_program_token((await ensure_person(request)).id, data.label)
    token = _token(made.token)
    return TokenMade(token.id, token.label, token.since, token.until, made.secret)


@get("/tokens")
async def tokens(request: HttpRequest, authenticator: NamedDependency[Authenticator]) -> list[TokenTold]:
    """The tokens of your programs, the newest first."""
    return [*map(_token, await authenticator.people.tokens(_session(request).person.id, "program"))]


@delete("/tokens/{id:str}")
async def end_token(request: HttpRequest, id: FromPath[str], authenticator: NamedDependency[Authenticator]) -> None:
    """End a program's token."""
    if not await authenticator.people.revoke_token(_session(request).person.id, id, "program"):
        raise NotFoundException("you have no such token")


# Other players


@get("/people/{id:str}")
async def player(
    id: FromPath[str], store: NamedDependency[Store], person: NamedDependency[Person | None]
) -> PersonTold:
    """A player: ratings and public games; your own private games too."""
    people = store.people
    found = await people.person(id)
    if found is None:
        raise NotFoundException("there is no player with this id")
    ratings = [RatingTold(each.kind, each.displayed, each.games) for each in await people.ratings(id)]
    games = await store.profile_games(id, private=person is not None and person.id == id)
    base = _me(found)
    return PersonTold(base.id, base.name, base.guest, base.since, tuple(ratings), tuple(map(describe_game, games)))


@get("/ratings/{kind:str}")
async def best_players(kind: FromPath[str], authenticator: NamedDependency[Authenticator]) -> list[RankTold]:
    """The players of a kind of game with the highest ratings, the best first."""
    best = await authenticator.people.best_players(find_kind(kind).id, BEST)
    return [RankTold(each.person, each.name, each.displayed, each.games) for each in best]


PEOPLE_ROUTES = (
    me,
    rename,
    change_password,
    register,
    log_in,
    reset_password,
    sessions,
    end_session,
    end_others,
    make_token,
    tokens,
    end_token,
    player,
    best_players,
)
