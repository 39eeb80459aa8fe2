"""Whose turn it is: computers move, one after the other, until a person has to."""

import asyncio
from typing import Any

from ...contract.errors import LudariumError
from ...play.match import events as what
from ...play.match.clock import moment
from ...play.move import Move
from ...play.opponents.computer import Computer
from ..workers.pool import TaskFailed, WorkerPool
from .room import Sitting

PATIENCE = 5.0  # seconds after which it is tried again to write down what a computer plays
GRACE = 20.0  # seconds that another process has for a computer's move
BLINK = 0.02  # seconds after the end of somebody's time in which it is seen
PACE = 0.5  # seconds at least between the moves of computers that play alone


class Turns:
    """Lets the computers of a sitting think. Whatever changes the game first lets them think no more."""

    def __init__(self, sitting: Sitting, pool: WorkerPool) -> None:
        self._sitting, self._pool = sitting, pool
        self._running: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self._last = 0.0  # when a computer has moved last
        self._alarm: asyncio.TimerHandle | None = None  # when somebody's time runs out
        self._flagging: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        return any(task and not task.done() for task in (self._running, self._preparing))

    def go_on(self) -> None:
        """Let computers move, if it is their turn, and people not for longer than they may."""
        self._prepare()
        self._set_alarm()
        if (not self._running or self._running.done()) and self._may_move():
            self._running = asyncio.create_task(self._run())

    def rest(self) -> None:
        """What is being thought about is of no use any more."""
        if self._running:
            self._running.cancel()
            self._running = None

    async def close(self) -> None:
        """Nobody thinks any more; what is being kept is kept first."""
        if self._alarm:
            self._alarm.cancel()
        ending = [task for task in (self._running, self._preparing, self._flagging) if task]
        async with self._sitting.lock:
            for task in ending:
                task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)

    def task(self, **more: Any) -> dict[str, Any]:
        """The game as a worker is told of it."""
        game = self._sitting.game
        options = {name: game.kind.options[name].write(value) for name, value in game.options.items()}
        numbers = tuple(move.number for move in game.moves)
        same = {"game": self._sitting.id, "kind": game.kind.id, "options": options, "origin": game.origin}
        return same | {"moves": numbers} | more

    def _may_move(self) -> bool:
        """Games of computers alone go on while somebody looks on."""
        sitting = self._sitting
        return sitting.others_move and (sitting.match.party.has_people or bool(sitting.watchers))

    async def _run(self) -> None:
        sitting = self._sitting
        while self._may_move():
            if not sitting.mine and not await self._is_left_alone():
                continue
            table = sitting.match.table
            player, seat = table.player, sitting.match.party.whose(table.player).name
            sitting.tell_thinking()
            if self._preparing:
                # Or two workers would compile the same
                await asyncio.wait([self._preparing])
            task = self.task(do="move", player=player, seat=seat, seed=sitting.match.notes.seed)
            try:
                answer = await self._pool.run(**task)
                await self._pace()
                async with sitting.lock:
                    if self.task()["moves"] == task["moves"]:
                        game = sitting.game
                        await sitting.happen(what.Played(str(Move(game.kind, game.constants, answer.move))))
            except LudariumError:
                if self.task()["moves"] == task["moves"]:
                    await self._give_in()

    async def _give_in(self) -> None:
        """Nobody shall lose a game because a process has died or a disk is full: it can be gone on with."""
        try:
            async with self._sitting.lock:
                await self._sitting.happen(what.Paused(True))
        except LudariumError:
            await asyncio.sleep(PATIENCE)

    async def _is_left_alone(self) -> bool:
        """Another process has the game in hand; if nothing comes of that for a while, it is this one's turn."""
        version = self._sitting.version
        await asyncio.sleep(max(0.0, GRACE - (moment() - self._sitting.at) / 1000))
        return self._sitting.version == version

    def _set_alarm(self) -> None:
        """Look again when whoever has to move runs out of time."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        match = self._sitting.match
        if match.running is not None:
            left = match.clocks(moment())[match.running] / 1000
            self._alarm = asyncio.get_running_loop().call_later(left + BLINK, self._ring)

    def _ring(self) -> None:
        self._flagging = asyncio.create_task(self._flag())

    async def _flag(self) -> None:
        sitting = self._sitting
        try:
            async with sitting.lock:
                await sitting.end_late()
        except LudariumError:
            await asyncio.sleep(PATIENCE)
        self._set_alarm()

    async def _pace(self) -> None:
        """Computers that play alone are not faster than people can follow."""
        now = asyncio.get_running_loop().time()
        if not self._sitting.match.party.has_people:
            await asyncio.sleep(max(0.0, self._last + PACE - now))
        self._last = asyncio.get_running_loop().time()

    def _prepare(self) -> None:
        """See that what computers need is compiled, while people look at the board."""
        sitting = self._sitting
        thinks = any(isinstance(who, Computer) for who in sitting.match.table.seats.values())
        if self._preparing or not thinks or sitting.match.is_over:
            return
        sort = f"{sitting.game.kind.id} {sitting.game.constants}"
        if self._pool.is_warm(sort):
            return
        sitting.tell_ready(True)
        self._preparing = asyncio.create_task(self._get_ready(sort))

    async def _get_ready(self, sort: str) -> None:
        try:
            await self._pool.warm_up(sort, **self.task(moves=()))
        except TaskFailed:
            pass  # whoever has to move will say so
        finally:
            self._preparing = None
            self._sitting.tell_ready(False)
