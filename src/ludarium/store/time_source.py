"""The clocks that the store and the server read. Tests pass their own."""

import time
from datetime import UTC, datetime


class TimeSource:
    """The system's clocks."""

    def now(self) -> datetime:
        """The time of day, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that only ever increase, for measuring how long something lasts."""
        return time.monotonic()
