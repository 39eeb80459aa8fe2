"""The three states of line mode, and what to say about a command that belongs to another."""

from collections.abc import Collection
from enum import Enum


class State(Enum):
    SETUP = "set-up"
    PLAYING = "playing"
    FINISHED = "finished"

    @property
    def way_out(self) -> str:
        """How to come to another state."""
        return {"set-up": "start begins it", "playing": "clear leaves this one", "finished": "clear begins a new one"}[
            self.value
        ]

    def refuses(self, what: str, states: Collection["State"]) -> str:
        """Why something is not for this state, but for those."""
        if self is State.SETUP:
            return f"{what} is for a game that has begun; {self.way_out}"
        if State.PLAYING in states:
            return f"{what} comes too late: the game is over; {self.way_out}"
        return f"{what} comes before the game; {self.way_out}"


ANYTIME = tuple(State)
