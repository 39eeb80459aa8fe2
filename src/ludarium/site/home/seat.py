"""The page at a table: a client of a room, whose messages go to the page by `post`."""

from collections.abc import Callable

from ...house.conversation import GONE, Conversation
from ...house.rooms.registry import RoomRegistry
from ...house.rooms.room import Room
from .visitor import HERE, SHARE

Post = Callable[[int, str, str], None]  # a socket, "open", "message" or "close", and a text


class Seat(Conversation):
    """The page at a table."""

    is_local, holder, person, share_key = True, None, HERE, SHARE

    def __init__(self, number: int, post: Post, room: Room, registry: RoomRegistry) -> None:
        super().__init__(room, registry)
        self._number, self._post = number, post

    def send(self, line: bytes) -> None:
        self._post(self._number, "message", line.decode())

    def dismiss(self) -> None:
        self._post(self._number, "close", str(GONE))

    def may_ask(self, cost: float) -> bool:
        return True

    def may_store(self, size: int) -> bool:
        return True
