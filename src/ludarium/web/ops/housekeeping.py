"""Housekeeping: closes rooms that are not used any more, and deletes what guests have left in the store."""

from ...house.periodic import Periodic
from ...house.rooms.registry import RoomRegistry
from ...store.errors import StoreError
from ...store.store import Store
from ...store.time_source import TimeSource
from . import logs

ROUND = 10.0  # seconds between two looks at the open rooms
CLEAN_UP_EVERY = 3600.0  # seconds between two clean-ups of the store; each process does its own, which does no harm


class Housekeeping(Periodic):
    """Keeps house as long as the server runs."""

    def __init__(self, store: Store, rooms: RoomRegistry, time: TimeSource) -> None:
        self._store, self._rooms, self._time = store, rooms, time
        self._cleaned_at = time.monotonic() - CLEAN_UP_EVERY
        super().__init__(self.turn, ROUND)

    async def turn(self) -> None:
        """Do what is due now."""
        await self._rooms.close_idle()
        if self._time.monotonic() - self._cleaned_at < CLEAN_UP_EVERY:
            return
        self._cleaned_at = self._time.monotonic()
        try:
            cleaned = await self._store.clean_up()
        except StoreError as error:
            logs.event("not cleaned up", "warning", error=type(error).__name__)
            return
        if any(cleaned):
            logs.event("cleaned up", **cleaned._asdict())
