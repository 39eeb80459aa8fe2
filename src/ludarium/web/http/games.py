"""HTTP routes: the games of the house, matches, records and high scores."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec.structs import replace

from ... import __version__
from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.options import TECHNICAL, Choice, Flag, Option, Seed, Span, Text, Whole
from ...contract.quotation import quoted
from ...games import kinds, problems, without_places
from ...house import games as house_games
from ...house.games import describe_game
from ...house.rooms.board_size import MOST_CELLS, highest_value
from ...house.rooms.registry import RoomRegistry, Unknown
from ...play.introduction import has_introduction
from ...play.levels import LEVELS
from ...play.match.seats import SHOWN
from ...play.puzzles import has_puzzles
from ...protocol.games import (
    Brought,
    GameTold,
    House,
    KindTold,
    LevelTold,
    Limits,
    NewGame,
    OptionTold,
    Place,
    ScoreTold,
    Signed,
    Statistics,
    ValueTold,
)
from ...protocol.limits import GRACE_SECONDS, LARGEST_REQUEST, LONGEST_ALIAS, LONGEST_SCORE_NAME
from ...protocol.messages import PlyTold, State
from ...store.people import names
from ...store.store import Store
from ..auth.sender import Sender
from .board_svg import drawings
from .disconnect import while_connected
from .game_files import needs_rim, player_colours
from .static import client, game_symbols, has_module, page_problems

OPTION_SORTS = {Seed: "seed", Whole: "whole", Choice: "choice", Flag: "flag", Span: "span", Text: "text"}
SEATS = {"open": True, "taken": False}  # whether a game of the lobby has a free seat
LIMITS = Limits(LARGEST_REQUEST, names.LONGEST, LONGEST_SCORE_NAME, LONGEST_ALIAS, GRACE_SECONDS)


# Kinds of games


def describe_option(option: Option) -> OptionTold:
    low, high = option.bounds or (None, None)
    return OptionTold(
        name=option.name,
        sort=OPTION_SORTS.get(type(option), "text"),
        default="" if isinstance(option, Seed) else option.write(option.default),
        help=option.help,
        takes=option.takes(),
        low=low,
        high=high,
        choices=tuple(map(option.write, option.choices)),
        title=option.title,
        values=tuple(ValueTold(value, label) for value, label in option.labels.items()),
        pictured=option.is_pictured,
    )


def _within_server(kind: Kind, option: Option, told: OptionTold) -> OptionTold:
    """An option whose range is that of this server, where the rules have none but the memory's."""
    if (
        type(option) is not Whole
        or option.high < TECHNICAL
        or (high := highest_value(kind, option.name)) == option.high
    ):
        return told
    takes = f"{option.low} to {high:,}, and the whole board at most {MOST_CELLS:,} cells"
    return replace(told, high=high, takes=takes)


@cache
def describe_kind(kind: Kind, own: bool, symbols: tuple[str, ...]) -> KindTold:
    """A kind of game with its options; `own` says whether the page has a module for it."""
    constants = kind.make(kind.choose({}))
    players = kind.rules.players(constants)
    return KindTold(
        id=kind.id,
        title=kind.title,
        about=kind.about,
        players=players,
        names=tuple(kind.board.player(constants, number) for number in range(min(players, SHOWN + 1))),
        options=tuple(_within_server(kind, option, describe_option(option)) for option in kind.options.values()),
        has_puzzles=has_puzzles(kind),
        has_daily=kind.has_daily,
        has_scores=kind.has_scores,
        can_lay=kind.can_lay,
        own=own,
        word_labels=dict(kind.word_labels),
        symbols=symbols,
        colours=player_colours(kind),
        needs_rim=needs_rim(kind),
        has_introduction=has_introduction(kind),
    )


@get("/house", sync_to_thread=False)
def house() -> House:
    """The kinds of games with their options, and the levels of computers that can take a seat."""
    return describe_house(kinds())


def describe_house(kinds: Iterable[Kind]) -> House:
    """A house with these games."""
    levels = tuple(LevelTold(level.number, level.name, f"level {level.number}") for level in LEVELS)
    files = client().files
    told = tuple(describe_kind(kind, has_module(files, kind.id), tuple(game_symbols(files, kind.id))) for kind in kinds)
    wrong = [*map(str, problems()), *page_problems()]
    return House(__version__, told, levels, LIMITS, tuple(map(without_places, wrong)))


# Games


@get("/games")
async def games(
    rooms: NamedDependency[RoomRegistry],
    request: "Request[Any, Any, Any]",
    kind: FromQuery[str | None] = None,
    finished: FromQuery[bool | None] = None,
) -> list[GameTold]:
    """Your games with a move or a free seat, the last changed first."""
    return await house_games.list_games(rooms, Sender(request), kind, finished)


@get("/lobby")
async def lobby(
    store: NamedDependency[Store], kind: FromQuery[str | None] = None, seats: FromQuery[str | None] = None
) -> list[GameTold]:
    """The listed games: with `seats=open` those with a free seat, with `seats=taken` those without."""
    if seats not in (None, "", *SEATS):
        raise BadOption(f"seats are open or taken, not {quoted(seats, 20)}")
    found = await store.listed_games(kind or None, SEATS.get(seats or ""))
    return [describe_game(each) for each in found]


@get("/join/{alias:str}")
async def join(alias: FromPath[str], rooms: NamedDependency[RoomRegistry]) -> GameTold:
    """The game that can be joined by an alias."""
    found = await rooms.store.game_by_alias(alias)
    if found is None:
        raise Unknown(f"there is no game called {quoted(alias, 40)} to join on this server")
    return describe_game(found)


@post("/games")
async def new_game(
    data: JSONBody[NewGame], rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]"
) -> GameTold:
    """Begin a new game. A client without an account that plays with others becomes a guest."""
    return await house_games.new_game(rooms, Sender(request), data)


@post("/games/import")
async def import_game(
    data: JSONBody[Brought], rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]"
) -> GameTold:
    """Import a game from a file. Without seats it begins paused, until a request says who plays."""
    return await while_connected(request, house_games.import_game(rooms, Sender(request), data))


@get("/games/{id:str}")
async def game_state(
    id: FromPath[str], rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]"
) -> State:
    """The whole state of a game."""
    return await house_games.game_state(rooms, Sender(request), id)


@delete("/games/{id:str}")
async def forget_game(id: FromPath[str], rooms: NamedDependency[RoomRegistry]) -> None:
    """Delete a game of your own; one that others play can be deleted when it is over."""
    await rooms.forget(id)


def _attached(text: str | bytes, name: str, media_type: str) -> Response[Any]:
    return Response(text, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@get("/games/{id:str}/record", media_type="text/plain")
async def game_record(id: FromPath[str], rooms: NamedDependency[RoomRegistry]) -> Response[str]:
    """The record of a game as a file, in Ludarium's format or in the one that the game brings."""
    return _attached(*await house_games.game_record(rooms, id), "text/plain; charset=utf-8")


@get("/games/{id:str}/board.svg", media_type="image/svg+xml")
async def game_board(
    id: FromPath[str], rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]"
) -> Response[bytes]:
    """A picture of the current board."""
    picture = await house_games.game_picture(rooms, Sender(request), id, drawings)
    return _attached(*picture, "image/svg+xml; charset=utf-8")


@get("/games/{id:str}/plies/{ply:int}")
async def game_ply(
    id: FromPath[str], ply: FromPath[int], rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]"
) -> PlyTold:
    """The position after so many moves, and the film of the last of them."""
    return await house_games.game_ply(rooms, Sender(request), id, ply)


@get("/games/{id:str}/statistics")
async def game_statistics(
    id: FromPath[str], rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]"
) -> Statistics:
    """Facts about a game, and the results of all players."""
    return await house_games.game_statistics(rooms, Sender(request), id)


# High scores


@post("/games/{id:str}/score")
async def enter_score(id: FromPath[str], data: JSONBody[Signed], rooms: NamedDependency[RoomRegistry]) -> Place:
    """Enter a finished game into its table of high scores."""
    return await house_games.enter_score(rooms, id, data)


@get("/scores/{kind:str}")
async def scores(
    kind: FromPath[str], rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]"
) -> list[ScoreTold]:
    """A table of high scores: the one for these options of the game, without the seed."""
    return await house_games.scores(rooms, kind, dict(request.query_params))


ROUTES = (
    house,
    games,
    lobby,
    join,
    new_game,
    import_game,
    game_state,
    forget_game,
    game_record,
    game_board,
    game_ply,
    game_statistics,
    enter_score,
    scores,
)
