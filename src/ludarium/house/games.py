"""Games as their users list, begin, import and look at them."""

from collections.abc import Callable
from datetime import datetime

from ..contract.errors import BadOption
from ..contract.kind import Kind
from ..contract.options import Seed
from ..play.high_scores import table_of
from ..play.match.permissions import viewer_of
from ..play.match.presenter import moves as all_moves
from ..play.match.presenter import results, statistics
from ..play.match.seats import SHOWN, fill, people_seats
from ..play.match.sight import check_drawn, check_open, seen
from ..play.match.state import NOTES, MatchState, SeatedPerson, Terms
from ..play.move_input import MANY
from ..play.opponents.opponent import HUMAN, VACANT
from ..play.variation import check_ply
from ..protocol.games import Brought, GameTold, NewGame, Place, ScoreTold, Signed, Statistics, check_alias
from ..protocol.limits import LONGEST_SCORE_NAME
from ..protocol.messages import PlyTold, State
from ..store.models import SavedGame
from .board_picture import Drawings, draw
from .caller import Caller
from .rooms.board_size import count_cells, in_thread, is_large, make_game
from .rooms.import_game import import_game as read_import
from .rooms.position import describe_ply
from .rooms.registry import RoomRegistry, find_kind
from .storage import Storage

PLAYED = '{"what":"played"'  # how the stored events of moves begin


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


async def list_games(
    rooms: RoomRegistry, caller: Caller, kind: str | None = None, finished: bool | None = None
) -> list[GameTold]:
    """The caller's games with a move or a free seat, the last changed first."""
    saved = await rooms.store.games_of(caller.user_id, caller.is_local, kind or None, finished)
    return [describe_game(each) for each in await _touched(rooms.store, saved)]


async def _touched(store: Storage, found: list[SavedGame]) -> list[SavedGame]:
    """The games with a move, or with another player in a seat or expected there."""
    new = {saved.id for saved in found if _is_new(saved)}
    played = await store.games_with_event([saved.id for saved in found if saved.id in new], PLAYED)
    return [saved for saved in found if saved.id not in new or saved.id in played]


def _is_new(saved: SavedGame) -> bool:
    """Whether the record has no move, and no other player was ever expected."""
    if saved.vacant or saved.finished or MatchState.read(saved.notes).people:
        return False
    return saved.record.replace("\r", "").partition("\n\n")[2].count("\n") <= 1


async def new_game(rooms: RoomRegistry, caller: Caller, data: NewGame) -> GameTold:
    """Begin a new game. A caller without an account who plays with others becomes a guest."""
    if data.alias is not None:
        check_alias(data.alias)
    if data.clock:
        data.clock.check()
    kind = find_kind(data.kind)
    cells = count_cells(kind, data.options)
    large = cells > MANY
    caller.check_new_game(cells if large else 0, len(data.position or ""))
    game = await in_thread(large, lambda: make_game(kind, data.options, data.position))
    texts = fill(data.seats, game.kind.rules.players(game.constants))
    with_others = VACANT.name in texts or data.listed or data.alias or data.clock or data.rated
    if with_others:
        check_drawn(kind, is_drawn=not data.position and not has_seed(kind, data.options))
    owner = None if caller.is_local and not with_others else await caller.ensure_person()
    people = (
        {number: SeatedPerson(owner.id, owner.name) for number in _people_seats(texts)} if owner and with_others else {}
    )
    room = await rooms.begin(
        game,
        texts,
        MatchState(begun=data.begun, people=people),
        Terms(data.clock, data.rated),
        holder=caller.holder,
        owner=owner and owner.id,
        listed=data.listed,
        alias=data.alias,
    )
    return describe_game(room.saved)


def has_seed(kind: Kind, options: dict[str, str]) -> bool:
    """Whether options say what chance is drawn from."""
    return any(isinstance(kind.options[name], Seed) for name in options)


def _people_seats(texts: tuple[str, ...]) -> list[int]:
    return [number for number, text in enumerate(texts[:SHOWN]) if text == HUMAN.name]


async def import_game(rooms: RoomRegistry, caller: Caller, data: Brought) -> GameTold:
    """Import a game from a file. Without seats it begins paused, until a request says who plays."""
    caller.check_new_game(size=len(data.text) + sum(map(len, data.files.values())))
    found = await read_import(data.kind, data.text, rooms.pool, caller.share_key, data.files)
    check_drawn(found.game.kind, is_drawn=VACANT.name not in data.seats)
    columns, rows = found.game.kind.board.shape(found.game.constants)
    caller.check_new_game(columns * rows if is_large(found.game) else 0)
    notes = MatchState(
        begun=data.begun and found.begun, paused=not data.seats, seed=found.seed, brought=len(found.game.moves) > 0
    )
    owner = None if caller.is_local else (await caller.ensure_person()).id
    seats = data.seats or found.seats or people_seats(found.game.kind.rules.players(found.game.constants))
    room = await rooms.begin(found.game, seats, notes, holder=caller.holder, owner=owner)
    return describe_game(room.saved)


async def game_state(rooms: RoomRegistry, caller: Caller, id: str) -> State:
    """The whole state of a game."""
    async with rooms.visit(id) as room, room.lock:
        return await room.state(viewer_of(room.match, caller))


async def game_record(rooms: RoomRegistry, id: str) -> tuple[str, str]:
    """The record of a game, in Ludarium's format or in the one that the game brings, and a name for its file."""
    async with rooms.visit(id) as room:
        check_open(room.match)
        return room.game.record(), f"{room.game.kind.id} {datetime.now():%Y-%m-%d-%H-%M}.csv"


async def game_picture(
    rooms: RoomRegistry, caller: Caller, id: str, drawings_of: Callable[[Kind], Drawings]
) -> tuple[bytes, str]:
    """A picture of the current board in SVG as the caller sees it, and a name for its file."""
    async with rooms.visit(id) as room, room.lock:
        game, viewer = room.game, viewer_of(room.match, caller)
        drawings = drawings_of(game.kind)
        picture = await in_thread(is_large(game), lambda: draw(game, drawings, seen(game, game.row, viewer)))
    return picture, f"{game.kind.id}.svg"


async def game_ply(rooms: RoomRegistry, caller: Caller, id: str, ply: int) -> PlyTold:
    """The position after so many moves, and the film of the last of them."""
    async with rooms.visit(id) as room, room.lock:
        game, viewer = room.game, viewer_of(room.match, caller)
        moves = room.moves if viewer is None else all_moves(game, viewer)
        check_ply(ply, len(moves))
        last = moves[ply - 1] if ply else None
        return await in_thread(is_large(game), lambda: describe_ply(game, ply, last, viewer))


async def game_statistics(rooms: RoomRegistry, caller: Caller, id: str) -> Statistics:
    """Facts about a game, and the results of all players."""
    async with rooms.visit(id) as room:
        viewer = viewer_of(room.match, caller)
        return Statistics(statistics(room.game, viewer), tuple(results(room.match, viewer=viewer)))


# High scores


async def enter_score(rooms: RoomRegistry, id: str, data: Signed) -> Place:
    """Enter a finished game into its table of high scores."""
    name = " ".join(data.name.split())
    if not name or len(name) > LONGEST_SCORE_NAME or not name.isprintable():
        raise BadOption(f"a high score needs a name of at most {LONGEST_SCORE_NAME} characters")
    async with rooms.visit(id) as room, room.lock:
        return Place(await room.enter(name))


async def scores(rooms: RoomRegistry, kind: str, options: dict[str, str]) -> list[ScoreTold]:
    """A table of high scores: the one for these options of the game, without the seed."""
    found = find_kind(kind)
    if not found.has_scores:
        raise BadOption(f"{found.id} is not played for points")
    game = make_game(found, {name: value for name, value in options.items() if name != "seed"})
    rows = await rooms.store.scores(table_of(game))
    return [
        ScoreTold(row.name, row.points, dict(row.extra), row.entered.isoformat() if row.entered else "") for row in rows
    ]
