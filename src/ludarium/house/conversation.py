"""One client of a room: requests come in as texts; answers and the room's broadcasts go out."""

import asyncio
import sys

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder, Encoder

from ..contract.errors import LudariumError
from ..play.match.permissions import viewer_of
from ..play.match.presenter import sentence
from ..protocol import messages, requests
from ..store.people.models import Person
from .handlers import Handlers
from .rooms.registry import RoomRegistry
from .rooms.room import Room

LONGEST = 1 << 16  # characters of a request
QUESTIONS = 4  # unanswered questions of a client
GONE = 4404  # the close code for a game that does not exist

decoder: Decoder[requests.Asked] = Decoder(requests.Asked)
encoder = Encoder()


class _Number(Struct):
    id: requests.Number | None = None


_numbers = Decoder(_Number)


def read(text: str | bytes | None) -> requests.Asked:
    """A request, or a LudariumError that says what is wrong with it."""
    if text is None or isinstance(text, bytes):
        raise LudariumError("a request is text in JSON")
    if len(text) > LONGEST:
        raise LudariumError(f"a request has at most {LONGEST:,} characters, not {len(text):,}")
    try:
        return decoder.decode(text)
    except ValidationError as error:
        raise LudariumError(f"this is no request that is known: {error}") from None
    except (DecodeError, RecursionError):
        raise LudariumError("a request is text in JSON, and this is none") from None


def number_of(text: str | bytes | None) -> int | None:
    """The number of a request that could not be decoded as a whole, if it has one."""
    if not isinstance(text, str) or len(text) > LONGEST:
        return None
    try:
        return _numbers.decode(text).id
    except (DecodeError, RecursionError):
        return None


class Conversation:
    """A client of a room, a player or a spectator. A subclass says who that is, and carries its messages."""

    is_local: bool
    holder: str | None
    person: Person | None

    def __init__(self, room: Room, registry: RoomRegistry) -> None:
        self._room = room
        self._handlers = Handlers(room, registry, self)
        self._questions: set[asyncio.Task[None]] = set()

    @property
    def user_id(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def user_name(self) -> str:
        return self.person.name if self.person else ""

    @property
    def share_key(self) -> str:
        raise NotImplementedError

    def send(self, line: bytes) -> None:
        """Send a message."""
        raise NotImplementedError

    def dismiss(self) -> None:
        """The game was deleted."""
        raise NotImplementedError

    def may_ask(self, cost: float) -> bool:
        """Whether the rate limit allows a request that costs as much as so many more."""
        raise NotImplementedError

    def may_store(self, size: int) -> bool:
        """Whether the rate limit allows that so many more bytes are stored."""
        raise NotImplementedError

    async def begin(self, after: int | None) -> None:
        """Send what the client does not know yet, and from then on all that happens."""
        room = self._room
        self.say(messages.You(self.user_id, self.user_name, self.is_local))
        async with room.lock:
            missed = None if after is None else room.missed(after)
            for line in [encoder.encode(await room.state(viewer_of(room.match, self)))] if missed is None else missed:
                self.send(line)
            room.watchers.add(self)
        room.watchers_changed()

    async def handle(self, text: str | bytes | None) -> None:
        """Carry a request out and answer it; questions are answered later."""
        try:
            request = read(text)
        except LudariumError as error:
            self.say(messages.Error(sentence(error), number_of(text)))
            return
        if not self._handlers.takes_long(request):
            await self._answer(request)
        elif len(self._questions) >= QUESTIONS:
            self.say(messages.Error("The questions before this one have to be answered first.", request.id))
        else:
            task = asyncio.create_task(self._answer(request))
            self._questions.add(task)
            task.add_done_callback(self._questions.discard)

    async def end(self) -> None:
        """The client has gone."""
        self._room.watchers.discard(self)
        self._room.watchers_changed()
        for task in self._questions:
            task.cancel()
        await asyncio.gather(*self._questions, return_exceptions=True)
        self._handlers.close()
        del self._handlers

    def say(self, message: messages.Told) -> None:
        self.send(encoder.encode(message))

    async def _answer(self, request: requests.Asked) -> None:
        try:
            self.say(await self._handlers.answer(request))
        except LudariumError as error:
            self.say(messages.Error(sentence(error), request.id))
        except Exception as error:
            # A bug in one handler must not cost the connection or the match
            sys.excepthook(type(error), error, error.__traceback__)
            self._room.mark_stale()
            self.say(messages.Error("Something went wrong in the server; the game is as it was kept.", request.id))
