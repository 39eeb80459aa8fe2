"""What tasks cost: how long one will probably take, by its sort and by how long the last one of its game took."""

import re
from collections import OrderedDict
from enum import IntEnum

from ...house.thinking.tasks import Task

REMEMBERED = 10_000  # games whose last costs are known
MOST_SHORT, MOST_MEDIUM = 0.2, 2.0  # seconds of processor time after which a move is not expected to be short again


class Cost(IntEnum):
    """A class of tasks, the cheapest first."""

    SHORT = 0  # milliseconds: the move of a low level
    MEDIUM = 1  # a second at most: a hint, a middle level
    LONG = 2  # a few seconds: a high level
    BACKGROUND = 3  # up to minutes: an analysis, a review, a file of commands
    IDLE = 4  # any move that no person waits for


SECONDS = {Cost.SHORT: 0.05, Cost.MEDIUM: 1.0, Cost.LONG: 4.0, Cost.BACKGROUND: 30.0, Cost.IDLE: 30.0}
QUESTIONS = {"hint": Cost.MEDIUM}
HIGHEST_SHORT, HIGHEST_MEDIUM = 5, 9  # levels


class CostTable:
    """Expected costs. A game in which a low level takes long, as on a huge board, is remembered."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, str], Cost] = OrderedDict()

    def expected(self, task: Task) -> Cost:
        if task.do != "move":
            return QUESTIONS.get(task.do, Cost.BACKGROUND)
        return max(_of_seat(task.seat), self._seen.get((task.game, task.seat), Cost.SHORT))

    def learn(self, task: Task, seconds: float) -> None:
        """A task has taken so many seconds of processor time."""
        if task.do != "move":
            return
        key = task.game, task.seat
        self._seen.pop(key, None)
        if seconds > MOST_SHORT:
            self._seen[key] = Cost.LONG if seconds > MOST_MEDIUM else Cost.MEDIUM
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)


def _of_seat(seat: str) -> Cost:
    found = re.fullmatch(r"level (\d+)", seat)
    level = int(found[1]) if found else 0
    return Cost.SHORT if level <= HIGHEST_SHORT else Cost.MEDIUM if level <= HIGHEST_MEDIUM else Cost.LONG
