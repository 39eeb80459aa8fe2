"""Which job is next: short ones before long ones, and between clients the one that has used least thinking time."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from enum import Enum
from itertools import count
from typing import Generic, NamedTuple, Protocol, TypeVar

from .costs import SECONDS, Cost

HALF_LIFE = 60.0  # seconds after which half of what a key has used is forgotten
FORGOTTEN = 0.01  # seconds of thinking that are not worth remembering
MANY_KEYS = 1000  # above which forgotten ones are dropped


class Queued(Protocol):
    """A job as the queue sees it. `key` names the client whose share of the thinking time it takes."""

    key: str
    cost: Cost


J = TypeVar("J", bound=Queued)


class Lane(Enum):
    """Workers for short jobs alone, and workers for all jobs."""

    QUICK = "quick"
    DEEP = "deep"


class _Running(NamedTuple):
    lane: Lane
    cost: Cost  # when it began
    began: float


class JobQueue(Generic[J]):
    """Waiting and running jobs of so many workers.

    Only short jobs run in the quick lane, so they never wait for long ones. One key never occupies all workers, nor all
    of the deep lane. Jobs that take minutes, and those that no person waits for, leave one worker of the deep lane to
    the others.
    """

    def __init__(self, quick: int, deep: int, clock: Callable[[], float]) -> None:
        self._size = {Lane.QUICK: quick, Lane.DEEP: deep}
        self._clock = clock
        self._waiting: dict[Cost, dict[str, dict[int, J]]] = {cost: {} for cost in Cost}
        self._numbers: dict[int, int] = {}  # the number of each waiting job, by its id()
        self._count = count()
        self._running: defaultdict[str, dict[int, _Running]] = defaultdict(dict)
        self._used: dict[str, tuple[float, float]] = {}  # by key: seconds of thinking, and when they were noted

    # Waiting

    def __iter__(self) -> Iterator[J]:
        """All waiting jobs."""
        for keys in self._waiting.values():
            for jobs in keys.values():
                yield from jobs.values()

    def __contains__(self, job: J) -> bool:
        return id(job) in self._numbers

    def add(self, job: J) -> None:
        number = self._numbers[id(job)] = next(self._count)
        self._waiting[job.cost].setdefault(job.key, {})[number] = job

    def remove(self, job: J) -> None:
        number = self._numbers.pop(id(job))
        jobs = self._waiting[job.cost][job.key]
        del jobs[number]
        if not jobs:
            del self._waiting[job.cost][job.key]

    def reclassify(self, job: J, cost: Cost) -> None:
        """Change the cost of a waiting job."""
        self.remove(job)
        job.cost = cost
        self.add(job)

    # Running

    def next(self) -> tuple[J, Lane] | None:
        """Begin the next job, in a lane with a free worker; None if no worker is free for any of them."""
        free = self._free(Lane.QUICK), self._free(Lane.DEEP)
        lane = Lane.QUICK if free[0] else Lane.DEEP
        job = self._best(lane, Cost.SHORT) if any(free) else None
        if job is None and free[1]:
            lane = Lane.DEEP
            job = self._best(lane, Cost.MEDIUM, Cost.LONG, Cost.BACKGROUND) or self._best(lane, Cost.IDLE)
        if job is None:
            return None
        self.remove(job)
        self._running[job.key][id(job)] = _Running(lane, job.cost, self._clock())
        return job, lane

    def finish(self, job: J) -> None:
        """A job has ended: its time counts as used."""
        running = self._running[job.key].pop(id(job))
        if not self._running[job.key]:
            del self._running[job.key]
        now = self._clock()
        self._used[job.key] = self._noted(job.key, now) + max(0.0, now - running.began), now
        if len(self._used) > MANY_KEYS:
            self._used = {key: used for key, used in self._used.items() if self._noted(key, now) > FORGOTTEN}

    def used(self, key: str) -> float:
        """The seconds of thinking that a key has used lately, with those of its running jobs."""
        now = self._clock()
        running = self._running[key].values() if key in self._running else ()
        return self._noted(key, now) + sum(now - each.began for each in running)

    def _noted(self, key: str, now: float) -> float:
        seconds, at = self._used.get(key, (0.0, now))
        return float(seconds * 0.5 ** (max(0.0, now - at) / HALF_LIFE))

    def _best(self, lane: Lane, *costs: Cost) -> J | None:
        """The job that would bring its key the least use when it is done; the one that came first among equals."""
        best: tuple[float, int, J] | None = None
        for cost in costs:
            for key, jobs in self._waiting[cost].items():
                if self._may_begin(key, lane, cost):
                    number = next(iter(jobs))
                    found = self.used(key) + SECONDS[cost], number, jobs[number]
                    best = min(best or found, found, key=lambda each: each[:2])
        return best[2] if best else None

    def _may_begin(self, key: str, lane: Lane, cost: Cost) -> bool:
        own = self._running[key].values() if key in self._running else ()
        if len(own) >= max(1, sum(self._size.values()) - 1):
            return False
        deep = self._size[Lane.DEEP]
        if cost is not Cost.SHORT and sum(each.lane is Lane.DEEP for each in own) >= max(1, deep - 1):
            return False
        if cost < Cost.BACKGROUND:
            return True
        slow = Counter(each.cost >= Cost.BACKGROUND for jobs in self._running.values() for each in jobs.values())[True]
        return slow < max(1, deep - 1) and sum(each.cost is cost for each in own) < max(1, deep // 3)

    def _free(self, lane: Lane) -> int:
        running = (each.lane for jobs in self._running.values() for each in jobs.values())
        return self._size[lane] - sum(each is lane for each in running)
