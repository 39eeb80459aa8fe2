"""The computer as a player: best moves, levels, hints, and what a position is worth."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ...contract.errors import BadOption, IllegalMove
from ...engine.cancel import CancelToken
from ..game import Game
from ..levels import LEVELS
from ..levels import level as find_level
from ..move import Move, Moves
from .registry import Limit, Opponent

if TYPE_CHECKING:
    from ...engine.searcher import Searcher, SearchResult

SECONDS = 1.0  # to think about a move when nobody says how long


class Line(NamedTuple):
    """One way to play on: the moves, what they lead to for the player to move, and how that was found out.

    The score is in hundredths of a point, or in thousandths of the win where many play; `wins_in` counts plies to a
    win that is certain, and is below 0 for a loss.
    """

    moves: Moves
    score: int
    depth: int
    nodes: int
    wins_in: int | None

    @property
    def move(self) -> Move:
        return self.moves[0]


def limits(game: Game, seconds: float | None, depth: int | None, nodes: int | None) -> dict[str, Any]:
    """The limits that were given, checked; a second where there are none."""
    if game.outcome():
        raise IllegalMove("the game is over; there is no move to look for")
    for name, value in ("seconds", seconds), ("depth", depth), ("nodes", nodes):
        if value is not None and value <= 0:
            raise BadOption(f"{name} must be above 0, not {value!r:.20}")
    given = Limit(seconds, nodes, depth).given()
    return given or {"seconds": SECONDS}


def make_searcher(game: Game, threads: int = 1, seed: int = 0, all_knowing: bool = True) -> "Searcher":
    from ...engine.factory import make_searcher

    return make_searcher(game.kind, game.constants, threads=threads, seed=seed, all_knowing=all_knowing)


class Computer(Opponent):
    """A computer of some level. With a seed it plays the same game again."""

    def __init__(self, number: int, seed: int | None = None) -> None:
        self.level = find_level(number)
        self.name = f"level {number}"
        self._random = Random(seed)
        self._seconds = self.level.seconds if seed is None else None
        self._brain: Searcher | None = None

    def begin(self, game: Game) -> None:
        # Only the highest level knows by heart what can be known: the others shall make mistakes
        top = self.level == LEVELS[-1]
        self._brain = make_searcher(game, seed=self._random.getrandbits(30), all_knowing=top)
        self._brain.search(game.row, nodes=1)

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        if self._brain is None or self._brain.game != game.constants:
            self.begin(game)
        assert self._brain
        if self._random.randrange(1000) < self.level.slip:
            return self._random.choice(game.legal_moves)
        nodes = max(1, self.level.nodes // self._brain.PACE)
        thought = self._brain.search(
            game.row, seconds=self._seconds, nodes=nodes, depth=self.level.depth, cancel=cancel
        )
        return Move(game.kind, game.constants, thought.move)

    def close(self) -> None:
        self._brain = None


def best_move(
    game: Game,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    level: int | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Move:
    """The best move that can be found within the limits, or what a level would play."""
    if level is not None:
        limits(game, seconds, depth, nodes)
        return Computer(level, seed).choose(game)
    brain, given = make_searcher(game, threads, seed), limits(game, seconds, depth, nodes)
    return Move(game.kind, game.constants, _think(brain, game, given).move)


def analyse(
    game: Game,
    *,
    lines: int = 1,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
) -> list[Line]:
    """The best ways to play on, the best one first; the limits are for each of them."""
    given, brain = limits(game, seconds, depth, nodes), make_searcher(game, threads)
    legal, banned, found = len(game.legal_moves), list[int](), list[Line]()
    while len(found) < min(lines, legal):
        thought = _think(brain, game, given, banned)
        found.append(as_line(game, thought))
        banned.append(thought.move)
    return sorted(found, key=lambda line: -line.score)


def _think(brain: "Searcher", game: Game, given: dict[str, Any], banned: Sequence[int] = ()) -> "SearchResult":
    if "seconds" in given:
        # The first thought on a machine waits until all is compiled: it has no clock
        brain.search(game.row, nodes=1)
    return brain.search(game.row, banned=banned, **given)


def as_line(game: Game, thought: "SearchResult") -> Line:
    from ...engine.negamax import SURE, WIN

    wins_in = None
    if abs(thought.score) > SURE:
        wins_in = WIN - thought.score if thought.score > 0 else -(WIN + thought.score)
    numbers = thought.line if thought.line[:1] == (thought.move,) else (thought.move,)
    moves = Moves(game.kind, game.constants, numbers)
    return Line(moves, thought.score, thought.depth, thought.nodes, wins_in)
