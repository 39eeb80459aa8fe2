"""Running tasks in a worker: it keeps recent games, and opponents with what they have learned about them."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from ...contract.bits import mix
from ...contract.errors import IllegalMove
from ...engine.search.cancel import CancelToken
from ...engine.search.patience import Patience
from ...games import kind as find
from ...play.game import Game
from ...play.judging import chances
from ...play.judging.analysis import Limit, as_line, make_searcher
from ...play.judging.analysis import Line as FoundLine
from ...play.judging.review import review
from ...play.opponents.engine_player import EnginePlayer
from ...play.opponents.opponent import Opponent
from ...play.opponents.registry import seated
from ...play.position import move_in
from ...protocol.messages import Judged, Line
from .tasks import FromWorker, PartialResult, ScriptResult, Task, TaskResult

if TYPE_CHECKING:
    from ...engine.search.searcher import Searcher

MOST_GAMES = 32  # whose positions are kept
MOST_OPPONENTS = 8  # that are kept; the transposition table of each may have many megabytes
LINE_LENGTH = 12  # moves of a line that are sent
SLICE = 15.0  # seconds of a review in one task
LONGEST_SEARCH = 20.0  # seconds of one search of a review: on a huge board even few positions take longer

T = TypeVar("T")


class RecentlyUsed(OrderedDict[Hashable, T]):
    """A cache of so many values; `on_evict` is called with one that leaves it."""

    def __init__(self, most: int, on_evict: Callable[[T], None] = lambda old: None) -> None:
        super().__init__()
        self._most, self._on_evict = most, on_evict

    def get_or(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, which is made if it is missing."""
        if key not in self:
            self[key] = make()
        self.move_to_end(key)
        while len(self) > self._most:
            self._on_evict(self.popitem(last=False)[1])
        return self[key]


class TaskRunner:
    """Runs tasks, one at a time."""

    def __init__(self) -> None:
        self._games: RecentlyUsed[Game] = RecentlyUsed(MOST_GAMES)
        self._opponents: RecentlyUsed[Opponent] = RecentlyUsed(MOST_OPPONENTS, lambda old: old.close())

    def run(self, task: Task, cancel: CancelToken, send: Callable[[FromWorker], None]) -> TaskResult:
        """The result of a task; `send` is called with the parts of a review."""
        if task.do == "run_script":
            return TaskResult(task.id, script=_run_script(task, cancel))
        game = self._game(task)
        if task.do == "review":
            return self._review(task, game, cancel, send)
        if game.outcome():
            raise IllegalMove("the game is over; there is no move to look for")
        if task.do == "analyse":
            return TaskResult(task.id, lines=self._analyse(task, game, cancel))
        return TaskResult(task.id, move=self._opponent(task).choose(game.copy(), cancel).number)

    def _game(self, task: Task) -> Game:
        """The game of a task. Only the moves that differ from the last task are taken back and made."""
        key = (task.game, task.do == "analyse", tuple(task.options.items()), task.origin)
        game = self._games.get_or(key, lambda: _new_game(task))
        known = [move.number for move in game.moves]
        common = next((i for i, pair in enumerate(zip(known, task.moves, strict=False)) if pair[0] != pair[1]), None)
        same = min(len(known), len(task.moves)) if common is None else common
        try:
            for _ in known[same:]:
                game.pop()
        except IllegalMove:
            # Some games cannot take back every move
            game, same = _new_game(task), 0
            self._games[key] = game
        for number in task.moves[same:]:
            game.push(move_in(game, number))
        return game

    def _opponent(self, task: Task) -> Opponent:
        """The opponent that chooses a move. With a seed it is made anew, so that it plays the same move again."""
        if task.do == "hint":
            return self._opponents.get_or((task.game, task.do), lambda: adviser(task.seconds))
        kind = find(task.kind)
        if task.seed is not None:
            return seated(task.seat, kind, mix(mix(task.seed, len(task.moves)), task.player))
        return self._opponents.get_or((task.game, task.player, task.seat), lambda: seated(task.seat, kind))

    def _analyse(self, task: Task, game: Game, cancel: CancelToken) -> tuple[Line, ...]:
        """The best lines; those that were not searched before the cancellation are left out."""
        searcher, found, banned = make_searcher(game), list[FoundLine](), list[int]()
        for _ in range(min(task.lines, len(game.legal_moves))):
            result = searcher.search(game.row, seconds=task.seconds, banned=banned, cancel=cancel)
            found.append(as_line(game, result))
            banned.append(result.move)
        found.sort(key=lambda line: -line.score)
        turn = game.kind.rules.turn(game.constants, game.row)
        return tuple(wire_line(game, chances.line_of_first(searcher, line, turn), searcher) for line in found)

    def _review(self, task: Task, game: Game, cancel: CancelToken, send: Callable[[FromWorker], None]) -> TaskResult:
        """Judge moves for a while. The rest is another task, which may wait for those of other clients."""
        cancelled, ends = list[bool](), monotonic() + SLICE
        replayed = Game(game.kind, game.origin, **game.options)
        for move in game.moves[: task.since]:
            replayed.push(move)
        searcher = make_searcher(replayed)
        with cancel.on_cancel(lambda: cancelled.append(True)):
            how = {"nodes": task.nodes, "seconds": LONGEST_SEARCH}
            for judged in review(game, since=task.since, cancel=cancel, **how):
                if cancelled:
                    break  # this move was judged by a search that was cut short
                better = tuple(wire_line(replayed, line, searcher) for line in judged.better)
                replayed.push(judged.move)
                told = Judged(
                    re=0,
                    ply=judged.number,
                    score=judged.score,
                    loss=round(judged.loss, 4),
                    accuracy=round(judged.accuracy, 1),
                    mark=judged.mark,
                    chance=_wire_chance(judged.chance),
                    better=better,
                )
                send(PartialResult(task.id, told))
                if monotonic() >= ends and judged.number < len(game.moves):
                    return TaskResult(task.id, is_partial=True)
        return TaskResult(task.id)


def _run_script(task: Task, cancel: CancelToken) -> ScriptResult:
    from .run_script import ScriptBudget, run_script  # with line mode, which other tasks do without

    return run_script(find(task.kind), task.text, ScriptBudget(cancel), task.files)


def adviser(seconds: float | None) -> EnginePlayer:
    """The opponent that gives hints."""
    return EnginePlayer(Limit(seconds=seconds), Patience.QUICK)


def game_of(task: Task) -> Game:
    """The game of a task, with all its moves."""
    game = _new_game(task)
    for number in task.moves:
        game.push(move_in(game, number))
    return game


def _new_game(task: Task) -> Game:
    return Game(find(task.kind), task.origin, **task.options)


def wire_line(game: Game, line: FoundLine, searcher: "Searcher") -> Line:
    """A line of play, with the scores of the first player, as it is sent to clients."""
    return Line(
        moves=tuple(map(str, line.moves[:LINE_LENGTH])),
        path=tuple(game.kind.paths(game.constants, game.row, line.move.number)[0]),
        score=line.score,
        chance=_wire_chance(chances.chance(searcher, line.score)),
        wins_in=line.wins_in,
        depth=line.depth,
        nodes=line.nodes,
    )


def _wire_chance(chance: float) -> float:
    """A chance as it is sent; alone there is none, and points may go beyond it."""
    return round(min(1.0, max(0.0, chance)), 4)
