"""What every opponent is: it takes a seat and chooses moves."""

from collections.abc import Mapping
from typing import Any

from ...contract.errors import LudariumError
from ...engine.search.cancel import CancelToken
from ..game import Game
from ..move import Move


class Forfeit(LudariumError):
    """The opponent cannot continue and loses the game; the message says why."""


class Opponent:
    """Chooses moves for a seat. It gets a copy of the game; the caller makes the move."""

    name = "opponent"
    options: Mapping[str, Any] = {}  # game options that this opponent requires
    errs = True  # whether it makes the mistakes of its level, if it has one

    def begin(self, game: Game) -> None:
        """A new game begins; drop what was learned in the last one."""

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        """A legal move for the player to move, or Forfeit. Once cancelled, it soon answers with the best found."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave the seat and release what was opened for it."""


class Human(Opponent):
    """A person. The user interface asks for the moves; `choose` is never called."""

    name = "human"


class Vacant(Opponent):
    """A seat that a remote player may take."""

    name = "open"


HUMAN = Human()
VACANT = Vacant()
