"""Bodies of HTTP requests and answers about puzzles, in JSON."""

from msgspec import Struct

from ..contract.scene import Cell, Geometry, Panel
from .messages import Frame


class SolverTold(Struct, frozen=True):
    """How well the user solves the puzzles of a kind of game."""

    rating: int  # begins at 1000
    tries: int
    streak: int  # puzzles solved in a row


class PuzzleTold(Struct, frozen=True):
    """A puzzle: its position, and what to look for."""

    id: str
    kind: str
    task: str
    hint: str
    rating: int
    daily: bool  # whether it is the puzzle of the day
    tried: bool  # whether the user has tried it before; then ratings do not change
    turn: int  # the player to move
    names: tuple[str, ...]  # of the players
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    panels: tuple[Panel, ...]
    words: tuple[str, ...]  # that a move may begin with
    paths: tuple[tuple[str, ...], ...]  # of all legal moves
    mine: SolverTold
    geometry: Geometry | None = None  # as in State


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is tried, as a path of cells; an empty one gives up and asks for the solution."""

    path: tuple[str, ...]


class Shown(Struct, frozen=True):
    """A move of an answer, and its film."""

    text: str
    path: tuple[str, ...]
    frames: tuple[Frame, ...]


class AnswerTold(Struct, frozen=True):
    """What comes of a try."""

    right: bool
    text: str
    moves: tuple[Shown, ...]  # the move that was tried and what follows
    rated: bool  # whether it was the first try, which counts
    mine: SolverTold
