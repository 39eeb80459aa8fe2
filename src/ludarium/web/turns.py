"""Whose turn it is: computers move, one after the other, until a person has to."""

import asyncio
from typing import Any

from ..contract.errors import LudariumError
from ..play.computer import Computer
from ..play.move import Move
from .pool import Lost, Pool
from .sitting import Sitting

PACE = 0.5  # seconds at least between the moves of computers that play alone


class Turns:
    """Lets the computers of a sitting think. Whatever changes the game first lets them think no more."""

    def __init__(self, sitting: Sitting, pool: Pool) -> None:
        self._sitting, self._pool = sitting, pool
        self._running: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self._last = 0.0  # when a computer has moved last

    @property
    def is_busy(self) -> bool:
        return any(task and not task.done() for task in (self._running, self._preparing))

    def go_on(self) -> None:
        """Let computers move, if it is their turn."""
        self._prepare()
        if (not self._running or self._running.done()) and self._may_move():
            self._running = asyncio.create_task(self._run())

    def rest(self) -> None:
        """What is being thought about is of no use any more."""
        if self._running:
            self._running.cancel()
            self._running = None

    async def close(self) -> None:
        """Nobody thinks any more; what is being kept is kept first."""
        ending = [task for task in (self._running, self._preparing) if task]
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
        return sitting.others_move and (sitting.party.has_people or bool(sitting.watchers))

    async def _run(self) -> None:
        sitting = self._sitting
        while self._may_move():
            player, seat = sitting.table.player, sitting.party.whose(sitting.table.player).name
            sitting.tell_thinking()
            if self._preparing:
                # Or two workers would compile the same
                await asyncio.wait([self._preparing])
            task = self.task(do="move", player=player, seat=seat, seed=sitting.notes.seed)
            try:
                answer = await self._pool.think(**task)
                await self._pace()
                async with sitting.lock:
                    game = sitting.game
                    await sitting.make(Move(game.kind, game.constants, answer.move))
            except LudariumError:
                # Nobody shall lose a game because a process has died or a disk is full: it can be gone on with
                sitting.paused = True
                sitting.tell_changed()

    async def _pace(self) -> None:
        """Computers that play alone are not faster than people can follow."""
        now = asyncio.get_running_loop().time()
        if not self._sitting.party.has_people:
            await asyncio.sleep(max(0.0, self._last + PACE - now))
        self._last = asyncio.get_running_loop().time()

    def _prepare(self) -> None:
        """See that what computers need is compiled, while people look at the board."""
        sitting = self._sitting
        sort = f"{sitting.game.kind.id} {sitting.game.constants}"
        thinks = any(isinstance(who, Computer) for who in sitting.table.seats.values())
        if self._preparing or not thinks or sitting.table.outcome() or self._pool.is_ready(sort):
            return
        sitting.getting_ready = True
        self._preparing = asyncio.create_task(self._get_ready(sort))

    async def _get_ready(self, sort: str) -> None:
        try:
            await self._pool.get_ready(sort, **self.task(moves=()))
        except Lost:
            pass  # whoever has to move will say so
        finally:
            self._preparing = None
            self._sitting.getting_ready = False
        self._sitting.tell_changed()
