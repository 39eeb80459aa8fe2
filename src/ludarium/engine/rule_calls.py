"""The rules of a game as the engine's functions call them. `Twins` puts the game's own functions in their places."""

from typing import Any

from ..contract.row import Planes, Row


def players(game: Any) -> int:
    """How many players there are."""
    raise NotImplementedError


def moves(game: Any, s: Row, out: Row, n: int) -> int:
    """Write the legal moves to out[n:]; return where they end."""
    raise NotImplementedError


def own_moves(game: Any, s: Row, out: Row, n: int) -> int:
    """As `moves`, and the game's own function in any case."""
    raise NotImplementedError


def most_moves(game: Any) -> int:
    """An upper bound of the number of legal moves."""
    raise NotImplementedError


def count_moves(game: Any, s: Row, out: Row, n: int) -> int:
    """How many legal moves there are."""
    raise NotImplementedError


def play(game: Any, s: Row, move: int) -> None:
    """Make the move, in place."""
    raise NotImplementedError


def outcome(game: Any, s: Row) -> int:
    """0 while the game goes on."""
    raise NotImplementedError


def turn(game: Any, s: Row) -> int:
    """The player to move."""
    raise NotImplementedError


def share(game: Any, s: Row, player: int) -> int:
    """A player's part of the win in thousandths."""
    raise NotImplementedError


def score(game: Any, s: Row, player: int) -> int:
    """A player's points."""
    raise NotImplementedError


def key(game: Any, s: Row) -> int:
    """A hash of 63 bits."""
    raise NotImplementedError


def kept(game: Any) -> int:
    """How many numbers of a row make the position; 0 for all."""
    raise NotImplementedError


def order(game: Any, s: Row, move: int) -> int:
    """How early the search should try a move: the higher, the earlier."""
    raise NotImplementedError


def evaluate(game: Any, s: Row) -> int:
    """What a position is worth to the player to move, in hundredths of a point."""
    raise NotImplementedError


def noisy(game: Any, s: Row, move: int) -> bool:
    """Whether a move changes so much that a position cannot be judged before it was tried."""
    raise NotImplementedError


def never_noisy(game: Any) -> bool:
    """Whether no move of the game is noisy, so that a search need not look for one."""
    raise NotImplementedError


def known(game: Any, s: Row) -> int:
    """In how many plies a position is won for the player to move, below 0 if lost; 0 where it must be searched."""
    raise NotImplementedError


def ending(game: Any, s: Row, table: Row) -> int:
    """As `known`, by the game's table of endings: in how many plies at most."""
    raise NotImplementedError


def expected_shares(game: Any, s: Row, out: Row) -> None:
    """Write the share of the win, in thousandths, that each player can expect from an unfinished game."""
    raise NotImplementedError


def determinize(game: Any, s: Row, seed: int) -> None:
    """Draw anew from a seed what a player does not see."""
    raise NotImplementedError


def chapter(game: Any, s: Row) -> int:
    """The part of the game that a position belongs to."""
    raise NotImplementedError


def number(game: Any, s: Row) -> int:
    """The number of a position in which the game goes on, where all positions are numbered."""
    raise NotImplementedError


def margin(game: Any) -> int:
    """By how much a ply can change what a position seems worth, in hundredths of a point; 0 where it is not known."""
    raise NotImplementedError


def features(game: Any, s: Row, player: int, out: Row, n: int) -> int:
    """Write the numbers of the features of a position, as a player sees it, to out[n:]; return where they end."""
    raise NotImplementedError


def phase(game: Any, s: Row) -> int:
    """The phase of the game, which decides on the last weights of a net."""
    raise NotImplementedError


def mirror(game: Any, s: Row, how: int) -> None:
    """Turn or reflect a position in place, by the number of the symmetry; 0 leaves it as it is."""
    raise NotImplementedError


def action(game: Any, move: int) -> int:
    """The number of a legal move among all moves of the game."""
    raise NotImplementedError


def action_count(game: Any) -> int:
    """How many numbers `action` gives; 0 where moves have none."""
    raise NotImplementedError


def planes(game: Any, s: Row, player: int, out: Planes) -> None:
    """Write what a player sees of a position to planes, which are all 0."""
    raise NotImplementedError


def place(game: Any, s: Row, number: int) -> None:
    """Write the position with this number into a row."""
    raise NotImplementedError
