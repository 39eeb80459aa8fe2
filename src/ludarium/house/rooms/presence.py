"""Presence: notes when the users of a match connect and disconnect."""

import asyncio

from ...contract.errors import LudariumError
from ...play.match import events
from .room import Room

BLINK = 5.0  # seconds without a connection that the other players do not hear of


class Presence:
    """Stores an event when a seated user disconnects or comes back, as far as this process sees it."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._updating: asyncio.Task[None] | None = None
        # The users who were connected here. If the store is shared, others may be connected to another process
        self._seen = set() if room.store.is_shared else {who.id for who in room.match.people.values()}

    @property
    def is_busy(self) -> bool:
        return False

    def resume(self) -> None:
        self.watchers_changed()

    def watchers_changed(self) -> None:
        """Update the presence of users, if it differs from what is stored."""
        if self._differences() and (self._updating is None or self._updating.done()):
            self._updating = asyncio.create_task(self._update())

    def interrupt(self) -> None:
        """Nothing here depends on the position."""

    async def close(self) -> None:
        if self._updating:
            self._updating.cancel()
            await asyncio.gather(self._updating, return_exceptions=True)

    def _connected(self) -> set[str]:
        return {watcher.person.id for watcher in self._room.watchers if watcher.person}

    def _differences(self) -> list[events.Presence]:
        """The events that would bring the match up to date."""
        if not self._room.match.people:
            return []
        here = self._connected()
        people = {who.id: who.here for who in self._room.match.people.values()}
        come = [events.Presence(id, True) for id, known in people.items() if id in here and not known]
        gone = [events.Presence(id, False) for id, known in people.items() if id in self._seen - here and known]
        self._seen |= here
        return come + gone

    async def _update(self) -> None:
        while differences := self._differences():
            await asyncio.sleep(0 if any(each.here for each in differences) else BLINK)
            try:
                async with self._room.lock:
                    if differences := self._differences():
                        await self._room.change(*differences)
            except LudariumError:
                await asyncio.sleep(BLINK)
