"""The WebSocket of a game: a client's requests come in; answers and the room's broadcasts go out, in order."""

import asyncio
import sys
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder, Encoder

from ...contract.errors import LudariumError
from ...play.match.presenter import sentence
from ...protocol import messages as wire
from ..auth.identity import allows_message, identity_of, may_store, reauthenticate
from ..ops import metrics
from ..rooms.registry import RoomRegistry, Unknown
from ..rooms.room import Room
from ..rooms.weight import TooHeavy
from .handlers import Handlers

LONGEST = 1 << 16  # characters of a request
UNREAD = 1024  # messages queued for a slow client; beyond that it is disconnected, and can resume
UNREAD_BYTES = 16 << 20  # the same, by size; a single message may be larger
QUESTIONS = 4  # unanswered questions of a client
GONE, TOO_SLOW, OPEN_LIMIT = 4404, 4408, 4429  # close codes of our own
REASONS = {
    GONE: "there is no such game",
    TOO_SLOW: "the client reads too slowly",
    OPEN_LIMIT: "this user has too much open",
}

decoder: Decoder[wire.Asked] = Decoder(wire.Asked)
encoder = Encoder()


class _Number(Struct):
    id: wire.Number | None = None


def read(text: str | bytes | None) -> wire.Asked:
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


_numbers = Decoder(_Number)


class Connection:
    """One client of a room: a player or a spectator."""

    def __init__(self, socket: "WebSocket[Any, Any, Any]", room: Room, registry: RoomRegistry) -> None:
        self._socket, self._room = socket, room
        self._handlers = Handlers(room, registry, self)
        self.is_local, self.holder = identity_of(socket).is_local, identity_of(socket).holder
        self.person = identity_of(socket).person
        self._out: asyncio.Queue[bytes | int] = asyncio.Queue(UNREAD)  # messages, and at last a close code
        self._unread_bytes = 0
        self._is_ending = False
        self._questions: set[asyncio.Task[None]] = set()

    @property
    def user_id(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def share_key(self) -> str:
        return identity_of(self._socket).share_key

    @property
    def user_name(self) -> str:
        return self.person.name if self.person else ""

    async def serve(self, after: int | None) -> None:
        """Send and answer until the client disconnects."""
        room = self._room
        self.say(wire.You(self.user_id, self.user_name, self.is_local))
        async with room.lock:
            missed = None if after is None else room.missed(after)
            for line in [encoder.encode(await room.state())] if missed is None else missed:
                self.send(line)
            room.watchers.add(self)
        writing = asyncio.create_task(self._write())
        try:
            room.watchers_changed()
            while True:
                await self._handle(await self._receive())
        except WebSocketDisconnect:
            pass
        finally:
            room.watchers.discard(self)
            room.watchers_changed()
            for task in (writing, *self._questions):
                task.cancel()
            await asyncio.gather(writing, *self._questions, return_exceptions=True)
            self._handlers.close()
            del self._handlers

    async def _receive(self) -> str | bytes | None:
        event: dict[str, Any] = dict(await self._socket.receive())
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone")
        text, data = event.get("text"), event.get("bytes")
        return data if text is None else text

    async def _handle(self, text: str | bytes | None) -> None:
        if not allows_message(self._socket):
            metrics.refused.labels("often").inc()
            self.say(wire.Error("This was asked for too often; wait a few seconds.", number_of(text)))
            return
        try:
            request = read(text)
        except LudariumError as error:
            self.say(wire.Error(sentence(error), number_of(text)))
            return
        # The user may have logged out in another tab or have been banned since the socket was opened
        self.person = await reauthenticate(self._socket)
        if not self._handlers.takes_long(request):
            await self._answer(request)
        elif len(self._questions) >= QUESTIONS:
            self.say(wire.Error("The questions before this one have to be answered first.", request.id))
        else:
            task = asyncio.create_task(self._answer(request))
            self._questions.add(task)
            task.add_done_callback(self._questions.discard)

    async def _answer(self, request: wire.Asked) -> None:
        try:
            self.say(await self._handlers.answer(request))
        except LudariumError as error:
            self.say(wire.Error(sentence(error), request.id))
        except Exception as error:
            # A bug in one handler must not cost the connection or the match
            sys.excepthook(type(error), error, error.__traceback__)
            self._room.mark_stale()
            self.say(wire.Error("Something went wrong in the server; the game is as it was kept.", request.id))

    def say(self, message: wire.Told) -> None:
        self.send(encoder.encode(message))

    def may_store(self, size: int) -> bool:
        return may_store(self._socket, size)

    def send(self, line: bytes) -> None:
        if self._is_ending:
            return
        too_much = self._unread_bytes and self._unread_bytes + len(line) > UNREAD_BYTES
        if not (self._out.full() or too_much):
            self._unread_bytes += len(line)
            self._out.put_nowait(line)
            return
        # Disconnect a client that does not read, so that the others do not wait
        self._disconnect(TOO_SLOW)

    def dismiss(self) -> None:
        if not self._is_ending:
            self._disconnect(GONE)

    def _disconnect(self, code: int) -> None:
        self._is_ending = True
        self._room.watchers.discard(self)
        if self._out.full():
            self._out.get_nowait()
        self._out.put_nowait(code)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while isinstance(line := await self._out.get(), bytes):
                self._unread_bytes -= len(line)
                await self._socket.send_data(line, mode="text")
            await self._socket.close(line, REASONS[line])


@websocket("/api/games/{id:str}/socket")
async def game_socket(
    socket: "WebSocket[Any, Any, Any]",
    id: FromPath[str],
    rooms: NamedDependency[RoomRegistry],
    after: FromQuery[int | None] = None,
) -> None:
    """Play a game or watch it. With `after`, the broadcasts since that version are sent, if they are still known."""
    try:
        async with rooms.visit(id) as room:
            # Not before: a socket can be refused with a status, such as 503 while the store cannot be read
            await socket.accept()
            with rooms.weights.watching(identity_of(socket).holder, room):
                await Connection(socket, room, rooms).serve(after)
    except Unknown as error:
        await socket.accept()
        await _refuse(socket, error, GONE)
    except TooHeavy as error:
        await _refuse(socket, error, OPEN_LIMIT)


async def _refuse(socket: "WebSocket[Any, Any, Any]", error: LudariumError, code: int) -> None:
    await socket.send_data(encoder.encode(wire.Error(sentence(error))), mode="text")
    await socket.close(code, REASONS[code])
