"""HTTP routes: the games of the house, matches, records and high scores."""

from datetime import datetime
from functools import cache
from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from ... import __version__
from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.options import Choice, Flag, Option, Seed, Span, Text, Whole
from ...contract.quotation import quoted
from ...games import ids
from ...games import kind as find
from ...play.high_scores import table_of
from ...play.levels import LEVELS
from ...play.match.film import film
from ...play.match.presenter import results, statistics
from ...play.match.seats import SHOWN, fill
from ...play.match.state import NOTES, MatchState, SeatedPerson, Terms
from ...play.move_input import MANY
from ...play.opponents.opponent import HUMAN, VACANT
from ...protocol.games import (
    Brought,
    GameTold,
    Help,
    House,
    KindTold,
    LevelTold,
    Limits,
    NewGame,
    OptionTold,
    Place,
    PlyTold,
    ScoreTold,
    Signed,
    Statistics,
    check_alias,
)
from ...protocol.limits import GRACE_SECONDS, LARGEST_REQUEST, LONGEST_ALIAS, LONGEST_SCORE_NAME
from ...protocol.messages import State
from ...store.models import SavedGame
from ...store.people import names
from ...store.store import Store
from ..auth.identity import check_new_game, ensure_person, identity_of
from ..rooms.board_size import count_cells, describe_cells, in_thread, is_large, make_game
from ..rooms.import_game import import_game as read_import
from ..rooms.registry import RoomRegistry, Unknown, find_kind
from .board_svg import draw
from .disconnect import while_connected
from .static import client, game_symbols, has_module

OPTION_SORTS = {Seed: "seed", Whole: "whole", Choice: "choice", Flag: "flag", Span: "span", Text: "text"}
PLAYED = '{"what":"played"'  # how the stored events of moves begin
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
        choices=tuple(map(str, option.choices)),
    )


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
        options=tuple(map(describe_option, kind.options.values())),
        has_scores=kind.has_scores,
        can_lay=kind.can_lay,
        own=own,
        word_labels=dict(kind.word_labels),
        symbols=symbols,
    )


@get("/house", sync_to_thread=False)
def house() -> House:
    """The kinds of games with their options, and the levels of computers that can take a seat."""
    levels = tuple(LevelTold(level.number, level.name, f"level {level.number}") for level in LEVELS)
    files = client().files
    kinds = tuple(describe_kind(find(id), has_module(files, id), tuple(game_symbols(files, id))) for id in ids())
    return House(__version__, kinds, levels, LIMITS)


@get("/kinds/{kind:str}/help", sync_to_thread=False)
def kind_help(kind: FromPath[str]) -> Help:
    """The rules of a game for players, as HTML."""
    from markdown_it import MarkdownIt

    return Help(MarkdownIt("commonmark", {"html": False}).enable("table").render(find_kind(kind).help))


# Games


def describe_game(saved: SavedGame) -> GameTold:
    seats = tuple(seat for seat in saved.seats if not seat.startswith(NOTES))
    changed, terms = saved.changed.isoformat().replace("+00:00", "Z"), Terms.read(saved.terms)
    return GameTold(
        id=saved.id,
        kind=saved.game,
        title=saved.title or "",
        finished=saved.finished,
        changed=changed,
        seats=seats,
        vacant=saved.vacant,
        clock=terms.clock,
        rated=terms.rated,
        alias=saved.alias,
    )


async def _touched(store: Store, found: list[SavedGame]) -> list[SavedGame]:
    """The games with a move, or with another player in a seat or expected there."""
    new = {saved.id for saved in found if _is_new(saved)}
    played = await store.games_with_event([saved.id for saved in found if saved.id in new], PLAYED)
    return [saved for saved in found if saved.id not in new or saved.id in played]


def _is_new(saved: SavedGame) -> bool:
    """Whether the record has no move, and no other player was ever expected."""
    if saved.vacant or saved.finished or MatchState.read(saved.notes).people:
        return False
    return saved.record.replace("\r", "").partition("\n\n")[2].count("\n") <= 1


@get("/games")
async def games(
    rooms: NamedDependency[RoomRegistry],
    request: "Request[Any, Any, Any]",
    kind: FromQuery[str | None] = None,
    finished: FromQuery[bool | None] = None,
) -> list[GameTold]:
    """Your games with a move or a free seat, the last changed first."""
    identity = identity_of(request)
    saved = await rooms.store.games_of(
        identity.person and identity.person.id, identity.is_local, kind or None, finished
    )
    return [describe_game(each) for each in await _touched(rooms.store, saved)]


@get("/lobby")
async def lobby(
    rooms: NamedDependency[RoomRegistry], kind: FromQuery[str | None] = None, seats: FromQuery[str | None] = None
) -> list[GameTold]:
    """The listed games: with `seats=open` those with a free seat, with `seats=taken` those without."""
    if seats not in (None, "", *SEATS):
        raise BadOption(f"seats are open or taken, not {quoted(seats, 20)}")
    found = await rooms.store.listed_games(kind or None, SEATS.get(seats or ""))
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
    if data.alias is not None:
        check_alias(data.alias)
    if data.clock:
        data.clock.check()
    kind = find_kind(data.kind)
    cells = count_cells(kind, data.options)
    large = cells > MANY
    check_new_game(request, cells if large else 0, len(data.position or ""))
    game = await in_thread(large, lambda: make_game(kind, data.options, data.position))
    texts = fill(data.seats, game.kind.rules.players(game.constants))
    with_others = VACANT.name in texts or data.listed or data.alias or data.clock or data.rated
    owner = None if identity_of(request).is_local and not with_others else await ensure_person(request)
    people = (
        {number: SeatedPerson(owner.id, owner.name) for number in _people_seats(texts)} if owner and with_others else {}
    )
    room = await rooms.begin(
        game,
        texts,
        MatchState(begun=data.begun, people=people),
        Terms(data.clock, data.rated),
        holder=identity_of(request).holder,
        owner=owner and owner.id,
        listed=data.listed,
        alias=data.alias,
    )
    return describe_game(room.saved)


def _people_seats(texts: tuple[str, ...]) -> list[int]:
    return [number for number, text in enumerate(texts[:SHOWN]) if text == HUMAN.name]


@post("/games/import")
async def import_game(
    data: JSONBody[Brought], rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]"
) -> GameTold:
    """Import a game from a file. Without seats it begins paused, until a request says who plays."""
    check_new_game(request, size=len(data.text) + sum(map(len, data.files.values())))
    key = identity_of(request).share_key
    found = await while_connected(request, read_import(data.kind, data.text, rooms.pool, key, data.files))
    columns, rows = found.game.kind.board.shape(found.game.constants)
    check_new_game(request, columns * rows if is_large(found.game) else 0)
    notes = MatchState(
        begun=data.begun and found.begun, paused=not data.seats, seed=found.seed, brought=len(found.game.moves) > 0
    )
    owner = None if identity_of(request).is_local else (await ensure_person(request)).id
    holder = identity_of(request).holder
    room = await rooms.begin(found.game, data.seats or found.seats, notes, holder=holder, owner=owner)
    return describe_game(room.saved)


@get("/games/{id:str}")
async def game_state(id: FromPath[str], rooms: NamedDependency[RoomRegistry]) -> State:
    """The whole state of a game."""
    async with rooms.visit(id) as room, room.lock:
        return await room.state()


@delete("/games/{id:str}")
async def forget_game(id: FromPath[str], rooms: NamedDependency[RoomRegistry]) -> None:
    """Delete a game of your own; one that others play can be deleted when it is over."""
    await rooms.forget(id)


def _attached(text: str | bytes, name: str, media_type: str) -> Response[Any]:
    return Response(text, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@get("/games/{id:str}/record", media_type="text/plain")
async def game_record(id: FromPath[str], rooms: NamedDependency[RoomRegistry]) -> Response[str]:
    """The record of a game as a file, in Ludarium's format or in the one that the game brings."""
    async with rooms.visit(id) as room:
        name = f"{room.game.kind.id} {datetime.now():%Y-%m-%d-%H-%M}.csv"
        return _attached(room.game.record(), name, "text/plain; charset=utf-8")


@get("/games/{id:str}/board.svg", media_type="image/svg+xml")
async def game_board(id: FromPath[str], rooms: NamedDependency[RoomRegistry]) -> Response[bytes]:
    """A picture of the current board."""
    async with rooms.visit(id) as room, room.lock:
        game = room.game
        picture = await in_thread(is_large(game), lambda: draw(game))
    return _attached(picture, f"{game.kind.id}.svg", "image/svg+xml; charset=utf-8")


@get("/games/{id:str}/plies/{ply:int}")
async def game_ply(id: FromPath[str], ply: FromPath[int], rooms: NamedDependency[RoomRegistry]) -> PlyTold:
    """The position after so many moves, and the film of the last of them."""
    async with rooms.visit(id) as room, room.lock:
        game, moves, count = room.game, room.moves, len(room.moves)
        if not 0 <= ply <= count:
            raise BadOption(f"there is no position after {ply} moves; {count} have been made")

        def describe_ply() -> PlyTold:
            kind, constants = game.kind, game.constants
            row = game.row_after(ply)
            cells, grid = describe_cells(game, row)
            before = game.row_after(max(0, ply - 1))
            frames = film(kind, constants, before, game.moves[ply - 1].number, row) if ply else ()
            made = moves[ply - 1] if ply else None
            turn = None if kind.rules.outcome(constants, row) else kind.rules.turn(constants, row)
            return PlyTold(ply, cells, tuple(kind.panels(constants, row)), turn, made, frames, grid)

        return await in_thread(is_large(game), describe_ply)


@get("/games/{id:str}/statistics")
async def game_statistics(id: FromPath[str], rooms: NamedDependency[RoomRegistry]) -> Statistics:
    """Facts about a game, and the results of all players."""
    async with rooms.visit(id) as room:
        return Statistics(statistics(room.game), tuple(results(room.match)))


# High scores


@post("/games/{id:str}/score")
async def enter_score(id: FromPath[str], data: JSONBody[Signed], rooms: NamedDependency[RoomRegistry]) -> Place:
    """Enter a finished game into its table of high scores."""
    name = " ".join(data.name.split())
    if not name or len(name) > LONGEST_SCORE_NAME or not name.isprintable():
        raise BadOption(f"a high score needs a name of at most {LONGEST_SCORE_NAME} characters")
    async with rooms.visit(id) as room, room.lock:
        return Place(await room.enter(name))


@get("/scores/{kind:str}")
async def scores(
    kind: FromPath[str], rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]"
) -> list[ScoreTold]:
    """A table of high scores: the one for these options of the game, without the seed."""
    found = find_kind(kind)
    if not found.has_scores:
        raise BadOption(f"{found.id} is not played for points")
    game = make_game(found, {name: value for name, value in request.query_params.items() if name != "seed"})
    rows = await rooms.store.scores(table_of(game))
    return [
        ScoreTold(row.name, row.points, dict(row.extra), row.entered.isoformat() if row.entered else "") for row in rows
    ]


ROUTES = (
    house,
    kind_help,
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
