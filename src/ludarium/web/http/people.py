"""What is asked for over HTTP about people: who one is, accounts, sessions, tokens, other players."""

from datetime import datetime
from typing import Any, TypeAlias

from litestar import Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody

from ...protocol.people import (
    Entering,
    Labelled,
    Me,
    Named,
    NewPassword,
    PersonTold,
    RankTold,
    RatingTold,
    SessionTold,
    TokenMade,
    TokenTold,
)
from ...store.people.accounts import Banned, WrongPassword
from ...store.people.models import Authentication, Person, Token
from ..auth.identity import Authenticator, ensure_person, identity_of
from ..rooms.registry import RoomRegistry, find_kind
from .games import describe_game

HERE = "here"  # the session that asks, for those who do not know its id
STRANGER = "nobody is known here who asks this; log in, or send a cookie or a token along"
PROGRAM = "a program's token is for playing; this is done with a session of one's own"
BEST = 100  # players who are listed

Asked: TypeAlias = Request[Any, Any, Any]


def _time(when: datetime) -> str:
    return when.isoformat().replace("+00:00", "Z")


def _told(person: Person) -> Me:
    return Me(person.id, person.name, person.is_guest, _time(person.created))


def _session(request: Asked) -> Authentication:
    """The session that asks."""
    authentication = identity_of(request).authentication
    if authentication is None:
        raise NotAuthorizedException(STRANGER, headers={"WWW-Authenticate": "Bearer"})
    _check_no_program(authentication)
    return authentication


def _check_no_program(authentication: Authentication | None) -> None:
    """A program's token that got into wrong hands is not to be turned into more."""
    if authentication and authentication.token.type == "program":
        raise PermissionDeniedException(PROGRAM)


# Oneself


@get("/me", sync_to_thread=False)
def me(request: Asked) -> Me | None:
    """Who asks; nobody, if they are not known. A browser is remembered for as long again."""
    identity = identity_of(request)
    if identity.person and not identity.by_token:
        identity.remember()
    return _told(identity.person) if identity.person else None


@put("/me")
async def rename(request: Asked, data: JSONBody[Named], authenticator: NamedDependency[Authenticator]) -> Me:
    """Take another name; who was not known is a guest by this name from now on."""
    if identity_of(request).person is None:
        return _told(await ensure_person(request, data.name))
    return _told(await authenticator.people.rename((await ensure_person(request)).id, data.name))


@put("/me/password", status_code=204)
async def change_password(
    request: Asked, data: JSONBody[NewPassword], authenticator: NamedDependency[Authenticator]
) -> None:
    """Take another password, which ends all other sessions."""
    authentication = _session(request)
    authenticator.check_login(identity_of(request))
    try:
        await authenticator.people.change_password(
            authentication.person.id, data.old, data.new, authentication.token.id
        )
    except WrongPassword as error:
        raise PermissionDeniedException(str(error)) from None


@post("/accounts")
async def register(request: Asked, data: JSONBody[Entering], authenticator: NamedDependency[Authenticator]) -> Me:
    """Make an account. A guest remains the same person, with all games and ratings."""
    identity = identity_of(request)
    _check_no_program(identity.authentication)
    await authenticator.check_registration(identity)
    id = identity.person.id if identity.person else None
    identity.welcome(await authenticator.people.register(id, data.name, data.password, identity.agent))
    return _told(_session(request).person)


# Sessions


@post("/sessions")
async def log_in(request: Asked, data: JSONBody[Entering], authenticator: NamedDependency[Authenticator]) -> Me:
    """Log in: the answer sets a cookie."""
    identity, before = identity_of(request), identity_of(request).authentication
    authenticator.check_login(identity)
    try:
        welcome = await authenticator.people.log_in(data.name, data.password, identity.agent)
    except WrongPassword as error:
        raise NotAuthorizedException(str(error)) from None
    except Banned as error:
        raise PermissionDeniedException(str(error)) from None
    if before and not identity.by_token:
        # The browser forgets that one, and nobody else has it
        await authenticator.people.revoke_token(before.person.id, before.token.id, "session")
    identity.welcome(welcome)
    return _told(welcome.person)


@get("/sessions")
async def sessions(request: Asked, authenticator: NamedDependency[Authenticator]) -> list[SessionTold]:
    """Where the user is logged in, the newest first."""
    authentication = _session(request)
    return [
        SessionTold(each.id, each.label, _time(each.created), _time(each.expires), each.id == authentication.token.id)
        for each in await authenticator.people.tokens(authentication.person.id, "session")
    ]


@delete("/sessions/{id:str}")
async def end_session(request: Asked, id: FromPath[str], authenticator: NamedDependency[Authenticator]) -> None:
    """End a session, by its id; `here` is the one that asks, which is how one logs out."""
    authentication = _session(request)
    which = authentication.token.id if id == HERE else id
    if not await authenticator.people.revoke_token(authentication.person.id, which, "session"):
        raise NotFoundException("you have no such session")
    if which == authentication.token.id:
        identity_of(request).leave()


@delete("/sessions")
async def end_others(request: Asked, authenticator: NamedDependency[Authenticator]) -> None:
    """End all sessions but the one that asks."""
    authentication = _session(request)
    await authenticator.people.end_other_sessions(authentication.person.id, authentication.token.id)


# Tokens for programs


def _told_token(token: Token) -> TokenTold:
    return TokenTold(token.id, token.label, _time(token.created), _time(token.expires))


@post("/tokens")
async def make_token(
    request: Asked, data: JSONBody[Labelled], authenticator: NamedDependency[Authenticator]
) -> TokenMade:
    """Make a token for a program, which is shown this once; who was not known is a guest from now on."""
    _check_no_program(identity_of(request).authentication)
    made = await authenticator.people.create_program_token((await ensure_person(request)).id, data.label)
    told = _told_token(made.token)
    return TokenMade(told.id, told.label, told.since, told.until, made.secret)


@get("/tokens")
async def tokens(request: Asked, authenticator: NamedDependency[Authenticator]) -> list[TokenTold]:
    """The tokens that one's programs have, the newest first."""
    return [*map(_told_token, await authenticator.people.tokens(_session(request).person.id, "program"))]


@delete("/tokens/{id:str}")
async def end_token(request: Asked, id: FromPath[str], authenticator: NamedDependency[Authenticator]) -> None:
    """End a program's token."""
    if not await authenticator.people.revoke_token(_session(request).person.id, id, "program"):
        raise NotFoundException("you have no such token")


# Others


@get("/people/{id:str}")
async def player(
    id: FromPath[str], rooms: NamedDependency[RoomRegistry], person: NamedDependency[Person | None]
) -> PersonTold:
    """Somebody who plays here: their ratings, and their games that everybody may see."""
    people = rooms.store.people
    found = await people.person(id)
    if found is None:
        raise NotFoundException("there is nobody of this id here")
    ratings = [RatingTold(each.kind, each.displayed, each.games) for each in await people.ratings(id)]
    games = await rooms.store.profile_games(id, private=person is not None and person.id == id)
    told = _told(found)
    return PersonTold(told.id, told.name, told.guest, told.since, tuple(ratings), tuple(map(describe_game, games)))


@get("/ratings/{kind:str}")
async def best_players(kind: FromPath[str], authenticator: NamedDependency[Authenticator]) -> list[RankTold]:
    """The best players of a kind of game, the best of them first."""
    best = await authenticator.people.best_players(find_kind(kind).id, BEST)
    return [RankTold(each.person, each.name, each.displayed, each.games) for each in best]


PEOPLE_ROUTES = (
    me,
    rename,
    change_password,
    register,
    log_in,
    sessions,
    end_session,
    end_others,
    make_token,
    tokens,
    end_token,
    player,
    best_players,
)
