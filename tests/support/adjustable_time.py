"""A server's clocks that tests set."""

from datetime import datetime, timedelta

from ludarium.web.ops.server_time import ServerTime


class AdjustableTime(ServerTime):
    """The system's clocks, ahead of time or stopped."""

    def __init__(self) -> None:
        self._ahead = self._elapsed = timedelta()  # of the time of day, and of the time that only increases
        self._stopped: tuple[datetime, float, int] | None = None

    def set_ahead(self, **time: float) -> None:
        """Run ahead of the system's clocks by so many days or seconds."""
        self._ahead = self._elapsed = timedelta(**time)

    def passes(self, seconds: float) -> None:
        """Run ahead by so many seconds more; below 0, the time of day is set back."""
        self._ahead += timedelta(seconds=seconds)
        self._elapsed += timedelta(seconds=max(0, seconds))

    def stop(self) -> None:
        """Stand still, except for what passes() adds."""
        self._stopped = super().now(), super().monotonic(), super().milliseconds()

    def now(self) -> datetime:
        return (self._stopped[0] if self._stopped else super().now()) + self._ahead

    def monotonic(self) -> float:
        return (self._stopped[1] if self._stopped else super().monotonic()) + self._elapsed.total_seconds()

    def milliseconds(self) -> int:
        time = self._stopped[2] if self._stopped else super().milliseconds()
        return time + self._ahead // timedelta(milliseconds=1)
