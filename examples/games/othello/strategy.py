"""What a learning program sees of Othello: the own discs, and those of the other player."""

from ludarium.contract.row import Planes, Row

from .rules import BLACK, Othello, square


def plane_count(game: Othello) -> int:
    return 2


def planes(game: Othello, s: Row, player: int, out: Planes) -> None:
    for y in range(game.size):
        for x in range(game.size):
            disc, at = s[square(game, x, y)], game.size * y + x
            out[at] = 1 if disc == BLACK + player else 0
            out[game.size * game.size + at] = 1 if disc == BLACK + 1 - player else 0
