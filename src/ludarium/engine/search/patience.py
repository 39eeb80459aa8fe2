"""What a search does where compiled code is not there yet."""

from enum import Enum


class Patience(Enum):
    """How long a search waits for compiled code."""

    QUICK = 1  # it answers soon
    IN_TIME = 2  # it uses its time, at first with plain Python
    UNTIL_READY = 3  # it waits; its time begins when the code is there
