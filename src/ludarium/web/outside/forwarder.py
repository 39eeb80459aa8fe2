"""Which process serves a request: the server's own, or that of a game from outside the package."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from litestar import Litestar, MediaType, Response
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from ...games import without_places
from ...protocol.games import House, KindTold, NewsTold, Wrong
from ...protocol.limits import LARGEST_REQUEST
from ...protocol.messages import Error
from ...store.errors import StoreError
from ..http.static import HEADERS
from ..ws.refusal import can_refuse, refuse
from .game_process import GameProcess, GameStopped

KIND = re.compile(r"/api/(?:kinds|scores|daily|puzzles|ratings)/([^/]+)(?:/.*)?")
GAME = re.compile(r"/api/games/([^/]+)(?:/.*)?")
BEGUN, IMPORTED, HOUSE, NEWS = "/api/games", "/api/games/import", "/api/house", "/api/news"
HEADER = re.compile(r"^game:[ \t]*([\w-]+)[ \t]*\r?$", re.MULTILINE)  # of a record
WAIT = 5.0  # seconds after the start in which the house waits for what games say of themselves
MOST_STARTING = 2  # processes that are started at once, so that the server keeps a processor for its clients
ANSWER_WAIT = 2.0  # seconds for what a game that is loaded says of itself, and for its news
# The question what a game is, as a client of this machine would ask it
ABOUT: Any = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "method": "GET",
    "scheme": "http",
    "path": HOUSE,
    "raw_path": HOUSE.encode(),
    "query_string": b"",
    "root_path": "",
    "headers": [(b"host", b"localhost")],
    "client": ("127.0.0.1", 0),
    "server": ("127.0.0.1", 0),
}
REMEMBERED = 10_000  # games whose kind is known
ROUTE = "outside"  # the route of such requests in metrics and logs
FAILED = 1011  # close code of WebSocket for an error of the server

encoder = Encoder()
house_decoder, news_decoder = Decoder(House), Decoder(list[NewsTold])


class _Asked(Struct):
    """What a request says about the kind of its game."""

    kind: str = ""
    text: str = ""


asked_decoder = Decoder(_Asked)


class Forwarder:
    """Wraps the application of a server."""

    def __init__(self, app: Litestar, processes: Sequence[GameProcess]) -> None:
        self._app, self._processes = app, {process.id: process for process in processes}
        self._kinds: OrderedDict[str, str] = OrderedDict()  # of games, by their ids
        self._told: dict[str, tuple[KindTold, ...]] = {}  # what each game has said of itself
        self._asked: dict[str, int] = {}  # which start of its process has said it
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._beginning = asyncio.Semaphore(MOST_STARTING)
        self._waits_until = 0.0  # when the house no longer waits for games that say nothing

    def start(self) -> None:
        """Start the processes of all games, so that the house need not wait for them."""
        self._waits_until = asyncio.get_running_loop().time() + WAIT
        for process in self._processes.values():
            self._learn(process)

    def _learn(self, process: GameProcess) -> None:
        """Ask a game about itself, in the background: a game that never answers must not keep the house waiting."""
        running = self._asking.get(process.id)
        is_known = self._asked.get(process.id) == process.starts and not process.is_outdated
        if not is_known and (running is None or running.done()):
            self._asking[process.id] = asyncio.create_task(self._ask_about(process))

    async def _ask_about(self, process: GameProcess) -> None:
        async with self._beginning:
            with suppress(GameStopped):
                await process.start()
        with suppress(GameStopped):
            start, body = await _fetch(process.serve, ABOUT, _no_body)
            if start.get("status") == 200:
                self._told[process.id], self._asked[process.id] = house_decoder.decode(body).kinds, process.starts
            else:
                process.fault = f"{process.folder}: the game cannot be described; `ludarium check` says why"

    async def close(self) -> None:
        for task in self._asking.values():
            task.cancel()
        await asyncio.gather(*(process.close() for process in self._processes.values()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
        elif scope["type"] == ScopeType.HTTP and scope["method"] == "GET" and scope["path"] == HOUSE:
            await self._house(scope, receive, send)
        elif scope["type"] == ScopeType.HTTP and scope["method"] == "GET" and scope["path"] == NEWS:
            await self._news(scope, receive, send)
        else:
            kind, receive = await self._kind(scope, receive)
            process = self._processes.get(kind)
            await (_forward(process, scope, receive, send) if process else self._app(scope, receive, send))

    # Whose request it is

    async def _kind(self, scope: Any, receive: Receive) -> tuple[str, Receive]:
        """The kind of game that a request is about, empty if none is named; and what is left to be received."""
        path = scope["path"]
        if scope.get("method") == "POST" and path in (BEGUN, IMPORTED):
            body, receive = await _read_body(receive)
            return _kind_in(body), receive
        if found := KIND.fullmatch(path):
            return found[1], receive
        if found := GAME.fullmatch(path):
            return await self._kind_of_game(found[1]), receive
        return "", receive

    async def _kind_of_game(self, id: str) -> str:
        if id not in self._kinds:
            try:
                self._kinds[id] = (await self._app.state.store.saved_game(id)).game
            except StoreError:
                return ""  # the application says what is wrong
            while len(self._kinds) > REMEMBERED:
                self._kinds.popitem(last=False)
        return self._kinds[id]

    # What concerns all games

    async def _house(self, scope: Any, receive: Receive, send: Send) -> None:
        start, body = await _fetch(self._app, scope, receive)
        if start["status"] == 200:
            own = house_decoder.decode(body)
            await self._wait_for_games()
            # Where a terminal hosts a game, its process knows the game itself
            here = (kind for kind in own.kinds if kind.id not in self._processes)
            told = [*here, *(kind for kinds in self._told.values() for kind in kinds)]
            faults = [_public(process) for process in self._processes.values() if process.fault]
            late = [id for id, process in self._processes.items() if id not in self._told and not process.fault]
            kinds = tuple(sorted(told, key=lambda kind: kind.id))
            house = replace(own, kinds=kinds, problems=(*own.problems, *faults), loading=tuple(late))
            body = encoder.encode(house)
        await _answer(send, start, body)

    async def _wait_for_games(self) -> None:
        """Wait until all games have said what they are, but not for long after the server has started."""
        for process in self._processes.values():
            if process.is_ready:
                self._learn(process)
        left = self._waits_until - asyncio.get_running_loop().time()
        if left > 0 and self._asking:
            await asyncio.wait(self._asking.values(), timeout=left)
        # A game that has been loaded since answers at once
        ready = [self._asking[id] for id, process in self._processes.items() if process.is_ready and id in self._asking]
        if ready:
            await asyncio.wait(ready, timeout=ANSWER_WAIT)

    async def _news(self, scope: Any, receive: Receive, send: Send) -> None:
        start, body = await _fetch(self._app, scope, receive)
        if start["status"] == 200:
            ready = [process for process in self._processes.values() if process.is_ready]
            others = await asyncio.gather(*(_ask(process, scope) for process in ready))
            news = [*news_decoder.decode(body), *(each for found in others if found for each in _news_in(found))]
            body = encoder.encode(sorted(news, key=lambda each: each.changed, reverse=True))
        await _answer(send, start, body)


def _news_in(body: bytes) -> list[NewsTold]:
    return news_decoder.decode(body)


def _public(process: GameProcess) -> str:
    """Why a game was stopped, without the place of its folder on the server."""
    return without_places(process.fault)


async def _forward(process: GameProcess, scope: Any, receive: Receive, send: Send) -> None:
    """Let the process of a game serve a connection. If it ends meanwhile, the client gets a sentence."""
    scope["path_template"] = ROUTE
    last = ""

    async def note(message: Message) -> None:
        nonlocal last
        last = message["type"]
        await send(message)

    try:
        await process.serve(scope, receive, note)
    except GameStopped:
        await _apologise(scope, send, last, f"{_public(process)}.")


async def _apologise(scope: Any, send: Send, last: str, text: str) -> None:
    if scope["type"] == ScopeType.HTTP:
        if not last:
            start: dict[str, Any] = {"type": "http.response.start", "status": 503, "headers": _headers()}
            await _answer(send, start, encoder.encode(Wrong(text)))
    elif not last and can_refuse(scope):
        wrong = Wrong(text)
        await refuse(send, Response(wrong, status_code=503, media_type=MediaType.JSON, headers=HEADERS))
    elif last != "websocket.close":
        if last:
            await send({"type": "websocket.send", "bytes": None, "text": encoder.encode(Error(text)).decode()})
        await send({"type": "websocket.close", "code": FAILED, "reason": "the game was stopped"})


def _headers() -> list[tuple[bytes, bytes]]:
    named = {**HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store"}
    return [(name.lower().encode(), value.encode()) for name, value in named.items()]


async def _ask(process: GameProcess, scope: Any) -> bytes | None:
    """The answer of a game's process to a request for all games; None if it has none in time."""
    try:
        async with asyncio.timeout(ANSWER_WAIT):
            start, body = await _fetch(process.serve, scope, _no_body)
    except (TimeoutError, GameStopped):
        return None
    return body if start.get("status") == 200 else None


async def _no_body() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _fetch(app: Any, scope: Any, receive: Receive) -> tuple[dict[str, Any], bytes]:
    """The beginning and the whole body of an answer."""
    start: dict[str, Any] = {}
    parts: list[bytes] = []

    async def take(message: Any) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            parts.append(message.get("body", b""))

    served: ASGIApp = app
    await served(scope, receive, take)
    return start, b"".join(parts)


async def _answer(send: Send, start: dict[str, Any], body: bytes) -> None:
    headers: Iterable[tuple[bytes, bytes]] = start["headers"]
    kept = [(name, value) for name, value in headers if name.lower() != b"content-length"]
    await send({**start, "headers": [*kept, (b"content-length", str(len(body)).encode())]})  # type: ignore[arg-type]
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _read_body(receive: Receive) -> tuple[bytes, Receive]:
    """The body of a request as far as the server takes it, and a way to receive all of it again."""
    messages: list[Any] = []
    size = 0
    while not messages or (messages[-1].get("more_body") and size <= LARGEST_REQUEST):
        messages.append(await receive())
        size += len(messages[-1].get("body", b""))
    waiting = iter(messages)

    async def again() -> Any:
        return next(waiting, None) or await receive()

    return b"".join(message.get("body", b"") for message in messages), again


def _kind_in(body: bytes) -> str:
    """The kind that the body of a request names, or the record in it."""
    try:
        asked = asked_decoder.decode(body)
    except (DecodeError, ValidationError, RecursionError):
        return ""
    record = HEADER.search(asked.text.partition("\n\n")[0])
    return asked.kind or (record[1] if record else "")
