"""One game that is played by actions, in compiled code where that is there."""

import operator
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from ..contract.board_planes import board_planes
from ..contract.errors import IllegalMove, LudariumError
from ..contract.quotation import quoted
from ..contract.row import Row
from ..engine.actions import ACTION, COUNT, LINE, OUTCOME, TURN, act_one, begin_one, show_one
from ..engine.code import bind, game_code
from ..engine.memory import as_array, numbers, room_for_moves
from .encoding import Encoding

NumpyArray = np.ndarray[Any, np.dtype[Any]]


class RunningGame:
    """The memory of one game, and calls that change it. `line` has the numbers of `engine.actions`."""

    def __init__(self, encoding: Encoding, compiled: bool = True) -> None:
        self.encoding, self._compiled, self._is_native = encoding, compiled, False
        kind, constants = encoding.kind, encoding.constants
        self.row = as_array(kind.rules.start(constants, 0))
        self.line, self.shares = numbers(LINE), numbers(encoding.players)
        self._moves = room_for_moves(kind, constants)
        # Arrays of Python hand out Python's own numbers, which plain rules need; numpy sees the same memory
        self._mask, self._planes = array("b", bytes(encoding.actions)), array("b", bytes(np.prod(encoding.shape)))
        self.mask = np.frombuffer(self._mask, np.int8)
        self._seen = np.frombuffer(self._planes, np.int8).reshape(encoding.shape)
        self._asked = numbers(LINE)  # a line of its own, for whom planes are wanted
        self._has_planes, self._actions = kind.has_planes, encoding.actions
        self._viewer = -1  # the player whose view the planes have
        self._code = game_code(kind, self.row.typecode)
        self._bind(self._code.plain)

    def _bind(self, find: Callable[[Any], Any]) -> None:
        memory = self.encoding.constants, self.row, self._moves, self.line, self.shares, self._mask, self._planes
        self._begin, self._act = bind(find(begin_one), *memory), bind(find(act_one), *memory)
        self._show = bind(find(show_one), self.encoding.constants, self.row, self._asked, self._planes)

    def begin(self, start: Row) -> None:
        """Begin a game at a position. Native code is used from the first game on for which it is there."""
        if self._compiled and not self._is_native and self._code.ready(act_one):
            self._bind(self._code.native)
            self._is_native = True
        self.row[:] = as_array(start)
        self._begin()
        self._viewer = self.line[TURN]

    def act(self, action: Any) -> None:
        """Make the move that an action stands for; IllegalMove if it is no action at all, or the game is over."""
        line = self.line
        # The usual case first, since this is what limits the steps in a second
        if type(action) is int and 0 <= action < self._actions and line[COUNT]:
            line[ACTION] = action
        else:
            line[ACTION] = self._number(action)
        self._act()
        self._viewer = line[TURN]

    def _number(self, action: Any) -> int:
        if not self.line[COUNT]:
            raise LudariumError("the game is over; reset() begins the next one")
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.encoding.actions:
            raise IllegalMove(
                f"an action is a whole number from 0 to {self.encoding.actions - 1}, not {quoted(action)}"
            )
        return number

    @property
    def turn(self) -> int:
        return self.line[TURN]

    @property
    def outcome(self) -> int:
        """0 while the game goes on, else why it has ended; ILLEGAL after an illegal action."""
        return self.line[OUTCOME]

    def moves(self) -> dict[int, int]:
        """The legal actions, and the number that the rules have for each."""
        kind, game = self.encoding.kind, self.encoding.constants
        legal = enumerate(self._moves[: self.line[COUNT]])
        return {kind.action(game, move) if kind.numbers_moves else at: move for at, move in legal}

    def action_of(self, move: int) -> int:
        """The action for a number of the rules that is legal now."""
        return next(action for action, number in self.moves().items() if number == move)

    def observe(self, player: int) -> NumpyArray:
        """What a player sees, in an array of its own."""
        if not self._has_planes:
            self._seen.fill(0)
            board_planes(self.encoding.kind, self.encoding.constants, self.row, player, self._planes)
        elif player != self._viewer:
            self._asked[ACTION] = self._viewer = player
            self._show()
        return self._seen.copy()
