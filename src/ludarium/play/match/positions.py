"""The past of a game: its moves for the list, and the positions between them."""

from ...contract.row import Row
from ...protocol.messages import Made
from ..game import Game
from ..history import LARGE
from . import presenter


class Past:
    """Grows and shrinks with a game. Only small positions are kept: large ones are played again when asked for."""

    def __init__(self, game: Game) -> None:
        again = _beginning(game)
        self.moves: list[Made] = []
        self._rows: list[Row] | None = [again.row] if len(again.row) <= LARGE else None
        for move in game.moves:
            made = presenter.made(again, move)
            again.push(move)
            self.add(made, again.row)

    def add(self, made: Made, row: Row) -> None:
        """A move was made, and led to this position."""
        self.moves.append(made)
        if self._rows is not None:
            self._rows.append(row)

    def cut(self, count: int) -> None:
        """Moves were taken back, and so many are left."""
        del self.moves[count:]
        if self._rows is not None:
            del self._rows[count + 1 :]

    def row_after(self, game: Game, count: int) -> Row:
        """The position of a game after so many moves."""
        if self._rows is not None:
            return self._rows[count]
        return game_after(game, count).row


def game_after(game: Game, count: int) -> Game:
    """The game as it was after so many moves."""
    again = _beginning(game)
    for move in game.moves[:count]:
        again.push(move)
    return again


def _beginning(game: Game) -> Game:
    return Game(game.kind, game.origin, **game.options)
