"""RateLimiter: how often something may be asked for. Each process counts for itself."""

import math
from collections.abc import Callable
from time import monotonic

from litestar.exceptions import TooManyRequestsException

MOST = 100_000  # keys that are counted; beyond them, those that asked longest ago are forgotten


class RateLimiter:
    """A limit for each of many. A key has `burst` to spend at once, and gets `rate` a second back."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        # What a key has left, and when that was; whoever asked last stands last
        self._left: dict[str, tuple[float, float]] = {}

    def acquire(self, key: str, cost: float = 1.0) -> bool:
        """Spend something; False, and nothing is spent, where there is too little left."""
        now = self._clock()
        left = self._now_left(key, now)
        if left < cost:
            return False
        self._left.pop(key, None)
        self._left[key] = left - cost, now
        if len(self._left) > MOST:
            del self._left[next(iter(self._left))]
        return True

    def retry_after(self, key: str, cost: float = 1.0) -> float:
        """The seconds until so much can be spent."""
        return max(0.0, (cost - self._now_left(key, self._clock())) / self._rate)

    def check(self, key: str, cost: float = 1.0) -> None:
        """Spend something, or refuse what was asked for."""
        if not self.acquire(key, cost):
            seconds = max(1, math.ceil(self.retry_after(key, cost)))
            raise TooManyRequestsException(
                f"this was asked for too often; try again in {seconds} {'second' if seconds == 1 else 'seconds'}",
                headers={"Retry-After": str(seconds)},
            )

    def _now_left(self, key: str, now: float) -> float:
        left, then = self._left.get(key, (self._burst, now))
        return min(self._burst, left + self._rate * (now - then))
