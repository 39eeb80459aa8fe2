"""The store of a static site: what a server keeps in its database is kept in the browser's."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ...contract.quotation import quoted
from ...store.errors import StoreError
from ...store.models import ROWS, Change, SavedGame, Score, StoredEvent
from .daily import DailyDeals
from .database import Database
from .ratings import Ratings

GAMES, SCORES, PREFERENCES = "games", "scores", "preferences"


class KeptGame(NamedTuple):
    """A game with the events since its record."""

    saved: SavedGame
    events: tuple[StoredEvent, ...] = ()

    @classmethod
    def read(cls, text: str) -> "KeptGame":
        told = json.loads(text)
        fields = told["saved"]
        times = {name: datetime.fromisoformat(fields[name]) for name in ("created", "changed")}
        saved = SavedGame(**fields | times | {"seats": tuple(fields["seats"])})
        return cls(saved, tuple(StoredEvent(*each) for each in told["events"]))

    def write(self) -> str:
        times = {"created": self.saved.created.isoformat(), "changed": self.saved.changed.isoformat()}
        return json.dumps({"saved": self.saved._asdict() | times, "events": self.events})


class BrowserStore:
    """Games with their events, high scores and preferences of one browser."""

    is_shared = False  # two tabs are told of each other's changes by `Home.heard`

    def __init__(self, database: Database, announce: Callable[[str, int], None] = lambda game, version: None) -> None:
        self._database, self._announce = database, announce
        self.daily = DailyDeals(database, self._game)
        self.people = Ratings(database)
        self._last: KeptGame | None = None  # as this tab has written it: the next event needs not read it again

    async def _game(self, id: str) -> KeptGame | None:
        text = await self._database.get(GAMES, id)
        return KeptGame.read(text) if text else None

    async def _kept(self, id: str) -> KeptGame:
        if found := await self._game(id):
            return found
        raise StoreError(f"there is no saved game {quoted(id)}")

    # Games

    async def save_game(self, saved: SavedGame) -> SavedGame:
        before = await self._game(saved.id)
        last = before.saved.version if before else 0
        changed = saved._replace(changed=datetime.now(UTC), version=last + 1, base=last + 1)
        if not await self._database.replace(GAMES, saved.id, last, KeptGame(changed).write(), changed.version):
            raise StoreError("the game was changed in another tab; try again")
        return changed

    async def saved_game(self, id: str) -> SavedGame:
        return (await self._kept(id)).saved

    async def games_of(
        self, person: str | None, local: bool = False, kind: str | None = None, finished: bool | None = None
    ) -> list[SavedGame]:
        found = [KeptGame.read(text).saved for _, _, text in await self._database.rows(GAMES)]
        fitting = [
            saved
            for saved in found
            if (kind is None or saved.game == kind) and (finished is None or saved.finished == finished)
        ]
        return sorted(fitting, key=lambda saved: saved.changed, reverse=True)

    async def game_by_alias(self, alias: str) -> SavedGame | None:
        return None  # no player joins a game here

    async def games_with_event(self, ids: Collection[str], beginning: str) -> set[str]:
        found = [await self._game(id) for id in ids]
        return {
            game.saved.id for game in found if game and any(event.body.startswith(beginning) for event in game.events)
        }

    async def delete_game(self, id: str) -> bool:
        return await self._database.delete(GAMES, id)

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        found = [await self._game(id) for id in ids]
        return {game.saved.id: game.saved.version for game in found if game}

    async def append(self, change: Change) -> bool:
        before = self._last
        if before is None or (before.saved.id, before.saved.version) != (change.game, change.after):
            before = await self._kept(change.game)
        if before.saved.version != change.after:
            return False
        saved = before.saved._replace(
            seats=change.seats,
            title=change.title,
            finished=change.finished,
            vacant=change.vacant,
            version=change.version,
            changed=datetime.fromtimestamp(change.at / 1000, UTC),
        )
        new = tuple(StoredEvent(change.after + i, change.at, body) for i, body in enumerate(change.bodies, 1))
        kept = KeptGame(saved, (*before.events, *new))
        if change.record is not None:
            kept = KeptGame(saved._replace(record=change.record, notes=change.notes or "", base=change.version))
        is_first = await self._database.replace(GAMES, change.game, change.after, kept.write(), change.version)
        self._last = kept if is_first else None
        if is_first:
            self._announce(change.game, change.version)
        return is_first

    async def events(self, game: str, after: int) -> list[StoredEvent]:
        return [event for event in (await self._kept(game)).events if event.number > after]

    async def set_seats(self, game: str, people: Mapping[int, str | None]) -> None:
        """All seats are at this browser."""

    # High scores

    async def scores(self, table: str) -> list[Score]:
        rows = json.loads(await self._database.get(SCORES, table) or "[]")
        return [
            Score(name, points, extra, record, datetime.fromisoformat(entered))
            for name, points, extra, record, entered in rows
        ]

    async def score_rank(self, table: str, points: int) -> int | None:
        return _within(1 + sum(row.points >= points for row in await self.scores(table)))

    async def add_score(self, table: str, score: Score) -> int | None:
        rows = await self.scores(table)
        rank = 1 + sum(row.points >= score.points for row in rows)
        rows.insert(rank - 1, score._replace(entered=score.entered or datetime.now(UTC)))
        told = [[*row[:2], dict(row.extra), row.record, row.entered and row.entered.isoformat()] for row in rows[:ROWS]]
        await self._database.put(SCORES, table, json.dumps(told))
        return _within(rank)

    # Preferences

    async def set_preference(self, name: str, value: Any) -> None:
        await self._database.put(PREFERENCES, name, json.dumps(value))

    async def preferences(self, names: Iterable[str] | None = None) -> dict[str, Any]:
        found = {name: await self._database.get(PREFERENCES, name) for name in names or ()}
        return {name: json.loads(text) for name, text in found.items() if text is not None}


def _within(rank: int) -> int | None:
    return rank if rank <= ROWS else None
