"""A table: one game in progress, and who sits there. Whatever the face, nobody but a table changes a game."""

from collections.abc import Callable, Mapping

from ...contract.errors import IllegalMove
from ...contract.kind import Kind
from ...engine.cancel import CancelToken
from ..game import Game, Outcome
from ..move import Move
from ..opponents.registry import EnginePlayer, Limit, Opponent, parse

HINT = Limit(seconds=1.0)  # what a hint may take


class Human(Opponent):
    """Somebody who is asked for moves by the face that shows the table, and not by the table."""

    name = "human"


HUMAN = Human()


class Vacant(Opponent):
    """Nobody yet: a seat that somebody from elsewhere may take."""

    name = "open"


VACANT = Vacant()


def seat(text: str, kind: Kind, seed: int | None = None) -> Opponent:
    """Who takes a seat: `human`, `open`, or an opponent as `opponents.parse` reads it; by its name whoever was kept."""
    if text in (HUMAN.name, VACANT.name):
        return HUMAN if text == HUMAN.name else VACANT
    return parse(text.replace("level ", "level:"), kind, Limit(seconds=1.0), seed)


class Table:
    """A game and its seats. A seat that nobody has taken is a person's; one filled from elsewhere is like any other.

    `watchers` are called after every change. Whoever lets opponents think in another thread asks `choose` there, and
    plays what it answered: a table is changed in one thread alone. Hints are the adviser's.
    """

    def __init__(
        self, game: Game, seats: Mapping[int, Opponent] | None = None, adviser: Opponent | None = None
    ) -> None:
        self.game = game
        self.seats = dict(seats or {})
        self.watchers: list[Callable[[], None]] = []
        self._given_up: Outcome | None = None
        self._undone: list[list[Move]] = []  # what was taken back, the last of it last
        self._adviser = adviser or EnginePlayer(HINT)

    @property
    def player(self) -> int:
        """The number of the player to move."""
        return self.game.kind.rules.turn(self.game.constants, self.game.row)

    @property
    def whose(self) -> Opponent | None:
        """Who has to move now, or None when the game is over."""
        return None if self.outcome() else self.seats.get(self.player, HUMAN)

    @property
    def waits(self) -> bool:
        """Whether a person has to move now."""
        return self.whose is HUMAN

    def sit(self, player: int, who: Opponent) -> None:
        """Give a player's seat to somebody else."""
        left = self.seats.get(player, HUMAN)
        self.seats[player] = who
        if left not in self.seats.values():
            left.close()
        self._tell()

    def choose(self, cancel: CancelToken | None = None) -> Move:
        """What the opponent whose turn it is would play, or Forfeit. The table stays as it is."""
        who = self.whose
        if who is None or who is HUMAN:
            raise IllegalMove("there is no opponent to move now")
        return who.choose(self.game.copy(), cancel)

    def hint(self, cancel: CancelToken | None = None) -> Move:
        """A good move for whoever's turn it is. The table stays as it is, but the game remembers that it was helped."""
        if self.outcome():
            raise IllegalMove("the game is over; there is no move to look for")
        self._note_help()
        return self._adviser.choose(self.game.copy(), cancel)

    def play(self, move: Move | str) -> Move:
        """Make a move for whoever's turn it is."""
        if self._given_up:
            raise IllegalMove(f"{move} comes too late: the game is over, {self._given_up.reason}")
        made, by_person = self.game.parse(move) if isinstance(move, str) else move, self.waits
        self.game.push(made)
        if not by_person:
            self._note_help()
        self._undone.clear()
        self._tell()
        return made

    def undo(self) -> int:
        """Take moves back until it is a person's turn again, one at least; returns how many."""
        if self._given_up:
            self._given_up = None
            self._tell()
            return 0
        people = any(who is HUMAN for who in self.seats.values()) or len(self.seats) < self._players()
        return self._pop_while(lambda count: not count or (people and not self.waits))

    def take_back(self, left: int) -> None:
        """Take moves back until so many are left; whoever has given up has not any more."""
        self._given_up = None
        self._pop_while(lambda count: len(self.game.moves) > left)

    def _pop_while(self, goes_on: Callable[[int], bool]) -> int:
        """Take moves back as long as a condition, told how many were, holds; all that was wanted or nothing."""
        undone: list[Move] = []
        try:
            while goes_on(len(undone)):
                undone.append(self.game.pop())
        except IllegalMove:
            # The game began with an opponent's move, or its level did: then nothing is taken back
            for move in reversed(undone):
                self.game.push(move)
            raise
        if undone:
            self._undone.append(undone)
        self._tell()
        return len(undone)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def again(self) -> tuple[Move, ...]:
        """The moves that `redo` would make, the first one first."""
        return tuple(reversed(self._undone[-1])) if self._undone else ()

    def redo(self) -> int:
        """Make again what was taken back last; returns how many moves that were."""
        if not self._undone:
            raise IllegalMove("there is nothing to make again")
        again = self._undone.pop()
        for move in reversed(again):
            self.game.push(move)
        self._tell()
        return len(again)

    def redo_move(self) -> Move:
        """Make again the first move alone of what was taken back last."""
        if not self._undone:
            raise IllegalMove("there is nothing to make again")
        move = self._undone[-1].pop()
        if not self._undone[-1]:
            self._undone.pop()
        self.game.push(move)
        self._tell()
        return move

    def give_up(self, player: int, reason: str) -> None:
        """A player resigns, or cannot go on; where two play, the other has won."""
        if self.outcome():
            raise IllegalMove("the game is over already")
        others = self.game.kind.board.player(self.game.constants, 1 - player) if self._players() == 2 else None
        self.end(others, reason)

    def agree_on_draw(self, reason: str) -> None:
        """Nobody wins, and all have agreed on it."""
        if self.outcome():
            raise IllegalMove("the game is over already")
        self.end(None, reason)

    def end(self, winner: str | None, reason: str) -> None:
        """The game is over before its rules say so."""
        kind, constants = self.game.kind, self.game.constants
        known = range(min(self._players(), len(self.game.row)))
        scores = tuple(kind.rules.score(constants, self.game.row, i) for i in known)
        self._given_up = Outcome(winner, scores, reason)
        self._tell()

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._given_up or self.game.outcome()

    def replace(self, game: Game) -> None:
        """Another game is put on the table; those who sit there stay."""
        self.game, self._given_up = game, None
        self._undone.clear()
        self._tell()

    def close(self) -> None:
        """Everybody leaves."""
        for who in {*self.seats.values(), self._adviser}:
            who.close()

    def _note_help(self) -> None:
        """Where one plays alone, the points are not all the player's own any more."""
        self.game.helped = self.game.helped or self._players() == 1

    def _players(self) -> int:
        return self.game.kind.rules.players(self.game.constants)

    def _tell(self) -> None:
        for watcher in self.watchers:
            watcher()
