"""Clocks: what is left of each player's time, computed from the times of the events."""

import time

from msgspec import Struct

from ...protocol.clock import Clock


class ClockState(Struct, frozen=True, omit_defaults=True):
    """The clocks of a match at the time of its last event."""

    left: "dict[int, int]" = {}  # milliseconds by player; a player who has not moved yet is not listed
    since: int = 0  # the time of the last event

    def of(self, clock: Clock, player: int) -> int:
        return self.left.get(player, clock.initial_ms)

    def at(self, clock: Clock, running: int | None, now: int) -> "ClockState":
        """The clocks at a later time; `running` is the player whose clock runs. Time never goes back."""
        now = max(now, self.since)
        if running is None:
            return ClockState(self.left, now)
        return ClockState(self.left | {running: self.of(clock, running) - (now - self.since)}, now)

    def after_move(self, clock: Clock, player: int) -> "ClockState":
        """The clocks after a player's move, which may add an increment."""
        return ClockState(self.left | {player: clock.after_move(self.of(clock, player))}, self.since)

    def shown(self, clock: Clock, players: int) -> dict[int, int]:
        """The milliseconds left to each player, not below 0."""
        return {player: max(0, self.of(clock, player)) for player in range(players)}


# The system's clock may be set forth or back while a process runs; that must not cost a player's time
_STARTED = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000


def wall_clock() -> int:
    """Milliseconds since 1970, counted monotonically since the process started."""
    return _STARTED + time.monotonic_ns() // 1_000_000
