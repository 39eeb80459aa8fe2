"""A film: a move frame by frame. It can be skipped at any moment."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

from ....contract.kind import Kind
from ....contract.row import Row

# Seconds of a frame at the beginning, by preference
SPEEDS = {"slow": 0.5, "normal": 0.22, "fast": 0.08, "off": 0.0}
PATIENCE = 12  # frames that are shown at full length
HASTE = 0.93  # how much shorter every later frame is, so that long cascades end soon


class Film:
    """One showing. With `linger` the last frame stays as long as the others."""

    def __init__(self, speed: str, linger: bool) -> None:
        self._pause, self._linger = SPEEDS[speed], linger
        self._skipped = asyncio.Event()

    def skip(self) -> None:
        self._skipped.set()

    async def show(self, frames: Iterable[Row], show: Callable[[Row], None]) -> None:
        """Show frame after frame, until the last or until skipped."""
        shown = 0
        # The rules change one row in place: copy it
        for row in (frame[:] for frame in frames):
            if shown:
                await self._wait(shown)
            if self._skipped.is_set():
                return
            show(row)
            shown += 1
        if self._linger:
            await self._wait(shown)

    async def _wait(self, shown: int) -> None:
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._skipped.wait(), self._pause * HASTE ** max(0, shown - PATIENCE))


def changed_owners(kind: Kind, constants: object, before: Row, after: Row) -> tuple[str, ...]:
    """The names of the cells whose piece has changed its owner."""
    columns, rows = kind.board.shape(constants)
    names = []
    for y in range(rows):
        for x in range(columns):
            then, now = (kind.board.cell(constants, row, x, y) for row in (before, after))
            if then and now and then.piece and now.piece and then.piece.owner != now.piece.owner:
                names.append(now.name)
    return tuple(names)
