"""HTTP routes: the preferences of a user. The server keeps known ones with checked values, a few hundred bytes each."""

from collections.abc import Callable
from typing import Any

from litestar import Request, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ...contract.errors import BadOption
from ...contract.quotation import quoted
from ...play.levels import LEVELS
from ...protocol.games import Preference
from ...protocol.limits import LONGEST_SCORE_NAME
from ..auth.identity import Identity, identity_of
from ..rooms.registry import RoomRegistry

# Their names and values; `web/client/core/preferences.js` shows them
CHOICES: dict[str, tuple[str, ...]] = {
    "page-theme": ("auto", "light", "dark", "contrast"),
    "speed": ("slow", "normal", "fast", "off"),
    "sounds": ("on", "off"),
    "keys": ("on", "off"),
    "pass": ("on", "off"),
    "level": tuple(str(level.number) for level in LEVELS),
}
NAME = "name"  # for the tables of high scores
PREFERENCES = (*CHOICES, NAME)


def check_preference(name: str, value: object) -> None:
    """Refuse a preference that no page has, and a value that it cannot have."""
    if name not in PREFERENCES:
        raise BadOption(f"there is no preference {quoted(name, 40)}; there are {', '.join(PREFERENCES)}")
    if name == NAME:
        if not isinstance(value, str) or len(value) > LONGEST_SCORE_NAME or not value.isprintable():
            raise BadOption(f"the preference name has at most {LONGEST_SCORE_NAME} printable characters")
    elif value not in CHOICES[name]:
        raise BadOption(f"the preference {name} is {', '.join(CHOICES[name])}, not {quoted(value, 40)}")


@get("/preferences")
async def preferences(rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]") -> dict[str, str]:
    """Your preferences."""
    key = _key(identity_of(request))
    if key is None:
        return {}
    found = await rooms.store.preferences([key(name) for name in PREFERENCES])
    own = {name: found.get(key(name)) for name in PREFERENCES}
    return {name: str(value) for name, value in own.items() if _is_valid(name, value)}


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


def _is_valid(name: str, value: object) -> bool:
    """Whether a stored value can be shown; a row of an earlier version may hold anything."""
    try:
        check_preference(name, value)
    except BadOption:
        return False
    return True


PREFERENCE_ROUTES = preferences, prefer
