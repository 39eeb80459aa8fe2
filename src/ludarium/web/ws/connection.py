"""The socket of a game: what a page asks for comes in, answers and all that happens go out, in order."""

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
from ..auth.identity import allows_message, identity_of, reauthenticate
from ..ops import metrics
from ..rooms.registry import Rooms, Unknown
from .handlers import Desk

LONGEST = 1 << 16  # bytes of a request
UNREAD = 1024  # messages that may wait for a slow reader; who is slower is cut off, and can resume
QUESTIONS = 4  # that a page may ask before the first of them is answered
GONE, TOO_SLOW = 4404, 4408  # why a socket is closed, by the codes that are free for this

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
    """The number of a request that could not be read, if that much can be."""
    if not isinstance(text, str) or len(text) > LONGEST:
        return None
    try:
        return _numbers.decode(text).id
    except (DecodeError, RecursionError):
        return None


_numbers = Decoder(_Number)


class Line:
    """One page that looks on."""

    def __init__(self, socket: "WebSocket[Any, Any, Any]", desk: Desk) -> None:
        self._socket, self._desk = socket, desk
        self.is_local = identity_of(socket).is_local
        self.person = identity_of(socket).person
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(UNREAD)
        self._questions: set[asyncio.Task[None]] = set()

    async def serve(self, after: int | None) -> None:
        """Tell and answer until the page goes away."""
        sitting = self._desk.sitting
        person, name = self.person[:2] if self.person else (None, "")
        self.say(wire.You(person, name, self.is_local))
        async with sitting.lock:
            missed = None if after is None else sitting.missed(after)
            for line in [encoder.encode(await sitting.state())] if missed is None else missed:
                self.send(line)
            sitting.watchers.add(self)
        writing = asyncio.create_task(self._write())
        try:
            self._desk.turns.go_on()
            self._desk.presence.look()
            while True:
                await self._hear(await self._receive())
        except WebSocketDisconnect:
            pass
        finally:
            sitting.watchers.discard(self)
            self._desk.presence.look()
            for task in (writing, *self._questions):
                task.cancel()
            await asyncio.gather(writing, *self._questions, return_exceptions=True)

    async def _receive(self) -> str | bytes | None:
        """The next request, whatever it is made of; of a page that is too slow, that it has gone."""
        event: dict[str, Any] = dict(await self._socket.receive())
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone")
        text, data = event.get("text"), event.get("bytes")
        return data if text is None else text

    async def _hear(self, text: str | bytes | None) -> None:
        if not allows_message(self._socket):
            metrics.refused.labels("often").inc()
            self.say(wire.Error("This was asked for too often; wait a few seconds.", number_of(text)))
            return
        try:
            asked = read(text)
        except LudariumError as error:
            self.say(wire.Error(sentence(error), number_of(text)))
            return
        # While a page is open, somebody may have left by another, or have been banned
        self.person = await reauthenticate(self._socket)
        if not self._desk.takes_long(asked):
            await self._answer(asked)
        elif len(self._questions) >= QUESTIONS:
            self.say(wire.Error("The questions before this one have to be answered first.", asked.id))
        else:
            task = asyncio.create_task(self._answer(asked))
            self._questions.add(task)
            task.add_done_callback(self._questions.discard)

    async def _answer(self, asked: wire.Asked) -> None:
        try:
            self.say(await self._desk.answer(asked, self))
        except LudariumError as error:
            self.say(wire.Error(sentence(error), asked.id))
        except Exception as error:
            # A mistake of ours in one request is no reason to lose the page, nor the game
            sys.excepthook(type(error), error, error.__traceback__)
            self._desk.sitting.doubt()
            self.say(wire.Error("Something went wrong in the server; the game is as it was kept.", asked.id))

    def say(self, told: wire.Told) -> None:
        self.send(encoder.encode(told))

    def send(self, line: bytes) -> None:
        try:
            self._out.put_nowait(line)
        except asyncio.QueueFull:
            # Whoever does not read is not waited for
            self._desk.sitting.watchers.discard(self)
            self._out.get_nowait()
            self._out.put_nowait(None)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (line := await self._out.get()) is not None:
                await self._socket.send_data(line, mode="text")
            await self._socket.close(TOO_SLOW, "too slow to be told everything")


@websocket("/api/games/{id:str}/socket")
async def game_socket(
    socket: "WebSocket[Any, Any, Any]",
    id: FromPath[str],
    rooms: NamedDependency[Rooms],
    after: FromQuery[int | None] = None,
) -> None:
    """Play a game, or look on. With `after`, the events since that version are told, if they are still known."""
    await socket.accept()
    try:
        desk = await rooms.desk(id)
    except Unknown as error:
        await socket.send_data(encoder.encode(wire.Error(sentence(error))), mode="text")
        await socket.close(GONE, "there is no such game")
        return
    await Line(socket, desk).serve(after)
