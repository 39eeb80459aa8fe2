"""Computer turns: schedules the moves of computers in a room, and ends matches whose time has run out."""

import asyncio
from typing import Any

from ...contract.errors import LudariumError
from ...play.match import events
from ...play.match.permissions import is_host
from ...play.opponents.computer import Computer
from ...play.opponents.opponent import HUMAN
from ...play.position import move_in
from ...protocol.limits import MOST_EVENTS
from ..thinking.tasks import TaskResult
from ..thinking.thinkers import Thinkers
from .room import Room

RETRY = 5.0  # seconds before a failed write of a computer's move is tried again
TAKE_OVER = 20.0  # seconds another process has for a computer's move
FLAG_DELAY = 0.02  # seconds after a player's time has run out
PACE = 0.5  # seconds at least between moves that no person waits for


class ComputerTurns:
    """Lets the computers of a room think in worker processes until a person has to move."""

    def __init__(self, room: Room, pool: Thinkers) -> None:
        self._room, self._pool = room, pool
        self._running: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self._last = 0.0  # when a computer moved last
        self._key = ""  # whose share of the thinking time was used last
        self._is_idle = False  # whether the last task was one that no person waits for
        self._is_thinking = False
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
        if self._is_idle and self._has_player():
            self._pool.wake(self._room.id)
        elif self._is_thinking and not self._is_due():
            self.interrupt()

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
        """Whether a computer has to move. Without a watcher, each answers a person's move once."""
        room = self._room
        is_full = room.version >= MOST_EVENTS
        return not is_full and room.computer_to_move and (bool(room.watchers) or self._answers_person())

    def _answers_person(self) -> bool:
        room, seats = self._room, self._room.match.seats
        last = room.moves[-seats.players :]
        return seats.has_people and (len(last) < seats.players or any(seats[move.player] is HUMAN for move in last))

    def _has_player(self) -> bool:
        """Whether a person plays and is there, and so waits for the computers."""
        return self._room.match.seats.has_people and bool(self._room.watchers)

    def _share_key(self) -> str:
        """Whose share of the thinking time the computers use: the host's, else a player's, else a watcher's.

        After these have gone, it is still theirs: they began it.
        """
        room = self._room
        players = {person.id for person in room.match.people.values()}
        found = next((each for each in room.watchers if is_host(room.match, each)), None)
        found = found or next((each for each in room.watchers if each.user_id in players), None)
        if not self._key:
            found = found or next(iter(room.watchers), None)
        self._key = found.share_key if found else self._key or room.saved.owner or room.id
        return self._key

    async def _run(self) -> None:
        room = self._room
        while self._is_due():
            if not room.is_leader and not await self._takes_over():
                continue
            match = room.match
            player, seat = match.player, match.seats[match.player].name
            room.announce_thinking()
            task = room.position_task(do="move", player=player, seat=seat, seed=match.state.seed)
            self._is_idle = not self._has_player()
            try:
                answer = await self._think(task)
                await self._pace()
                async with room.lock:
                    if self._is_current(task):
                        move = move_in(room.game, answer.move)
                        await room.change(events.Played(str(move)), move=move)
            except LudariumError:
                if self._is_current(task):
                    await self._pause()

    async def _think(self, task: dict[str, Any]) -> TaskResult:
        self._is_thinking = True
        try:
            return await self._pool.run(key=self._share_key(), is_idle=self._is_idle, **task)
        finally:
            self._is_thinking = False
            self._announce_ready()

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
        """Slow computers that play each other down to what a watcher can follow, and those that none waits for."""
        now = asyncio.get_running_loop().time()
        if not self._has_player():
            await asyncio.sleep(max(0.0, self._last + PACE - now))
        self._last = asyncio.get_running_loop().time()

    def _prepare(self) -> None:
        """Compile the computers' code while users look at the board."""
        room = self._room
        thinks = any(isinstance(opponent, Computer) for opponent in room.match.seats.opponents)
        if self._preparing or not thinks or room.match.is_over:
            return
        if self._pool.compilation.is_done(room.game):
            return
        room.announce_ready(True)
        self._preparing = asyncio.create_task(self._get_ready())

    async def _get_ready(self) -> None:
        try:
            await self._pool.compilation.finish(self._room.game)
        except LudariumError:
            pass  # then the computer plays without compiled code
        finally:
            self._preparing = None
            self._announce_ready()

    def _announce_ready(self) -> None:
        """Announce that the code is there. A worker that began before may still compile, by numba alone or in vain."""
        if self._room.getting_ready and not self._preparing and not self._is_thinking:
            self._room.announce_ready(False)
