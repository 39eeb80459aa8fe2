"""HTTP route: what was played in a position, in the games of a collection that the server was given."""

import asyncio
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from ...contract.errors import LudariumError
from ...house.rooms.registry import RoomRegistry
from ...play.game import Game
from ...play.match.permissions import Forbidden, check
from ...play.variation import check_ply, vary
from ...protocol.games import PlayedBefore, PlayedMoveTold
from ..auth.identity import identity_of

if TYPE_CHECKING:
    from ...collection.collection import Collection, PlayedMove

COLLECTION = "LUDARIUM_COLLECTION"  # the variable with the file's name
MOST_MOVES = 300  # of a variation
FOR_POINTS = "in a game for points you see what others have played when it is over"


@get("/games/{id:str}/played-before")
async def played_before(
    id: FromPath[str],
    rooms: NamedDependency[RoomRegistry],
    request: "Request[Any, Any, Any]",
    ply: FromQuery[int],
    moves: FromQuery[str] = "",
) -> PlayedBefore:
    """What was played in a position of a game, or of a variation that leaves it there, and how it scored.

    The moves are null where the server has no collection.
    """
    if not (file := os.environ.get(COLLECTION)):
        return PlayedBefore(None)
    tried = tuple(moves.split())
    if len(tried) > MOST_MOVES:
        raise LudariumError(f"a variation has {MOST_MOVES} moves at most, not {len(tried)}")
    async with rooms.visit(id) as room, room.lock:
        check(room.match, identity_of(request), "analyse")
        if room.match.is_for_points and not room.match.is_over:
            raise Forbidden(FOR_POINTS)
        check_ply(ply, len(room.game.moves))
        before = room.game.after(ply)
    return await asyncio.to_thread(_look_up, Path(file), before, tried)


class _Shelf:
    """The collection, which one thread at a time looks into; opened again when another one has taken its place."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._opened: tuple[Path, int] | None = None
        self._collection: Collection | None = None

    def look_up(self, file: Path, game: Game) -> "list[PlayedMove]":
        try:
            now = file, file.stat().st_mtime_ns
        except OSError as error:
            raise LudariumError(f"the server's collection cannot be read: {error.strerror}") from None
        with self._lock:
            if self._opened != now or not self._collection:
                self._open(file)
                self._opened = now
            assert self._collection
            return self._collection.look_up(game)

    def _open(self, file: Path) -> None:
        try:
            from ...collection.collection import Collection
        except ImportError:
            said = "collections take DuckDB, which is not installed: pip install 'ludarium[database]'"
            raise LudariumError(said) from None
        # As long as the old one is open, DuckDB takes it for the file at this place
        if self._collection:
            self._collection.close()
        self._collection = None
        self._collection = Collection(file)


_SHELF = _Shelf()


def _look_up(file: Path, before: Game, moves: tuple[str, ...]) -> PlayedBefore:
    found = _SHELF.look_up(file, vary(before, moves))
    return PlayedBefore(
        tuple(
            PlayedMoveTold(each.move, each.games, each.score, tuple(name for name, _ in each.players if name))
            for each in found
        )
    )


COLLECTED_ROUTES = (played_before,)
