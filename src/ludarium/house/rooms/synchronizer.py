"""Keeps the open rooms of a process in step with the store, which other processes change too.

A notification names a game and its version, and a room that is behind reads on. A notification can be lost, with the
connection that brings it or in a process that stops for a while, so the versions of all open rooms are also compared
with the store, again and again.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from ...contract.errors import LudariumError
from ..periodic import Periodic
from ..storage import Storage
from .room import Room

PERIOD = 1.0  # seconds between two comparisons with the store


class Synchronizer:
    """Lets the rooms of a process catch up with the store."""

    def __init__(
        self, store: Storage, rooms: Mapping[str, Room], on_deleted: Callable[[Room], Awaitable[None]]
    ) -> None:
        self._store, self._rooms, self._on_deleted = store, rooms, on_deleted
        self._following: dict[Room, asyncio.Task[None]] = {}
        self._comparing = Periodic(self._try_to_compare, PERIOD)

    def start(self) -> None:
        """Compare versions until close()."""
        self._comparing.start()

    async def close(self) -> None:
        await self._comparing.close()
        await asyncio.gather(*self._following.values(), return_exceptions=True)

    def follow(self, room: Room) -> None:
        """Let a room that is behind catch up, in the background."""
        if room.is_behind and room not in self._following:
            self._following[room] = asyncio.create_task(self._catch_up(room))

    def compare_soon(self) -> None:
        """Compare at once: notifications may have been lost."""
        self._comparing.hurry()

    async def refresh(self, room: Room) -> None:
        """Bring a room to the version that the store has now."""
        if self._store.is_shared:
            await self._compare([room])
        async with room.lock:
            await room.synchronize()

    async def compare(self) -> None:
        """Compare all open rooms with the store, and let those that are behind catch up."""
        if self._store.is_shared:
            await self._compare([*self._rooms.values()])
        for room in self._rooms.values():
            self.follow(room)

    async def _compare(self, rooms: list[Room]) -> None:
        versions = await self._store.versions([room.id for room in rooms])
        for room in rooms:
            if (version := versions.get(room.id)) is None:
                await self._on_deleted(room)
            else:
                room.heard = max(room.heard, version)

    async def _try_to_compare(self) -> None:
        with suppress(LudariumError):  # the store does not answer: the next time it may
            await self.compare()

    async def _catch_up(self, room: Room) -> None:
        try:
            async with room.lock:
                await room.synchronize()
        except LudariumError:
            room.mark_stale()  # the next comparison tries again
        except Exception as error:
            # A room that cannot be read must not end the comparisons of the others
            sys.excepthook(type(error), error, error.__traceback__)
        finally:
            del self._following[room]
        room.resume()
