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
from ...store.people.models import Person, Shown, Token
from ..auth.identity import Porter, known, visitor_of
from ..rooms.registry import Rooms, find_kind
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


def _session(request: Asked) -> Shown:
    """The session that asks."""
    shown = visitor_of(request).shown
    if shown is None:
        raise NotAuthorizedException(STRANGER, headers={"WWW-Authenticate": "Bearer"})
    _check_no_program(shown)
    return shown


def _check_no_program(shown: Shown | None) -> None:
    """A program's token that got into wrong hands is not to be turned into more."""
    if shown and shown.token.sort == "program":
        raise PermissionDeniedException(PROGRAM)


# Oneself


@get("/me", sync_to_thread=False)
def me(request: Asked) -> Me | None:
    """Who asks; nobody, if they are not known. A browser is remembered for as long again."""
    visitor = visitor_of(request)
    if visitor.person and not visitor.by_token:
        visitor.remember()
    return _told(visitor.person) if visitor.person else None


@put("/me")
async def rename(request: Asked, data: JSONBody[Named], porter: NamedDependency[Porter]) -> Me:
    """Take another name; who was not known is a guest by this name from now on."""
    if visitor_of(request).person is None:
        return _told(await known(request, data.name))
    return _told(await porter.people.rename((await known(request)).id, data.name))


@put("/me/password", status_code=204)
async def change_password(request: Asked, data: JSONBody[NewPassword], porter: NamedDependency[Porter]) -> None:
    """Take another password, which ends all other sessions."""
    shown = _session(request)
    porter.check_log_in(visitor_of(request))
    try:
        await porter.people.change_password(shown.person.id, data.old, data.new, shown.token.id)
    except WrongPassword as error:
        raise PermissionDeniedException(str(error)) from None


@post("/accounts")
async def register(request: Asked, data: JSONBody[Entering], porter: NamedDependency[Porter]) -> Me:
    """Make an account. A guest remains the same person, with all games and ratings."""
    visitor = visitor_of(request)
    _check_no_program(visitor.shown)
    await porter.check_register(visitor)
    id = visitor.person.id if visitor.person else None
    visitor.welcome(await porter.people.register(id, data.name, data.password, visitor.agent))
    return _told(_session(request).person)


# Sessions


@post("/sessions")
async def log_in(request: Asked, data: JSONBody[Entering], porter: NamedDependency[Porter]) -> Me:
    """Log in: the answer sets a cookie."""
    visitor, before = visitor_of(request), visitor_of(request).shown
    porter.check_log_in(visitor)
    try:
        welcome = await porter.people.log_in(data.name, data.password, visitor.agent)
    except WrongPassword as error:
        raise NotAuthorizedException(str(error)) from None
    except Banned as error:
        raise PermissionDeniedException(str(error)) from None
    if before and not visitor.by_token:
        # The browser forgets that one, and nobody else has it
        await porter.people.end(before.person.id, before.token.id, "session")
    visitor.welcome(welcome)
    return _told(welcome.person)


@get("/sessions")
async def sessions(request: Asked, porter: NamedDependency[Porter]) -> list[SessionTold]:
    """Where one is known, the newest first."""
    shown = _session(request)
    return [
        SessionTold(each.id, each.label, _time(each.created), _time(each.expires), each.id == shown.token.id)
        for each in await porter.people.tokens(shown.person.id, "session")
    ]


@delete("/sessions/{id:str}")
async def end_session(request: Asked, id: FromPath[str], porter: NamedDependency[Porter]) -> None:
    """End a session, by its id; `here` is the one that asks, which is how one logs out."""
    shown = _session(request)
    which = shown.token.id if id == HERE else id
    if not await porter.people.end(shown.person.id, which, "session"):
        raise NotFoundException("you have no such session")
    if which == shown.token.id:
        visitor_of(request).leave()


@delete("/sessions")
async def end_others(request: Asked, porter: NamedDependency[Porter]) -> None:
    """End all sessions but the one that asks."""
    shown = _session(request)
    await porter.people.end_others(shown.person.id, shown.token.id)


# Tokens for programs


def _told_token(token: Token) -> TokenTold:
    return TokenTold(token.id, token.label, _time(token.created), _time(token.expires))


@post("/tokens")
async def make_token(request: Asked, data: JSONBody[Labelled], porter: NamedDependency[Porter]) -> TokenMade:
    """Make a token for a program, which is shown this once; who was not known is a guest from now on."""
    _check_no_program(visitor_of(request).shown)
    made = await porter.people.program((await known(request)).id, data.label)
    told = _told_token(made.token)
    return TokenMade(told.id, told.label, told.since, told.until, made.secret)


@get("/tokens")
async def tokens(request: Asked, porter: NamedDependency[Porter]) -> list[TokenTold]:
    """The tokens that one's programs have, the newest first."""
    return [*map(_told_token, await porter.people.tokens(_session(request).person.id, "program"))]


@delete("/tokens/{id:str}")
async def end_token(request: Asked, id: FromPath[str], porter: NamedDependency[Porter]) -> None:
    """End a program's token."""
    if not await porter.people.end(_session(request).person.id, id, "program"):
        raise NotFoundException("you have no such token")


# Others


@get("/people/{id:str}")
async def player(
    id: FromPath[str], rooms: NamedDependency[Rooms], person: NamedDependency[Person | None]
) -> PersonTold:
    """Somebody who plays here: their ratings, and their games that everybody may see."""
    people = rooms.store.people
    found = await people.person(id)
    if found is None:
        raise NotFoundException("there is nobody of this id here")
    ratings = [RatingTold(each.kind, each.shown, each.games) for each in await people.ratings(id)]
    games = await rooms.store.games_with(id, private=person is not None and person.id == id)
    told = _told(found)
    return PersonTold(told.id, told.name, told.guest, told.since, tuple(ratings), tuple(map(describe_game, games)))


@get("/ratings/{kind:str}")
async def best_players(kind: FromPath[str], porter: NamedDependency[Porter]) -> list[RankTold]:
    """The best players of a kind of game, the best of them first."""
    best = await porter.people.best(find_kind(kind).id, BEST)
    return [RankTold(each.person, each.name, each.shown, each.games) for each in best]


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
