"""Searching for moves: limits, levels, best moves, and the best lines of a position.

The engine is imported when the first search starts.
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ...contract.errors import BadOption, IllegalMove
from ...contract.quotation import quoted
from ...contract.row import Row
from ...engine.search.cancel import CancelToken
from ...engine.search.patience import Patience
from ..levels import LEVELS, find_level
from ..move import Move, Moves
from ..position import Position, move_in
from .mistakes import mistaken_move

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ...engine.search.result import SearchResult
    from ...engine.search.searcher import Searcher

SECONDS = 1.0  # a search without limits
HIGHEST_QUICK = 5  # the highest level that answers before its code is compiled


class Limit(NamedTuple):
    """How much a search may cost; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def given(self) -> dict[str, Any]:
        """The limits that are set, by name."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class Line(NamedTuple):
    """One way to play on: the moves, their score for the player to move, and how much was searched.

    The score is in hundredths of a point, or in thousandths of the win where many play. `wins_in` counts plies to a
    certain win and is negative for a certain loss.
    """

    moves: Moves
    score: int
    depth: int
    nodes: int
    wins_in: int | None

    @property
    def move(self) -> Move:
        return self.moves[0]


def checked_limits(game: Position, limit: Limit) -> dict[str, Any]:
    """The limits by name, checked; a second where none is set. IllegalMove if the game is over."""
    if game.outcome():
        raise IllegalMove("the game is over; there is no move to look for")
    for name, value in limit.given().items():
        if value <= 0:
            raise BadOption(f"{name} must be above 0, not {quoted(value, 20)}")
    return limit.given() or {"seconds": SECONDS}


def make_searcher(
    game: Position,
    threads: int = 1,
    seed: int = 0,
    use_tablebase: bool = True,
    megabytes: int = 16,
    use_net: bool = False,
) -> "Searcher":
    """The best searcher for this game; without a tablebase if it should not know all, with the game's net if asked."""
    from ...engine.search import factory

    how = {"megabytes": megabytes, "threads": threads, "seed": seed}
    return factory.make_searcher(game.kind, game.constants, use_tablebase=use_tablebase, use_net=use_net, **how)


def get_ready(game: Position) -> "Future[Any]":
    """Load or compile in the background what searches of this game need; it is done when that is there."""
    from ...engine.search import preparation

    return preparation.get_ready(game.kind, game.constants)


class LevelPlayer:
    """Chooses moves as a level does. With a seed it chooses the same moves again."""

    def __init__(self, number: int, seed: int | None = None) -> None:
        self.level = find_level(number)
        self._random = Random(seed)
        # A seed promises the same game again, so it cannot depend on the time
        self._seconds = self.level.seconds if seed is None else None
        self._searcher: Searcher | None = None

    def begin(self, game: Position) -> None:
        """Prepare for a new game."""
        # Only the highest level has a tablebase: the others shall make mistakes
        is_highest, seed = self.level == LEVELS[-1], self._random.getrandbits(30)
        self._searcher = make_searcher(game, seed=seed, use_tablebase=is_highest, use_net=self.level.has_net)
        self._searcher.get_ready()

    def choose(self, game: Position, cancel: CancelToken | None = None, *, errs: bool = True) -> Move:
        if self._searcher is None or self._searcher.game != game.constants:
            self.begin(game)
        assert self._searcher
        level, searcher = self.level, self._searcher
        plays_random_games, kind, constants = searcher.PLAYS_RANDOM_GAMES, game.kind, game.constants
        usual = level.slip_without_strategy if plays_random_games else level.slip
        slips = errs and self._random.randrange(1000) < kind.slip(constants, level.number, usual)
        # A mistake in a won position only delays the end
        if slips and not self._wins(game):
            return move_in(game, mistaken_move(game, self._random, level.care))
        searched = kind.nodes(constants, level.number, level.nodes) // searcher.PACE
        nodes = level.random_games if plays_random_games else searched
        patience = Patience.UNTIL_READY
        if level.number <= HIGHEST_QUICK:
            # These levels do not wait for compiled code, and make the same moves with it
            nodes, patience = nodes // kind.pace(constants), Patience.QUICK
        limits: dict[str, Any] = {"seconds": self._seconds, "nodes": max(1, nodes), "depth": level.depth}
        found = searcher.search(game.row, cancel=cancel, patience=patience, **limits)
        return move_in(game, found.move)

    def _wins(self, game: Position) -> bool:
        """Whether the player to move knows a certain win."""
        kind, constants, row = game.kind, game.constants, game.row
        return kind.known(constants, kind.seen(constants, row, kind.rules.turn(constants, row))) > 0

    def close(self) -> None:
        self._searcher = None


def best_move(game: Position, limit: Limit, level: int | None = None, threads: int = 1, seed: int = 0) -> Move:
    """The best move found within the limits, or the move of a level."""
    limits = checked_limits(game, limit)
    if level is not None:
        return LevelPlayer(level, seed).choose(game)
    found = make_searcher(game, threads, seed).search(game.row, **limits)
    return move_in(game, found.move)


def analyse(game: Position, limit: Limit, lines: int = 1, threads: int = 1) -> list[Line]:
    """The best ways to play on, the best one first; the limits are for each of them."""
    limits, searcher = checked_limits(game, limit), make_searcher(game, threads)
    legal, banned, found = len(game.legal_moves), list[int](), list[Line]()
    while len(found) < min(lines, legal):
        result = searcher.search(game.row, banned=banned, **limits)
        found.append(as_line(game, result))
        banned.append(result.move)
    return sorted(found, key=lambda line: -line.score)


def as_line(game: Position, result: "SearchResult") -> Line:
    """What a search found, as moves of the game."""
    from ...engine.search.negamax import WIN
    from ...engine.search.result import SURE

    wins_in = None
    if abs(result.score) > SURE:
        wins_in = WIN - result.score if result.score > 0 else -(WIN + result.score)
    numbers = result.line if result.line[:1] == (result.move,) else (result.move,)
    moves = Moves(game.kind, game.constants, numbers, before=_rows(game, numbers).__getitem__)
    return Line(moves, result.score, result.depth, result.nodes, wins_in)


def _rows(game: Position, numbers: Sequence[int]) -> list[Row]:
    """The positions before the moves of a line, where their notation depends on them."""
    rows = [game.row[:]]
    for number in numbers[:-1] if game.kind.writes_by_position else ():
        rows.append(rows[-1][:])
        game.kind.rules.play(game.constants, rows[-1], number)
    return rows
