"""The house in a browser: answers the page's requests and keeps its sockets, as a server does."""

import asyncio
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from msgspec import DecodeError, ValidationError
from msgspec.json import Encoder

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...house.conversation import GONE
from ...house.rooms.import_game import MissingFile
from ...house.rooms.registry import RoomRegistry, Unknown
from ...play.match.presenter import sentence
from ...protocol.games import Wrong
from .database import Database
from .rehearsal import rehearse
from .routes import ROUTES, Request
from .seat import Post, Seat
from .store import BrowserStore
from .thinkers import Mind, MindThinkers

JSON, TEXT = "application/json", "text/plain"

encoder = Encoder()


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    media_type: str
    text: str


class Home:
    """All that a server is for the page. `post` sends what happens on a socket."""

    def __init__(self, database: Database, mind: Mind, post: Post, announce: Callable[[str, int], None]) -> None:
        self.thinkers, self._database = MindThinkers(mind), database
        self._rooms = RoomRegistry(BrowserStore(database, announce), self.thinkers)
        self._post = post
        self._sockets: dict[int, asyncio.Queue[str | None]] = {}
        self._serving: set[asyncio.Task[None]] = set()
        self._rehearsed: set[str] = set()  # the kinds of games

    async def request(self, method: str, address: str, body: str) -> Reply:
        """Answer a request to the API."""
        try:
            return await self._answer(method, address, body)
        except Unknown as error:
            return _wrong(404, error)
        except LudariumError as error:
            return _wrong(400, error)
        except Exception as error:
            # A bug in one handler must not cost the others
            sys.excepthook(type(error), error, error.__traceback__)
            return Reply(500, JSON, encoder.encode(Wrong("Something went wrong here; nothing was changed.")).decode())

    async def _answer(self, method: str, address: str, body: str) -> Reply:
        url = urlsplit(address)
        for route in ROUTES:
            found = route.pattern.fullmatch(url.path)
            if route.method != method or not found:
                continue
            parts = {name: unquote(part) for name, part in found.groupdict().items()}
            try:
                data = route.body.decode(body) if route.body else None
            except (ValidationError, DecodeError) as error:
                raise LudariumError(str(error)) from None
            answer = await route.handler(
                Request(self._rooms, self._database, dict(parse_qsl(url.query)), data), **parts
            )
            if isinstance(answer, str):
                return Reply(200, TEXT, answer)
            return Reply(200, JSON, "" if answer is None else encoder.encode(answer).decode())
        raise Unknown("this needs a server; this page has none")

    # Sockets

    def open(self, number: int, game: str, after: int | None) -> None:
        """The page opens the socket of a game."""
        self._sockets[number] = asyncio.Queue()
        serving = asyncio.create_task(self._serve(number, unquote(game), after))
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)

    def receive(self, number: int, text: str) -> None:
        if queue := self._sockets.get(number):
            queue.put_nowait(text)

    def close(self, number: int) -> None:
        if queue := self._sockets.get(number):
            queue.put_nowait(None)

    def heard(self, game: str, version: int) -> None:
        """Another tab has changed a game."""
        self._rooms.notify(game, version)

    async def _serve(self, number: int, game: str, after: int | None) -> None:
        queue = self._sockets[number]
        try:
            async with AsyncExitStack() as stack:
                room = await stack.enter_async_context(self._rooms.visit(game))
                self._post(number, "open", "")
                seat = Seat(number, self._post, room, self._rooms)
                await seat.begin(after)
                stack.push_async_callback(seat.end)
                await self._rehearse(room.game.kind)
                while (text := await queue.get()) is not None:
                    await seat.handle(text)
        except Unknown:
            self._post(number, "open", "")
            self._post(number, "close", str(GONE))
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
            self._post(number, "close", "1011")
        finally:
            del self._sockets[number]

    async def _rehearse(self, kind: Kind) -> None:
        """While the page draws the first board of a kind of game, prepare for a quick move."""
        if kind.id not in self._rehearsed:
            self._rehearsed.add(kind.id)
            # What is wrong with the rules of a game is told when it is played
            with suppress(Exception):
                await rehearse(kind)


def _wrong(status: int, error: LudariumError) -> Reply:
    needs = error.name if isinstance(error, MissingFile) else ""
    return Reply(status, JSON, encoder.encode(Wrong(sentence(error), needs)).decode())
