"""What is asked for over HTTP: the house, its games, records, scores and preferences."""

import re
from datetime import datetime
from typing import Any

from litestar import Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from .. import __version__
from ..contract.errors import BadOption
from ..contract.kind import Kind
from ..contract.options import Choice, Flag, Option, Seed, Span, Text, Whole
from ..games import ids
from ..games import kind as find
from ..play.highscores import table_of
from ..play.levels import LEVELS
from ..play.party import SHOWN
from ..store.kept import SavedGame
from .bodies import (
    Brought,
    GameTold,
    Help,
    House,
    KindTold,
    LevelTold,
    NewGame,
    OptionTold,
    Place,
    PlyTold,
    Preference,
    ScoreTold,
    Signed,
    Statistics,
)
from .bringing import bring
from .drawing import draw
from .elsewhere import elsewhere
from .film import film, panels
from .messages import State
from .page import client
from .rooms import Rooms, find_kind, make_game
from .seating import NOTES, Notes
from .telling import facts, results

SORTS = {Seed: "seed", Whole: "whole", Choice: "choice", Flag: "flag", Span: "span", Text: "text"}
LONGEST_NAME = 40  # letters of a name in a table of high scores


# The house


def told_option(option: Option) -> OptionTold:
    return OptionTold(
        name=option.name,
        sort=SORTS.get(type(option), "text"),
        default="" if isinstance(option, Seed) else option.write(option.default),
        help=option.help,
        takes=option.takes(),
        low=getattr(option, "low", None),
        high=getattr(option, "high", None),
        choices=tuple(map(str, getattr(option, "choices", ()))),
    )


def told_kind(kind: Kind) -> KindTold:
    constants = kind.make(kind.choose({}))
    players = kind.rules.players(constants)
    return KindTold(
        id=kind.id,
        title=kind.title,
        about=kind.about,
        players=players,
        names=tuple(kind.board.player(constants, number) for number in range(min(players, SHOWN + 1))),
        options=tuple(map(told_option, kind.options.values())),
        has_scores=hasattr(kind.board, "scenario"),
        can_lay=hasattr(kind.board, "lay"),
        own=f"games/{kind.id}.js" in client().files,
    )


@get("/house", sync_to_thread=False)
def house() -> House:
    """What the house offers: its games with their options, and the computers that can take a seat."""
    levels = tuple(LevelTold(level.number, level.name, f"level {level.number}") for level in LEVELS)
    return House(__version__, tuple(told_kind(find(id)) for id in ids()), levels)


@get("/kinds/{kind:str}/help", sync_to_thread=False)
def kind_help(kind: FromPath[str]) -> Help:
    """The rules of a game for players, as HTML."""
    from markdown_it import MarkdownIt

    return Help(MarkdownIt("commonmark", {"html": False}).enable("table").render(find_kind(kind).help))


# Games


def told_game(saved: SavedGame) -> GameTold:
    seats = tuple(seat for seat in saved.seats if not seat.startswith(NOTES))
    changed = saved.changed.isoformat().replace("+00:00", "Z")
    return GameTold(saved.id, saved.game, saved.title or "", saved.finished, changed, seats)


def _is_untouched(saved: SavedGame) -> bool:
    """Whether no move was ever made: nothing has happened, and the table of the record has its first line alone."""
    return saved.version == saved.base and saved.record.replace("\r", "").partition("\n\n")[2].count("\n") <= 1


@get("/games")
async def games(
    rooms: NamedDependency[Rooms], kind: FromQuery[str | None] = None, finished: FromQuery[bool | None] = None
) -> list[GameTold]:
    """The games that are kept and have been played at all, those changed last first."""
    saved = await rooms.store.saved_games(kind or None, finished)
    return [told_game(each) for each in saved if not _is_untouched(each)]


@post("/games")
async def new_game(data: JSONBody[NewGame], rooms: NamedDependency[Rooms]) -> GameTold:
    """Begin a new game."""
    game = await elsewhere(lambda: make_game(find_kind(data.kind), data.options, data.position))
    return told_game((await rooms.begin(game, data.seats, Notes(begun=data.begun))).saved)


@post("/games/import")
async def import_game(data: JSONBody[Brought], rooms: NamedDependency[Rooms]) -> GameTold:
    """Bring a game from a file."""
    found = await bring(data.kind, data.text, rooms.pool)
    notes = Notes(begun=data.begun and found.begun, seed=found.seed)
    return told_game((await rooms.begin(found.game, data.seats or found.seats, notes)).saved)


@get("/games/{id:str}")
async def game_state(id: FromPath[str], rooms: NamedDependency[Rooms]) -> State:
    """All of a game as it is now."""
    sitting = (await rooms.desk(id)).sitting
    async with sitting.lock:
        return await sitting.state()


@delete("/games/{id:str}")
async def forget_game(id: FromPath[str], rooms: NamedDependency[Rooms]) -> None:
    """Throw a game away."""
    await rooms.forget(id)


def _attached(text: str | bytes, name: str, media_type: str) -> Response[Any]:
    return Response(text, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@get("/games/{id:str}/record", media_type="text/plain")
async def game_record(id: FromPath[str], rooms: NamedDependency[Rooms]) -> Response[str]:
    """A game as a file: a record of the house, or the format that the game had before it came here."""
    sitting = (await rooms.desk(id)).sitting
    name = f"{sitting.game.kind.id} {datetime.now():%Y-%m-%d-%H-%M}.csv"
    return _attached(sitting.record(), name, "text/plain; charset=utf-8")


@get("/games/{id:str}/board.svg", media_type="image/svg+xml")
async def game_board(id: FromPath[str], rooms: NamedDependency[Rooms]) -> Response[bytes]:
    """A picture of the board as it is now."""
    game = (await rooms.desk(id)).sitting.game
    return _attached(await elsewhere(lambda: draw(game)), f"{game.kind.id}.svg", "image/svg+xml; charset=utf-8")


@get("/games/{id:str}/plies/{ply:int}")
async def game_ply(id: FromPath[str], ply: FromPath[int], rooms: NamedDependency[Rooms]) -> PlyTold:
    """How a game stood after so many moves, and the film of the last of them."""
    sitting = (await rooms.desk(id)).sitting
    game, moves, count = sitting.game, sitting.moves, len(sitting.moves)
    if not 0 <= ply <= count:
        raise BadOption(f"there is no position after {ply} moves; {count} have been made")
    numbers = [move.number for move in game.moves[ply - 1 : ply]] if ply else []

    def tell() -> PlyTold:
        kind, constants = game.kind, game.constants
        row = sitting.match.past.row_after(game, ply)
        scene = kind.scene(constants, row)
        frames = film(kind, constants, sitting.match.past.row_after(game, ply - 1), numbers[0]) if ply else ()
        made = moves[ply - 1] if ply else None
        return PlyTold(ply, scene.cells, panels(kind, constants, row), scene.turn, made, frames)

    async with sitting.lock:
        return await elsewhere(tell)


@get("/games/{id:str}/statistics")
async def game_statistics(id: FromPath[str], rooms: NamedDependency[Rooms]) -> Statistics:
    """A game in detail."""
    table = (await rooms.desk(id)).sitting.match.table
    return Statistics(facts(table), tuple(results(table)))


# High scores


@post("/games/{id:str}/score")
async def enter_score(id: FromPath[str], data: JSONBody[Signed], rooms: NamedDependency[Rooms]) -> Place:
    """Enter a finished game into its table of high scores."""
    name = " ".join(data.name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadOption(f"a row of the table needs a name of at most {LONGEST_NAME} letters")
    sitting = (await rooms.desk(id)).sitting
    async with sitting.lock:
        return Place(await sitting.enter(name))


@get("/scores/{kind:str}")
async def scores(
    kind: FromPath[str], rooms: NamedDependency[Rooms], request: "Request[Any, Any, Any]"
) -> list[ScoreTold]:
    """A table of high scores; the options of the game, but for the seed, say which."""
    found = find_kind(kind)
    if not hasattr(found.board, "scenario"):
        raise BadOption(f"{found.id} is not played for points")
    game = make_game(found, {name: value for name, value in request.query_params.items() if name != "seed"})
    rows = await rooms.store.scores(table_of(game))
    return [
        ScoreTold(row.name, row.points, dict(row.extra), row.entered.isoformat() if row.entered else "") for row in rows
    ]


# Preferences


@get("/preferences")
async def preferences(rooms: NamedDependency[Rooms]) -> dict[str, Any]:
    """All that is preferred."""
    return await rooms.store.preferences()


@put("/preferences/{name:str}")
async def prefer(name: FromPath[str], data: JSONBody[Preference], rooms: NamedDependency[Rooms]) -> Preference:
    """Prefer something: anything that JSON can tell."""
    if not re.fullmatch(r"[a-z][a-zA-Z0-9._-]{0,59}", name):
        raise BadOption("the name of a preference is made of letters, digits and . _ -")
    await rooms.store.prefer(name, data.value)
    return data


ROUTES = (
    house,
    kind_help,
    games,
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
    preferences,
    prefer,
)
