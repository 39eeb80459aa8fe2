"""The guard of all HTTP routes of one game: it decides by the table of permissions."""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from ...house.rooms.registry import RoomRegistry
from ...play.match.permissions import check, is_free
from ..auth.identity import identity_of

GAME = "/games/{id:str}"  # how the paths of these routes begin
ACTIONS = {
    ("DELETE", GAME): "delete",
    ("POST", f"{GAME}/score"): "enter score",
    ("POST", f"{GAME}/daily"): "enter score",
}
READ = "GET", "HEAD", "OPTIONS"


def action_of(method: str, path: str) -> str | None:
    """The action of a route in the table of permissions; None for a route that is about no game in particular."""
    if not path.startswith(GAME):
        return None
    return "read" if method in READ else ACTIONS[method, path]


async def game_guard(connection: "ASGIConnection[Any, Any, Any, Any]", handler: BaseRouteHandler) -> None:
    """Refuse a request about a game that the table does not allow."""
    (path,) = handler.paths
    action = action_of(connection.scope["method"], path)  # type: ignore[typeddict-item]
    # What is free needs no look at the game, which the route opens itself
    if action is not None and not is_free(action):
        rooms: RoomRegistry = connection.app.state.rooms
        async with rooms.visit(connection.path_params["id"]) as room:
            check(room.match, identity_of(connection), action)
