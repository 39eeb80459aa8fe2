"""The deals of days in a browser: drawn from the date, so that every browser has the same."""

import json
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

from ...contract.errors import BadOption
from ...store.models import DAILY_DAYS, DailyEntry, DailyTry
from .database import Database
from .visitor import HERE

TRIES = "daily"


class DailyDeals:
    """The tries of this browser at the deals of days."""

    def __init__(self, database: Database, game: Callable[[str], Awaitable[Any]]) -> None:
        self._database, self._game = database, game

    def today(self) -> date:
        return datetime.now(UTC).date()

    async def seed(self, kind: str, day: date) -> int:
        today = self.today()
        if not today - timedelta(days=DAILY_DAYS) <= day <= today:
            raise BadOption(f"there is no deal of {day}: there are those of today and of {DAILY_DAYS} days before")
        return int.from_bytes(sha256(f"{kind} {day}".encode()).digest()[:4])

    async def begin(self, kind: str, day: date, person: str, name: str, game: str) -> str:
        if own := await self._read(kind, day):
            return str(own["game"])
        await self._write(kind, day, {"game": game, "points": None, "extra": {}, "ended": ""})
        return game

    async def finish(self, game: str, points: int, extra: Mapping[str, int]) -> bool:
        found = await self._find(game)
        if found is None or found["points"] is not None:
            return False
        ended = datetime.now(UTC).isoformat()
        entered = found | {"points": points, "extra": dict(extra), "ended": ended}
        await self._write(found["kind"], date.fromisoformat(found["day"]), entered)
        return True

    async def entries(self, kind: str, day: date) -> list[DailyEntry]:
        own = await self._read(kind, day)
        if own is None or own["points"] is None:
            return []
        is_kept = await self._game(own["game"])
        ended = datetime.fromisoformat(own["ended"])
        return [DailyEntry(HERE.id, HERE.name, own["points"], own["extra"], ended, own["game"] if is_kept else None)]

    async def count(self, kind: str, day: date) -> int:
        return len(await self.entries(kind, day))

    async def try_of(self, kind: str, day: date, person: str) -> DailyTry | None:
        own = await self._read(kind, day)
        return await self._told(own) if own else None

    async def try_in(self, game: str) -> DailyTry | None:
        own = await self._find(game)
        return await self._told(own) if own else None

    async def _told(self, own: dict[str, Any]) -> DailyTry:
        kept = await self._game(own["game"])
        entered = own["points"] is not None
        is_over = entered or kept is None or kept.saved.finished
        return DailyTry(own["game"], kept is not None, is_over, own["points"], 1 if entered else None)

    async def _find(self, game: str) -> dict[str, Any] | None:
        tries = [json.loads(text) for _, _, text in await self._database.rows(TRIES)]
        return next((each for each in tries if each["game"] == game), None)

    async def _read(self, kind: str, day: date) -> dict[str, Any] | None:
        text = await self._database.get(TRIES, f"{kind} {day}")
        return json.loads(text) if text else None

    async def _write(self, kind: str, day: date, own: dict[str, Any]) -> None:
        told = own | {"kind": kind, "day": day.isoformat()}
        await self._database.put(TRIES, f"{kind} {day}", json.dumps(told))
