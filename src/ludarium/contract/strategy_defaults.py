"""What a strategy may have, each with its default.

The functions compile, as those of a game do.
"""

from typing import Any

from .row import Planes, Row


class StrategyDefaults:
    """The optional functions of a game's strategy: a game's own function replaces the one here."""

    @staticmethod
    def order(game: Any, s: Row, move: int) -> int:
        """How early a search should try a move: the higher, the earlier."""
        return 0

    @staticmethod
    def evaluate(game: Any, s: Row) -> int:
        """What a position is worth to the player to move, in hundredths of a point."""
        return 0

    @staticmethod
    def noisy(game: Any, s: Row, move: int) -> bool:
        """Whether a move changes so much that a position cannot be judged before the move was tried."""
        return False

    @staticmethod
    def known(game: Any, s: Row) -> int:
        """In how many plies a position is won for the player to move, below 0 if lost; 0 where it must be searched."""
        return 0

    @staticmethod
    def endings_name(game: Any) -> str:
        """The file in the game's folder with a table of endings; empty where there is none."""
        return ""

    @staticmethod
    def ending(game: Any, s: Row, table: Row) -> int:
        """As `known`, by the table of endings: in how many plies at most."""
        return 0

    @staticmethod
    def expected_shares(game: Any, s: Row, out: Row) -> None:
        """Write the share of the win, in thousandths, that each player can expect from an unfinished game to `out`,
        which has a place for every player."""

    @staticmethod
    def determinize(game: Any, s: Row, seed: int) -> None:
        """Draw anew from a seed what a player does not see."""

    @staticmethod
    def pace(game: Any) -> int:
        """How many positions of a usual game are searched in the time of one of this game, before it is compiled."""
        return 1

    @staticmethod
    def slip(game: Any, level: int, usual: int) -> int:
        """How many moves in a thousand are mistakes of a level; in other games it is the usual number."""
        return usual

    @staticmethod
    def nodes(game: Any, level: int, usual: int) -> int:
        """How many positions a level searches; in other games it is the usual number."""
        return usual

    @staticmethod
    def positions(game: Any) -> int:
        """How many positions are numbered, so that a tablebase can hold them all; 0 for none."""
        return 0

    @staticmethod
    def number(game: Any, s: Row) -> int:
        """The number of a position in which the game goes on."""
        return 0

    @staticmethod
    def place(game: Any, s: Row, number: int) -> None:
        """Write the position with this number into a row."""

    @staticmethod
    def margin(game: Any) -> int:
        """By how much a ply can change what a position seems worth, in hundredths of a point: a search leaves positions
        and moves near its leaves that differ by more. 0 where it is not known: then it leaves none."""
        return 0

    @staticmethod
    def features(game: Any, s: Row, player: int, out: Row, n: int) -> int:
        """Write the numbers of the features that a position has, as a player sees it, to out[n:]; return where they
        end. A net adds up a row of weights for each of them."""
        return n

    @staticmethod
    def most_features(game: Any) -> int:
        """How many features a position has at most."""
        return 0

    @staticmethod
    def feature_count(game: Any) -> int:
        """How many features there are: their numbers begin with 0."""
        return 0

    @staticmethod
    def phase(game: Any, s: Row) -> int:
        """The phase of the game, from 0: a net weighs its hidden numbers differently in each of them."""
        return 0

    @staticmethod
    def phases(game: Any) -> int:
        """How many phases there are."""
        return 1

    @staticmethod
    def mirror(game: Any, s: Row, how: int) -> None:
        """Turn or reflect a position in place, by the number of the symmetry; 0 leaves it as it is."""

    @staticmethod
    def mirrors(game: Any) -> int:
        """How many symmetries there are, the one that changes nothing among them. Of a symmetry, positions need only be
        worth the same as far as a net can tell."""
        return 1

    @staticmethod
    def plane_count(game: Any) -> int:
        """How many planes show a position to a learning program; 0 where `board_planes` makes them of the board."""
        return 0

    @staticmethod
    def planes(game: Any, s: Row, player: int, out: Planes) -> None:
        """Write a position as a player sees it to planes, which are all 0: a number of 8 bits for each place of the
        board's shape, rows from the top, plane after plane. What the player does not see may not be in them."""

    @staticmethod
    def net_name(game: Any) -> str:
        """The file in the game's folder with the weights for these options; empty where there is none."""
        return ""
