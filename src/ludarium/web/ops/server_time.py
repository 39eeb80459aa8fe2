"""The clocks of a server, in one object, so that tests can pass their own."""

from ...play.match.clock import wall_clock
from ...store.time_source import TimeSource


class ServerTime(TimeSource):
    """The clocks that the store reads, and the one of the matches."""

    def milliseconds(self) -> int:
        """Milliseconds since 1970, for the players' clocks."""
        return wall_clock()
