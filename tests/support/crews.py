"""A crew for tests: it does tasks in this process."""

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any


class Here:
    """Does so many tasks at once, the last of them first, and counts them."""

    def __init__(self, at_once: int = 1000) -> None:
        self.done, self._at_once = 0, at_once

    def answers(self, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Generator[tuple[Any, Any], None, None]:
        waiting = iter(tasks)
        while some := list(islice(waiting, self._at_once)):
            for task in reversed(some):
                self.done += 1
                yield task, function(task)
