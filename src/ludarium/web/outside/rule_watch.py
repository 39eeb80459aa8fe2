"""Watches the threads of a process for a rule that does not return."""

import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from ...games.blame import Place, at_work

LONGEST = 10.0  # seconds that one call into a game may take
ROUND = 0.5  # seconds between two looks


class RuleWatch:
    """Looks again and again which call into a game each thread is in; `on_stuck` gets the line of one that is too long.

    A call is known by its frame, which stays the same object until the call returns.
    """

    def __init__(self, on_stuck: Callable[[Place], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._on_stuck, self._clock = on_stuck, clock
        self._since: dict[int, tuple[FrameType, float]] = {}

    def start(self) -> None:
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(ROUND)
            self.look(sys._current_frames())

    def look(self, frames: dict[int, FrameType]) -> None:
        """Compare the calls of all threads with those of the last look."""
        now, seen = self._clock(), dict[int, tuple[FrameType, float]]()
        for thread, frame in frames.items():
            found = at_work(frame)
            if found is None:
                continue
            call, place = found
            before = self._since.get(thread)
            since = before[1] if before and before[0] is call else now
            seen[thread] = call, since
            if now - since > LONGEST:
                self._on_stuck(place)
        self._since = seen
