"""The entries for the Web Workers: what JavaScript gives them, and what it calls."""

import random
from collections.abc import Callable
from typing import Any

from ...games import kinds
from .database import Database, Memory
from .home import Home
from .mind import BrowserMind


class JsDatabase:
    """The database of `static/database.js`."""

    def __init__(self, js: Any) -> None:
        self._js = js

    async def get(self, table: str, key: str) -> str | None:
        text: str | None = await self._js.get(table, key)
        return text

    async def rows(self, table: str) -> list[tuple[str, int, str]]:
        return [(key, version, text) for key, version, text in (await self._js.rows(table)).to_py()]

    async def put(self, table: str, key: str, text: str) -> None:
        await self._js.put(table, key, text)

    async def replace(self, table: str, key: str, version: int, text: str, new_version: int) -> bool:
        return bool(await self._js.replace(table, key, version, text, new_version))

    async def delete(self, table: str, key: str) -> bool:
        return bool(await self._js.delete(table, key))


def prepare() -> None:
    """What both Workers do first. Python may have been kept since an earlier visit, with the random numbers of then."""
    random.seed()


def load_games() -> None:
    """Load all games, so that they are kept with Python."""
    for _ in kinds():
        pass


def start_home(
    js_database: Any, mind: Any, post: Callable[[int, str, str], None], announce: Callable[[str, int], None]
) -> Home:
    """Open the house. Without a database of the browser nothing is kept."""
    database: Database = JsDatabase(js_database) if js_database else Memory()
    return Home(database, mind, post, announce)


def start_mind(send: Callable[[str], None], nap: Callable[[], Any]) -> BrowserMind:
    """Start to think. `nap` is over when other messages were heard."""
    from pyodide.ffi import can_run_sync, run_sync

    def pause() -> None:
        if can_run_sync():
            run_sync(nap())

    return BrowserMind(send, pause)
