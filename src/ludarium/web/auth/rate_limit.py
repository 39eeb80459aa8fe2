"""Rate limits by token buckets. Each process counts for itself."""

import math
from collections.abc import Callable
from time import monotonic

from litestar.exceptions import TooManyRequestsException

KEYS = 100_000  # buckets, at most; the least recently used ones are dropped


class RateLimiter:
    """A token bucket for each key: it holds `burst` requests and refills by `rate` a second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: dict[str, tuple[float, float]] = {}  # level and time of the last request, in order of use

    def acquire(self, key: str, cost: float = 1.0) -> bool:
        """Take from a bucket; False, and nothing is taken, if it holds too little."""
        now = self._clock()
        level = self._level(key, now)
        if level < cost:
            return False
        self._buckets.pop(key, None)
        self._buckets[key] = level - cost, now
        if len(self._buckets) > KEYS:
            del self._buckets[next(iter(self._buckets))]
        return True

    def retry_after(self, key: str, cost: float = 1.0) -> float:
        """Seconds until a bucket holds so much."""
        return max(0.0, (cost - self._level(key, self._clock())) / self._rate)

    def check(self, key: str, cost: float = 1.0) -> None:
        """Take from a bucket, or raise the error that becomes status 429."""
        if not self.acquire(key, cost):
            seconds = max(1, math.ceil(self.retry_after(key, cost)))
            raise TooManyRequestsException(
                f"too many requests; try again in {seconds} {'second' if seconds == 1 else 'seconds'}",
                headers={"Retry-After": str(seconds)},
            )

    def _level(self, key: str, now: float) -> float:
        level, then = self._buckets.get(key, (self._burst, now))
        return min(self._burst, level + self._rate * (now - then))
