"""Compiling the code of computer players, in processes beside the server."""

import asyncio

from ...engine.search.preparation import compile_searcher, is_compiled, units_of_searcher
from ...play.position import Position


class Compilation:
    """Knows which code is compiled, and compiles each unit once."""

    def __init__(self) -> None:
        self._tasks: dict[object, asyncio.Task[None]] = {}
        self._done: set[object] = set()

    def is_done(self, game: Position) -> bool:
        """Whether the code for a game is compiled, or cannot be."""
        # By the row that is there: the first one of a huge board would take long to make, at every move
        units = units_of_searcher(game.kind, game.constants, game.row)
        key = game.kind.id, *units
        if key not in self._done and is_compiled(game.kind, units):
            self._done.add(key)
        return key in self._done

    async def finish(self, game: Position) -> None:
        """Wait until the code for a game is compiled. LudariumError if it cannot be."""
        units = units_of_searcher(game.kind, game.constants, game.row)
        key = game.kind.id, *units
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(asyncio.to_thread(compile_searcher, game.kind, units))
        try:
            await asyncio.shield(self._tasks[key])
        finally:
            if self._tasks[key].done():
                self._done.add(key)
