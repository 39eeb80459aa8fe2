"""A move that is made for nothing, before the user makes one.

The browser compiles a function of Python's interpreter when it is first called, and Python specialises bytecode that
runs. So the first move of a visit takes two to three times the processor time of later ones.
"""

from msgspec.json import Encoder

from ...contract.kind import Kind
from ...house.rooms.registry import RoomRegistry
from ...play.game import Game
from ...protocol.requests import Play
from .database import Memory
from .seat import Seat
from .store import BrowserStore
from .thinkers import MindThinkers

encoder = Encoder()


class Absent:
    """A mind for a game in which no computer plays."""

    def ask(self, task: str) -> None: ...

    def stop(self) -> None: ...

    def restart(self) -> None: ...


async def rehearse(kind: Kind) -> None:
    """Begin a game of this kind and make its first move, as the page would; nothing of it is kept or said."""
    rooms = RoomRegistry(BrowserStore(Memory()), MindThinkers(Absent()))
    room = await rooms.begin(Game(kind), ())
    seat = Seat(0, lambda socket, what, text: None, room, rooms)
    await seat.begin(None)
    if path := next(iter(room.game.paths()), None):
        await seat.handle(encoder.encode(Play(id=1, at=0, path=path)).decode())
    await seat.end()
    await rooms.close()
