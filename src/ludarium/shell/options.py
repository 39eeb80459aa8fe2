"""The numbers that commands take, with their ranges."""

from ..contract.options import Whole
from ..play.levels import DEFAULT_LEVEL, LEVELS

LEVEL = Whole("level", DEFAULT_LEVEL, 1, len(LEVELS), "how well the computer plays: by default it slips now and then")
MOVES = Whole("auto", 1, 1, 10**9, "how many moves the computer makes")
