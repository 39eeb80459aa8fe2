"""Computer turns: schedules the moves of computers in a room, and ends matches whose time has run out."""

import asyncio

from ...contract.errors import LudariumError
from ...play.match import events
from ...play.move import Move
from ...play.opponents.computer import Computer
from ...protocol.limits import MOST_EVENTS
from ..workers.pool import TaskFailed, WorkerPool
from .room import Room

RETRY = 5.0  # seconds before a failed write of a computer's move is tried again
TAKE_OVER = 20.0  # seconds another process has for a computer's move
FLAG_DELAY = 0.02  # seconds after a player's time has run out
PACE = 0.5  # seconds at least between the moves of computers that play each other


class ComputerTurns:
    """Lets the computers of a room think in worker processes until a person has to move."""

    def __init__(self, room: Room, pool: WorkerPool) -> None:
        self._room, self._pool = room, pool
        self._running: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self._last = 0.0  # when a computer moved last
        self._alarm: asyncio.TimerHandle | None = None  # when the running clock reaches 0
        self._flagging: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        return any(task and not task.done() for task in (self._running, self._preparing))

    def resume(self) -> None:
        """Start a computer's turn if one is due, and watch the running clock."""
        self._prepare()
        self._set_alarm()
        if (not self._running or self._running.done()) and self._is_due():
            self._running = asyncio.create_task(self._run())

    def watchers_changed(self) -> None:
        self.resume()

    def interrupt(self) -> None:
        """Drop the search that is running: its position is about to change."""
        if self._running:
            self._running.cancel()
            self._running = None

    async def close(self) -> None:
        """Cancel all tasks; a move that is being stored is stored first."""
        if self._alarm:
            self._alarm.cancel()
        ending = [task for task in (self._running, self._preparing, self._flagging) if task]
        async with self._room.lock:
            for task in ending:
                task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)

    def _is_due(self) -> bool:
        """Whether a computer has to move. Computers that play each other need a watcher."""
        room = self._room
        is_full = room.version >= MOST_EVENTS
        return not is_full and room.computer_to_move and (room.match.seats.has_people or bool(room.watchers))

    async def _run(self) -> None:
        room = self._room
        while self._is_due():
            if not room.is_leader and not await self._takes_over():
                continue
            match = room.match
            player, seat = match.player, match.seats[match.player].name
            room.announce_thinking()
            if self._preparing:
                # Otherwise two workers would compile the same code
                await asyncio.wait([self._preparing])
            task = room.position_task(do="move", player=player, seat=seat, seed=match.state.seed)
            try:
                answer = await self._pool.run(**task)
                await self._pace()
                async with room.lock:
                    if self._is_current(task):
                        move = Move(room.game.kind, room.game.constants, answer.move)
                        await room.change(events.Played(str(move)), move=move)
            except LudariumError:
                if self._is_current(task):
                    await self._pause()

    def _is_current(self, task: dict[str, object]) -> bool:
        return bool(self._room.position_task()["moves"] == task["moves"])

    async def _pause(self) -> None:
        """A worker died or the store cannot be written: pause, so that a user can continue the game later."""
        try:
            async with self._room.lock:
                await self._room.change(events.Paused(True))
        except LudariumError:
            await asyncio.sleep(RETRY)

    async def _takes_over(self) -> bool:
        """Whether the process that plays this match has let its turn pass."""
        room, version = self._room, self._room.version
        await asyncio.sleep(max(0.0, TAKE_OVER - (room.clock() - room.changed_at) / 1000))
        return room.version == version

    def _set_alarm(self) -> None:
        """Check again when the running clock reaches 0."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        match = self._room.match
        if match.running is not None:
            left = match.clocks(self._room.clock())[match.running] / 1000
            self._alarm = asyncio.get_running_loop().call_later(left + FLAG_DELAY, self._ring)

    def _ring(self) -> None:
        self._flagging = asyncio.create_task(self._flag())

    async def _flag(self) -> None:
        try:
            async with self._room.lock:
                await self._room.end_if_out_of_time()
        except LudariumError:
            await asyncio.sleep(RETRY)
        self._set_alarm()

    async def _pace(self) -> None:
        """Slow computers that play each other down to what a watcher can follow."""
        now = asyncio.get_running_loop().time()
        if not self._room.match.seats.has_people:
            await asyncio.sleep(max(0.0, self._last + PACE - now))
        self._last = asyncio.get_running_loop().time()

    def _prepare(self) -> None:
        """Compile the computers' code in a worker while users look at the board."""
        room = self._room
        thinks = any(isinstance(opponent, Computer) for opponent in room.match.seats.opponents)
        if self._preparing or not thinks or room.match.is_over:
            return
        sort = f"{room.game.kind.id} {room.game.constants}"
        if self._pool.is_warm(sort):
            return
        room.announce_ready(True)
        self._preparing = asyncio.create_task(self._get_ready(sort))

    async def _get_ready(self, sort: str) -> None:
        try:
            await self._pool.warm_up(sort, **self._room.position_task(moves=()))
        except TaskFailed:
            pass  # the computer's own move will fail and say so
        finally:
            self._preparing = None
            self._room.announce_ready(False)
