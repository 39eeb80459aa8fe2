"""The three states of line mode, and why a command of another state is refused."""

from collections.abc import Collection
from enum import Enum


class State(Enum):
    SETUP = "set-up"
    PLAYING = "playing"
    FINISHED = "finished"

    @property
    def way_out(self) -> str:
        """The command that leads to another state."""
        return {"set-up": "start begins it", "playing": "clear leaves this one", "finished": "clear begins a new one"}[
            self.value
        ]

    def refuses(self, what: str, states: Collection["State"]) -> str:
        """Why something that belongs to `states` is refused now."""
        if self is State.SETUP:
            return f"{what} is for a game that has begun; {self.way_out}"
        if State.PLAYING in states:
            return f"{what} comes too late: the game is over; {self.way_out}"
        return f"{what} comes before the game; {self.way_out}"


ANYTIME = tuple(State)
