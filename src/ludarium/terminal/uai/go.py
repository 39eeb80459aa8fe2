"""The command `go` of UAI: what to search, and for how long."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...contract.quotation import quoted
from .time_manager import MOVES_TO_GO, Budget, budget

NUMBERS = "movetime", "depth", "nodes", "wtime", "btime", "winc", "binc", "movestogo", "perft"  # with a number behind
SWITCHES = "infinite", "ponder"
MOVES = "searchmoves"  # with moves behind, up to the next word
WORDS = *NUMBERS, *SWITCHES, MOVES
LIMITS = "movetime", "depth", "nodes", "wtime", "btime"  # with one of these a search comes to an end
CLOCKS = ("btime", "binc"), ("wtime", "winc")  # of the player who moves first, and of the other

EARLY = 0.007  # seconds before the end of the time for a move at which the search stops, to answer within it
HASTY = 0.1  # seconds for a search whose limits cannot be read


class Go(NamedTuple):
    """A `go` as it was understood, and what was wrong with it, in sentences."""

    numbers: dict[str, int]
    switches: frozenset[str]
    moves: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def ends(self) -> bool:
        """Whether the search comes to an end by itself."""
        if "infinite" in self.switches:
            return False
        return bool(self.wrong) or any(name in self.numbers for name in (*LIMITS, "perft"))

    def seconds(self, turn: int) -> float | None:
        """How long the search may take, or None if there is no clock."""
        numbers, allowed = self.numbers, list[float]()
        if "movetime" in numbers:
            allowed.append(numbers["movetime"] / 1000 - EARLY)
        if of_clock := self.budget(turn):
            allowed.append(of_clock.most)
        if self.ends and not any(name in numbers for name in LIMITS):
            allowed.append(HASTY)
        return max(0.001, min(allowed)) if allowed else None

    def budget(self, turn: int) -> Budget | None:
        """What the clock of the player to move allows, or None if there is none."""
        clock, gain = CLOCKS[turn] if CLOCKS[turn][0] in self.numbers else CLOCKS[1 - turn]
        if clock not in self.numbers:
            return None
        left, more = self.numbers[clock] / 1000, self.numbers.get(gain, 0) / 1000
        return budget(left, more, self.numbers.get("movestogo", MOVES_TO_GO))

    def limits(self) -> dict[str, int]:
        """The other limits of the search."""
        return {name: max(1, self.numbers[name]) for name in ("depth", "nodes") if name in self.numbers}


def read_go(words: Sequence[str]) -> Go:
    """What the words behind `go` ask for. What cannot be read is left out."""
    numbers, switches, moves, wrong = dict[str, int](), set[str](), list[str](), list[str]()
    left = list(words)
    while left:
        word = left.pop(0)
        if word in NUMBERS:
            value = left.pop(0) if left and left[0] not in WORDS else ""
            lowest = 0 if word == "perft" else None
            if re.fullmatch("-?[0-9]{1,15}", value) and (lowest is None or int(value) >= lowest):
                numbers[word] = int(value)
            else:
                wrong.append(
                    f"{word} takes a whole number{' from 0 on' if lowest == 0 else ''}, not {quoted(value, 40)}"
                )
        elif word in SWITCHES:
            switches.add(word)
        elif word == MOVES:
            while left and left[0] not in WORDS:
                moves.append(left.pop(0))
        else:
            wrong.append(f"{quoted(word, 40)} is no word of go; there are {', '.join(WORDS)}")
    return Go(numbers, frozenset(switches), tuple(moves), tuple(wrong))
