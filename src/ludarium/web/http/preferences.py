"""HTTP routes: the preferences of a user."""

from collections.abc import Callable
from typing import Any

from litestar import Request, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ...house.preferences import PREFERENCES, check_preference, is_valid
from ...house.rooms.registry import RoomRegistry
from ...protocol.games import Preference
from ..auth.identity import Identity, identity_of


@get("/preferences")
async def preferences(rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]") -> dict[str, str]:
    """Your preferences."""
    key = _key(identity_of(request))
    if key is None:
        return {}
    found = await rooms.store.preferences([key(name) for name in PREFERENCES])
    own = {name: found.get(key(name)) for name in PREFERENCES}
    return {name: str(value) for name, value in own.items() if is_valid(name, value)}


@put("/preferences/{name:str}")
async def prefer(
    name: FromPath[str],
    data: JSONBody[Preference],
    rooms: NamedDependency[RoomRegistry],
    request: "Request[Any, Any, Any]",
) -> Preference:
    """Set a preference."""
    check_preference(name, data.value)
    if key := _key(identity_of(request)):
        await rooms.store.set_preference(key(name), data.value)
    return data


def _key(identity: Identity) -> Callable[[str], str] | None:
    """The names of a user's preferences in the store: plain on the server's machine; None for unknown clients."""
    if identity.is_local:
        return lambda name: name
    person = identity.person
    return (lambda name: f"{person.id}/{name}") if person else None


PREFERENCE_ROUTES = preferences, prefer
