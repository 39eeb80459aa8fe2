"""The requests that a static site answers: those of the server's API that make sense for one person."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from ...house import daily, games, guides, puzzles
from ...house.preferences import PREFERENCES, check_preference, is_valid
from ...house.rooms.registry import RoomRegistry
from ...protocol.games import Brought, NewGame, PlayedBefore, Preference, Signed, Tried
from ...protocol.puzzles import Try
from . import backup
from .database import Database
from .drawings import drawings_of
from .visitor import HERE, VISITOR


class Request(NamedTuple):
    """A request as a handler gets it."""

    rooms: RoomRegistry
    database: Database
    query: dict[str, str]
    body: Any  # of the type that the route names


Answer = Any  # what is encoded as JSON; a str is sent as text
Handler = Callable[..., Awaitable[Answer]]


class Route(NamedTuple):
    """A method, a pattern of paths, the type of the body, and the handler that gets the parts of the path."""

    method: str
    pattern: re.Pattern[str]
    body: "Decoder[Any] | None"
    handler: Handler


class Backup(Struct, frozen=True):
    """A file with all that a browser has kept."""

    text: str


ROUTES: list[Route] = []


def route(method: str, path: str, body: type | None = None) -> Callable[[Handler], Handler]:
    """Register a handler; {name} in the path is one part of it."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def register(handler: Handler) -> Handler:
        ROUTES.append(Route(method, pattern, Decoder(body) if body else None, handler))
        return handler

    return register


@route("GET", "games")
async def list_games(request: Request) -> Answer:
    query = request.query
    finished = {"true": True, "false": False}.get(query.get("finished", ""))
    return await games.list_games(request.rooms, VISITOR, query.get("kind"), finished)


@route("POST", "games", NewGame)
async def new_game(request: Request) -> Answer:
    return await games.new_game(request.rooms, VISITOR, request.body)


@route("POST", "games/import", Brought)
async def import_game(request: Request) -> Answer:
    return await games.import_game(request.rooms, VISITOR, request.body)


@route("GET", "games/{id}")
async def game_state(request: Request, id: str) -> Answer:
    return await games.game_state(request.rooms, VISITOR, id)


@route("DELETE", "games/{id}")
async def forget_game(request: Request, id: str) -> Answer:
    await request.rooms.forget(id)


@route("GET", "games/{id}/record")
async def game_record(request: Request, id: str) -> Answer:
    return (await games.game_record(request.rooms, id))[0]


@route("GET", "games/{id}/board.svg")
async def game_picture(request: Request, id: str) -> Answer:
    return (await games.game_picture(request.rooms, VISITOR, id, drawings_of))[0].decode()


@route("GET", "games/{id}/plies/{ply}")
async def game_ply(request: Request, id: str, ply: str) -> Answer:
    return await games.game_ply(request.rooms, VISITOR, id, int(ply))


@route("GET", "games/{id}/played-before")
async def played_before(request: Request, id: str) -> Answer:
    return PlayedBefore(None)


@route("GET", "games/{id}/statistics")
async def game_statistics(request: Request, id: str) -> Answer:
    return await games.game_statistics(request.rooms, VISITOR, id)


@route("POST", "games/{id}/score", Signed)
async def enter_score(request: Request, id: str) -> Answer:
    return await games.enter_score(request.rooms, id, request.body)


@route("GET", "scores/{kind}")
async def scores(request: Request, kind: str) -> Answer:
    return await games.scores(request.rooms, kind, request.query)


@route("GET", "news")
async def news(request: Request) -> Answer:
    return []


@route("GET", "lobby")
async def lobby(request: Request) -> Answer:
    return []


@route("GET", "me")
async def me(request: Request) -> Answer:
    return None


@route("GET", "kinds/{kind}/board")
async def kind_board(request: Request, kind: str) -> Answer:
    return guides.first_board(kind, request.query)


@route("GET", "kinds/{kind}/poster")
async def kind_poster(request: Request, kind: str) -> Answer:
    return guides.describe_poster(kind)


@route("GET", "kinds/{kind}/introduction")
async def kind_introduction(request: Request, kind: str) -> Answer:
    return guides.introduction(kind)


@route("POST", "kinds/{kind}/introduction/{step}", Tried)
async def try_move(request: Request, kind: str, step: str) -> Answer:
    return guides.try_move(kind, int(step), request.body)


@route("GET", "puzzles/{kind}")
async def next_puzzle(request: Request, kind: str) -> Answer:
    query, store = request.query, request.rooms.store
    wants_daily, today = query.get("daily") == "true", store.daily.today()
    return await puzzles.next_puzzle(store.people, HERE.id, today, kind, daily=wants_daily, id=query.get("id", ""))


@route("POST", "puzzles/{kind}/{id}", Try)
async def try_puzzle(request: Request, kind: str, id: str) -> Answer:
    return await puzzles.try_puzzle(request.rooms.store.people, VISITOR, kind, id, request.body)


@route("GET", "daily/{kind}")
async def daily_deal(request: Request, kind: str) -> Answer:
    return await daily.daily_deal(request.rooms, VISITOR, kind, request.query.get("day") or None)


@route("POST", "daily/{kind}/{day}")
async def play_daily(request: Request, kind: str, day: str) -> Answer:
    return await daily.play_daily(request.rooms, VISITOR, kind, day)


@route("POST", "games/{id}/daily")
async def enter_daily(request: Request, id: str) -> Answer:
    return await daily.enter_daily(request.rooms, id)


@route("GET", "backup")
async def save_all(request: Request) -> Answer:
    return await backup.write(request.database)


@route("POST", "backup", Backup)
async def load_all(request: Request) -> Answer:
    return {"games": await backup.read(request.database, request.body.text)}


@route("GET", "preferences")
async def preferences(request: Request) -> Answer:
    found = await request.rooms.store.preferences(PREFERENCES)
    return {name: str(value) for name, value in found.items() if is_valid(name, value)}


@route("PUT", "preferences/{name}", Preference)
async def prefer(request: Request, name: str) -> Answer:
    check_preference(name, request.body.value)
    await request.rooms.store.set_preference(name, request.body.value)
    return request.body
