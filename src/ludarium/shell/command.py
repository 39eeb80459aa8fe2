"""A command of line mode: its name, when it may be given, and the function that carries it out."""

from collections.abc import Callable
from typing import NamedTuple

from ..contract.errors import BadOption, IllegalMove
from ..contract.quotation import quoted
from ..play.game import Game
from .session import Session
from .state import State


class Command(NamedTuple):
    """One word and its argument: none, one, or in brackets one that may be left out."""

    word: str
    argument: str
    states: tuple[State, ...]
    help: str
    do: Callable[[Session, str], object]  # returns False to end the conversation
    basic: bool = False  # whether `help` lists it
    suits: Callable[[Game], bool] = lambda game: True
    outside: bool = False  # whether it uses files, the store or the network
    remote: bool = False  # whether only remote games have it

    def require(self, state: State, rest: str) -> None:
        """Refuse the command in a wrong state, or with a wrong number of arguments."""
        if state not in self.states:
            raise IllegalMove(state.refuses(self.word, self.states))
        if rest and not self.argument:
            raise BadOption(f"{self.word} takes nothing behind it, not {quoted(rest)}")
        if not rest and self.argument and self.argument[0] != "[":
            raise BadOption(f"{self.word} needs something behind it: {self.word} {self.argument}")
