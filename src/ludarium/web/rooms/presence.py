"""Who is there: people who lose their connection are missed, and those who come back are greeted."""

import asyncio

from ...contract.errors import LudariumError
from ...play.match import events as what
from .room import Sitting

BLINK = 5.0  # seconds without a connection that nobody needs to hear of


class Presence:
    """Notes when the people of a match come and go, as far as this process sees them."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._looking: asyncio.Task[None] | None = None
        # Those who were connected here. Of others, another process may know more, if there are any
        self._seen = set() if sitting.store.is_shared else {who.id for who in sitting.match.people.values()}

    def look(self) -> None:
        """Somebody has come or gone."""
        if self._differs() and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    def _connected(self) -> set[str]:
        return {watcher.person.id for watcher in self._sitting.watchers if watcher.person}

    def _differs(self) -> list[what.Presence]:
        """What is to be noted."""
        here = self._connected()
        people = {who.id: who.here for who in self._sitting.match.people.values()}
        come = [what.Presence(id, True) for id, known in people.items() if id in here and not known]
        gone = [what.Presence(id, False) for id, known in people.items() if id in self._seen - here and known]
        self._seen |= here
        return come + gone

    async def _look(self) -> None:
        while differences := self._differs():
            await asyncio.sleep(0 if any(each.here for each in differences) else BLINK)
            try:
                async with self._sitting.lock:
                    if differences := self._differs():
                        await self._sitting.happen(*differences)
            except LudariumError:
                await asyncio.sleep(BLINK)
