"""The WebSocket of a game: a client's requests come in; answers and the room's broadcasts go out, in order."""

import asyncio
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from ...contract.errors import LudariumError
from ...house.conversation import GONE, Conversation, encoder, number_of
from ...house.handlers import TOO_OFTEN
from ...house.rooms.registry import RoomRegistry, Unknown
from ...house.rooms.room import Room
from ...house.rooms.weight import TooHeavy
from ...play.match.presenter import sentence
from ...protocol import messages
from ..auth.identity import allows_message, identity_of, may_store, reauthenticate
from ..ops import metrics

UNREAD = 1024  # messages queued for a slow client; beyond that it is disconnected, and can resume
UNREAD_BYTES = 16 << 20  # the same, by size; a single message may be larger
TOO_SLOW, OPEN_LIMIT = 4408, 4429  # close codes of our own
REASONS = {
    GONE: "there is no such game",
    TOO_SLOW: "the client reads too slowly",
    OPEN_LIMIT: "this user has too much open",
}


class Connection(Conversation):
    """A client over a WebSocket."""

    def __init__(self, socket: "WebSocket[Any, Any, Any]", room: Room, registry: RoomRegistry) -> None:
        self._socket = socket
        self.is_local, self.holder = identity_of(socket).is_local, identity_of(socket).holder
        self.person = identity_of(socket).person
        self._out: asyncio.Queue[bytes | int] = asyncio.Queue(UNREAD)  # messages, and at last a close code
        self._unread_bytes = 0
        self._is_ending = False
        super().__init__(room, registry)

    @property
    def share_key(self) -> str:
        return identity_of(self._socket).share_key

    async def serve(self, after: int | None) -> None:
        """Send and answer until the client disconnects."""
        writing: asyncio.Task[None] | None = None
        try:
            await self.begin(after)
            writing = asyncio.create_task(self._write())
            while True:
                await self.handle(await self._receive())
        except WebSocketDisconnect:
            pass
        finally:
            if writing:
                writing.cancel()
                await asyncio.gather(writing, return_exceptions=True)
            await self.end()

    async def _receive(self) -> str | bytes | None:
        event: dict[str, Any] = dict(await self._socket.receive())
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone")
        text, data = event.get("text"), event.get("bytes")
        return data if text is None else text

    async def handle(self, text: str | bytes | None) -> None:
        if not allows_message(self._socket):
            metrics.refused.labels("often").inc()
            self.say(messages.Error(sentence(TOO_OFTEN), number_of(text)))
            return
        # The user may have logged out in another tab or have been banned since the socket was opened
        self.person = await reauthenticate(self._socket)
        await super().handle(text)

    def may_ask(self, cost: float) -> bool:
        return allows_message(self._socket, cost)

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
    await socket.send_data(encoder.encode(messages.Error(sentence(error))), mode="text")
    await socket.close(code, REASONS[code])
