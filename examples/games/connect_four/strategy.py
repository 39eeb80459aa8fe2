"""What a learning program sees of Connect Four: the own discs, and those of the other player."""

from ludarium.contract.row import Planes, Row

from .rules import ConnectFour, bit


def plane_count(game: ConnectFour) -> int:
    return 2


def planes(game: ConnectFour, s: Row, player: int, out: Planes) -> None:
    for y in range(game.rows):
        for x in range(game.columns):
            at = game.columns * (game.rows - 1 - y) + x
            out[at] = 1 if s[player] & bit(game, x, y) else 0
            out[game.columns * game.rows + at] = 1 if s[1 - player] & bit(game, x, y) else 0
