"""Clocks: how long people may think, kept by the server from the times at which things happened."""

import time
from typing import TYPE_CHECKING

from msgspec import Struct

from ...protocol.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Mapping


class Hands(Struct, frozen=True, omit_defaults=True):
    """How the clocks stood when something happened last."""

    left: "dict[int, int]" = {}  # milliseconds, by player; who has not moved yet is not listed
    since: int = 0  # the moment for which that is told

    def of(self, clock: Clock, player: int) -> int:
        return self.left.get(player, clock.initial_ms)

    def at(self, clock: Clock, running: int | None, moment: int) -> "Hands":
        """How they stand at a later moment, if somebody's has been running; no moment is before the last."""
        moment = max(moment, self.since)
        if running is None:
            return Hands(self.left, moment)
        return Hands(self.left | {running: self.of(clock, running) - (moment - self.since)}, moment)

    def given(self, clock: Clock, player: int) -> "Hands":
        """How they stand after a player's move."""
        return Hands(self.left | {player: clock.after_move(self.of(clock, player))}, self.since)


def told(hands: Hands, clock: Clock, players: int) -> "Mapping[int, int]":
    """The milliseconds that each player has."""
    return {player: max(0, hands.of(clock, player)) for player in range(players)}


# A clock that somebody sets forth or back while the server runs is not to be lost by those who play
_STARTED = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000


def moment() -> int:
    """Milliseconds since 1970, as this process has counted them since it began."""
    return _STARTED + time.monotonic_ns() // 1_000_000
