"""A server within the test, and pages that look at its games."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar

from ludarium.house.rooms.room import Room

from . import apps
from .adjustable_time import AdjustableTime
from .patience import PATIENCE


class Page:
    """One page that looks at a game: what it sends, and what it is told."""

    def __init__(self, app: Litestar, id: str, after: int | None, headers: dict[str, str], address: str) -> None:
        query = "" if after is None else f"after={after}"
        path = f"/api/games/{id}/socket"
        self._scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in ({"host": "localhost"} | headers).items()],
            "subprotocols": [],
            "scheme": "ws",
            "client": (address, 1),
            "server": ("localhost", 80),
            "extensions": {"websocket.http.response": {}},
            "http_version": "1.1",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
        }
        self._app = app
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._numbers = 0
        self.you: dict[str, Any] = {}  # who the server says one is
        self.seen: list[dict[str, Any]] = []  # everything else that was told, in order
        self.closed: int | None = None
        self.status: int | None = None  # with which the socket was refused, and the sentence that says why
        self.refusal, self.headers = "", dict[str, str]()

    async def __aenter__(self) -> "Page":
        self._in.put_nowait({"type": "websocket.connect"})
        self._running = asyncio.create_task(self._app(self._scope, self._in.get, self._out.put))  # type: ignore[arg-type]
        first = await asyncio.wait_for(self._out.get(), PATIENCE)
        self.accepted = first["type"] == "websocket.accept"
        if first["type"] == "websocket.http.response.start":
            self.status = first["status"]
            self.headers = {name.decode(): value.decode() for name, value in first["headers"]}
            self.refusal = json.loads((await self._out.get())["body"])["message"]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._running, PATIENCE)

    def send(self, text: str | bytes) -> None:
        """Send anything at all."""
        self._in.put_nowait({"type": "websocket.receive", "bytes" if isinstance(text, bytes) else "text": text})

    async def told(self) -> dict[str, Any]:
        """The next message; none where the socket was closed."""
        message = await asyncio.wait_for(self._out.get(), PATIENCE)
        if message["type"] == "websocket.close":
            self.closed = message["code"]
            return {}
        data: dict[str, Any] = json.loads(message.get("text") or message["bytes"])
        if data["say"] == "you":
            self.you = data
            return await self.told()
        self.seen.append(data)
        return data

    async def until(self, say: str, **fields: Any) -> dict[str, Any]:
        """The next message of a sort, whatever comes before it."""
        while True:
            told = await self.told()
            if told["say"] == say and all(told.get(name) == value for name, value in fields.items()):
                return told

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        self._numbers += 1
        self.send(json.dumps({"do": do, "id": self._numbers} | fields))
        while (told := await self.told()).get("re") != self._numbers or told["say"] == "judged":
            pass
        return told

    @property
    def waiting(self) -> int:
        """Messages that have been told and not been read."""
        return self._out.qsize()


class Server:
    """A server with its own store, as a user sees it; `client` talks to it over HTTP, and keeps cookies."""

    def __init__(self, app: Litestar, client: httpx.AsyncClient, address: str, time: AdjustableTime) -> None:
        self.app, self.client, self.address, self.time = app, client, address, time

    def page(self, id: str, after: int | None = None, origin: str = "") -> Page:
        headers = {"origin": origin} if origin else {}
        if cookie := self.client.cookies.get("ludarium"):
            headers["cookie"] = f"ludarium={cookie}"
        return Page(self.app, id, after, headers, self.address)

    @asynccontextmanager
    async def guest(self, name: str, address: str = "203.0.113.7") -> AsyncIterator["Server"]:
        """The same server as a user from elsewhere sees it."""
        async with _visiting(self.app, address, self.time) as guest:
            answer = await guest.client.put("/api/me", json={"name": name})
            assert answer.status_code == 200, answer.text
            yield guest

    async def new(
        self, kind: str, *seats: str, begun: bool = True, more: dict[str, Any] | None = None, **options: str
    ) -> str:
        """Begin a game; its id."""
        body = {"kind": kind, "seats": seats or ("human",) * 2, "options": options, "begun": begun} | (more or {})
        answer = await self.client.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def room(self, id: str) -> Room:
        """The open room of a game."""
        async with self.app.state.rooms.visit(id) as room:
            assert isinstance(room, Room)
            return room

    async def get(self, path: str) -> Any:
        answer = await self.client.get(f"/api/{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Any) -> httpx.Response:
        return await self.client.post(f"/api/{path}", json=body)


@asynccontextmanager
async def serving(place: Path | str) -> AsyncIterator[Server]:
    """A server that keeps its games in a folder or a database; a second one there finds them again."""
    time = AdjustableTime()
    url = place if isinstance(place, str) else f"sqlite:///{place}/games.db"
    app = apps.take(url, time_source=time)
    ready, leave = asyncio.Event(), asyncio.Event()
    living = asyncio.create_task(_live(app, ready, leave))
    await asyncio.wait([living, asyncio.create_task(ready.wait())], return_when=asyncio.FIRST_COMPLETED)
    try:
        async with _visiting(app, "127.0.0.1", time) as server:
            yield server
    finally:
        leave.set()
        await living
        apps.give_back(app)


@asynccontextmanager
async def _visiting(app: Litestar, address: str, time: AdjustableTime) -> AsyncIterator[Server]:
    # Within this loop, and not in one of the client's own: pages and requests meet the same server
    transport = httpx.ASGITransport(app, client=(address, 1))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield Server(app, client, address, time)


async def _live(app: Litestar, ready: asyncio.Event, leave: asyncio.Event) -> None:
    """From start to end in one task, which fixtures are not."""
    async with app.lifespan():
        ready.set()
        await leave.wait()


def board(cells: Any) -> dict[str, Any]:
    """Cells by name, as a page keeps them."""
    return {cell[0]: cell for cell in cells}
