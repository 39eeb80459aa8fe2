"""The weight of open rooms: about how many bytes each takes, which are closed, and how much a user may hold.

A room is held open by the user who began it here and by those who watch it. Users are known by a key: the id of an
account, or the address of a guest, since one client can be many guests.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic

from ...contract.errors import LudariumError
from .room import Room

OPEN = 200  # rooms that stay open without watchers
OPEN_BYTES = 128 << 20  # of all rooms without watchers
LARGE_ROOM = 1 << 20  # bytes, above which a room is large
IDLE_SECONDS = 30.0  # after its last watcher has left, a large room is closed, and that of a finished game
USER_BYTES = 160 << 20  # of the large rooms that one user holds open
PROCESS_BYTES = 1 << 30  # of all large rooms that users hold open
USER_SOCKETS = 200  # that one user has open at once

# Measured with tracemalloc, without the position and the messages; tests/web/test_weight.py compares
ROOM_BYTES, MOVE_BYTES, EVENT_BYTES, MESSAGE_BYTES = 5_000, 500, 400, 40


class TooHeavy(LudariumError):
    """A user holds as much open as one may."""


def weigh(room: Room) -> int:
    """About how many bytes of memory a room takes."""
    events, messages = room.kept
    return (
        ROOM_BYTES
        + room.game.size
        + len(room.saved.record)
        + MOVE_BYTES * len(room.moves)
        + sum(EVENT_BYTES + len(event.body) for event in events)
        + sum(MESSAGE_BYTES + len(message) for message in messages)
    )


class RoomWeights:
    """The weights of the rooms of a process, by the id of their game, and the users who hold them open."""

    def __init__(self, rooms: Mapping[str, Room], clock: Callable[[], float] = monotonic) -> None:
        self._rooms, self._clock = rooms, clock  # the least recently used room comes first
        self._weights: dict[str, int] = {}
        self._total = 0
        self._enough, self._enough_bytes = OPEN, OPEN_BYTES  # above which idle rooms are looked for
        self._began: dict[str, str] = {}  # who began a room in this process
        self._idle_since: dict[str, float] = {}  # of large rooms and finished games
        self._beginning: Counter[str] = Counter()  # bytes of rooms that are being made, by user
        self._sockets: Counter[str] = Counter()

    # Closing

    def add(self, room: Room, user: str | None = None) -> list[str]:
        """A room is open now; returns the ids of idle rooms to close for it."""
        self._weigh(room)
        if user is not None:
            self._began[room.id] = user
        if len(self._rooms) <= self._enough and self._total <= self._enough_bytes:
            return []
        for each in self._rooms.values():
            self._weigh(each)
        closing = self._surplus(room.id)
        stay, weight = len(self._rooms) - len(closing), self._total - sum(self._weights[id] for id in closing)
        # Where many rooms are in use, do not look at all of them whenever one more is opened
        self._enough, self._enough_bytes = max(OPEN, stay * 9 // 8), max(OPEN_BYTES, weight * 9 // 8)
        return closing

    def remove(self, id: str) -> None:
        """A room is closed."""
        self._total -= self._weights.pop(id, 0)
        self._began.pop(id, None)
        self._idle_since.pop(id, None)

    def _weigh(self, room: Room) -> None:
        weight = weigh(room)
        self._total += weight - self._weights.get(room.id, 0)
        self._weights[room.id] = weight

    def _surplus(self, newest: str) -> list[str]:
        """The least recently used idle rooms, as many as are too many or too heavy."""
        idle = [id for id, room in self._rooms.items() if id != newest and room.is_idle]
        number, weight = len(self._rooms) - OPEN, sum(self._weights[id] for id in idle) - OPEN_BYTES
        closing = []
        for id in idle:
            if number <= 0 and weight <= 0:
                break
            closing.append(id)
            number, weight = number - 1, weight - self._weights[id]
        return closing

    def expired(self) -> list[str]:
        """The ids of large rooms and finished games that have been idle for long enough to be closed."""
        now = self._clock()
        for room in self._rooms.values():
            self._weigh(room)
            if room.is_idle and (self._weights[room.id] > LARGE_ROOM or room.match.is_over):
                self._idle_since.setdefault(room.id, now)
            else:
                self._idle_since.pop(room.id, None)
        return [id for id in self._rooms if now - self._idle_since.get(id, now) >= IDLE_SECONDS]

    # Limits for users

    def left_by(self, user: str | None, weight: int) -> list[str]:
        """The large rooms that a user began and has left, to be closed before another large one is begun."""
        if user is None or weight <= LARGE_ROOM:
            return []
        return [id for id, room in self._rooms.items() if self._is_large_of(user, room) and room.is_idle]

    @contextmanager
    def beginning(self, user: str | None, weight: int) -> Iterator[None]:
        """Count a room that is being made for a user; TooHeavy if it is more than one may hold."""
        if user is None or weight <= LARGE_ROOM:
            yield
            return
        self._check(user, weight)
        self._beginning[user] += weight
        try:
            yield
        finally:
            self._beginning[user] -= weight
            self._beginning += Counter()  # without the users who have none

    @contextmanager
    def watching(self, user: str | None, room: Room) -> Iterator[None]:
        """Count a socket of a user; TooHeavy if there are too many, or if its room is more than one may hold."""
        if user is None:
            yield
            return
        if self._sockets[user] >= USER_SOCKETS:
            raise TooHeavy(f"you have {USER_SOCKETS} connections open, as many as one player may; close other games")
        weight = self._weights.get(room.id, 0)
        if weight > LARGE_ROOM and not self._holds(user, room):
            self._check(user, weight)
        self._sockets[user] += 1
        try:
            yield
        finally:
            self._sockets[user] -= 1
            self._sockets += Counter()

    def _check(self, user: str, weight: int) -> None:
        if self._held(user) + weight > USER_BYTES:
            raise TooHeavy("the large boards that you have open are as much as one player may; close one of them first")
        if self._held_by_all() + weight > PROCESS_BYTES:
            raise TooHeavy("too many large boards are open on this server now; try again later, or a smaller board")

    def _held(self, user: str) -> int:
        rooms = (id for id, room in self._rooms.items() if self._is_large_of(user, room))
        return self._beginning[user] + sum(self._weights.get(id, 0) for id in rooms)

    def _held_by_all(self) -> int:
        large = ((id, room) for id, room in self._rooms.items() if self._weights.get(id, 0) > LARGE_ROOM)
        return self._beginning.total() + sum(self._weights[id] for id, room in large if not room.is_idle)

    def _is_large_of(self, user: str, room: Room) -> bool:
        return self._weights.get(room.id, 0) > LARGE_ROOM and self._holds(user, room)

    def _holds(self, user: str, room: Room) -> bool:
        return self._began.get(room.id) == user or any(watcher.holder == user for watcher in room.watchers)
