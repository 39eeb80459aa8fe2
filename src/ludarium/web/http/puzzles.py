"""HTTP routes: puzzles, and what comes of a try."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from ...house import puzzles
from ...protocol.puzzles import AnswerTold, PuzzleTold, Try
from ...store.people.models import Person
from ..auth.identity import Authenticator, identity_of
from ..auth.sender import Sender
from .people import HttpRequest


@get("/puzzles/{kind:str}")
async def next_puzzle(
    kind: FromPath[str],
    authenticator: NamedDependency[Authenticator],
    person: NamedDependency[Person | None],
    daily: FromQuery[bool] = False,
    id: FromQuery[str] = "",
) -> PuzzleTold:
    """A puzzle that you have not tried, about as hard as you are good; the puzzle of the day; or the one with an id."""
    who = person.id if person else None
    return await puzzles.next_puzzle(authenticator.people, who, authenticator.today, kind, daily=daily, id=id)


@post("/puzzles/{kind:str}/{id:str}", status_code=200)
async def try_puzzle(
    request: HttpRequest,
    kind: FromPath[str],
    id: FromPath[str],
    data: JSONBody[Try],
    authenticator: NamedDependency[Authenticator],
) -> AnswerTold:
    """Try a move; the first try counts for your rating and the puzzle's. If you are not known, become a guest."""
    authenticator.check_try(identity_of(request))
    return await puzzles.try_puzzle(authenticator.people, Sender(request), kind, id, data)


PUZZLE_ROUTES = next_puzzle, try_puzzle
